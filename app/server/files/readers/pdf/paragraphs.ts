/*
 * Lines to paragraphs, headings and tables. A paragraph that a column or page breaks is one again; a footnote waits
 * until the sentence around it is complete.
 */
import { hyphenatedWords, joinedLines, type Hyphens } from "./hyphens.ts";
import { median, rowsOf, rowText, type Row, type Segment } from "./line.ts";
import { tableAt } from "./tables.ts";

export type Paragraph = {
  kind: "paragraph" | "heading" | "row";
  text: string;
  page: number;
  level?: number;
  cells?: string[];
  /** Continues the one before it. */
  isRest?: boolean;
};

type Line = { text: string; y: number; size: number; left: number; indent: number; right: number; isBold: boolean };
type Block = { lines: Line[] } | { cells: string[][] };

/** `columns`: groups of segments in the order of reading. */
export type PageToRead = { number: number; columns: readonly Segment[][] };

export function paragraphsOf(pages: readonly PageToRead[]): Paragraph[] {
  const all = pages.flatMap(({ number, columns }) => columns.map((segments) => ({ number, rows: rowsOf(segments) })));
  const rows = all.flatMap((one) => one.rows);
  const common = { bodySize: commonSize(rows), leading: commonLeading(all.map((one) => one.rows)), hyphens: hyphenatedWords(rows) };
  const made: Paragraph[] = [];
  let notes: Paragraph[] = [];
  let open: Open | null = null;
  for (const { number, rows } of all) {
    const measures = { ...common, edge: edgeOf(rows, common.bodySize) };
    const blocks = blocksOf(rows, measures);
    const body = blocks.slice(0, noteAt(blocks, measures));
    const own = body.flatMap((block) => shown(block, number, measures, blocks.length));
    const isNear: boolean = open !== null && number <= open.page + 1;
    if (isNear && own[0]?.kind === "paragraph" && continues(open!, made.at(-1)!.text, own[0].text))
      made.push({ ...own.shift()!, isRest: true });
    if (number > (notes[0]?.page ?? number)) made.push(...notes.splice(0));
    made.push(...own);
    notes.push(...blocks.slice(body.length).flatMap((block) => shown(block, number, measures, blocks.length)));
    const last = body.at(-1);
    const line: Line | undefined = last !== undefined && "lines" in last ? last.lines.at(-1) : undefined;
    open = line !== undefined && made.at(-1)?.kind === "paragraph" ? { line, page: number, edge: measures.edge } : null;
  }
  return [...made, ...notes];
}

/** Where full lines end. */
function edgeOf(rows: readonly Row[], bodySize: number): number {
  const body = rows.filter(({ size }) => size > bodySize * 0.9);
  const rights = (body.length > 0 ? body : rows).map(({ right }) => right).toSorted((a, b) => a - b);
  return rights[Math.floor(rights.length * 0.8)] ?? 0;
}

/** The index of the block with which footnotes begin: small numbered text at the end. */
function noteAt(blocks: readonly Block[], { bodySize }: Measures): number {
  let first = blocks.length;
  for (let at = blocks.length - 1; at > 0; at--) {
    const block = blocks[at]!;
    if (!("lines" in block) || block.lines.some(({ size }) => size > bodySize * 0.92)) break;
    if (/^(?:\d{1,3}|[*†‡])/.test(block.lines[0]!.text)) first = at;
  }
  return first;
}

/** The last line of a column. */
type Open = { line: Line; page: number; edge: number };

