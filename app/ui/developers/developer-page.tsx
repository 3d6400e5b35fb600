/* The layout of an organization's developer pages: a heading, and links to the other pages the reader may open. */
import type { ReactNode } from "react";
import { NavLink } from "react-router";
import { useWorkspace } from "../shell/use-place.ts";
import { developerPages } from "./developer-pages.ts";

export function DeveloperPage({ isManager, children }: { isManager: boolean; children: ReactNode }) {
  const place = useWorkspace();
  return (
    <main className="min-h-0 flex-1 overflow-y-auto scroll-thin">
      <div className="mx-auto w-full max-w-220 px-5 pt-10 pb-20">
        <p className="font-serif text-display">API</p>
        <nav aria-label="API" className="mt-6 flex gap-5 overflow-x-auto border-b border-rule">
          {developerPages(isManager).map(({ path, label }) => (
            <NavLink
              key={path}
              to={place.path(path)}
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

/** The heading of a single page. */
export function DeveloperHeading({ title, lead, action }: { title: string; lead: ReactNode; action?: ReactNode }) {
  return (
    <div className="mt-8 flex flex-wrap items-end justify-between gap-4">
      <div>
        <h1 className="font-serif text-title">{title}</h1>
        <p className="mt-1.5 max-w-measure text-base text-ink-soft text-pretty">{lead}</p>
      </div>
      {action}
    </div>
  );
}
