/*
 * Rows that a change inserts beside a row, or as a new table behind a block; or a row that it deletes. New rows are not
 * in the text until the change is accepted: it is located by words of the row, or the block, that they are beside.
 */
import type { Node } from "prosemirror-model";
import { Transform } from "prosemirror-transform";
import { withBreaks } from "../document/document-schema.ts";

/** `resumes`: it begins in a row above, and reaches into this one. */
export type InsertedCell = { span: number; paragraphs: string[]; resumes?: true };

export type RowsChange = {
  rows: InsertedCell[][];
  /** "Instead of the row": it is deleted. With rows, they are in its place: nothing else would be left to be beside. */
  at: "behind the row" | "before the row" | "instead of the row" | "behind the block";
  /** How many cells are around the table: a table may be in a cell of another. */
  depth: number;
  /** Rows of other changes that go between the row and these, wherever they are by then. */
  beyond?: string[];
};

export const textOfRow = (row: readonly InsertedCell[]) =>
  row.flatMap(({ paragraphs, resumes }) => (resumes ? [] : [paragraphs.join("\n\n")])).join("\n\n");

/** Does nothing if there is no row around the position any more. */
export function changeRows(tr: Transform, pos: number, { rows, at, depth, beyond = [] }: RowsChange): void {
  const place = tr.doc.resolve(pos);
  const around = Array.from({ length: place.depth + 1 }, (_, level) => level);
  if (at === "behind the block") {
    const cells = around.filter((level) => /^table(?:Cell|Header)$/.test(place.node(level).type.name));
    const level = depth === 0 ? 1 : (cells[depth - 1] ?? place.depth) + 1;
    if (level <= place.depth) tr.insert(place.after(level), tableOf(tr.doc, rows));
    return;
  }
  const level = around.filter((one) => place.node(one).type.name === "tableRow")[depth];
  if (level === undefined) return;
  const table = place.node(level - 1);
  if (at === "before the row") {
    let index = place.index(level - 1);
    while (index > 0 && beyond.includes(wordsOf(table.child(index - 1)))) index--;
    return insertRows(tr, place.start(level - 1), index, rows);
  }
  if (at === "instead of the row") {
    const index = place.index(level - 1);
    if (rows.length > 0) {
      insertRows(tr, place.start(level - 1), index + 1, rows);
      return deleteRow(tr, place.start(level - 1), tr.doc.resolve(place.start(level - 1)).parent, index);
    }
    // A table has rows.
    if (table.childCount === 1) return void tr.delete(place.before(level - 1), place.after(level - 1));
    return deleteRow(tr, place.start(level - 1), table, index);
  }
  let index = place.index(level - 1) + 1;
  while (index < table.childCount && beyond.includes(wordsOf(table.child(index)))) index++;
  insertRows(tr, place.start(level - 1), index, rows);
}

function tableOf({ type }: Node, [first = [], ...rest]: readonly InsertedCell[][]): Node {
  const table = type.schema.nodes["table"]!.create(null, rowOf(type.create(), first, []));
  const alone = new Transform(type.create(null, table));
  insertRows(alone, 1, 1, rest);
  return alone.doc.firstChild!;
}

/** Cells that reach into a new row get higher by it. `start`: where the table's content begins. */
function insertRows(tr: Transform, start: number, first: number, rows: readonly InsertedCell[][]): void {
  if (rows.length > 1 && rows.every((row) => resumedIn(row).length === 0))
    return void tr.insert(
      rowAt(tr, start, first),
      rows.map((row) => rowOf(tr.doc, row, [])),
    );
  for (const [i, row] of rows.entries()) {
    const index = first + i;
    const table = tr.doc.resolve(start).parent;
    const cells = cellsOf(table);
    const above = resumedIn(row).map((at) =>
      cells.find((one) => {
        const { colspan, rowspan } = spansOf(one.node);
        return one.row < index && one.row + rowspan >= index && one.column <= at && at < one.column + colspan;
      }),
    );
    for (const one of new Set(above))
      if (one) tr.setNodeMarkup(start + one.pos, null, { ...one.node.attrs, rowspan: spansOf(one.node).rowspan + 1 });
    tr.insert(rowAt(tr, start, index), rowOf(tr.doc, row, above));
  }
}

function rowAt({ doc }: Transform, start: number, index: number): number {
  const { children } = doc.resolve(start).parent;
  return children.slice(0, index).reduce((sum, { nodeSize }) => sum + nodeSize, start);
}

/** The columns of cells that begin above. */
function resumedIn(row: readonly InsertedCell[]): number[] {
  let column = 0;
  return row.flatMap(({ span, resumes }) => {
    const at = column;
    column += span;
    return resumes ? [at] : [];
  });
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

/** `above`: of the cells that begin above, those that are there. */
function rowOf({ type }: Node, cells: readonly InsertedCell[], above: readonly (PlacedCell | undefined)[]): Node {
  const { tableRow, tableCell, paragraph } = type.schema.nodes;
  let resumed = 0;
  const own = cells.filter(({ resumes }) => !resumes || above[resumed++] === undefined);
  const made = own.map(({ span, paragraphs }) =>
    tableCell!.create(
      { colspan: span },
      (paragraphs.length > 0 ? paragraphs : [""]).map((text) => paragraph!.create(null, withBreaks(text, [], type.schema))),
    ),
  );
  return tableRow!.create(null, made);
}