/** Only a full line that ends no sentence runs into the next column, and not into a clause of its own. */
function continues({ line, edge }: Open, text: string, next: string): boolean {
  if (/[.!?:;]["”’»)\]]*\d{0,2}$/.test(text) || beginsClause.test(next) || isShort(line, edge, next)) return false;
  return /^["“„«(]?[\p{L}\d]/u.test(next);
}

function blocksOf(rows: readonly Row[], measures: Measures): Block[] {
  const blocks: Block[] = [];
  let lines: Line[] = [];
  const end = () => {
    if (lines.length > 0) blocks.push({ lines });
    lines = [];
  };
  for (let at = 0; at < rows.length; at++) {
    const found = tableAt(rows, at);
    if (found !== null) {
      end();
      blocks.push({ cells: found.cells });
      at += found.taken - 1;
      continue;
    }
    const line = lineOf(rows[at]!);
    const last = lines.at(-1);
    if (last !== undefined && !isNext(last, line, measures)) end();
    lines.push(line);
  }
  end();
  return blocks;
}

function lineOf(row: Row): Line {
  const { y, size, left, right } = row;
  const indent = row.segments[0]?.indent ?? left;
  return { text: rowText(row), y, size, left, indent, right, isBold: row.segments.every(({ isBold }) => isBold) };
}

type Measures = { bodySize: number; leading: number; edge: number; hyphens: Hyphens };

function isNext(last: Line, line: Line, { bodySize, leading, edge }: Measures): boolean {
  const size = Math.max(last.size, line.size);
  const step = line.y - last.y;
  if (step <= 0 || step > size * Math.min(1.7, leading * 1.3)) return false;
  if (Math.abs(last.size - line.size) >= bodySize * 0.12 + 0.5) return false;
  if (beginsClause.test(line.text) && !isWithin(last, line, edge)) return false;
  if (last.isBold !== line.isBold && (line.isBold || isShort(last, edge, line.text))) return false;
  // An indented line, after one that ends early.
  const isEarlyEnd = isShort(last, edge, line.text) && /[.!?:;]["”’»)\]]*$/.test(last.text);
  return !(isEarlyEnd && line.left > last.left + size * 0.8);
}

/** "under / Section 4 of": a full line that ends no sentence, and the next one below it. */
function isWithin(last: Line, line: Line, edge: number): boolean {
  const isEnd = /[.!?:;]["”’»)\]]*$|\s(?:and|or|und|oder|och|eller|en|of)$/u.test(last.text);
  const isBelow = [last.left, last.indent].some((left) => Math.abs(left - line.left) < line.size * 0.3);
  return !isEnd && isBelow && !isShort(last, edge, line.text);
}

/** Whether the next word would have had room in the line. */
function isShort({ text, left, right, size }: Line, edge: number, next: string): boolean {
  const letter = (right - left) / Math.max(1, text.length);
  const word = /^\S+/.exec(next.trim())?.[0].length ?? 0;
  return right + (word + 1) * letter < edge - size * 0.5;
}

function shown(block: Block, page: number, { bodySize, hyphens }: Measures, blocks: number): Paragraph[] {
  if ("cells" in block) return block.cells.map((cells) => ({ kind: "row", text: cells.join(" | "), page, cells }));
  const [first] = block.lines;
  const text = block.lines.reduce((whole, line) => joinedLines(whole, line.text, hyphens), "");
  if (first!.size > bodySize * 1.15 && text.length < 200)
    return [{ kind: "heading", level: first!.size > bodySize * 1.6 ? 1 : 2, text, page }];
  // A heading in the size of the text is bold and short, and not alone on its page.
  const isHeading = block.lines.every(({ isBold }) => isBold) && text.length < 120 && blocks > 1 && /\p{L}/u.test(text);
  if (isHeading && !/[.;,:]$/.test(text)) return [{ kind: "heading", level: 3, text, page }];
  return [{ kind: "paragraph", text, page }];
}

/** The font size of most characters. */
function commonSize(rows: readonly Row[]): number {
  const characters = new Map<number, number>();
  for (const { segments } of rows)
    for (const { text, size } of segments) {
      const rounded = Math.round(size * 2) / 2;
      characters.set(rounded, (characters.get(rounded) ?? 0) + text.length);
    }
  return [...characters].reduce((best, one) => (one[1] > best[1] ? one : best), [0, 0])[0];
}

/** From baseline to baseline within paragraphs, in font sizes. */
function commonLeading(columns: readonly Row[][]): number {
  const steps = columns.flatMap((rows) => rows.slice(1).map((row, at) => (row.y - rows[at]!.y) / row.size));
  const close = steps.filter((step) => step > 0.8 && step < 1.9);
  return close.length < 8 ? 1.4 : median(close);
}

/** "7.2 Notice", "(a) the", "§ 11", "• one" start a new paragraph, however small the gap. */
const beginsClause =
  /^\s*(?:\d{1,3}(?:\.\d{1,3}){1,4}\.?\s|\d{1,2}\.\s+\p{Lu}|\([a-z\d]{1,3}\)\s|§\s?\d|\d+\s?[a-z]?\s?§|[•–▪]\s|(?:Section|Article|Clause|Artikel|Art\.)\s+\d)/u;
