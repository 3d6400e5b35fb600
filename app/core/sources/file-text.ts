/*
 * What is read out of a file: its text, and where in that text its paragraphs,
 * headings and pages are. Everything else (passages, search, citations, the
 * mark in the viewer) counts in the offsets of this one text, so a quotation
 * can always be found again.
 */

export type TextBlock = {
  /** UTF-16 offsets in the file's text. */
  start: number;
  end: number;
  /** Counted from 1; in a presentation, the slide. */
  page?: number;
  /** 1 to 9, of a heading. */
  level?: number;
};

export type FileText = {
  text: string;
  blocks: TextBlock[];
  pageCount?: number;
  /** A sentence for the person: what of the file could not be read, and why. */
  notice?: string;
};

type PackedBlock = [start: number, end: number, page: number | null, level: number | null];

/** As blocks are stored. */
export function packBlocks(blocks: readonly TextBlock[]): PackedBlock[] {
  return blocks.map(({ start, end, page, level }) => [start, end, page ?? null, level ?? null]);
}

export function unpackBlocks(stored: unknown): TextBlock[] {
  return (stored as PackedBlock[]).map(([start, end, page, level]) =>
    Object.assign({ start, end }, page !== null && { page }, level !== null && { level }),
  );
}

export type FilePassage = {
  start: number;
  end: number;
  page?: number;
  /** The headings it stands under, the widest first. */
  headings: string[];
};

/** Long enough to say something, short enough to be shown. */
const passageLength = 1200;
const headingLength = 200;

/** Neighbouring blocks under one heading, on one page, until they are as long as a passage. A block is never parted unless it is longer. */
export function passagesOf({ text, blocks }: Pick<FileText, "text" | "blocks">): FilePassage[] {
  const passages: FilePassage[] = [];
  const path: { level: number; text: string }[] = [];
  let open: FilePassage | null = null;
  for (const block of blocks) {
    if (block.level !== undefined) {
      while (path.length > 0 && path.at(-1)!.level >= block.level) path.pop();
      path.push({
        level: block.level,
        // A Markdown file keeps its signs.
        text: text
          .slice(block.start, block.end)
          .replace(/^\s*#{1,6}\s/, "")
          .replace(/\s+/g, " ")
          .trim()
          .slice(0, headingLength),
      });
      open = null;
      continue;
    }
    const isNext = open !== null && open.page === block.page && block.end - open.start <= passageLength;
    if (isNext) {
      open!.end = block.end;
      continue;
    }
    for (const piece of pieces(text, block)) {
      open = { ...piece, ...(block.page !== undefined && { page: block.page }), headings: path.map((heading) => heading.text) };
      passages.push(open);
    }
  }
  return passages.length > 0 ? passages : headingsOnly(blocks);
}

/** A file of nothing but headings is still worth finding. */
function headingsOnly(blocks: readonly TextBlock[]): FilePassage[] {
  return blocks.map(({ start, end, page }) => ({ start, end, ...(page !== undefined && { page }), headings: [] }));
}

/** A block that is longer than a passage, cut at the end of a sentence or at least of a word. */
function pieces(text: string, { start, end }: TextBlock): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  let from = start;
  while (end - from > passageLength * 1.5) {
    const window = text.slice(from, from + passageLength);
    const sentence = Math.max(window.lastIndexOf(". "), window.lastIndexOf("\n"), window.lastIndexOf("; "));
    const cut = sentence > passageLength / 2 ? sentence + 1 : window.lastIndexOf(" ") > 0 ? window.lastIndexOf(" ") : passageLength;
    found.push({ start: from, end: from + cut });
    from += cut;
    while (from < end && /\s/.test(text[from]!)) from++;
  }
  if (from < end) found.push({ start: from, end });
  return found;
}

/** The page a place stands on, where the document has pages. */
export function pageAt(blocks: readonly TextBlock[], at: number): number | undefined {
  return blocks.findLast((block) => block.start <= at)?.page ?? blocks[0]?.page;
}
