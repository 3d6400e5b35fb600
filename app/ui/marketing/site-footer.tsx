/* The site map. Addresses not configured on this server are omitted. */
import { href } from "react-router";
import { StetMark } from "../kit/stet-mark.tsx";
import { column } from "./carousel.tsx";

/** Addresses from the settings; null if not set. */
export type SiteLinks = { privacy: string | null; roadmap: string | null; email: string | null };

type FooterLink = { name: string; to: string | null };

function groupsOf({ privacy, roadmap, email }: SiteLinks): { title: string; links: FooterLink[] }[] {
  const home = href("/");
  return [
    {
      title: "Product",
      links: [
        { name: "Overview", to: `${home}#overview` },
        { name: "Features", to: `${home}#features` },
        { name: "Pricing", to: `${home}#pricing` },
        { name: "Demo", to: href("/demo") },
        { name: "Guide", to: href("/docs") },
        { name: "Developers", to: href("/docs/developers") },
        { name: "API reference", to: href("/docs/api") },
        { name: "Roadmap", to: roadmap },
      ],
    },
    {
      title: "Company",
      links: [
        { name: "Story", to: href("/story") },
        { name: "Blog", to: href("/blog") },
        { name: "Careers", to: href("/careers") },
        { name: "Contact", to: href("/contact") },
        { name: "Security and data", to: href("/security") },
        { name: "Terms of use", to: href("/terms-of-use") },
        { name: "Cookie policy", to: href("/cookie-policy") },
        { name: "Privacy policy", to: privacy },
      ],
    },
    {
      title: "Providers",
      links: [
        { name: "Anthropic", to: "https://www.anthropic.com" },
        { name: "Google", to: "https://ai.google.dev" },
        { name: "OpenAI", to: "https://openai.com" },
      ],
    },
    {
      title: "Social",
      links: [
        { name: "Blog feed", to: href("/blog/feed.xml") },
        { name: "Email", to: email === null ? null : `mailto:${email}` },
      ],
    },
  ];
}

export function SiteFooter({ links }: { links: SiteLinks }) {
  return (
    <footer className="border-t border-rule bg-desk">
      <div className={`${column} grid grid-cols-2 gap-10 py-14 lg:grid-cols-[2fr_1fr_1fr_1fr_1fr]`}>
        <div className="max-lg:col-span-full">
          <StetMark className="text-3xl" />
          <p className="mt-4 max-w-64 text-ink-soft">Named after the proofreader’s mark for “let it stand”.</p>
        </div>
        {groupsOf(links).map(({ title, links }) => (
          <FooterGroup key={title} title={title} links={links.filter(({ to }) => to !== null)} />
        ))}
      </div>
      <p className={`${column} pb-10 text-xs text-ink-faint`}>© 2026 Stet</p>
    </footer>
  );
}

function FooterGroup({ title, links }: { title: string; links: FooterLink[] }) {
  if (links.length === 0) return null;
  return (
    <nav aria-label={title}>
      <h2 className="font-medium">{title}</h2>
      <ul className="mt-3 space-y-1">
        {links.map(({ name, to }) => (
          <li key={name}>
            <a href={to!} className="inline-flex items-center py-1 text-ink-soft touch-target hover:text-ink hover:underline">
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
