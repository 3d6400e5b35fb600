/*
 * How deep and how wide a document may be. Everything that draws or writes one
 * walks down its nesting and across its tables, so a document beyond these
 * could be stored and then never be opened. The sentences are for its writer.
 */
import type { Node } from "prosemirror-model";
import { columnsMax } from "./document-attributes.ts";

/** Blocks within blocks: a tenth level of an outline is some twenty deep. */
export const nestingMax = 100;
/** Cells of all tables, each counted as often as it covers a place of the grid. */
export const gridMax = 200_000;

/** Blocks and pieces of text: some thirty times those of a draft of 150,000 words, and no more than a save of the whole can send. */
export const nodesMax = 200_000;

export const tooDeep = `Quotations, lists and tables are nested more than ${nestingMax} deep here. Take some of them out, and try again.`;
const tooWide = `A table here is more than ${columnsMax} columns wide. Divide it, and try again.`;
const tooManyCells = `The tables here have more than ${gridMax.toLocaleString("en")} cells. Divide the document, and try again.`;

const tooManyNodes = `This has more than ${nodesMax.toLocaleString("en")} paragraphs and pieces of text. Divide it into several drafts, and try again.`;

/** Of JSON that nothing has looked at, without recursion: the words of a footnote are three levels below the deepest block. */
export function nestsTooDeep(json: unknown): boolean {
  let level: unknown[] = [json];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > nestingMax + 3) return true;
    level = level.flatMap((node) => {
      const content = (node as { content?: unknown } | null)?.content;
      return Array.isArray(content) ? (content as unknown[]) : [];
    });
  }
  return false;
}

/** The sentence about what is too much, or null. */
export function limitExceeded(document: Node): string | null {
  let cells = 0;
  let refusal: string | null = null;
  const look = (node: Node, depth: number): void => {
    if (refusal !== null || node.isTextblock || node.isLeaf) return;
    if (depth > nestingMax) refusal = tooDeep;
    else if (node.type.name === "table") {
      const width = gridWidth(node);
      cells += width * node.childCount;
      if (width > columnsMax) refusal = tooWide;
      else if (cells > gridMax) refusal = tooManyCells;
    }
    if (refusal === null) node.forEach((child) => look(child, depth + 1));
  };
  look(document, 0);
  return refusal;
}

/** With what cells of the rows above reach down into each row. */
function gridWidth(table: Node): number {
  const change = Array.from({ length: table.childCount + 1 }, () => 0);
  let [widest, fromAbove] = [0, 0];
  table.forEach((row, _, i) => {
    fromAbove += change[i]!;
    let own = 0;
    row.forEach(({ attrs }) => {
      const [colspan, rowspan] = [Number(attrs["colspan"]), Number(attrs["rowspan"])];
      own += colspan;
      if (rowspan === 1) return;
      change[i + 1]! += colspan;
      const end = i + rowspan;
      if (end < change.length) change[end]! -= colspan;
    });
    widest = Math.max(widest, own + fromAbove);
  });
  return widest;
}

/** Besides, what could be opened, and never be saved as a whole. What is stored already stays as it is. */
export function refusedToSave(document: Node): string | null {
  return limitExceeded(document) ?? (hasMoreNodes(document, nodesMax) ? tooManyNodes : null);
}

function hasMoreNodes(document: Node, most: number): boolean {
  let nodes = 0;
  document.descendants(() => ++nodes <= most);
  return nodes > most;
}
