/** Shown in an empty list: what belongs there, and the first thing to do. */
import type { ReactNode } from "react";

export function EmptyState({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className="mx-auto flex max-w-80 flex-col items-center px-4 py-10 text-center">
      <p className="stet-underline font-serif text-lg text-ink decoration-rule-strong">{title}</p>
      {children !== undefined && <p className="mt-3 text-ink-soft text-balance">{children}</p>}
      {action !== undefined && <div className="mt-5">{action}</div>}
    </div>
  );
}
