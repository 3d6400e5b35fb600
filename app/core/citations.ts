/*
 * A model cites with [[n]], n being the number a tool gave to a source. Several
 * stand side by side, [[1]][[2]], or in one pair of brackets, [[1, 2]]. Inside
 * code two brackets are two brackets.
 */
import { codeRanges } from "./code-spans.ts";
import { parseReply } from "./reply.ts";
import { sourceHost, sourceName, truncate, type Source } from "./source.ts";

export type Citation = {
  start: number;
  end: number;
  /** As written, each once. */
  numbers: number[];
};

export function findCitations(text: string): Citation[] {
  const citations: Citation[] = [];
  const code = codeRanges(text);
  let range = 0;
  // Bounded, so that a page of brackets costs no more than any other page.
  for (const match of text.matchAll(/\[\[([\d,; \t\u00a0]{1,60})\]\]/g)) {
    while (range < code.length && code[range]![1] <= match.index) range++;
    if (range < code.length && code[range]![0] <= match.index) continue;
    const numbers = match[1]!.split(/[,;]/).map((part) => (/^\d{1,4}$/.test(part.trim()) ? Number(part) : 0));
    if (numbers.every((n) => n > 0)) {
      citations.push({ start: match.index, end: match.index + match[0].length, numbers: [...new Set(numbers)] });
    }
  }
  return citations;
}

/**
 * A model cites in whatever order it thought of things: [[7]], [[2]], [[7]].
 * A reader expects 1, 2, 1. So once an answer is finished, its sources are
 * numbered by first mention, and sources nobody mentioned are let go. What is
 * mentioned in reasoning only counts as not mentioned.
 *
 * A number without a source is kept, so that a reader sees that there is none,
 * but behind all that have one: it never points at another source. An answer to
 * which no source belongs is not touched, and neither is an answer in order: it
 * is safe to run this again.
 */
export function renumberCitations(text: string, sources: readonly Source[]): { text: string; sources: Source[] } {
  if (sources.length === 0) return { text, sources: [] };
  const byNumber = new Map<number, Source>();
  for (const [i, source] of sources.entries()) {
    const number = source.number ?? i + 1;
    if (!byNumber.has(number)) byNumber.set(number, source);
  }
  const citations = findCitations(text);
  const order = [...new Set(mentioned(text, citations))];
  const cited = order.filter((n) => byNumber.has(n));
  const unknown = [...new Set([...order, ...citations.flatMap(({ numbers }) => numbers)])].filter((n) => !cited.includes(n));
  const renumbered = new Map([...cited, ...unknown].map((n, at) => [n, at + 1]));

  let out = "";
  let at = 0;
  for (const { start, end, numbers } of citations) {
    const changed = numbers.map((n) => renumbered.get(n) ?? n);
    out += text.slice(at, start);
    out += changed.every((n, i) => n === numbers[i]) ? text.slice(start, end) : `[[${changed.join(", ")}]]`;
    at = end;
  }
  const kept = cited.flatMap((n, i) => {
    const source = byNumber.get(n);
    return source === undefined ? [] : [Object.assign({ ...source }, { number: i + 1 })];
  });
  return { text: out + text.slice(at), sources: kept };
}

/** Both lists are in order, so one walk over them is enough. */
function mentioned(text: string, citations: readonly Citation[]): number[] {
  const reasoning = parseReply(text).filter((block) => block.kind === "reasoning");
  let next = 0;
  return citations.flatMap(({ start, numbers }) => {
    while (next < reasoning.length && reasoning[next]!.end <= start) next++;
    return next < reasoning.length && reasoning[next]!.start <= start ? [] : numbers;
  });
}

/** Section 9: host names have 12 characters in a chip. */
const chipLength = 12;

/** What a citation chip says: the host of a web page, else the name of the document. */
export function citationLabel(source: Source): string {
  return truncate(sourceHost(source) ?? sourceName(source), chipLength);
}
