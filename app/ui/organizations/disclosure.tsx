/* A row that expands to show its actions. It uses the native disclosure element, so it works without script too. */
import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";

type DisclosureProps = { row: ReactNode; open: string; isOpen?: boolean; children: ReactNode };

export function Disclosure({ row, open, isOpen = false, children }: DisclosureProps) {
  return (
    <details open={isOpen} className="group/row">
      <summary className="-mx-2 flex list-none items-center gap-4 rounded-lg px-2 py-3 hover:bg-wash [&::-webkit-details-marker]:hidden">
        {row}
        <span className="inline-flex shrink-0 items-center gap-1 text-ink-soft">
          <span className="max-sm:sr-only">{open}</span>
          <ChevronDown aria-hidden="true" className="size-4 transition-transform group-open/row:rotate-180" />
        </span>
      </summary>
      <div className="pt-1 pb-5">{children}</div>
    </details>
  );
}
