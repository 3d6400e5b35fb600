/* The type of text: three chips, two more behind More; or the kinds of legal texts. Only one can be chosen. */
import { useState } from "react";
import { isBehindMore, legalTypes, shownWritingTypes, writingTypes } from "#core/prose/writing-types.ts";

type WritingTypesProps = { chosen: string | null; isLegal: boolean; onChoose: (type: string | null) => void };

export function WritingTypes({ chosen, isLegal, onChoose }: WritingTypesProps) {
  const [more, setMore] = useState(false);
  const all = isLegal || more || isBehindMore(chosen);
  const shown = isLegal ? legalTypes : all ? writingTypes : writingTypes.slice(0, shownWritingTypes);
  return (
    <div role="group" aria-label="Kind of text" className="flex flex-wrap justify-center gap-2">
      {shown.map(({ id, name }) => (
        <button
          key={id}
          type="button"
          aria-pressed={chosen === id}
          onClick={() => onChoose(chosen === id ? null : id)}
          className={chipClass}
        >
          {name}
        </button>
      ))}
      {!all && (
        <button type="button" aria-expanded={false} onClick={() => setMore(true)} className={chipClass}>
          More
        </button>
      )}
    </div>
  );
}

const chipClass =
  "h-9 rounded-full border border-rule px-4 text-ink-soft transition-colors touch-target hover:border-rule-strong hover:text-ink aria-pressed:border-blue aria-pressed:bg-blue-soft aria-pressed:text-blue";
