/*
 * Rows and whole paragraphs that came as tracked changes, as they were decided. Inserted ones are not in the imported
 * text: they go from the file if they were rejected, and are part of what was imported if they were accepted. All else
 * is then as in any file.
 */
import type { Node } from "prosemirror-model";
import { Transform } from "prosemirror-transform";
import { applyEdit, locateInDocument } from "#core/changes/document-patch.ts";
import { documentText, textOffset } from "#core/document/document-text.ts";
import type { PackageAnchors } from "#core/document/package-anchors.ts";
import { insertedParagraphs, type InsertedParagraphs, type WholeParagraphs } from "./inserted-paragraphs.ts";
import { paragraphsOf, type Paragraph, type Place } from "./package-paragraphs.ts";
import { textBlocks } from "./text-blocks.ts";
import type { PackageGiven } from "./package-given.ts";
import { edited, endOfElement, scanXml, Unwritable, type Edit } from "./xml-scan.ts";

/** `isOpen`: by index, whether the change is sent as it came. */
type Given = Pick<PackageGiven, "anchors" | "imported" | "came"> & { xml: string; isOpen: readonly boolean[] };
export type Decided = {
  xml: string;
  anchors: PackageAnchors;
  imported: Node;
  /** The text blocks of accepted rows and paragraphs. */
  added: ReadonlySet<number>;
  /** By change: whether all it does is to insert rows or whole paragraphs. */
  inserts: readonly boolean[];
  unclear: WholeParagraphs["unclear"];
};

type Came = PackageGiven["came"][number];
const insertsRows = ({ patch }: Came) => patch.rows !== undefined && patch.rows.rows.length > 0;

export function decidedRows({ xml, anchors, imported, came, isOpen }: Given): Decided {
  const paragraphs = paragraphsOf(xml);
  const { changes: whole, unclear } = insertedParagraphs({ paragraphs, anchors, imported, came });
  const inserts = came.map((one, i) => insertsRows(one) || whole[i] !== null);
  const none = { xml, anchors, imported, added: new Set<number>(), inserts, unclear };
  if (came.every(({ patch }, i) => patch.rows === undefined && whole[i] === null)) return none;
  const edits: Edit[] = [];
  const gone = new Set<number>();
  for (const [i, one] of came.entries()) {
    const { rows } = one.patch;
    if (isOpen[i]) continue;
    for (const number of whole[i]?.numbers ?? []) {
      const { open, to, revisedBreak, wrappers } = paragraphs[number]!;
      if (one.decision === "accepted") edits.push(...unmarked(xml, { from: open.from, to }, "ins"));
      else if (revisedBreak === null)
        edits.push(...wrappers.map(({ open: tag, close }) => ({ from: tag.from, to: (close ?? tag).to, text: "" })));
      else {
        edits.push({ from: open.from, to, text: "" });
        gone.add(number);
      }
    }
    if (rows === undefined) continue;
    const isInsertion = insertsRows(one);
    const numbers = isInsertion ? (anchors.insertedRows?.[i] ?? []).flat() : numbersAt(imported, anchors, anchors.changes[i]!);
    const places = rowsOf(paragraphs, numbers, rows.depth);
    if (isInsertion && one.decision !== "accepted") {
      edits.push(...removed(paragraphs, places));
      for (const [number, { cells }] of paragraphs.entries()) if (cells.some(({ row }) => places.includes(row))) gone.add(number);
    } else if (isInsertion) for (const place of places) edits.push(...unmarked(xml, place, "ins"));
    // An accepted deletion is a row that the draft doesn't have.
    else if (one.decision !== "accepted") for (const place of places) edits.push(...unmarked(xml, place, "del"));
  }
  const taken = withAccepted(none, came, whole);
  const left = [...paragraphs.keys()].filter((number) => !gone.has(number));
  const now = new Map(left.map((number, i) => [number, i]));
  const blocks = taken.anchors.blocks.map((numbers) => numbers.flatMap((number) => now.get(number) ?? []));
  return { ...taken, xml: edited(xml, edits), anchors: { ...taken.anchors, blocks } };
}

