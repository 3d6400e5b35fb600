/*
 * The line above an answer that sums up its citation checks. Its space is reserved
 * while the answer is written, so that nothing moves at the end.
 */
import { findCitations } from "#core/law/citations.ts";
import { verdictCounts, verdictSummary, type Verdict } from "#core/claims/verdicts.ts";
import type { Source } from "#core/sources/source.ts";

const failing: ReadonlySet<Verdict> = new Set(["altered", "differs", "not-found", "no-source", "unknown-authority"]);

type VerdictSummaryProps = { sources: readonly Source[]; content: string; isOver: boolean };

export function VerdictSummary({ sources, content, isOver }: VerdictSummaryProps) {
  if (sources.length === 0 && !isOver) return null;
  const line = "mb-2 min-h-5 font-sans text-xs";
  if (!isOver) return <p className={`${line} text-ink-faint`}>Citations are checked when the answer is complete.</p>;
  const counts = verdictCounts(sources, withoutSource(content, sources));
  if (counts.length === 0) return null;
  const isFailing = counts.some(({ verdict }) => failing.has(verdict));
  return (
    <p role="note" aria-label="Citations" className={`${line} ${isFailing ? "text-danger" : "text-ink-soft"}`}>
      {verdictSummary(counts)}
    </p>
  );
}

/** Markers whose number has no source; in an answer without sources, brackets may just be brackets. */
function withoutSource(content: string, sources: readonly Source[]): number {
  if (sources.length === 0) return 0;
  const known = new Set(sources.map(({ number }) => number));
  return findCitations(content).flatMap(({ numbers }) => numbers.filter((number) => !known.has(number))).length;
}
