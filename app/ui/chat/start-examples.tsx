/*
 * First questions to begin with: a press puts one into the field, with the first gap selected. They are the largest
 * text of the start view, so they are in the server's page.
 */
import { useMatches } from "react-router";
import { firstGap } from "#core/chat/first-gap.ts";
import { composerField, setText } from "../composer/field-text.ts";

/** What fits the person, as chosen on the server. */
export function StartExamples() {
  const matches = useMatches();
  const frame = matches.find(({ id }) => id === "own" || id === "organization")?.loaderData as Frame | undefined;
  return <ExampleList examples={frame?.examples ?? []} />;
}

export function ExampleList({ examples }: { examples: readonly string[] }) {
  return (
    <ul aria-label="Examples" className="divide-y divide-rule">
      {examples.map((example) => (
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

type Frame = { examples: readonly string[] };

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
