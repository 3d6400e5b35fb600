/* First questions to begin with: a press puts one into the field, with the first gap selected. */
import { useMatches } from "react-router";
import type { Writes } from "#core/account/profile.ts";
import { firstGap, startExamples } from "#core/chat/start-examples.ts";
import { composerField, setText } from "../composer/field-text.ts";

/** `chosen`: the kind of text. */
export function StartExamples({ chosen, isLegal }: { chosen: string | null; isLegal: boolean }) {
  const matches = useMatches();
  const frame = matches.find(({ id }) => id === "own" || id === "organization")?.loaderData as Frame | undefined;
  return (
    <ul aria-label="Examples" className="divide-y divide-rule">
      {startExamples(chosen, isLegal ? { types: legalExamples } : (frame?.person.writes ?? {})).map((example) => (
        <li key={example}>
          <button
            type="button"
            onClick={() => putIntoField(example)}
            className="w-full rounded-sm py-2.5 text-left text-ink-soft text-pretty hover:text-ink"
          >
            {example}
          </button>
        </li>
      ))}
    </ul>
  );
}

const legalExamples: Writes["types"] = ["contract", "legal-memo", "legal-letter"];

type Frame = { person: { writes: Writes } };

function putIntoField(example: string): void {
  const field = composerField();
  if (field === null) return;
  // What is there already stays: the example comes after it.
  const before = field.value.trim() === "" ? "" : `${field.value.trimEnd()}\n\n`;
  setText(field, before + example);
  field.focus();
  const gap = firstGap(example);
  if (gap !== null) field.setSelectionRange(before.length + gap.start, before.length + gap.end);
}
