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
  const kept: Finding[] = [];
  for (const { finding } of byRank) {
    if (!kept.some((other) => overlaps(finding, other))) kept.push(finding);
  }
  return kept.toSorted((a, b) => a.start - b.start || a.end - b.end);
}

function overlaps(a: Finding, b: Finding): boolean {
  if (a.start === a.end || b.start === b.end) return a.start <= b.end && b.start <= a.end;
  return a.start < b.end && b.start < a.end;
}
