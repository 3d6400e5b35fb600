/* Findings for a model or a reader: the words, the reason and the location. */
import type { Finding } from "#core/prose/finding.ts";

export type ListedFinding = { text: string; line: number; reason: string; kind: string };

const limit = 40;

export function findingList(text: string, findings: readonly Finding[]): ListedFinding[] {
  return findings.slice(0, limit).map((finding) => ({
    text: around(text, finding),
    line: lineOf(text, finding.start),
    reason: finding.reason,
    kind: finding.kind,
  }));
}

/** The first line is 1. */
export function lineOf(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at !== -1 && at < offset; at = text.indexOf("\n", at + 1)) line++;
  return line;
}

/** A punctuation mark means nothing alone, so a few words of its line are included. */
function around(text: string, { start, end, original }: Finding): string {
  if (original.trim().length > 3) return original;
  const from = Math.max(text.lastIndexOf("\n", start - 1) + 1, start - 25);
  const to = Math.min(end + 25, text.indexOf("\n", end) === -1 ? text.length : text.indexOf("\n", end));
  return `${from > 0 ? "…" : ""}${text.slice(from, to).trim()}${to < text.length ? "…" : ""}`;
}
