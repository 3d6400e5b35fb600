import type { ReactNode } from "react";
import { Link } from "react-router";

/** A heading with its list; renders nothing if the list is empty. */
export function Part({ title, children, more }: { title: string; children: ReactNode[]; more?: ReactNode }) {
  if (children.length === 0) return null;
  return (
    <section className="min-w-0">
      <h2 className="mb-2 font-serif text-title">{title}</h2>
      <ul>{children}</ul>
      {more}
    </section>
  );
}

type RowProps = {
  to: string;
  /** No page of Stet: it opens in another tab. */
  isOutside?: boolean;
  icon: ReactNode;
  name: ReactNode;
  about: ReactNode;
  mark?: string | undefined;
};

export function Row({ to, isOutside = false, icon, name, about, mark }: RowProps) {
  return (
    <li className="border-t border-rule">
      <Link
        to={to}
        {...(isOutside && { reloadDocument: true, target: "_blank", rel: "noopener" })}
        className="-mx-2 flex items-start gap-3 rounded-lg px-2 py-2.5 hover:bg-wash pointer-coarse:min-h-11 [&>svg]:mt-0.5 [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-ink-faint"
      >
        {icon}
        <span className="min-w-0 flex-1">
          <span className="block truncate">{name}</span>
          <span className="line-clamp-2 block text-xs wrap-anywhere text-ink-faint">{about}</span>
        </span>
        {mark !== undefined && <span className="shrink-0 rounded-md bg-blue-soft px-1.5 py-0.5 text-xs text-blue">{mark}</span>}
      </Link>
    </li>
  );
}
