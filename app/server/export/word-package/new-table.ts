import type { Node } from "prosemirror-model";
import { childrenOf } from "#core/changes/tracked-document.ts";
import { Unwritable } from "./xml-scan.ts";

/** A table that the file doesn't have: its borders are drawn, and its text is as around it. */
export function newTable(
  node: Node,
  pos: number,
  { revisionOf, written }: { revisionOf(pos: number): string; written(child: Node, pos: number, path: readonly Node[]): string },
): string {
  if (hasMergedRows(node)) throw new Unwritable("a new table with merged cells");
  const columns = Math.max(...childrenOf(node).map((row) => childrenOf(row).reduce((sum, cell) => sum + spanOf(cell), 0)));
  const grid = `<w:gridCol w:w="${Math.floor(textWidth / columns)}"/>`.repeat(columns);
  const sides = ["top", "left", "bottom", "right", "insideH", "insideV"];
  const borders = sides.map((side) => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="auto"/>`).join("");
  const rows: string[] = [];
  node.forEach((row, offset) => {
    const at = pos + 1 + offset;
    const cells = childrenOf(row).map((cell, i) => {
      const [span, start] = [spanOf(cell), at + 1 + offsetOf(row, i)];
      const parts: string[] = [];
      cell.forEach((child, inner) => parts.push(written(child, start + 1 + inner, [node, row, cell])));
      const wide = span > 1 ? `<w:gridSpan w:val="${span}"/>` : "";
      return `<w:tc><w:tcPr><w:tcW w:w="0" w:type="auto"/>${wide}</w:tcPr>${parts.join("")}</w:tc>`;
    });
    const header = row.firstChild?.type.name === "tableHeader" ? "<w:tblHeader/>" : "";
    const properties = `${header}${revisionOf(at)}`;
    rows.push(`<w:tr>${properties === "" ? "" : `<w:trPr>${properties}</w:trPr>`}${cells.join("")}</w:tr>`);
  });
  const properties = `<w:tblPr><w:tblW w:w="0" w:type="auto"/><w:tblBorders>${borders}</w:tblBorders></w:tblPr>`;
  return `<w:tbl>${properties}<w:tblGrid>${grid}</w:tblGrid>${rows.join("")}</w:tbl>`;
}

/** In twentieths of a point; the columns fit their text. */
export const textWidth = 9000;

export const spanOf = ({ attrs }: Node) => Number(attrs["colspan"]) || 1;

export const hasMergedRows = (table: Node) =>
  childrenOf(table).some((row) => childrenOf(row).some(({ attrs }) => Number(attrs["rowspan"]) > 1));

export function offsetOf(node: Node, index: number): number {
  return childrenOf(node)
    .slice(0, index)
    .reduce((sum, { nodeSize }) => sum + nodeSize, 0);
}
