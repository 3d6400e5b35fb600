/*
 * What a rule found in a text: where, why, and what could stand there instead.
 * A finding without a replacement is worth a look but has no safe repair.
 */
export const findingKinds = [
  "grammar",
  "agreement",
  "punctuation",
  "capitalization",
  "spelling",
  "repetition",
  "spacing",
  "unpaired",
  "word-choice",
  "wordiness",
  "cliche",
  "machine-wording",
  "hedge",
  "contraction",
  "long-sentence",
  "passive",
  "style",
] as const;
export type FindingKind = (typeof findingKinds)[number];

export type Finding = {
  /** UTF-16 offsets into the text that was checked. */
  start: number;
  end: number;
  original: string;
  replacement: string | null;
  /** One short sentence for the reader. */
  reason: string;
  kind: FindingKind;
  /** Names the rule, for tests and for switching it off. */
  rule: string;
  /** Right often enough that a reader may take it without much thought. Nothing is ever applied by itself. */
  sure: boolean;
};

/**
 * Findings that do not overlap, in the order of the text. Where two claim the
 * same place the sure one wins, then one with a replacement, then the earlier
 * given.
 */
export function withoutOverlaps(findings: readonly Finding[]): Finding[] {
  const rank = (finding: Finding) => (finding.sure ? 0 : 2) + (finding.replacement === null ? 1 : 0);
  const byRank = findings
    .map((finding, at) => ({ finding, at }))
    .toSorted((a, b) => rank(a.finding) - rank(b.finding) || a.at - b.at);
  // Kept in the order of the text, so that only the neighbours need be asked.
  const kept: Finding[] = [];
  for (const { finding } of byRank) {
    const at = placeIn(kept, finding);
    const clear = [kept[at - 1], kept[at]].every((other) => other === undefined || !overlaps(finding, other));
    if (clear) kept.splice(at, 0, finding);
  }
  return kept;
}

/** How many of `kept` begin before the finding. */
function placeIn(kept: readonly Finding[], finding: Finding): number {
  let low = 0;
  let high = kept.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (kept[middle]!.start < finding.start) low = middle + 1;
    else high = middle;
  }
  return low;
}

function overlaps(a: Finding, b: Finding): boolean {
  if (a.start === a.end || b.start === b.end) return a.start <= b.end && b.start <= a.end;
  return a.start < b.end && b.start < a.end;
}
