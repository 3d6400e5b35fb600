/*
 * The verdict of each citation marker of an answer, in the order of the text:
 * for exports, and for programs that ask by the API.
 */
import { findCitations } from "../law/citations.ts";
import type { CitedWords, Source } from "../sources/source.ts";
import type { Verdict } from "./verdicts.ts";

export type MarkerVerdict = {
  /** The marker's range in the answer. [[1, 2]] has two verdicts. */
  start: number;
  end: number;
  number: number;
  verdict: Verdict;
  /** Not of a number without a source. */
  cited?: CitedWords;
};

/** `sources` as they were checked: the verdicts of each are in the order of the whole answer. */
export function markerVerdicts(answer: string, sources: readonly Source[]): MarkerVerdict[] {
  const seen = new Map<number, number>();
  return findCitations(answer).flatMap(({ start, end, numbers }) =>
    numbers.map((number): MarkerVerdict => {
      const source = sources.find((one) => one.number === number && one.unknown === undefined);
      if (source === undefined) return { start, end, number, verdict: "no-source" };
      const count = seen.get(number) ?? 0;
      seen.set(number, count + 1);
      const cited = source.cited?.[count];
      return { start, end, number, verdict: cited?.verdict ?? "not-checked", ...(cited && { cited }) };
    }),
  );
}
