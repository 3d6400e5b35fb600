/*
 * Splits a long file into parts that a model can read one at a time, with an
 * outline: by headings, else by pages, else by length.
 */
import { isRestOf, type FileText } from "./file-text.ts";
import { countWords } from "../text/words.ts";

export type FilePart = { id: string; title: string; page?: number; words: number; start: number; end: number };

const mostWords = 1_500;
const leastWords = 150;
const titleLength = 70;

export function filePartsOf({ text, blocks }: Pick<FileText, "text" | "blocks">): FilePart[] {
  const hasHeadings = blocks.filter(({ level }) => level !== undefined && level <= 3).length >= 3;
  const parts: FilePart[] = [];
  let open: FilePart | null = null;
  for (const block of blocks) {
    const own = text.slice(block.start, block.end);
    const words = countWords(own);
    const isPageHead = open?.page !== block.page && !(open !== null && isRestOf(open, block));
    const isHead = hasHeadings ? block.level !== undefined && block.level <= 3 : isPageHead;
    const isNew: boolean = open === null || (isHead && open.words >= leastWords) || open.words + words > mostWords;
    if (isNew) {
      open = { id: `p${parts.length + 1}`, title: titleOf(own), words: 0, start: block.start, end: block.end };
      if (block.page !== undefined) open.page = block.page;
      parts.push(open);
    }
    open!.words += words;
    open!.end = block.end;
  }
  return parts;
}

function titleOf(words: string): string {
  const line = words.replaceAll(/\s+/gu, " ").trim();
  return line.length > titleLength ? `${line.slice(0, Math.max(20, line.lastIndexOf(" ", titleLength)))}…` : line;
}

/** One line per part, up to a limit. */
export function fileOutline(parts: readonly FilePart[], mostLines = 300): string {
  const lines = parts.slice(0, mostLines).map(({ id, title, page, words }) => {
    const where = page === undefined ? "" : ` | page ${page}`;
    return `${id}${where} | ${words} words | ${title}`;
  });
  if (parts.length > mostLines) lines.push(`… up to ${parts.at(-1)!.id}`);
  return lines.join("\n");
}
