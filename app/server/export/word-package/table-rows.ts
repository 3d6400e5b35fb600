/* Rows that a table of the file got or lost, and new tables. What is new is made like the row beside it. */
import type { Node } from "prosemirror-model";
import { childrenOf, paired, type Pair, type Revision, type TrackedDocument } from "#core/changes/tracked-document.ts";
import type { NewParagraphs } from "./new-paragraphs.ts";
import type { Cell, Place } from "./package-paragraphs.ts";
import { propertiesIn } from "./run-properties.ts";
import { endOfElement, scanXml, Unwritable, type Edit } from "../../files/readers/xml-scan.ts";
import { offsetOf } from "./new-table.ts";
import { cellProperties, isLaidOutAlike, slotsOf, type Slot } from "./row-slots.ts";

type Given = { xml: string; tracked: TrackedDocument };
type At = { pos: number; at: number; path: readonly Node[] };
/** A row of the file and what it was imported as. */
type Model = { node: Node; place: Place };

export class TableRows {
  #given: Given;
  #new: NewParagraphs;
  /** Where a row of the imported document is. */
  #cellAt: (row: Node, pos: number) => Cell;
  /** Of the rows that the file is to have, and of those that it had. */
  #slots = new Map<Node, Slot[]>();
  #had = new Map<Node, Slot[]>();

  constructor(given: Given, paragraphs: NewParagraphs, cellAt: (row: Node, pos: number) => Cell) {
    this.#given = given;
    this.#new = paragraphs;
    this.#cellAt = cellAt;
  }

