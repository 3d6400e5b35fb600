/*
 * Models cite with [[n]], where n is the number a tool gave the source. Several
 * are written [[1]][[2]] or [[1, 2]]. Inside code, brackets are left alone.
 */
import { codeRanges } from "../text/code-spans.ts";
import { parseReply } from "../chat/reply.ts";
import { sourceHost, sourceName, truncate, type Source } from "../sources/source.ts";

export type Citation = {
  start: number;
  end: number;
  /** As written, without duplicates. */
  numbers: number[];
};

export function findCitations(text: string): Citation[] {
  const citations: Citation[] = [];
  const code = codeRanges(text);
  let range = 0;
  // Bounded, so that a page of brackets costs no more than any other.
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
 * Models cite in any order: [[7]], [[2]], [[7]]; readers expect 1, 2, 1. So a
 * finished answer's sources are renumbered by first mention, and uncited ones
 * dropped. Mentions in reasoning don't count.
 *
 * Numbers are per chat: sources of earlier answers (`earlier`) keep theirs and
 * may be cited again; new ones continue from there.
 *
 * A number without a source is kept, so that readers see the gap, but moved
 * behind all the others, so that it never points at another source. An answer
 * without sources, or already in order, is unchanged: renumbering is
 * idempotent.
 */
export function renumberCitations(
  text: string,
  own: readonly Source[],
  earlier: readonly Source[] = [],
): { text: string; sources: Source[]; /** Maps old numbers to new ones. */ renumbered: ReadonlyMap<number, number> } {
  const byNumber = sourcesByNumber(own, earlier);
  const citations = findCitations(text);
  const order = [...new Set(mentioned(text, citations))];
  const cited = order.filter((n) => byNumber.has(n));
  if (cited.length === 0 && own.length === 0) return { text, sources: [], renumbered: new Map() };
  const renumbered = new Map<number, number>();
  const kept: Source[] = [];
  let last = earlier.reduce((highest, { number = 0 }) => Math.max(highest, number), 0);
  for (const n of cited) {
    const source = byNumber.get(n);
    if (source === undefined) continue;
    const number = earlier.findLast(({ id }) => id === source.id)?.number ?? ++last;
    renumbered.set(n, number);
    if (!kept.some((one) => one.number === number)) kept.push(Object.assign({ ...source }, { number }));
  }
  for (const n of [...order, ...citations.flatMap(({ numbers }) => numbers)]) if (!renumbered.has(n)) renumbered.set(n, ++last);

  let out = "";
  let at = 0;
  for (const { start, end, numbers } of citations) {
    const changed = [...new Set(numbers.map((n) => renumbered.get(n) ?? n))];
    out += text.slice(at, start);
    out +=
      changed.length === numbers.length && changed.every((n, i) => n === numbers[i])
        ? text.slice(start, end)
        : `[[${changed.join(", ")}]]`;
    at = end;
  }
  return { text: out + text.slice(at), sources: kept, renumbered };
}

/** If two sources share a number, the answer's own wins, then that of the latest answer. */
function sourcesByNumber(own: readonly Source[], earlier: readonly Source[]): Map<number, Source> {
  const byNumber = new Map<number, Source>();
  for (const [i, source] of own.entries()) {
    const number = source.number ?? i + 1;
    if (!byNumber.has(number)) byNumber.set(number, source);
  }
  for (const source of earlier.toReversed())
    if (source.number !== undefined && !byNumber.has(source.number)) byNumber.set(source.number, source);
  return byNumber;
}

/** Both lists are sorted, so a single pass is enough. */
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

/** The label of a citation chip: the host of a web page, otherwise the document's name. */
export function citationLabel(source: Source): string {
  return truncate(sourceHost(source) ?? sourceName(source), chipLength);
}
