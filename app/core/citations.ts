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
 * A number without a source is taken out: left in, it would soon point at
 * another source that got this number. An answer to which no source belongs is
 * not touched, and neither is an answer in order: it is safe to run this again.
 */
export function renumberCitations(text: string, sources: readonly Source[]): { text: string; sources: Source[] } {
  let result = { text, sources: [...sources], dropped: sources.length > 0 };
  // What stood behind a number that was taken out may begin a line now, and so begin reasoning or code: look again.
  for (let pass = 0; result.dropped && pass < 10; pass++) result = renumberOnce(result.text, result.sources);
  return { text: result.text, sources: result.sources };
}

function renumberOnce(text: string, sources: readonly Source[]): { text: string; sources: Source[]; dropped: boolean } {
  const byNumber = new Map<number, Source>();
  for (const [i, source] of sources.entries()) {
    const number = source.number ?? i + 1;
    if (!byNumber.has(number)) byNumber.set(number, source);
  }
  const citations = findCitations(text);
  const renumbered = new Map<number, number>();
  for (const n of mentioned(text, citations)) if (byNumber.has(n) && !renumbered.has(n)) renumbered.set(n, renumbered.size + 1);

  let out = "";
  let at = 0;
  let dropped = false;
  for (const { start, end, numbers } of citations) {
    const kept = numbers.flatMap((n) => renumbered.get(n) ?? []);
    const same = kept.length === numbers.length && kept.every((n, i) => n === numbers[i]);
    // A number that is taken out takes the space before it along, unless a word follows.
    const spaceToo = kept.length === 0 && start > at && text[start - 1] === " " && /^[\s.,;:!?)]?$/.test(text.slice(end, end + 1));
    out += text.slice(at, spaceToo ? start - 1 : start);
    if (same) out += text.slice(start, end);
    else if (kept.length > 0) out += `[[${kept.join(", ")}]]`;
    dropped ||= kept.length === 0;
    at = end;
  }
  const kept: Source[] = [];
  for (const [old, number] of renumbered) kept.push({ ...byNumber.get(old)!, number });
  return { text: out + text.slice(at), sources: kept, dropped };
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
