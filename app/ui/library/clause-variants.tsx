/* A clause to insert: its variants side by side, and when to use which. */
import { ArrowLeft } from "lucide-react";
import { useEffect, useRef } from "react";
import type { LibraryClause } from "#core/templates/clause-file.ts";
import { Button } from "../kit/button.tsx";

type VariantsProps = {
  clause: LibraryClause;
  onBack: () => void;
  onInsert: (inserted: { name: string; markdown: string }) => void;
};

export function ClauseVariants({ clause, onBack, onInsert }: VariantsProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div lang={clause.language}>
      <div className="flex items-center gap-2">
        <Button variant="quiet" size="small" aria-label="Back to the search" onClick={onBack}>
          <ArrowLeft />
        </Button>
        <h3 ref={heading} tabIndex={-1} className="min-w-0 truncate font-serif text-title outline-none">
          {clause.name}
        </h3>
      </div>
      {clause.guidance !== "" && <p className="mt-2 text-ink-soft whitespace-pre-line text-pretty">{clause.guidance}</p>}
      <ul className="mt-4 flex flex-col gap-3">
        {clause.variants.map(({ name, text }) => (
          <li key={name} className="rounded-xl border border-rule p-4">
            <div className="flex items-start justify-between gap-3">
              <h4 className="font-medium">{name}</h4>
              <Button size="small" aria-label={`Insert ${name}`} onClick={() => onInsert({ name: clause.name, markdown: text })}>
                Insert
              </Button>
            </div>
            <p className="mt-1.5 font-serif whitespace-pre-line text-pretty">{text}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}