function withAccepted(
  { xml, anchors, imported, inserts, unclear }: Decided,
  came: Given["came"],
  whole: WholeParagraphs["changes"],
): Decided {
  const blocks = anchors.blocks.map((numbers) => ({ numbers, isAdded: false }));
  let changes = anchors.changes.map(([start, end]): [number, number] => [start, end]);
  const tr = new Transform(imported);
  const accepted = [...came.entries()].filter(([i, one]) => inserts[i] && one.decision === "accepted");
  for (const [i, { patch }] of accepted.toSorted(([a], [b]) => changes[b]![0] - changes[a]![0] || b - a)) {
    const [start, end] = changes[i]!;
    const outcome = locateInDocument(tr.doc, { ...patch, place: { start, end } }, { nearest: false });
    const beside = whole[i];
    const numbers = beside ? beside.numbers.map((number) => [number]) : anchors.insertedRows?.[i];
    if (outcome.kind !== "located" || !numbers) throw new Unwritable("rows without a place");
    const before = tr.doc;
    applyEdit(tr, outcome.edit);
    let pos = -1;
    tr.mapping.maps.at(-1)!.forEach((from) => (pos = from));
    const index = beside
      ? indexOf(before, outcome.edit, beside.side)
      : [...textBlocks(before).keys()].filter((one) => one < pos).length;
    if (pos < 0 || textBlocks(tr.doc).size !== blocks.length + numbers.length) throw new Unwritable("rows without a place");
    blocks.splice(index, 0, ...numbers.map((one) => ({ numbers: one, isAdded: true })));
    const shown = documentText(before);
    const { start: from, end: to } = outcome.edit;
    const at = beside ? (beside.side === "before" ? from : to) : textOffset(shown, before, pos);
    const size = documentText(tr.doc).text.length - shown.text.length;
    changes = changes.map(([from, to]) => (from >= at ? [from + size, to + size] : [from, to]));
  }
  const added = new Set(blocks.flatMap(({ isAdded }, i) => (isAdded ? [i] : [])));
  const all = { ...anchors, blocks: blocks.map(({ numbers }) => numbers), changes };
  return { xml, imported: tr.doc, anchors: all, added, inserts, unclear };
}

/** Of the first block that an insertion adds beside its place. */
function indexOf(before: Node, { start }: { start: number }, side: InsertedParagraphs["side"]): number {
  const { positions } = documentText(before);
  const index = [...textBlocks(before).keys()].findLastIndex((pos) => pos <= positions[start]!);
  return side === "before" ? index : index + 1;
}

/** The paragraphs of the row that this range of the imported text is in. */
function numbersAt(imported: Node, { blocks }: PackageAnchors, [start]: readonly [number, number]): number[] {
  const { positions } = documentText(imported);
  const index = [...textBlocks(imported).keys()].findLastIndex((pos) => pos <= positions[start]!);
  return blocks[index] ?? [];
}

function rowsOf(paragraphs: readonly Paragraph[], numbers: readonly number[], depth: number): Place[] {
  const rows = numbers.map((number) => paragraphs[number]?.cells[depth]?.row);
  if (rows.length === 0 || rows.includes(undefined)) throw new Unwritable("rows without a place");
  return [...new Set(rows as Place[])];
}

/** With all its rows, a table goes. */
function removed(paragraphs: readonly Paragraph[], places: readonly Place[]): Edit[] {
  const tables = Map.groupBy(
    paragraphs.flatMap(({ cells }) => cells),
    ({ table }) => table,
  );
  return [...tables].flatMap(([table, cells]) => {
    const rows = new Set(cells.map(({ row }) => row));
    const going = [...rows].filter((row) => places.includes(row));
    const whole = going.length === rows.size ? [table] : going;
    return whole.map(({ from, to }) => ({ from, to, text: "" }));
  });
}

const names = { ins: /^(?:ins|moveTo)$/, del: /^(?:del|moveFrom)$/ };

/** As if its insertion had been accepted, or its deletion rejected. */
function unmarked(xml: string, { from, to }: Place, kind: "ins" | "del"): Edit[] {
  const edits: Edit[] = [];
  const other = names[kind === "ins" ? "del" : "ins"];
  let done = from;
  for (const token of scanXml(xml, from, to)) {
    if (token.kind === "text" || token.prefix !== "w" || token.from < done) continue;
    if (names[kind].test(token.name)) edits.push({ from: token.from, to: token.to, text: "" });
    else if (other.test(token.name)) {
      done = token.kind === "open" ? endOfElement(xml, token.from, to) : token.to;
      edits.push({ from: token.from, to: done, text: "" });
    } else if (kind === "del" && /^del(?:Text|InstrText)$/.test(token.name)) {
      const start = token.from + (token.kind === "close" ? 2 : 1);
      const name = token.name === "delText" ? "t" : "instrText";
      edits.push({ from: start, to: start + `w:${token.name}`.length, text: `w:${name}` });
    }
  }
  return edits;
}
