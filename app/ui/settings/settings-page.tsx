/*
 * The layout of every settings page: a heading and links to the other pages. `base`
 * is where they live: the personal account, or the same pages inside an
 * organization.
 */
import { useEffect, useRef, type ReactNode } from "react";
import { NavLink, useLocation } from "react-router";

type SettingsPageProps = {
  title: string;
  base: string;
  pages: { path: string; label: string }[];
  /** For more pages than fit above the usual column. */
  isWide?: boolean;
  children: ReactNode;
};

export function SettingsPage({ title, base, pages, isWide = false, children }: SettingsPageProps) {
  const tabs = useActiveTabInView();
  return (
    <main className="min-h-0 flex-1 overflow-y-auto scroll-thin">
      <div className={`mx-auto w-full px-5 pt-10 pb-20 ${isWide ? "max-w-180" : "max-w-160"}`}>
        <h1 className="font-serif text-display">{title}</h1>
        <nav ref={tabs} aria-label={title} className="mt-6 flex gap-4 overflow-x-auto border-b border-rule">
          {pages.map(({ path, label }) => (
            <NavLink
              key={path}
              to={`${base}/${path}`}
              className="-mb-px grid shrink-0 place-items-center border-b-2 border-transparent pb-2.5 text-ink-soft touch-target hover:text-ink aria-[current=page]:border-blue aria-[current=page]:font-medium aria-[current=page]:text-ink"
            >
              {label}
            </NavLink>
          ))}
        </nav>
        {children}
      </div>
    </main>
  );
}

/** On a phone the tabs are wider than the screen: scrolls the active one to the middle. */
function useActiveTabInView() {
  const tabs = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    const links = Array.from(tabs.current?.querySelectorAll("a") ?? []);
    const active = links.find((link) => `${pathname}/`.startsWith(`${link.pathname}/`));
    if (tabs.current === null || active === undefined) return;
    // Not scrollIntoView: that would also scroll the page, away from an address's #section.
    const [bar, tab] = [tabs.current.getBoundingClientRect(), active.getBoundingClientRect()];
    tabs.current.scrollLeft += tab.left + tab.width / 2 - bar.left - bar.width / 2;
  }, [pathname]);
  return tabs;
}

/** `id`: for links to it. */
type SettingsSectionProps = { id?: string; title: string; lead?: ReactNode; children?: ReactNode };

/** One topic of a settings page. */
export function SettingsSection({ id, title, lead, children }: SettingsSectionProps) {
  return (
    <section id={id} className="scroll-mt-6 border-b border-rule py-8 last:border-b-0">
      <h2 className="font-serif text-title">{title}</h2>
      {lead && <p className="mt-1.5 text-base text-ink-soft text-pretty">{lead}</p>}
      {children && <div className="mt-5">{children}</div>}
    </section>
  );
}

export function DoneNotice({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="mt-6 rounded-lg bg-insert-soft px-3 py-2.5 text-insert">
      {children}
    </p>
  );
}

export function ErrorNotice({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="mt-6 rounded-lg bg-danger-soft px-3 py-2.5 text-danger">
      {children}
    </p>
  );
}
