/*
 * PPT, PowerPoint 97 to 2003: records within records. Saving appends what changed, so the slides that count are those
 * the last directory names.
 */
import type { FileText } from "#core/sources/file-text.ts";
import { DocumentBuilder } from "../../document-builder.ts";
import { officeLocked, Unreadable } from "../../unreadable.ts";
import { damaged, type Entry } from "./compound.ts";

const kind = {
  document: 1000,
  slidePlace: 1011,
  textKind: 3999,
  wideText: 4000,
  narrowText: 4008,
  slideList: 4080,
  edit: 4085,
  directory: 6002,
};
const encryptedToken = 0xf3_d1_c4_df;
const titles = new Set([0, 6]);
const deepest = 30;

type Record = { type: number; isContainer: boolean; instance: number; data: Buffer };

export function readOldPresentation(root: Entry): FileText {
  const stream = root.children.get("PowerPoint Document")!.bytes();
  const user = root.children.get("Current User")?.bytes();
  if (user === undefined || user.length < 20) throw new Unreadable(damaged);
  if (user.readUInt32LE(12) === encryptedToken) throw new Unreadable(officeLocked);
  const { places, document } = directoryOf(stream, user.readUInt32LE(16));
  const lists = children(recordAt(stream, places.get(document) ?? 0).data).filter(({ type }) => type === kind.slideList);
  const slides = lists.filter(({ instance }) => instance === 0).flatMap(({ data }) => slidesOf(children(data)));
  const builder = new DocumentBuilder();
  for (const [at, { place, texts }] of slides.entries()) {
    builder.page(at + 1);
    const start = places.get(place);
    // Words in placeholders stand in the outline, all others on the slide itself.
    const own = start === undefined ? [] : textsIn(recordAt(stream, start).data, 0);
    for (const { text, isTitle } of [...texts, ...own])
      if (isTitle) builder.heading(1, text);
      else for (const paragraph of text.split("\r")) builder.paragraph(paragraph.replaceAll("\v", "\n"));
  }
  return builder.finish(slides.length);
}

function recordAt(stream: Buffer, at: number): Record {
  const head = stream.readUInt16LE(at);
  const length = stream.readUInt32LE(at + 4);
  const data = stream.subarray(at + 8, at + 8 + length);
  return { type: stream.readUInt16LE(at + 2), isContainer: (head & 15) === 15, instance: head >> 4, data };
}

function children(data: Buffer): Record[] {
  const found: Record[] = [];
  for (let at = 0; at + 8 <= data.length; at += 8 + found.at(-1)!.data.length) found.push(recordAt(data, at));
  return found;
}

/** Where each object of the last version stands. */
function directoryOf(stream: Buffer, lastEdit: number): { places: Map<number, number>; document: number } {
  const places = new Map<number, number>();
  let document = 0;
  const seen = new Set<number>();
  for (let at = lastEdit; !seen.has(at) && (at !== 0 || seen.size === 0);) {
    seen.add(at);
    const edit = recordAt(stream, at);
    if (edit.type !== kind.edit) break;
    if (document === 0) document = edit.data.readUInt32LE(16);
    addPlaces(places, recordAt(stream, edit.data.readUInt32LE(12)));
    at = edit.data.readUInt32LE(8);
  }
  return { places, document };
}

function addPlaces(places: Map<number, number>, { type, data }: Record): void {
  if (type !== kind.directory) return;
  for (let at = 0; at + 4 <= data.length;) {
    const entry = data.readUInt32LE(at);
    const [first, count] = [entry & 0xf_ff_ff, entry >>> 20];
    at += 4;
    for (let one = 0; one < count && at + 4 <= data.length; one++, at += 4)
      if (!places.has(first + one)) places.set(first + one, data.readUInt32LE(at));
  }
}

type Text = { text: string; isTitle: boolean };

function slidesOf(records: readonly Record[]): { place: number; texts: Text[] }[] {
  const slides: { place: number; texts: Text[] }[] = [];
  let isTitle = false;
  for (const { type, data } of records) {
    if (type === kind.slidePlace) slides.push({ place: data.readUInt32LE(0), texts: [] });
    else if (type === kind.textKind) isTitle = titles.has(data.readUInt32LE(0));
    else if (type === kind.wideText || type === kind.narrowText) slides.at(-1)?.texts.push({ text: textOf(type, data), isTitle });
  }
  return slides;
}

function textsIn(data: Buffer, depth: number): Text[] {
  if (depth > deepest) return [];
  let isTitle = false;
  return children(data).flatMap((record) => {
    if (record.type === kind.textKind) isTitle = titles.has(record.data.readUInt32LE(0));
    if (record.type === kind.wideText || record.type === kind.narrowText)
      return [{ text: textOf(record.type, record.data), isTitle }];
    return record.isContainer ? textsIn(record.data, depth + 1) : [];
  });
}

function textOf(type: number, data: Buffer): string {
  return data.toString(type === kind.wideText ? "utf16le" : "latin1");
}
