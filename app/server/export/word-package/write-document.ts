/*
 * Writes a draft into the text part of the Word file that it was made from. Paragraphs that are as they were imported
 * stay byte for byte; of the others only the changed runs are written.
 */
import type { Node } from "prosemirror-model";
import { childrenOf, isAlike, paired, type Pair, type TrackedDocument } from "#core/changes/tracked-document.ts";
import { layoutOf } from "#core/document/document-schema.ts";
import { alignUnits } from "./align-units.ts";
import { NewParagraphs } from "./new-paragraphs.ts";
import { wordFor } from "./node-words.ts";
import type { PackageStyles } from "./package-styles.ts";
import type { PackagePictures } from "./package-pictures.ts";
import type { Cell, Drawing, Paragraph, Place } from "./package-paragraphs.ts";
import { sourceUnits } from "./source-units.ts";
import { TableRows } from "./table-rows.ts";
import { targetUnits, type Remark } from "./target-units.ts";
import { RunWriter, Stamps, type NoteWriter } from "./write-runs.ts";
import { Unwritable, type Edit } from "../../files/readers/xml-scan.ts";
import { textBlocks } from "./text-blocks.ts";

export type Given = {
  xml: string;
  paragraphs: readonly Paragraph[];
  /** As it was imported, and the paragraphs of each of its text blocks. */
  imported: Node;
  anchors: readonly (readonly number[])[];
  /** What the file is to hold. */
  tracked: TrackedDocument;
  /** Text blocks of which everything, tracked changes included, is as it came. */
  kept: ReadonlySet<number>;
  /** New comments, by position in the tracked document. */
  remarks: readonly Remark[];
  styles: PackageStyles;
  notes: NoteWriter;
  pictures: PackagePictures;
  /** For each picture of the imported document, its number among the drawings of the file. */
  drawings: readonly number[];
};

export function documentEdits(given: Given): Edit[] {
  const writer = new DocumentWriter(given);
  writer.write();
  return writer.edits;
}

/** Where a new paragraph goes; null if what is beside it has no place of its own. */
type Cursor = number | null;

class DocumentWriter {
  readonly edits: Edit[] = [];
  #given: Given;
  #stamps = new Stamps();
  #indexes: Map<number, number>;
  #new: NewParagraphs;
  #cursor: Cursor = null;
  /** Blocks that are to go before the next one that has a place. */
  #waiting: { node: Node; pos: number; path: readonly Node[] }[] = [];

  constructor(given: Given) {
    this.#given = given;
    this.#indexes = textBlocks(given.imported);
    if (this.#indexes.size !== given.anchors.length) throw new Unwritable("anchors of another document");
    const paragraphOf = (pos: number) => this.#paragraphsAt(pos)[0] ?? null;
    this.#new = new NewParagraphs(given, this.#stamps, paragraphOf);
  }

  write(): void {
    this.#children(this.#given.imported, this.#given.tracked.document, { pos: 0, at: 0, path: [] });
    // What comes last, behind a picture or a rule.
    if (this.#waiting.length > 0) this.#place(endOfText(this.#given.xml));
  }

  #paragraphsAt(pos: number): Paragraph[] {
    const numbers = this.#given.anchors[this.#indexes.get(pos)!] ?? [];
    return numbers.map((number) => {
      const paragraph = this.#given.paragraphs[number];
      if (paragraph === undefined) throw new Unwritable("an anchor without a paragraph");
      return paragraph;
    });
  }

  /** `pos` and `at` are where the contents begin. */
  #children(before: Node, after: Node, { pos, at, path }: { pos: number; at: number; path: readonly Node[] }): void {
    let [here, there] = [pos, at];
    for (const pair of withPictures(paired(childrenOf(before), childrenOf(after)))) {
      this.#pair(pair, { pos: here, at: there, path });
      here += pair.before?.nodeSize ?? 0;
      there += pair.after?.nodeSize ?? 0;
    }
  }

