/* Where the cells of a table's rows are, those that reach into a row from above included, as a Word file has them. */
import type { Node } from "prosemirror-model";

export type Slot = {
  column: number;
  span: number;
  /** How many rows it is high. */
  rows: number;
  /** Among the row's own cells; null if the cell begins in a row above. */
  cell: number | null;
};

const spanOf = ({ attrs }: Node, name: "colspan" | "rowspan") => Number(attrs[name]) || 1;

/** For each of these rows, in order of columns. */
export function slotsOf(rows: readonly Node[]): Slot[][] {
  /** Cells that go on, and the row behind the last that they are in. */
  let reaching: (Slot & { end: number })[] = [];
  return rows.map((row, at) => {
    const slots: Slot[] = reaching.map(({ column, span, rows: high }) => ({ column, span, rows: high, cell: null }));
    const begun: typeof reaching = [];
    let column = 0;
    row.forEach((cell, _offset, index) => {
      let over: Slot | undefined;
      while ((over = reaching.find((one) => one.column <= column && column < one.column + one.span)))
        column = over.column + over.span;
      const slot = { column, span: spanOf(cell, "colspan"), rows: spanOf(cell, "rowspan"), cell: index };
      slots.push(slot);
      begun.push({ ...slot, end: at + slot.rows });
      column += slot.span;
    });
    reaching = [...reaching, ...begun].filter(({ end }) => end > at + 1);
    return slots.toSorted((a, b) => a.column - b.column);
  });
}

/** Whether a row has its cells in the same columns, whatever their height. */
export function isLaidOutAlike(one: readonly Slot[], other: readonly Slot[]): boolean {
  const said = (slots: readonly Slot[]) => JSON.stringify(slots.map(({ column, span, cell }) => [column, span, cell]));
  return said(one) === said(other);
}

/** The order that the format requires. */
const order = "cnfStyle tcW gridSpan hMerge vMerge tcBorders shd noWrap tcMar textDirection tcFitText vAlign hideMark".split(" ");

/** `own`: those of a cell like it; null if there is none. */
export function cellProperties(own: readonly { name: string; xml: string }[] | null, { span, rows, cell }: Slot): string {
  const made = (own ?? [{ name: "tcW", xml: '<w:tcW w:w="0" w:type="auto"/>' }]).filter(
    ({ name }) => !/^(?:gridSpan|[hv]Merge)$/.test(name),
  );
  if (span > 1) made.push({ name: "gridSpan", xml: `<w:gridSpan w:val="${span}"/>` });
  if (cell === null) made.push({ name: "vMerge", xml: "<w:vMerge/>" });
  else if (rows > 1) made.push({ name: "vMerge", xml: '<w:vMerge w:val="restart"/>' });
  const rank = ({ name }: { name: string }) => order.indexOf(name);
  if (made.length === 0) return "";
  return `<w:tcPr>${made
    .toSorted((a, b) => rank(a) - rank(b))
    .map(({ xml }) => xml)
    .join("")}</w:tcPr>`;
}
