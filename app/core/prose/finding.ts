/*
 * What a rule found in a text: the range, the reason, and a possible
 * replacement. Without one, there is no safe fix.
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
  /** UTF-16 offsets into the checked text. */
  start: number;
  end: number;
  original: string;
  replacement: string | null;
  /** One short sentence for the reader. */
  reason: string;
  kind: FindingKind;
  /** Identifies the rule, for tests and for switching it off. */
  rule: string;
  /** Reliable enough to accept without much thought. Nothing is ever applied automatically. */
  sure: boolean;
};

/**
 * Non-overlapping findings in text order. On a conflict the sure one wins, then
 * one with a replacement, then the first.
 */
export function withoutOverlaps(findings: readonly Finding[]): Finding[] {
  const rank = (finding: Finding) => (finding.sure ? 0 : 2) + (finding.replacement === null ? 1 : 0);
  const byRank = findings
    .map((finding, at) => ({ finding, at }))
    .toSorted((a, b) => rank(a.finding) - rank(b.finding) || a.at - b.at);
  // Sorted, so that only the neighbors need checking.
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
