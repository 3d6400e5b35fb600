/*
 * Parses a growing text. Only whole lines are decisive, each is parsed once or
 * twice, and a block is settled as soon as no later line can change it. CommonMark
 * never backtracks: a line opens, continues or closes blocks, so every block but
 * the last is final (the exceptions are commented).
 *
 * A list, a table or a code listing can itself be long, so each is a container that
 * settles its own parts: items, rows, lines. A part is parsed behind a guard, a
 * line or two that put the parser into the right state: the table's head, or a
 * sibling item. Without the guard, "- b | c" over "--|--" would be parsed as a
 * table. The guard item also shows whether the list is loose.
 */
import { heal, healRow } from "./heal.ts";
import type { GrowingPage } from "./page.ts";
import { parseMarkdown, type References, type Token } from "./parser.ts";
import {
  languageOf,
  linesPerChunk,
  openCode,
  restOfRows,
  rowsShown,
  toBlocks,
  toPieces,
  type Block,
  type Piece,
} from "./pieces.ts";

export type Container = {
  /**
   * Settles what it can of `lines` (whole lines, or the entire rest when `isLast`); returns how
   * many characters were consumed.
   */
  settle(lines: string, isLast: boolean): { taken: number; next: Container };
  /** Shows the rest as it is, including a partial line. */
  show(text: string): void;
};

const close: Piece = { kind: "close" };
/** Beyond this, markdown-it's limit on filled-in cells could apply; such a table is parsed as a whole. */
const mostColumns = 64;

export function topLevel(page: GrowingPage): Container {
  const self: Container = {
    settle(lines, isLast) {
      const blank = /^(?:[ \t]*\n)+/.exec(lines)?.[0].length ?? 0;
      const text = lines.slice(blank);
      if (text.trim() === "") return { taken: isLast ? lines.length : blank, next: self };
      const references = page.draftReferences();
      const blocks = toBlocks(parseMarkdown(text, references));
      const count = isLast ? blocks.length : countFinal(blocks, text);
      const open = count === blocks.length - 1 ? blocks[count] : undefined;
      settleBlocks(page, blocks.slice(0, count), text, references, open ? toPieces(open.tokens, page.options) : []);
      if (isLast) return { taken: lines.length, next: self };
      const startOf = lineStarts(text);
      const end = startOf(blocks[count - 1]?.lines[1] ?? 0);
      const container = open && openContainer(page, self, open, text);
      if (container) return { taken: blank + startOf(open.lines[0] + container.linesRead), next: container };
      return { taken: blank + end, next: self };
    },
    show(text) {
      const healed = heal(text);
      page.show(healed.trim() ? toPieces(parseMarkdown(healed, page.draftReferences()), page.options) : []);
    },
  };
  return self;
}

/** How many blocks of these whole lines are final. */
function countFinal(blocks: readonly Block[], text: string): number {
  const last = blocks.at(-1);
  if (!last) return 0;
  const kind = last.tokens[0]?.type ?? "";
  const isContinued = kind.endsWith("list_open") || kind === "code_block" || isOpenFence(last, text);
  if (!isContinued && /\n[ \t]*\n$/.test(text)) return blocks.length;
  return blocks.length - (waitsForTitle(blocks) ? 2 : 1);
}

/** A definition's title may be on the next line, so a block ending in one waits for the end of the block after it. */
function waitsForTitle(blocks: readonly Block[]): boolean {
  const [before, last] = blocks.slice(-2);
  if (!before || !last || before.lines[1] !== last.lines[0]) return false;
  return before.tokens.findLast((token) => token.nesting === 0)?.type === "reference_definition";
}

function isOpenFence(block: Block, text: string): boolean {
  const token = block.tokens[0];
  if (token?.type !== "fence") return false;
  const [first, end] = block.lines;
  const startOf = lineStarts(text);
  const lastLine = text.slice(startOf(end - 1), startOf(end));
  return end - first < 2 || !closingFence(token.markup).test(lastLine.trimEnd());
}

function settleBlocks(page: GrowingPage, blocks: readonly Block[], text: string, references: References, rest: Piece[]): void {
  const startOf = lineStarts(text);
  for (const [i, block] of blocks.entries()) {
    const pieces = toPieces(block.tokens, page.options);
    if (pieces.length > 0) {
      const element = page.settle(pieces, i === blocks.length - 1 ? rest : []);
      const source = text.slice(startOf(block.lines[0]), startOf(block.lines[1]));
      page.watch(block.tokens, element, () => toPieces(parseMarkdown(source, page.draftReferences()), page.options));
      page.blockDone(element);
    }
    page.define(block.tokens, references);
  }
}

