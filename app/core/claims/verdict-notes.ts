/*
 * Writes verdicts into an answer's text for exports, where there are no chips:
 * after each citation that isn't verified word for word, its verdict. "Rent is
 * due in June [[1]] (differs)."
 */
import { parseReply } from "../chat/reply.ts";
import type { Source } from "../sources/source.ts";
import { markerVerdicts } from "./marker-verdicts.ts";
import { verdictWords } from "./verdicts.ts";

/** The answer with notes; its proposed changes and its reasoning are left alone. */
export function withVerdictNotes(content: string, sources: readonly Source[]): string {
  if (sources.length === 0) return content;
  const noted = parseReply(content).filter(({ kind }) => kind !== "patch" && kind !== "reasoning");
  const markers = Map.groupBy(markerVerdicts(content, sources), ({ start }) => start);
  let text = "";
  let at = 0;
  for (const [start, verdicts] of markers) {
    const { end } = verdicts[0]!;
    const notes = verdicts.flatMap(({ number, verdict }) => {
      if (verdict === "verified" || verdict === "not-checked") return [];
      return [verdicts.length > 1 ? `${number}: ${verdictWords[verdict]}` : verdictWords[verdict]];
    });
    if (notes.length === 0 || !noted.some((block) => block.start <= start && end <= block.end)) continue;
    text += `${content.slice(at, end)} (${notes.join("; ")})`;
    at = end;
  }
  return text + content.slice(at);
}
