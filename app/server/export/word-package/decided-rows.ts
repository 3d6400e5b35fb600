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
import { besides, insertedParagraphs, type InsertedParagraphs, type WholeParagraphs } from "./inserted-paragraphs.ts";
import { paragraphsOf, type Paragraph, type Place } from "./package-paragraphs.ts";
import { textBlocks } from "./text-blocks.ts";
import type { PackageGiven } from "./package-given.ts";
import { edited, endOfElement, scanXml, Unwritable, type Edit } from "../../files/readers/xml-scan.ts";

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
  /** As they came, but for paragraphs that are done. */
  came: Given["came"];
  unclear: WholeParagraphs["unclear"];
};

type Came = PackageGiven["came"][number];
const insertsRows = ({ patch }: Came) => patch.rows !== undefined && patch.rows.rows.length > 0;

export function decidedRows({ xml, anchors, imported, came, isOpen }: Given): Decided {
  const paragraphs = paragraphsOf(xml);
  const { changes: whole, unclear } = insertedParagraphs({ paragraphs, anchors, imported, came });
  const inserts = came.map((one, i) => insertsRows(one) || whole[i]?.rest === null);
  // Where it is not only that, the words would be written without it.
  for (const [i, one] of whole.entries()) if (one && one.rest !== null && isOpen[i]) unclear.push(besides(anchors, one.numbers));
  const none = { xml, anchors, imported, added: new Set<number>(), inserts, unclear, came: came.map(withoutParagraphs) };
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
    const isAccepted = one.decision === "accepted";
    const added = insertsRows(one) ? rowsOf(paragraphs, (anchors.insertedRows?.[i] ?? []).flat(), rows.depth) : [];
    if (isAccepted) for (const place of added) edits.push(...unmarked(xml, place, "ins"));
    else if (added.length > 0) {
      edits.push(...removed(paragraphs, added));
      for (const [number, { cells }] of paragraphs.entries()) if (cells.some(({ row }) => added.includes(row))) gone.add(number);
    }
    // An accepted deletion is a row that the draft doesn't have.
    if (isAccepted || rows.at !== "instead of the row") continue;
    for (const place of rowsOf(paragraphs, numbersAt(imported, anchors, anchors.changes[i]!), rows.depth))
      edits.push(...unmarked(xml, place, "del"));
  }
  const taken = withAccepted(none, came, { whole, isOpen });
  const left = [...paragraphs.keys()].filter((number) => !gone.has(number));
  const now = new Map(left.map((number, i) => [number, i]));
  const blocks = taken.anchors.blocks.map((numbers) => numbers.flatMap((number) => now.get(number) ?? []));
  return { ...taken, xml: edited(xml, edits), anchors: { ...taken.anchors, blocks } };

  function withoutParagraphs(one: Came, i: number): Came {
    const rest = isOpen[i] ? null : (whole[i]?.rest ?? null);
    return rest === null ? one : { ...one, patch: { ...one.patch, replacement: rest } };
  }
}

function withAccepted(
  { anchors, imported, ...none }: Decided,
  came: Given["came"],
  { whole, isOpen }: { whole: WholeParagraphs["changes"]; isOpen: Given["isOpen"] },
): Decided {
  const blocks = anchors.blocks.map((numbers) => ({ numbers, isAdded: false }));
  let changes = anchors.changes.map(([start, end]): [number, number] => [start, end]);
  const tr = new Transform(imported);
  const isAdded = ([i, one]: [number, Came]) =>
    one.decision === "accepted" && (none.inserts[i] || (whole[i] !== null && !isOpen[i]));
  const accepted = [...came.entries()].filter(isAdded);
  for (const [i, { patch }] of accepted.toSorted(([a], [b]) => changes[b]![0] - changes[a]![0] || b - a)) {
    const [start, end] = changes[i]!;
    // A row that goes for others is still there: it is compared afterwards.
    const rows = patch.rows?.at === "instead of the row" ? { ...patch.rows, at: "behind the row" as const } : patch.rows;
    const beside = whole[i];
    const given = { ...patch, ...(rows && { rows }), place: { start, end } };
    const located = beside && beside.rest !== null ? onlyBehind(tr.doc, given, beside.texts) : given;
    const outcome = locateInDocument(tr.doc, located, { nearest: false });
    const numbers = beside ? beside.numbers.map((number) => [number]) : anchors.insertedRows?.[i];
    if (outcome.kind !== "located" || !numbers) throw new Unwritable("rows without a place");
    const [before, steps] = [tr.doc, tr.steps.length];
    applyEdit(tr, outcome.edit);
    const pos = firstAdded(tr, steps);
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
  return { ...none, imported: tr.doc, anchors: all, added };
}

/** Nothing but the paragraphs, behind the words that the change is about. */
function onlyBehind(
  document: Node,
  { place: { start, end }, ...patch }: Came["patch"] & { place: { start: number; end: number } },
  texts: readonly string[],
): Came["patch"] {
  const { text } = documentText(document);
  const from = Math.max(start, text.lastIndexOf("\n\n", end - 1) + 2);
  const original = text.slice(from, end);
  return { ...patch, original, replacement: [original, ...texts].join("\n\n"), place: { start: from, end } };
}

/** Where the first of these steps that adds something does so, in the document before them; cells that get higher add nothing. */
function firstAdded(tr: Transform, steps: number): number {
  const places: number[] = [];
  for (const [i, map] of tr.mapping.maps.entries()) {
    if (i < steps) continue;
    const back = tr.mapping.slice(steps, i).invert();
    map.forEach((from, to, newFrom, newTo) => void (newTo - newFrom > to - from && places.push(back.map(from))));
  }
  return places.length === 0 ? -1 : Math.min(...places);
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
