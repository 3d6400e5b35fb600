/*
 * Limits on the depth and width of a document. Rendering and export walk its
 * nesting and its tables, so a document beyond these could be stored and then
 * never opened again. The messages are shown to the writer.
 */
import type { Node } from "prosemirror-model";
import { columnsMax } from "./document-attributes.ts";

/** Nested blocks: ten outline levels are some twenty deep. */
export const nestingMax = 100;
/** Cells of all tables, each counted once per grid slot it covers. */
export const gridMax = 200_000;

/** Blocks and text nodes: some thirty times those of a 150,000-word draft, and the most that a full save can send. */
export const nodesMax = 200_000;

export const tooDeep = `Quotations, lists and tables are nested more than ${nestingMax} levels deep. Remove some levels and try again.`;
const tooWide = `A table has more than ${columnsMax} columns. Split it and try again.`;
const tooManyCells = `The tables have more than ${gridMax.toLocaleString("en")} cells in total. Split the document and try again.`;

const tooManyNodes = `This has more than ${nodesMax.toLocaleString("en")} paragraphs and pieces of text. Split it into several drafts and try again.`;

/** For unvalidated JSON, without recursion: a footnote's text is three levels below the deepest block. */
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

/** The message for an exceeded limit, or null. */
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

/** Includes cells that span down from rows above. */
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

/** Also covers documents that can be opened but never saved in full. What is already stored stays as it is. */
export function refusedToSave(document: Node): string | null {
  return limitExceeded(document) ?? (hasMoreNodes(document, nodesMax) ? tooManyNodes : null);
}

function hasMoreNodes(document: Node, most: number): boolean {
  let nodes = 0;
  document.descendants(() => ++nodes <= most);
  return nodes > most;
}