function openContainer(
  page: GrowingPage,
  outer: Container,
  block: Block,
  text: string,
): (Container & { linesRead: number }) | undefined {
  const kind = block.tokens[0]?.type ?? "";
  if (kind.endsWith("list_open") && itemsOf(block.tokens).length > 1) return openList(page, outer, block);
  if (kind === "table_open" && block.lines[1] - block.lines[0] > 2) return openTable(page, outer, block, text);
  if (kind === "fence" && isOpenFence(block, text)) return openFence(page, outer, block, text);
  return undefined;
}

function openList(page: GrowingPage, outer: Container, block: Block): Container & { linesRead: number } {
  const marker = block.tokens[0]?.markup ?? "-";
  const guard = block.tokens[0]?.type === "ordered_list_open" ? `   1${marker} x\n` : `   ${marker} x\n`;
  const pieces = toPieces(block.tokens, page.options);
  const element = page.settle(pieces.slice(0, 1), pieces.slice(1));
  let isLoose = false;
  let hasParagraph = false;

  function settleItem(tokens: Token[], source: string, references: References): void {
    const item = page.settle(toPieces(tokens, page.options));
    page.watch(tokens, item, () => toPieces(itemsOf(parseMarkdown(guard + source, page.draftReferences()))[1] ?? [], page.options));
    page.define(tokens, references);
    hasParagraph ||= tokens.some((token) => token.type === "paragraph_open" && token.level === 2);
    if (isLoose && hasParagraph) element?.setAttribute("class", "loose");
  }

  const self = {
    linesRead: 0,
    settle(lines: string, isLast: boolean) {
      const startOf = lineStarts(lines);
      const references = page.draftReferences();
      const blocks = toBlocks(parseMarkdown(guard + lines, references));
      const list = blocks[0] as Block;
      const items = itemsOf(list.tokens).slice(1);
      const isClosed = isLast || blocks.length > 2 || (blocks.length > 1 && !waitsForTitle(blocks));
      isLoose ||= list.tokens.find((token) => token.type === "paragraph_open")?.hidden === false;
      const starts = items.map((item) => startOf((item[0]?.map?.[0] ?? 1) - 1));
      const end = isClosed ? startOf(list.lines[1] - 1) : (starts.at(-1) ?? 0);
      const done = isClosed ? items.length : items.length - 1;
      for (const [i, item] of items.slice(0, done).entries()) {
        settleItem(item, lines.slice(starts[i], starts[i + 1] ?? end), references);
      }
      if (!isClosed) return { taken: end, next: self };
      page.settle([close]);
      page.blockDone(element);
      return { taken: end, next: outer };
    },
    show(text: string) {
      const tokens = parseMarkdown(guard + heal(text), page.draftReferences());
      const second = tokens.findIndex((token, i) => i > 1 && token.level === 1 && token.type === "list_item_open");
      const end = tokens.findIndex((token) => token.level === 0 && token.nesting === -1);
      page.show(toPieces(tokens.slice(second < 0 ? end : Math.min(second, end)), page.options));
    },
  };
  return self;
}

function openTable(
  page: GrowingPage,
  outer: Container,
  block: Block,
  text: string,
): (Container & { linesRead: number }) | undefined {
  if (block.tokens.filter((token) => token.type === "th_open").length > mostColumns) return undefined;
  const startOf = lineStarts(text);
  const head = text.slice(startOf(block.lines[0]), startOf(block.lines[0] + 2));
  const pieces = toPieces(block.tokens, page.options);
  const body = pieces.findIndex((piece) => piece.kind === "open" && piece.tag === "tbody") + 1;
  const element = page.settle(pieces.slice(0, body), pieces.slice(body));
  const headPieces = () => partOf(parseMarkdown(head, page.draftReferences()), "thead", page);
  page.watch(partTokens(block.tokens, "thead"), page.innermost().previousElementSibling, headPieces);

  const rowsOf = (lines: string, references: References) => {
    const table = toBlocks(parseMarkdown(head + lines, references))[0] as Block;
    return { table, rows: splitAt(partTokens(table.tokens, "tbody").slice(1, -1), "tr_close") };
  };

  const mostRows = rowsShown(page.options);
  let count = 0;

  const self = {
    linesRead: 2,
    settle(lines: string, isLast: boolean) {
      const references = page.draftReferences();
      const { table, rows } = rowsOf(lines, references);
      const startOf = lineStarts(lines);
      const end = startOf(table.lines[1] - 2);
      for (const [i, row] of rows.entries()) {
        if (++count > mostRows) continue;
        const source = lines.slice(startOf(i), startOf(i + 1));
        const element = page.settle(toPieces(row, page.options));
        page.watch(row, element, () => toPieces(rowsOf(source, page.draftReferences()).rows[0] ?? [], page.options));
      }
      if (!isLast && end >= lines.length) return { taken: end, next: self };
      page.settle([close, close, ...restOfRows(count - mostRows), close]);
      page.blockDone(element);
      return { taken: end, next: outer };
    },
    show(text: string) {
      const row = healRow(text);
      const rows = row.trim() && count < mostRows ? rowsOf(row, page.draftReferences()).rows : [];
      page.show(toPieces(rows[0] ?? [], page.options));
    },
  };
  return self;
}

