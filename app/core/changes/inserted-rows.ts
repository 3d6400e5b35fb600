/*
 * Rows that a change inserts beside a row, or as a new table behind a block; or a row that it deletes. New rows are not
 * in the text until the change is accepted: it is located by words of the row, or the block, that they are beside.
 */
import type { Node } from "prosemirror-model";
import type { Transform } from "prosemirror-transform";
import { withBreaks } from "../document/document-schema.ts";

export type InsertedCell = { span: number; paragraphs: string[] };

export type RowsChange = {
  rows: InsertedCell[][];
  /** "Instead of the row": with no rows, it is deleted. */
  at: "behind the row" | "before the row" | "instead of the row" | "behind the block";
  /** How many cells are around the table: a table may be in a cell of another. */
  depth: number;
  /** Rows of other changes that go between the row and these, wherever they are by then. */
  beyond?: string[];
};

export const textOfRow = (row: readonly InsertedCell[]) => row.map(({ paragraphs }) => paragraphs.join("\n\n")).join("\n\n");

/** Does nothing if there is no row around the position any more. */
export function changeRows(tr: Transform, pos: number, { rows, at, depth, beyond = [] }: RowsChange): void {
  const place = tr.doc.resolve(pos);
  const around = Array.from({ length: place.depth + 1 }, (_, level) => level);
  const made = rows.map((row) => rowOf(tr.doc, row));
  if (at === "behind the block") {
    const cells = around.filter((level) => /^table(?:Cell|Header)$/.test(place.node(level).type.name));
    const level = depth === 0 ? 1 : (cells[depth - 1] ?? place.depth) + 1;
    if (level <= place.depth) tr.insert(place.after(level), tr.doc.type.schema.nodes["table"]!.create(null, made));
    return;
  }
  const level = around.filter((one) => place.node(one).type.name === "tableRow")[depth];
  if (level === undefined) return;
  const table = place.node(level - 1);
  if (at === "before the row") {
    let [index, start] = [place.index(level - 1), place.before(level)];
    while (index > 0 && beyond.includes(wordsOf(table.child(index - 1)))) start -= table.child(--index).nodeSize;
    return void tr.insert(start, made);
  }
  if (at === "instead of the row") {
    // A table has rows.
    if (table.childCount === 1) return void tr.delete(place.before(level - 1), place.after(level - 1));
    return deleteRow(tr, place.start(level - 1), table, place.index(level - 1));
  }
  let [index, end] = [place.index(level - 1) + 1, place.after(level)];
  while (index < table.childCount && beyond.includes(wordsOf(table.child(index)))) end += table.child(index++).nodeSize;
  tr.insert(end, made);
}

type PlacedCell = { node: Node; pos: number; row: number; column: number };

/** With each one's column, which cells that reach down from above move to the right. */
function cellsOf(table: Node): PlacedCell[] {
  const takenUntil: number[] = [];
  const found: PlacedCell[] = [];
  table.forEach((line, offset, row) => {
    let column = 0;
    line.forEach((node, within) => {
      while ((takenUntil[column] ?? 0) > row) column++;
      found.push({ node, pos: offset + 1 + within, row, column });
      const { colspan, rowspan } = spansOf(node);
      for (const end = column + colspan; column < end; column++) takenUntil[column] = row + rowspan;
    });
  });
  return found;
}

const spansOf = ({ attrs }: Node) => ({ colspan: Number(attrs["colspan"]), rowspan: Number(attrs["rowspan"]) });

/**
 * Cells that reach into the row get shorter by it. Of one that begins in it, the words go with the row, and an empty
 * cell stays where it reached, as in Word. `start`: where the table's content begins.
 */
function deleteRow(tr: Transform, start: number, table: Node, index: number): void {
  const cells = cellsOf(table);
  const reach = ({ node, row }: PlacedCell) => row + spansOf(node).rowspan;
  const before = tr.mapping.maps.length;
  const now = (pos: number) => tr.mapping.slice(before).map(start + pos);
  const shorter = ({ attrs, attrs: { rowspan } }: Node) => Object.assign({}, attrs, { rowspan: Number(rowspan) - 1 });
  const below = cells.filter(({ row }) => row === index + 1);
  const end = table.children.slice(0, index + 2).reduce((sum, { nodeSize }) => sum + nodeSize, -1);
  for (const cell of cells.toReversed()) {
    if (cell.row !== index || reach(cell) <= index + 1 || index + 1 >= table.childCount) continue;
    const next = below.find(({ column }) => column > cell.column)?.pos ?? end;
    tr.insert(now(next), cell.node.type.createAndFill(shorter(cell.node))!);
  }
  const from = table.children.slice(0, index).reduce((sum, { nodeSize }) => sum + nodeSize, 0);
  tr.delete(now(from), now(from + table.child(index).nodeSize));
  for (const cell of cells) if (cell.row < index && reach(cell) > index) tr.setNodeMarkup(now(cell.pos), null, shorter(cell.node));
}

const wordsOf = (row: Node) => row.textBetween(0, row.content.size, "\n\n", "\n");

function rowOf({ type }: Node, cells: readonly InsertedCell[]): Node {
  const { tableRow, tableCell, paragraph } = type.schema.nodes;
  const made = cells.map(({ span, paragraphs }) =>
    tableCell!.create(
      { colspan: span },
      (paragraphs.length > 0 ? paragraphs : [""]).map((text) => paragraph!.create(null, withBreaks(text, [], type.schema))),
    ),
  );
  return tableRow!.create(null, made);
}
