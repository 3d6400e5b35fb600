/* The search results, with the matches marked. */
import { markWords } from "../history/mark-words.ts";
import type { DocHit } from "./docs-search.ts";

export function DocsHits({ question, hits }: { question: string; hits: readonly DocHit[] }) {
  const count = hits.length === 1 ? "1 section" : `${hits.length} sections`;
  return (
    <section aria-labelledby="found">
      <h2 id="found" className="font-serif text-title font-medium">
        {hits.length === 0 ? `No results for “${question}”` : `${count} for “${question}”`}
      </h2>
      {hits.length === 0 && (
        <p className="mt-2 text-ink-soft">Results contain all of your words. Try fewer words, or just the beginning of one.</p>
      )}
      <ol className="mt-2 max-w-3xl divide-y divide-rule">
        {hits.map(({ page, title, to, excerpt }) => (
          <li key={to} className="py-6">
            <p className="text-sm text-ink-soft">{page}</p>
            <h3 className="mt-0.5 font-serif text-title font-medium">
              <a href={to} className="decoration-1 underline-offset-4 hover:underline">
                {title}
              </a>
            </h3>
            <p className="mt-1.5 text-base leading-6 text-ink-soft">
              <Marked text={excerpt} question={question} />
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}

/* oxlint-disable react/no-array-index-key -- the pieces of one sentence never change their order */
function Marked({ text, question }: { text: string; question: string }) {
  return markWords(text, question).map((piece, i) =>
    i % 2 === 1 ? (
      <mark key={i} className="rounded-xs bg-blue-soft text-ink">
        {piece}
      </mark>
    ) : (
      piece
    ),
  );
}
