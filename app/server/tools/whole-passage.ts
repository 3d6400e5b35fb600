/*
 * The context given with a relevant sentence: its paragraph and, if that is only a heading or a
 * line, what follows. A sentence on its own loses the exception next to it.
 */
import type { FileText } from "#core/sources/file-text.ts";
import { splitSentences, type ProseLanguage } from "#core/text/sentences.ts";

export type Place = { start: number; end: number };

const longest = 1_200;
/** Anything shorter rarely makes sense alone. */
const short = 160;

export function wholePassage({ text, blocks }: FileText, sentence: Place, language: ProseLanguage): Place {
  const at = blocks.findIndex(({ start, end }) => start <= sentence.start && sentence.start < end);
  const block = blocks[at];
  if (block === undefined) return sentence;
  if (block.end - block.start > longest) return withNeighbours(text, block, sentence, language);
  let end = Math.max(block.end, sentence.end);
  for (let next = at + 1; next < blocks.length; next++) {
    const { start, end: to, level } = blocks[next]!;
    const isOpenHeading = blocks.slice(at, next).every((one) => one.level !== undefined);
    if (end - block.start >= short && !isOpenHeading) break;
    if ((level !== undefined && !isOpenHeading) || to - block.start > longest) break;
    if (start >= end) end = to;
  }
  return { start: block.start, end };
}

/** For a paragraph that is too long: the sentence and its neighbors. */
function withNeighbours(text: string, block: Place, sentence: Place, language: ProseLanguage): Place {
  const all = splitSentences(text.slice(block.start, block.end), language);
  const within = (offset: number) => all.findIndex(({ end }) => block.start + end > offset);
  const [first, last] = [within(sentence.start), within(sentence.end - 1)];
  if (first < 0 || last < 0) return sentence;
  const start = block.start + (all[first - 1] ?? all[first])!.start;
  const end = block.start + (all[last + 1] ?? all[last])!.end;
  return end - start <= longest * 1.5 ? { start, end } : sentence;
}
