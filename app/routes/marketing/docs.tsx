/* The user guide, with the settings as the README has them, so that the two cannot differ. */
import { pageMeta } from "#ui/marketing/page-meta.ts";
import { Prose, ProsePage } from "#ui/marketing/prose-page.tsx";
import { proseSections } from "#ui/marketing/prose.ts";
import guide from "../../../content/pages/docs.md?raw";
import readme from "../../../README.md?raw";
import type { Route } from "./+types/docs.ts";

const lead = "How to write with Stet, as it is today.";

export function meta() {
  return pageMeta("Guide · Stet", lead);
}

export function loader() {
  return { sections: [...proseSections(guide), ...proseSections(readme).filter(({ title }) => title === "Settings")] };
}

export default function DocsPage({ loaderData: { sections } }: Route.ComponentProps) {
  return (
    <ProsePage title="Guide" lead={lead}>
      <div className="gap-16 lg:grid lg:grid-cols-[11rem_1fr]">
        <nav aria-label="On this page" className="mb-10 lg:sticky lg:top-8 lg:self-start">
          <ul className="flex flex-wrap gap-x-5 lg:block">
            {sections.map(({ id, title }) => (
              <li key={id}>
                <a
                  href={`#${id}`}
                  className="inline-flex items-center py-1 text-ink-soft touch-target hover:text-ink hover:underline"
                >
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="min-w-0 space-y-14">
          {sections.map(({ id, title, html }) => (
            <section key={id} aria-labelledby={id}>
              <h2 id={id} className="mb-4 scroll-mt-8 font-serif text-[1.75rem] leading-9 font-medium">
                {title}
              </h2>
              <Prose html={html} wide={title === "Settings"} />
            </section>
          ))}
        </div>
      </div>
    </ProsePage>
  );
}
