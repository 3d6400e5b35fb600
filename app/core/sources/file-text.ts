/*
 * The text extracted from a file, with its paragraphs, headings and pages.
 * Passages, search, citations and the viewer's highlight all use offsets into
 * this one text, so a quotation can always be located again.
 */

export type TextBlock = {
  /** UTF-16 offsets in the file's text. */
  start: number;
  end: number;
  /** Counted from 1; in a presentation, the slide. */
  page?: number;
  /** Heading level, 1 to 9. */
  level?: number;
  /** At the first block of a page: its running head and page number, which aren't in the text. */
  margin?: string;
  /** On a page whose picture was read: how sure the recognition is of the page's words, 0 to 100. */
  sure?: number;
};

export type FileText = {
  text: string;
  blocks: TextBlock[];
  pageCount?: number;
  /** A notice for the person: what could not be read, and why. */
  notice?: string;
  /** Pages that have a picture and no words, and whose picture has not been read. */
  scanned?: number[];
};

type PackedBlock = [start: number, end: number, page: number | null, level: number | null, margin?: string | null, sure?: number];

/** The storage format for blocks. */
export function packBlocks(blocks: readonly TextBlock[]): PackedBlock[] {
  return blocks.map(({ start, end, page, level, margin, sure }) => {
    const packed: PackedBlock = [start, end, page ?? null, level ?? null];
    if (margin !== undefined || sure !== undefined) packed.push(margin ?? null);
    if (sure !== undefined) packed.push(sure);
    return packed;
  });
}

export function unpackBlocks(stored: unknown): TextBlock[] {
  return (stored as PackedBlock[]).map(unpacked);
}

function unpacked([start, end, page, level, margin, sure]: PackedBlock): TextBlock {
  const block: TextBlock = { start, end };
  if (page !== null) block.page = page;
  if (level !== null) block.level = level;
  if (typeof margin === "string") block.margin = margin;
  if (sure !== undefined) block.sure = sure;
  return block;
}

/** Whether a block is the rest of a sentence that a page breaks: no empty line separates it from the block before. */
export function isRestOf(before: { end: number }, block: TextBlock): boolean {
  return block.start <= before.end + 1;
}

export type FilePassage = {
  start: number;
  end: number;
  page?: number;
  /** The headings above it, outermost first. */
  headings: string[];
};

/** Long enough to be meaningful, short enough to display. */
const passageLength = 1200;
const headingLength = 200;

/**
 * Joins adjacent blocks under the same heading and on the same page up to a
 * passage's length. Only longer blocks are split.
 */
export function passagesOf({ text, blocks }: Pick<FileText, "text" | "blocks">): FilePassage[] {
  const passages: FilePassage[] = [];
  const path: { level: number; text: string }[] = [];
  let open: FilePassage | null = null;
  for (const block of blocks) {
    if (block.level !== undefined) {
      while (path.length > 0 && path.at(-1)!.level >= block.level) path.pop();
      path.push({
        level: block.level,
        // A Markdown file keeps its syntax.
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
    const isSamePage = open !== null && (open.page === block.page || isRestOf(open, block));
    const isNext = isSamePage && block.end - open!.start <= passageLength;
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

/** A file with only headings should still be searchable. */
function headingsOnly(blocks: readonly TextBlock[]): FilePassage[] {
  return blocks.map(({ start, end, page }) => ({ start, end, ...(page !== undefined && { page }), headings: [] }));
}

/** Splits a block longer than a passage at the end of a sentence, or at least of a word. */
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

/** The page at an offset, if the document has pages. */
export function pageAt(blocks: readonly TextBlock[], at: number): number | undefined {
  return blocks.findLast((block) => block.start <= at)?.page ?? blocks[0]?.page;
}