  #pair(
    { before, after }: { before: Node | null; after: Node | null },
    { pos, at, path }: { pos: number; at: number; path: readonly Node[] },
  ): void {
    if (before === null) this.#insert(after!, at, path);
    else if (after === null) this.#remove(before, pos);
    else if (before.isTextblock) this.#block(before, after, { pos, at, path });
    else if (before.type.name === "image") this.#picture(before, after, { pos, at });
    else if (this.#isAsItCame(before, after, pos, at)) this.#pass(before, pos);
    else if (before.isLeaf || before.type !== after.type) throw new Unwritable(`another ${wordFor(before)}`);
    else if (before.type.name === "table") this.#table(before, after, { pos, at, path });
    else {
      for (const name of ["start", "restarts"])
        if (before.attrs[name] !== after.attrs[name]) throw new Unwritable("another start of a list");
      this.#children(before, after, { pos: pos + 1, at: at + 1, path: [...path, after] });
    }
  }

  /** Whether nothing within is to be written. */
  #isAsItCame(before: Node, after: Node, pos: number, at: number): boolean {
    const { kept, tracked } = this.#given;
    const isIn = (one: number) => one >= at && one < at + after.nodeSize;
    if (!isAlike(before, after)) return false;
    let isKept = true;
    for (let inner = pos; inner < pos + before.nodeSize && isKept; inner++) {
      const index = this.#indexes.get(inner);
      if (index !== undefined) isKept = kept.has(index);
    }
    return isKept && !tracked.ranges.some(({ from }) => isIn(from)) && ![...tracked.blocks.keys()].some(isIn);
  }

  /** What comes next goes behind it. */
  #pass(node: Node, pos: number): void {
    const within = node.isTextblock ? [pos] : [];
    node.descendants((inner, offset) => {
      if (inner.isTextblock) within.push(pos + 1 + offset);
      return !inner.isTextblock;
    });
    const paragraphs = within.flatMap((one) => this.#paragraphsAt(one));
    const [first = null, last = null] = [paragraphs[0], paragraphs.at(-1)];
    const isTable = node.type.name === "table";
    const table = isTable && first ? this.#cellAt(node, pos).table : null;
    this.#place(table ?? this.#begin(first));
    this.#cursor = table?.to ?? this.#end(last);
  }

  /** What comes before or behind the whole of a control that is bound to data is not in it. */
  #begin(paragraph: Paragraph | null | undefined): Place | null {
    if (!paragraph) return null;
    const { open, bound } = paragraph;
    let at = open.from;
    for (const { from } of bound.toReversed()) {
      const between = this.#given.xml.slice(from, at);
      if (/<w:sdtContent>\s*$/.test(between) && !/<w:p[ >]/.test(between)) at = from;
    }
    return { from: at, to: at };
  }

  #end(paragraph: Paragraph | null | undefined): number | null {
    if (!paragraph) return null;
    let { to } = paragraph;
    for (const one of paragraph.bound.toReversed())
      if (/^(?:\s*<\/w:sdtContent>\s*<\/w:sdt>)+$/.test(this.#given.xml.slice(to, one.to))) to = one.to;
    return to;
  }

  #block(before: Node, after: Node, { pos, at, path }: { pos: number; at: number; path: readonly Node[] }): void {
    const index = this.#indexes.get(pos)!;
    const { kept, tracked, xml } = this.#given;
    const paragraphs = this.#paragraphsAt(pos);
    const [start, end] = [at + 1, at + 1 + after.content.size];
    const ranges = tracked.ranges.filter(({ from, to }) => from < end && to > start);
    const looks = tracked.looks.filter(({ from, to }) => from < end && to > start);
    const wanted = tracked.blocks.get(at);
    // A break that came revised stays so.
    const revision = wanted && wanted.kind === paragraphs[0]?.revisedBreak ? undefined : wanted;
    const remarks = this.#given.remarks.filter((one) => one.pos >= start && one.pos <= end);
    const isBare = ranges.length === 0 && looks.length === 0 && remarks.length === 0 && revision === undefined;
    const isSame = isBare && isAlike(before, after);
    this.#place(this.#begin(paragraphs[0]));
    this.#cursor = this.#end(paragraphs.at(-1));
    if (kept.has(index)) return;
    const [paragraph, ...more] = paragraphs;
    if (paragraph === undefined || more.length > 0) throw new Unwritable("paragraphs that were joined");
    const units = sourceUnits(before, paragraph);
    if (units === null) throw new Unwritable("a paragraph that reads otherwise");
    // A change in a note may have been rejected.
    const isDecided = before.attrs["align"] === after.attrs["align"] && !tracked.aligns.has(at);
    const rejected = isDecided ? this.#new.rejected(paragraph) : [];
    const isTwice = before.type !== after.type || before.attrs["startsPage"] !== after.attrs["startsPage"] || revision;
    if (rejected.length > 0 && isTwice) throw new Unwritable("a paragraph changed twice");
    this.edits.push(...rejected);
    if (isSame && units.every(({ state, note }) => note === null && (state === "normal" || state === "taken"))) return;
    const aligned = alignUnits(units, targetUnits(after, start, { ranges, looks, remarks }));
    this.edits.push(...new RunWriter(xml, this.#stamps, this.#given.notes).edits(paragraph, aligned));
    const isOther = before.type !== after.type || before.attrs["level"] !== after.attrs["level"];
    const isLaidOut = ["align", "startsPage"].every((name) => before.attrs[name] === after.attrs[name]);
    if (!isOther && isLaidOut && revision === undefined) return;
    const layout = isOther || !isLaidOut ? layoutOf(after) : null;
    const [level, align, mark] = [tracked.levels.get(at) ?? null, tracked.aligns.get(at) ?? null, revision ?? null];
    if (rejected.length > 0) return;
    this.edits.push(...this.#new.changed(paragraph, { node: isOther ? after : null, path, level, revision: mark, layout, align }));
  }

  #picture(before: Node, after: Node, { pos, at }: { pos: number; at: number }): void {
    const revision = this.#given.tracked.blocks.get(at);
    if (isAlike(before, after) && revision === undefined) return;
    const { paragraph, drawing } = this.#drawingAt(pos);
    if (revision === undefined) return void this.edits.push(...this.#given.pictures.changed(drawing, before, after));
    const { run } = drawing;
    if (run.wrappers.length > 0 || run.items.some(({ atoms }) => atoms.length > 0) || paragraph.isStrange)
      throw new Unwritable("a picture among words");
    const [open, close] = this.#new.around(revision);
    this.edits.push({ from: run.open.from, to: run.open.from, text: open }, { from: run.to, to: run.to, text: close });
  }

  #drawingAt(pos: number): { paragraph: Paragraph; drawing: Drawing } {
    const { imported, drawings, paragraphs } = this.#given;
    const pictures: number[] = [];
    imported.descendants((node, at) => {
      if (node.type.name === "image") pictures.push(at);
      return !node.isTextblock;
    });
    const number = pictures.length === drawings.length ? drawings[pictures.indexOf(pos)] : undefined;
    for (const paragraph of paragraphs) {
      const drawing = paragraph.drawings.find((one) => one.number === number);
      if (drawing) return { paragraph, drawing };
    }
    throw new Unwritable("a picture without a place");
  }

  /** Its paragraph goes too, if it holds nothing else. */
  #removePicture(node: Node, pos: number): void {
    if (node.attrs["caption"] !== "") throw new Unwritable("a picture’s caption");
    const { paragraph, drawing } = this.#drawingAt(pos);
    const isAlone = paragraph.atoms.length === 0 && paragraph.drawings.length === 1 && !paragraph.hasInner;
    this.edits.push(isAlone ? this.#new.removed(paragraph) : { from: drawing.from, to: drawing.to, text: "" });
  }

  #table(before: Node, after: Node, { pos, at, path }: { pos: number; at: number; path: readonly Node[] }): void {
    this.#refuseWaiting(before, pos);
    const rows = new TableRows(this.#given, this.#new, (row, start) => this.#cellAt(row, start));
    this.edits.push(...rows.edits(before, after, { pos, at, path }));
    let [here, there] = [pos + 1, at + 1];
    for (const row of paired(childrenOf(before), childrenOf(after))) {
      const isAsItCame = this.#given.tracked.blocks.get(there)?.kind === "del" && row.before && rows.isDeleted(row.before, here);
      if (row.before !== null && row.after !== null && !isAsItCame)
        this.#row(row.before, row.after, { pos: here, at: there, path: [...path, after] });
      here += row.before?.nodeSize ?? 0;
      there += row.after?.nodeSize ?? 0;
    }
    this.#pass(before, pos);
  }

  #row(before: Node, after: Node, { pos, at, path }: { pos: number; at: number; path: readonly Node[] }): void {
    let [here, there] = [pos + 1, at + 1];
    for (const [i, cell] of childrenOf(before).entries()) {
      const other = after.child(i);
      // Widths of columns stay the file's; how high a cell is follows from the rows (table-rows.ts).
      if (cell.attrs["colspan"] !== other.attrs["colspan"] || cell.type !== other.type)
        throw new Unwritable("other cells of a table");
      this.#cursor = null;
      this.#children(cell, other, { pos: here + 1, at: there + 1, path: [...path, other] });
      this.#refuseWaiting();
      here += cell.nodeSize;
      there += other.nodeSize;
    }
  }

  #insert(node: Node, pos: number, path: readonly Node[]): void {
    if (this.#cursor === null) this.#waiting.push({ node, pos, path });
    else this.edits.push(this.#new.edit(this.#cursor, node, pos, path));
  }

  /** What waited goes before this. */
  #place(place: Place | null): void {
    if (place === null) return this.#refuseWaiting();
    for (const { node, pos, path } of this.#waiting.splice(0)) this.edits.push(this.#new.edit(place.from, node, pos, path));
  }

  #refuseWaiting(table?: Node, pos = 0): void {
    if (this.#waiting.length === 0) return;
    if (table === undefined) throw new Unwritable("a new paragraph without a neighbour");
    this.#place(this.#cellAt(table, pos).table);
  }

  /** Where a table, or a row of one, is in the file: its first cell. */
  #cellAt(node: Node, pos: number): Cell {
    let found: Paragraph | undefined;
    node.descendants((inner, offset) => {
      if (inner.isTextblock) found ??= this.#paragraphsAt(pos + 1 + offset)[0];
      return found === undefined;
    });
    // There may be tables around it and within it.
    const place = this.#given.imported.resolve(pos);
    const around = Array.from({ length: place.depth + 1 }, (_, depth) => place.node(depth));
    const depth = around.filter(({ type }) => type.name === "table").length - (node.type.name === "tableRow" ? 1 : 0);
    const cell = found?.cells[depth];
    if (cell === undefined) throw new Unwritable("a table that isn't one");
    return cell;
  }

  #remove(node: Node, pos: number): void {
    if (node.isTextblock) {
      for (const paragraph of this.#paragraphsAt(pos)) this.edits.push(this.#new.removed(paragraph));
      return;
    }
    if (node.type.name === "image") return this.#removePicture(node, pos);
    if (node.isLeaf) throw new Unwritable(`a ${wordFor(node)} that was removed`);
    if (node.type.name === "table") return void this.edits.push({ ...this.#cellAt(node, pos).table, text: "" });
    node.forEach((child, offset) => this.#remove(child, pos + 1 + offset));
  }
}

/** A picture of another size or description is still the same one. */
function withPictures(pairs: readonly Pair[]): Pair[] {
  const found: Pair[] = [];
  for (const pair of pairs) {
    const last = found.at(-1);
    const isSame = last?.after === null && pair.before === null && last.before?.type.name === "image";
    if (isSame && pair.after?.attrs["src"] === last.before!.attrs["src"]) last.after = pair.after;
    else found.push({ ...pair });
  }
  return found;
}

/** Before the section that everything is in. */
function endOfText(xml: string): Place {
  const close = xml.lastIndexOf("</w:body");
  if (close < 0) throw new Unwritable("a new paragraph without a neighbour");
  const isSection = /<\/w:sectPr>\s*$/.test(xml.slice(Math.max(0, close - 200), close));
  const from = isSection ? xml.lastIndexOf("<w:sectPr", close) : close;
  return { from, to: from };
}
