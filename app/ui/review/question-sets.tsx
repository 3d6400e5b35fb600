/* The sets of questions to begin a table with: one's own, and of those that come with Stet the ones in one language. */
import { useState, useSyncExternalStore } from "react";
import type { NewColumn } from "#core/review/review.ts";
import { languageWords } from "#core/templates/library.ts";
import { isUuid } from "#core/text/uuid.ts";
import { chipClass } from "../kit/chip.ts";

export type QuestionSetToChoose = { id: string; name: string; language: string; columns: readonly NewColumn[] };
type SetsProps = { sets: readonly QuestionSetToChoose[]; onChoose: (columns: readonly NewColumn[]) => void };

export function QuestionSets({ sets, onChoose }: SetsProps) {
  // Only the browser knows what its reader speaks.
  const spoken = useSyncExternalStore(never, spokenHere, () => "en");
  const [chosen, setLanguage] = useState<string | null>(null);
  const language = chosen ?? spoken;
  const languages = [...new Set(sets.flatMap((one) => (isUuid(one.id) ? [] : [one.language])))].toSorted(inOrder);
  const shown = sets.filter((one) => isUuid(one.id) || one.language === language);
  return (
    <>
      <fieldset className="mt-5 flex flex-wrap gap-2">
        <legend className="sr-only">Language of the questions</legend>
        {languages.map((one) => (
          <label key={one} lang={one} className={chipClass}>
            <input type="radio" name="language" checked={one === language} onChange={() => setLanguage(one)} className="sr-only" />
            {languageWords[one]}
          </label>
        ))}
      </fieldset>
      <ul aria-label="Sets of questions" className="mt-3 flex flex-col gap-3">
        {shown.map(({ id, name, language: of, columns }) => (
          <li key={id}>
            <button
              type="button"
              lang={of}
              onClick={() => onChoose(columns)}
              className="block w-full rounded-xl border border-rule bg-raised p-4 text-left transition-colors hover:border-rule-strong hover:bg-desk"
            >
              <span className="block font-medium">{name}</span>
              <span className="mt-1 block text-ink-soft text-pretty">{columns.map(({ label }) => label).join(", ")}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

const never = () => () => {};

function spokenHere(): string {
  const spoken = navigator.language.slice(0, 2).toLowerCase();
  return spoken in languageWords ? spoken : "en";
}

/** As everywhere in the library. */
const order = Object.keys(languageWords);
const inOrder = (one: string, other: string) => order.indexOf(one) - order.indexOf(other);
