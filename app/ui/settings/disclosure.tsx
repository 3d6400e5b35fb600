import type { ReactNode } from "react";

/** An action collapsed until it is needed; initially open if something in it was refused. */
export function Disclosure({ summary, open, children }: { summary: ReactNode; open: boolean; children: ReactNode }) {
  return (
    <details className="border-t border-rule py-1.5" open={open}>
      <summary className="py-2.5 text-ink-soft hover:text-ink">{summary}</summary>
      <div className="pt-2 pb-4">{children}</div>
    </details>
  );
}
