import type { Node } from "prosemirror-model";
import { childrenOf } from "#core/changes/tracked-document.ts";
import { cellProperties, slotsOf } from "./row-slots.ts";

/** A table that the file doesn't have: its borders are drawn, and its text is as around it. */
export function newTable(
  node: Node,
  pos: number,
  { revisionOf, written }: { revisionOf(pos: number): string; written(child: Node, pos: number, path: readonly Node[]): string },
): string {
  const slots = slotsOf(childrenOf(node));
  const columns = Math.max(...slots.map((row) => row.reduce((sum, { span }) => sum + span, 0)));
  const grid = `<w:gridCol w:w="${Math.floor(textWidth / columns)}"/>`.repeat(columns);
  const sides = ["top", "left", "bottom", "right", "insideH", "insideV"];
  const borders = sides.map((side) => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="auto"/>`).join("");
  const rows: string[] = [];
  node.forEach((row, offset, index) => {
    const at = pos + 1 + offset;
    const cells = slots[index]!.map((slot) => {
      if (slot.cell === null) return `<w:tc>${cellProperties(null, slot)}<w:p/></w:tc>`;
      const [cell, start] = [row.child(slot.cell), at + 1 + offsetOf(row, slot.cell)];
      const parts: string[] = [];
      cell.forEach((child, inner) => parts.push(written(child, start + 1 + inner, [node, row, cell])));
      return `<w:tc>${cellProperties(null, slot)}${parts.join("")}</w:tc>`;
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

export function offsetOf(node: Node, index: number): number {
  return childrenOf(node)
    .slice(0, index)
    .reduce((sum, { nodeSize }) => sum + nodeSize, 0);
}
