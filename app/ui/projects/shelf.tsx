/* A section of a project's page: a heading, and rows linking to its contents. */
import type { ReactNode } from "react";
import { Link } from "react-router";
import { dayOf } from "./project-words.ts";

type ShelfProps = {
  title: string;
  count: number;
  isEmpty: boolean;
  /** Shown while the section is empty. */
  empty: string;
  actions?: ReactNode;
  end?: ReactNode;
  children: ReactNode;
};

export function Shelf({ title, count, isEmpty, empty, actions, end, children }: ShelfProps) {
  return (
    <section aria-label={title} className="mt-10">
      <div className="flex min-h-9 items-center justify-between gap-3">
        <h2 className="font-serif text-title">
          {title} {count > 0 && <span className="text-ink-faint tabular-nums">{count}</span>}
        </h2>
        {actions}
      </div>
      {isEmpty ? <p className="mt-1 text-ink-faint text-pretty">{empty}</p> : <ul className="-mx-3 mt-1">{children}</ul>}
      {end}
    </section>
  );
}

type RowProps = {
  /** A page of ours, or else `href`: anything that is not a page opens in another tab. */
  to?: string;
  href?: string;
  icon: ReactNode;
  at: string;
  menu?: ReactNode;
  children: ReactNode;
};

export function Row({ to, href, icon, at, menu, children }: RowProps) {
  const content = (
    <>
      {icon}
      {children}
      <time dateTime={at} className="shrink-0 text-xs text-ink-faint">
        {dayOf(at)}
      </time>
    </>
  );
  return (
    <li className="group flex items-center gap-1 border-b border-rule last:border-b-0">
      {to === undefined ? (
        <a href={href} target="_blank" rel="noopener" className={rowClass}>
          {content}
        </a>
      ) : (
        <Link to={to} className={rowClass}>
          {content}
        </Link>
      )}
      {menu}
    </li>
  );
}

const rowClass =
  "my-1 flex min-h-10 min-w-0 flex-1 items-center gap-3 rounded-lg px-3 py-1.5 hover:bg-wash pointer-coarse:min-h-11 [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-ink-faint";