  /** What is within the rows that stay is not among them. */
  edits(before: Node, after: Node, { pos, at, path }: At): Edit[] {
    const pairs = paired(childrenOf(before), childrenOf(after));
    const edits: Edit[] = [];
    this.#place(before, after, at);
    this.#refuseMoved(pairs, childrenOf(before));
    let [here, there] = [pos + 1, at + 1];
    let last: Model | null = null;
    const waiting: { node: Node; at: number }[] = [];
    for (const pair of pairs) {
      const revision = pair.after === null ? undefined : this.#given.tracked.blocks.get(there);
      if (pair.before !== null) {
        const model: Model = { node: pair.before, place: this.#cellAt(pair.before, here).row };
        const { from, to } = model.place;
        for (const one of waiting.splice(0))
          edits.push({ from, to: from, text: this.#row(one.node, one.at, { model, path: [...path, after] }) });
        if (pair.after === null) edits.push({ from, to, text: "" });
        else if (revision !== undefined) edits.push(...this.#revised(model.place, revision));
        last = model;
      } else if (last === null) waiting.push({ node: pair.after!, at: there });
      else {
        const { to } = last.place;
        edits.push({ from: to, to, text: this.#row(pair.after!, there, { model: last, path: [...path, after] }) });
      }
      here += pair.before?.nodeSize ?? 0;
      there += pair.after?.nodeSize ?? 0;
    }
    if (waiting.length > 0) throw new Unwritable("other rows of a table");
    return edits;
  }

  /** Rows that are to be deleted stay in the file as they are, so no cell reaches into or out of them. */
  #place(before: Node, after: Node, at: number): void {
    const rows = childrenOf(after);
    const isLeft = (_: Node, i: number) => this.#given.tracked.blocks.get(at + 1 + offsetOf(after, i))?.kind !== "del";
    const left = rows.filter(isLeft);
    for (const [i, slots] of slotsOf(left).entries()) this.#slots.set(left[i]!, slots);
    for (const [i, slots] of slotsOf(childrenOf(before)).entries()) this.#had.set(before.child(i), slots);
  }

  /** The cells of a row that stays are in the file's columns. */
  #refuseMoved(pairs: readonly Pair[], rows: readonly Node[]): void {
    for (const pair of pairs) {
      const slots = pair.after && this.#slots.get(pair.after);
      if (pair.before === null || !slots || !rows.includes(pair.before)) continue;
      const had = this.#had.get(pair.before)!;
      const isHigher = slots.some(({ rows, cell }, i) => cell !== null && rows > 1 && had[i]?.rows === 1);
      if (isHigher || !isLaidOutAlike(had, slots)) throw new Unwritable("other cells of a table");
    }
  }

  /** Whether the file has it as a deletion. */
  isDeleted(row: Node, pos: number): boolean {
    const { properties } = rowIn(this.#given.xml, this.#cellAt(row, pos).row);
    return propertiesIn(properties || "<w:trPr></w:trPr>").some(({ name }) => name === "del");
  }

  #row(node: Node, at: number, { model, path }: { model: Model; path: readonly Node[] }): string {
    const { xml, tracked } = this.#given;
    const { exception, properties, cells } = rowIn(xml, model.place);
    const slots = this.#slots.get(node) ?? [];
    const models = inColumns(cells);
    const widthOf = (some: readonly { span: number }[]) => some.reduce((sum, { span }) => sum + span, 0);
    if (slots.length === 0 || widthOf(slots) !== widthOf(models)) throw new Unwritable("other cells of a table");
    const written = slots.map((slot) => {
      const like = models.find(({ column, span }) => column === slot.column && span === slot.span);
      const its = like ? propertiesIn(like.properties || "<w:tcPr></w:tcPr>").filter(({ name }) => !notForNew.has(name)) : null;
      if (slot.cell === null) return `<w:tc>${cellProperties(its, slot)}<w:p/></w:tc>`;
      const start = at + 1 + offsetOf(node, slot.cell);
      const content = this.#content(node.child(slot.cell), start, model.place.to, [...path, node]);
      return `<w:tc>${cellProperties(its, slot)}${content}</w:tc>`;
    });
    const isHeader = node.firstChild?.type.name === "tableHeader";
    const own = propertiesIn(properties).filter(({ name }) => !notForNew.has(name) && (isHeader || name !== "tblHeader"));
    const revision = tracked.blocks.get(at);
    if (revision) own.push({ name: revision.kind, xml: this.#new.mark(revision) });
    return `<w:tr>${exception}${wrapped("trPr", own)}${written.join("")}</w:tr>`;
  }

  /** A cell ends with a paragraph. */
  #content(cell: Node, at: number, offset: number, path: readonly Node[]): string {
    const parts: string[] = [];
    cell.forEach((child, inner) => parts.push(this.#new.written(offset, child, at + 1 + inner, [...path, cell])));
    return parts.join("");
  }

  #revised({ from, to }: Place, revision: Revision): Edit[] {
    const { xml } = this.#given;
    const { properties, propertiesAt } = rowIn(xml, { from, to });
    const own = propertiesIn(properties || "<w:trPr></w:trPr>");
    // As it came.
    if (own.some(({ name }) => name === revision.kind)) return [];
    if (own.some(({ name }) => /^(?:ins|del|trPrChange)$/.test(name))) throw new Unwritable("a row revised twice");
    const made = wrapped("trPr", [...own, { name: revision.kind, xml: this.#new.mark(revision) }]);
    return [{ ...propertiesAt, text: made }];
  }
}

const notForNew = new Set(
  "ins del trPrChange cnfStyle vMerge hMerge cellIns cellDel cellMerge tcPrChange divId gridBefore gridAfter wBefore wAfter".split(
    " ",
  ),
);

type InColumn = Row["cells"][number] & { column: number; span: number };

function inColumns(cells: Row["cells"]): InColumn[] {
  let column = 0;
  return cells.map((cell) => {
    const said = propertiesIn(cell.properties || "<w:tcPr></w:tcPr>").find(({ name }) => name === "gridSpan");
    const span = Number(said && /val="(\d+)"/.exec(said.xml)?.[1]) || 1;
    const placed = { ...cell, column, span };
    column += span;
    return placed;
  });
}

function wrapped(name: string, properties: readonly { xml: string }[]): string {
  return properties.length === 0 ? "" : `<w:${name}>${properties.map(({ xml }) => xml).join("")}</w:${name}>`;
}

type Row = {
  /** Exceptions from the table's properties. */
  exception: string;
  properties: string;
  /** Where they are, or would be. */
  propertiesAt: Place;
  cells: { place: Place; properties: string }[];
};

function rowIn(xml: string, { from, to }: Place): Row {
  const row: Row = { exception: "", properties: "", propertiesAt: { from, to: from }, cells: [] };
  let [depth, start] = [0, from];
  for (const token of scanXml(xml, from, to)) {
    if (token.kind === "text") continue;
    if (token.kind === "close") depth--;
    else if (depth === 0) row.propertiesAt = { from: token.to, to: token.to };
    else if (depth === 1) {
      start = token.from;
      if (token.name === "tc") row.cells.push({ place: { from: token.from, to: token.to }, properties: "" });
    } else if (depth === 2 && token.name === "tcPr" && row.cells.length > 0)
      row.cells.at(-1)!.properties = xml.slice(token.from, token.kind === "empty" ? token.to : endOfElement(xml, token.from, to));
    if (token.kind !== "open" && depth === 1) endIn(row, xml, { name: token.name, from: start, to: token.to });
    if (token.kind === "open") depth++;
  }
  return row;
}

function endIn(row: Row, xml: string, { name, from, to }: Place & { name: string }): void {
  if (name === "tc") row.cells.at(-1)!.place.to = to;
  else if (name === "tblPrEx") {
    row.exception = xml.slice(from, to);
    row.propertiesAt = { from: to, to };
  } else if (name === "trPr") {
    row.properties = xml.slice(from, to);
    row.propertiesAt = { from, to };
  }
}
