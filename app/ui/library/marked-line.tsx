import type { MarkedLine } from "#core/templates/library-search.ts";

/** A line of the library with the words that were searched for marked. */
export function MarkedWords({ line: { text, marks } }: { line: MarkedLine }) {
  return (
    <>
      {marks.map(([start, end], at) => (
        <span key={start}>
          {text.slice(marks[at - 1]?.[1] ?? 0, start)}
          <mark className="rounded-xs bg-blue-soft text-ink">{text.slice(start, end)}</mark>
        </span>
      ))}
      {text.slice(marks.at(-1)?.[1] ?? 0)}
    </>
  );
}
