/* What a person may do with a counterpart's Word file before it goes back, and what the file is then. */
import { Transform } from "prosemirror-transform";
import { applyEdit, locateInDocument } from "#core/changes/document-patch.ts";
import type { CommentThread, ImportedThread } from "#core/comments/comment.ts";
import type { AuthoredPatch } from "#core/changes/changes-since.ts";
import type { Decision } from "#core/changes/imported-change.ts";
import { documentOf, documentSchema } from "#core/document/document-schema.ts";
import { documentRange, documentText } from "#core/document/document-text.ts";
import type { DraftPictures } from "#server/export/draft-pictures.ts";
import { writtenPackage, type WrittenPackage } from "#server/export/word-package/write-package.ts";
import { entriesOf } from "#server/export/word-package/package-zip.ts";
import { readImport } from "#server/files/read-import.ts";
import type { Node } from "prosemirror-model";

export type Received = {
  name: string;
  bytes: Buffer;
  document: Node;
  changes: readonly AuthoredPatch[];
  comments: readonly CommentThread[];
  anchors: { blocks: number[][]; changes: [number, number][]; insertedRows?: (number[][] | null)[]; drawings?: number[] };
};

/** Null if it can't be read, or not as a document. */
export async function received(name: string, bytes: Buffer): Promise<Received | null> {
  const read = await readImport(bytes, name).catch(() => null);
  const document = read && documentOf(read.document);
  if (!read?.anchors || !document || read.document.content.length === 0) return null;
  const changes = read.changes.map(({ place }): [number, number] => [place!.start, place!.end]);
  const comments = read.comments.map(asStored);
  return {
    name,
    bytes,
    document,
    changes: read.changes,
    comments,
    anchors: {
      blocks: read.anchors,
      changes,
      ...(read.insertedRows && { insertedRows: read.insertedRows }),
      ...(read.drawings && { drawings: read.drawings }),
    },
  };
}

function asStored({ anchor, isResolved, comments }: ImportedThread, i: number): CommentThread {
  const rest = { isMine: false, isDeleted: false, mayDelete: false, editedAt: null };
  const stored = comments.map(({ author, text, date }, j) => ({
    id: `${i} ${j}`,
    author,
    text,
    createdAt: date ?? me.date,
    ...rest,
  }));
  return { id: `${i} 0`, anchor, isResolved, mayResolve: false, comments: stored };
}

type Sent = {
  comments?: readonly CommentThread[];
  current?: Node;
  /** Everything since this version is tracked. */
  since?: Node;
  /** Besides what came and is undecided. */
  proposed?: readonly AuthoredPatch[];
  decision?: Decision;
  pictures?: DraftPictures;
};

export const me = { author: "The other side", date: "2026-11-20T10:00:00Z" };

export function sent(
  file: Received,
  { current = file.document, since, proposed = [], decision = null, comments = file.comments, pictures = new Map() }: Sent,
): Promise<WrittenPackage> {
  const came = file.changes.map((patch) => ({ patch, decision }));
  const pending = [...(decision === null ? file.changes : []), ...proposed];
  const accepted = decision === "accepted" ? file.changes : [];
  const changes = { before: since ?? current, current, runs: null, pending, accepted, person: me };
  return writtenPackage({
    comments,
    bytes: file.bytes,
    fileName: file.name,
    anchors: file.anchors,
    imported: file.document,
    came,
    changes,
    pictures,
  });
}

/** The parts that differ, by name. */
export function differing(before: Uint8Array, after: Uint8Array): string[] {
  const [had, has] = [before, after].map(
    (bytes) => new Map(entriesOf(Buffer.from(bytes)).map(({ name, packed, checksum, size }) => [name, { packed, checksum, size }])),
  );
  const names = new Set([...had!.keys(), ...has!.keys()]);
  return [...names].filter((name) => {
    const [one, other] = [had!.get(name), has!.get(name)];
    return !one || !other || one.checksum !== other.checksum || one.size !== other.size || !one.packed.equals(other.packed);
  });
}

/** Word opens a template or a file with macros under the name of a document only if the file says that it is one. */
export function becomesOther(name: string, part: string): boolean {
  if (part === "[Content_Types].xml") return /\.do(?:tx|[ct]m)$/i.test(name);
  return /m$/i.test(name) && /^word\/(?:_rels\/)?vba|^word\/_rels\/document\.xml\.rels$/.test(part);
}