function openFence(
  page: GrowingPage,
  outer: Container,
  block: Block,
  text: string,
): (Container & { linesRead: number }) | undefined {
  const [first, end] = block.lines;
  const startOf = lineStarts(text);
  const opening = text.slice(startOf(first), startOf(first + 1));
  // With a pipe in it, this line and the next could still be the head of a table.
  if (/^\s/.test(opening) || (opening.includes("|") && end - first < 2)) return undefined;
  const { info, markup } = block.tokens[0] as Token;
  const closing = closingFence(markup);
  const pieces: Piece[] = [];
  openCode(languageOf(info), pieces);
  const element = page.settle(pieces);
  const code = growingCode(page.innermost());
  let shown = 0;

  const self = {
    linesRead: 1,
    settle(lines: string, isLast: boolean) {
      for (let start = 0; start < lines.length;) {
        const end = lines.indexOf("\n", start) + 1 || lines.length;
        if (closing.test(lines.slice(start, end).replace(/\n$/, ""))) return leave(end);
        // The parser does not count a whitespace-only last line.
        if (lines.endsWith("\n") || end < lines.length || lines.slice(start).trim()) code(lines.slice(start + shown, end));
        shown = 0;
        start = end;
      }
      return isLast ? leave(lines.length) : { taken: lines.length, next: self };
    },
    show(text: string) {
      if (mayClose(text, markup)) return;
      code(text.slice(shown));
      shown = text.length;
    },
  };

  function leave(taken: number): { taken: number; next: Container } {
    page.settle([close, close, close]);
    page.blockDone(element);
    return { taken, next: outer };
  }
  return self;
}

function closingFence(markup: string): RegExp {
  return new RegExp(`^ {0,3}${markup.charAt(0)}{${markup.length},}[ \\t]*$`);
}

/** Whether this beginning of a line can still become the closing fence. */
function mayClose(line: string, markup: string): boolean {
  return new RegExp(`^ {0,3}${markup.charAt(0)}*[ \\t]*$`).test(line);
}

/** Adds to a code listing, in boxes of a fixed number of lines (as chunksOf cuts them). */
function growingCode(code: Element): (text: string) => void {
  let node: Text | undefined;
  let lines = 0;
  return (text) => {
    for (let start = 0; start < text.length;) {
      let end = start;
      while (end < text.length && lines < linesPerChunk) {
        const newline = text.indexOf("\n", end);
        end = newline < 0 ? text.length : newline + 1;
        if (newline >= 0) lines++;
      }
      if (!node) {
        const chunk = code.ownerDocument.createElement("span");
        chunk.setAttribute("class", "code-chunk");
        code.append(chunk);
        node = code.ownerDocument.createTextNode("");
        chunk.append(node);
      }
      node.appendData(text.slice(start, end));
      start = end;
      if (lines < linesPerChunk) continue;
      node = undefined;
      lines = 0;
    }
  };
}

/** The tokens of each item of the outermost list, in order. */
function itemsOf(tokens: readonly Token[]): Token[][] {
  const inside = tokens.slice(1).filter((token) => token.level > 0);
  return splitAt(inside, "list_item_close");
}

function splitAt(tokens: readonly Token[], closing: string): Token[][] {
  const parts: Token[][] = [];
  let start = 0;
  const level = tokens[0]?.level;
  for (let i = 0; i < tokens.length; i++) {
    if (tokens[i]?.type !== closing || tokens[i]?.level !== level) continue;
    parts.push(tokens.slice(start, i + 1));
    start = i + 1;
  }
  return parts;
}

function partTokens(tokens: readonly Token[], part: "thead" | "tbody"): Token[] {
  const start = tokens.findIndex((token) => token.type === `${part}_open`);
  const end = tokens.findIndex((token) => token.type === `${part}_close`);
  return start < 0 ? [] : tokens.slice(start, end + 1);
}

function partOf(tokens: readonly Token[], part: "thead" | "tbody", page: GrowingPage): Piece[] {
  return toPieces(partTokens(tokens, part), page.options);
}

/** Returns where a line begins; the end of the text if there is no such line. */
function lineStarts(text: string): (line: number) => number {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return (line) => starts[line] ?? text.length;
}
