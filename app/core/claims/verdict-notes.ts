/*
 * Writes verdicts into an answer's text for exports, where there are no chips:
 * after each citation that isn't verified word for word, its verdict. "Rent is
 * due in June [[1]] (differs)."
 */
import { findCitations } from "../law/citations.ts";
import { parseReply } from "../chat/reply.ts";
import type { Source } from "../sources/source.ts";
import { verdictWords, type Verdict } from "./verdicts.ts";

/** The answer with notes; its proposed changes and its reasoning are left alone. */
export function withVerdictNotes(content: string, sources: readonly Source[]): string {
  if (sources.length === 0) return content;
  const noted = parseReply(content).filter(({ kind }) => kind !== "patch" && kind !== "reasoning");
  const seen = new Map<number, number>();
  let text = "";
  let at = 0;
  for (const { start, end, numbers } of findCitations(content)) {
    // Always counted: a source's verdicts are in the order of the whole answer.
    const notes = numbers.flatMap((number) => {
      const verdict = verdictOf(number, sources, seen);
      if (verdict === "verified" || verdict === "not-checked") return [];
      return [numbers.length > 1 ? `${number}: ${verdictWords[verdict]}` : verdictWords[verdict]];
    });
    if (notes.length === 0 || !noted.some((block) => block.start <= start && end <= block.end)) continue;
    text += `${content.slice(at, end)} (${notes.join("; ")})`;
    at = end;
  }
  return text + content.slice(at);
}

function verdictOf(number: number, sources: readonly Source[], seen: Map<number, number>): Verdict {
  const source = sources.find((one) => one.number === number && one.unknown === undefined);
  if (source === undefined) return "no-source";
  const count = seen.get(number) ?? 0;
  seen.set(number, count + 1);
  return source.cited?.[count]?.verdict ?? "not-checked";
}