/** Words of the text that no change touches, outside of footnotes and references; as many as asked for, spread over the text. */
export function ordinaryWords(file: Received, count: number): { start: number; end: number; word: string }[] {
  const shown = documentText(file.document);
  const taken = [...file.anchors.changes, ...shown.references.map(({ start, end }): [number, number] => [start, end])];
  const words = [...shown.text.slice(0, shown.notesAt).matchAll(/\p{L}{3,}/gu)]
    .map((match) => ({ start: match.index, end: match.index + match[0].length, word: match[0] }))
    .filter(({ start, end }) => !taken.some(([from, to]) => from <= end && to >= start));
  const step = Math.max(1, Math.floor(words.length / count));
  return words.filter((_, i) => i % step === step >> 1).slice(0, count);
}

export const patchOf = ({ start, end, word }: { start: number; end: number; word: string }): AuthoredPatch => ({
  original: word,
  replacement: "Zzyzx",
  summary: "",
  place: { start, end },
  ...me,
});

export function applied(document: Node, patches: readonly AuthoredPatch[]): Node {
  const tr = new Transform(document);
  for (const patch of patches.toSorted((a, b) => b.place!.start - a.place!.start)) {
    const outcome = locateInDocument(tr.doc, patch);
    if (outcome.kind === "located") applyEdit(tr, outcome.edit);
  }
  return tr.doc;
}

/** With a paragraph of these words behind the block with this place. */
export function withParagraph(document: Node, at: number, words: string): Node {
  const { from } = documentRange(documentText(document), at, at + 1);
  const place = document.resolve(from);
  const paragraph = documentSchema.nodes.paragraph.create(null, documentSchema.text(words));
  return new Transform(document).insert(place.after(place.depth), paragraph).doc;
}

export function withoutBlock(document: Node, at: number): Node {
  const { from } = documentRange(documentText(document), at, at + 1);
  const place = document.resolve(from);
  return new Transform(document).delete(place.before(1), place.after(1)).doc;
}

export const stampsOf = (changes: readonly AuthoredPatch[]) =>
  changes.map(({ author, date }) => `${author ?? ""} ${date ?? ""}`).toSorted();

/**
 * With its first paragraph as a heading with a footnote, a copy of a table's last row below it, and a table behind the text. Of a table
 * with merged cells no row is copied.
 */
export function restructured(document: Node): Node {
  const { heading, paragraph, table, tableRow, tableCell } = documentSchema.nodes;
  const tr = new Transform(document);
  const cell = tableCell.create(null, paragraph.create(null, documentSchema.text("Zzyzx")));
  tr.insert(document.content.size, table.create(null, tableRow.create(null, [cell, cell])));
  copyRow(tr);
  let first: number | undefined;
  document.forEach((node, pos) => {
    if (node.type === paragraph && /\p{L}{3}/u.test(node.textContent)) first ??= pos;
  });
  const at = first === undefined ? -1 : tr.mapping.map(first);
  if (at >= 0) {
    tr.insert(at + tr.doc.nodeAt(at)!.nodeSize - 1, documentSchema.nodes.footnote.create(null, documentSchema.text("Zzyzx")));
    tr.setBlockType(at, at + tr.doc.nodeAt(at)!.nodeSize, heading, { level: 2 });
  }
  return tr.doc;
}

/** With a copy of the last row of the first table without merged cells, in other words. */
export function withCopiedRow(document: Node): Node {
  const tr = new Transform(document);
  copyRow(tr);
  return tr.doc;
}

function copyRow(tr: Transform): void {
  const { table, paragraph } = documentSchema.nodes;
  const isMerged = (row: Node) => row.children.some(({ attrs }) => Number(attrs["rowspan"]) > 1);
  const { doc } = tr;
  let end = -1;
  tr.before.forEach((node, pos) => {
    if (end < 0 && node.type === table && !node.children.some(isMerged)) end = pos + node.nodeSize - 1;
  });
  if (end < 0) return;
  const row = doc.resolve(end).nodeBefore!;
  const words = (node: Node) => node.type.create(node.attrs, paragraph.create(null, documentSchema.text("Zzyzx")));
  tr.insert(end, row.type.create(null, row.children.map(words)));
}
