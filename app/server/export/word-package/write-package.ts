/*
 * A draft as the Word file it was made from, with only what was changed. If a change can't be written into it, the
 * result says so; any other fault is thrown.
 */
import type { Node } from "prosemirror-model";
import { Transform } from "prosemirror-transform";
import { applyEdit, locateInDocument } from "#core/changes/document-patch.ts";
import { changesSince, type AuthoredPatch } from "#core/changes/changes-since.ts";
import type { CommentThread } from "#core/comments/comment.ts";
import type { Decision } from "#core/changes/imported-change.ts";
import { childrenOf, isAlike, paired, type TrackedDocument } from "#core/changes/tracked-document.ts";
import { documentRange, documentText, type DocumentText } from "#core/document/document-text.ts";
import { WordParts } from "../../files/readers/word-parts.ts";
import { openArchive } from "../../files/zip.ts";
import { placedThreads } from "../docx-comments.ts";
import { needsBothSides } from "../pending-changes.ts";
import { documentWithXmlText } from "../xml-text.ts";
import { commentEdits, type CommentEdits } from "./package-comments.ts";
import { decidedRows, type Decided } from "./decided-rows.ts";
import { decidedWords } from "./decided-words.ts";
import { PackageControls } from "./package-controls.ts";
import { PackageNotes } from "./package-notes.ts";
import { PackagePictures } from "./package-pictures.ts";
import { PackageStyles } from "./package-styles.ts";
import { contentTypes, refuseOtherEncoding } from "./package-parts.ts";
import { asDocument } from "./package-type.ts";
import { paragraphsOf } from "./package-paragraphs.ts";
import { withParts } from "./package-zip.ts";
import type { Remark } from "./target-units.ts";
import { trackedWords } from "./tracked-words.ts";
import { documentEdits } from "./write-document.ts";
import { textBlocks } from "./text-blocks.ts";
import { edited, Unwritable } from "../../files/readers/xml-scan.ts";
import type { PackageGiven } from "./package-given.ts";

/** `notice`: what the person should know about the file. */
export type WrittenPackage = { bytes: Uint8Array; notice: string | null } | { unwritable: string };

export async function writtenPackage(given: PackageGiven): Promise<WrittenPackage> {
  try {
    return await written(given);
  } catch (error) {
    if (error instanceof Unwritable) return { unwritable: error.message };
    throw error;
  }
}

async function written({
  bytes,
  fileName,
  anchors,
  imported,
  came,
  changes,
  comments,
  pictures: given,
}: PackageGiven): Promise<{ bytes: Uint8Array; notice: string | null }> {
  const { file, archive, parts, types } = await opened(bytes);
  const isTracked = changes.before !== changes.current;
  const original = await textOf(parts.text());
  const isOpen = came.map(({ patch, decision }) =>
    decision === null ? changes.pending.some((one) => isSamePatch(one, patch)) : isTracked && decision === "accepted",
  );
  const rows = decided({ xml: original, anchors, imported, came, isOpen });
  const { xml } = rows;
  const remarked = await commentEdits(archive, parts, xml, comments);
  const { kept, pending } = asTheyCame({ rows, came, changes, threads: remarked.threads.map(({ thread }) => thread) });
  const current = documentWithXmlText(changes.current);
  const isPlain = changes.before === changes.current && !pending.some(needsBothSides);
  const tracked = isPlain
    ? trackedWords(current, pending, changes.person.date)
    : changesSince({ ...changes, current, before: documentWithXmlText(changes.before), pending });
  const remarks = remarksOf(current, remarked.threads, tracked);
  const paragraphs = paragraphsOf(xml);
  const notes = await PackageNotes.of(archive, parts, xml, paragraphs);
  const styles = await PackageStyles.of(archive, parts, async (name) => textOf(archive.part(name)!));
  const pictures = new PackagePictures(archive, parts, xml, given);
  const edits = documentEdits({
    pictures,
    drawings: anchors.drawings ?? [],
    styles,
    notes,
    xml,
    paragraphs,
    imported: rows.imported,
    anchors: rows.anchors.blocks,
    tracked,
    kept,
    remarks,
  });
  edits.push(...remarked.edits);
  const changed = remarked.parts;
  const media = await pictures.write(changed);
  const controls = new PackageControls(styles.placeholder);
  const text = controls.follow(original, edited(xml, edits));
  if (edits.length > 0 || rows.xml !== original) changed.set(parts.main, text);
  await notes.write(text, changed, controls);
  if (styles.edited !== null) changed.set(parts.nameOf("styles"), styles.edited);
  const gone = await asDocument({ archive, parts, fileName, types, changed });
  const all = new Map<string, string | Uint8Array>([...changed, ...media]);
  return { bytes: changed.size === 0 ? bytes : withParts(file, all, gone), notice: controls.notice };
}

async function opened(bytes: Uint8Array) {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const archive = await openArchive(file);
  const parts = await WordParts.of(archive);
  const typesPart = archive.part(contentTypes);
  if (typesPart === null) throw new Unwritable("no list of its parts");
  if (!archive.names.includes(parts.main)) throw new Unwritable("an unusual name of the text part");
  return { file, archive, parts, types: await textOf(typesPart) };
}

/** What was decided is done in the file first: whole rows and paragraphs, and then words. */
function decided(given: Parameters<typeof decidedRows>[0]): Decided {
  const rows = decidedRows(given);
  const isSettled = given.isOpen.map((isOpen, i) => isOpen || rows.inserts[i]!);
  const { isDone, indexes, ...words } = decidedWords({ ...rows, isSettled });
  const now = (some: Iterable<number>) => [...some].map((index) => indexes[index]!).filter((index) => index >= 0);
  return {
    ...words,
    came: rows.came,
    inserts: rows.inserts.map((inserts, i) => inserts || isDone[i]!),
    added: new Set(now(rows.added)),
    unclear: rows.unclear.map(now),
  };
}

async function textOf(pieces: AsyncIterable<string>): Promise<string> {
  let xml = "";
  for await (const piece of pieces) xml += piece;
  refuseOtherEncoding(xml);
  return xml;
}

function remarksOf(current: Node, threads: CommentEdits["threads"], tracked: TrackedDocument): Remark[] {
  const placed = placedThreads(
    current,
    threads.map(({ thread }) => thread),
    (pos) => tracked.positionOf(pos),
  );
  return placed.flatMap(({ range }, i) => {
    const { start, end } = threads[i]!;
    if (range === null) throw new Unwritable("a new comment on words that are gone");
    return [
      { pos: range.from, isEnd: false, xml: start },
      { pos: range.to, isEnd: true, xml: end },
    ];
  });
}

/** The text blocks of which everything is as it came, and the changes that are left to be written. */
function asTheyCame({
  rows: { anchors, imported, added, inserts, unclear },
  came,
  changes,
  threads,
}: Pick<PackageGiven, "came" | "changes"> & { rows: Decided; threads: CommentThread[] }) {
  if (came.length !== anchors.changes.length) throw new Unwritable("other changes than those that came");
  const isTracked = changes.before !== changes.current;
  // What was accepted since the import is sent as it came: as a tracked change.
  const isKept = ({ decision }: { decision: Decision }) => isTracked && decision === "accepted";
  const accepted = came.flatMap((one, i) =>
    isKept(one) && !one.patch.rows && !inserts[i] ? [placed(one.patch, anchors.changes[i]!)] : [],
  );
  const same = unchangedBlocks(withAccepted(imported, accepted), changes.current);
  const kept = new Set(same.keys());
  if (isTracked) {
    const before = unchangedBlocks(imported, changes.before);
    for (const index of kept) if (!before.has(index) && !added.has(index)) kept.delete(index);
  }
  const asked = changes.pending.map((patch) => ({ patch, isTaken: false }));
  const blocksOf = blocksWithin(imported);
  const open = came.map((one, i) => {
    const found = one.decision === null ? asked.find(({ patch, isTaken }) => !isTaken && isSamePatch(patch, one.patch)) : undefined;
    if (found) found.isTaken = true;
    // Inserted rows and paragraphs are no part of what was imported, and stay or went.
    if (inserts[i]) return { found, isOpen: true, blocks: [] };
    return { found, isOpen: found !== undefined || isKept(one), blocks: blocksOf(anchors.changes[i]!) };
  });
  const proposed = asked.filter(({ isTaken }) => !isTaken).map(({ patch }) => patch);
  for (const index of blocksOfProposals(changes.current, proposed, same)) kept.delete(index);
  for (const index of blocksOfThreads(changes.current, threads, same)) kept.delete(index);
  // What was decided, or is not to be sent, has to be written; and so has everything it shares a block with.
  for (let size = -1; size !== kept.size;) {
    size = kept.size;
    for (const { isOpen, blocks } of open)
      if (!isOpen || blocks.some((index) => !kept.has(index))) for (const index of blocks) kept.delete(index);
  }
  if (unclear.some((blocks) => blocks.some((index) => !kept.has(index))))
    throw new Unwritable("paragraphs that the counterpart inserted");
  const written = new Set(open.flatMap(({ found, blocks }) => (found && blocks.some((index) => !kept.has(index)) ? [found] : [])));
  return { kept, pending: asked.filter((one) => !one.isTaken || written.has(one)).map(({ patch }) => patch) };
}

/** The imported blocks with new comments. */
function blocksOfThreads(current: Node, threads: readonly CommentThread[], same: ReadonlyMap<number, number>): number[] {
  const indexAt = new Map([...same].map(([index, pos]) => [pos, index]));
  return placedThreads(current, threads).flatMap(({ range }) => {
    const found: number[] = [];
    if (range)
      current.nodesBetween(range.from, range.to, (node, pos) => {
        const index = indexAt.get(pos);
        if (node.isTextblock && index !== undefined) found.push(index);
        return !node.isTextblock;
      });
    return found;
  });
}

/** The imported blocks in which something is proposed besides. */
function blocksOfProposals(current: Node, proposed: readonly AuthoredPatch[], same: ReadonlyMap<number, number>): number[] {
  const indexAt = new Map([...same].map(([index, pos]) => [pos, index]));
  const shown = documentText(current);
  return proposed.flatMap((patch) => {
    const outcome = locateInDocument(current, patch);
    if (outcome.kind !== "located") return [];
    return blocksAt(current, shown, [outcome.edit.start, outcome.edit.end]).flatMap((pos) => indexAt.get(pos) ?? []);
  });
}

function placed(patch: AuthoredPatch, [start, end]: readonly [number, number]): AuthoredPatch {
  return { ...patch, place: { start, end } };
}

/** With these changes in its blocks, as long as no block becomes two or joins another. */
function withAccepted(imported: Node, accepted: readonly (AuthoredPatch | null)[]): Node {
  const patches = accepted.filter((patch) => patch !== null).toSorted((a, b) => b.place!.start - a.place!.start);
  const tr = new Transform(imported);
  for (const patch of patches) {
    const outcome = locateInDocument(tr.doc, patch);
    if (outcome.kind === "located") applyEdit(tr, outcome.edit);
  }
  return textBlocks(tr.doc).size === textBlocks(imported).size ? tr.doc : imported;
}

/** By its author, time and place; a window may quote other words beside it. */
function isSamePatch(a: AuthoredPatch, b: AuthoredPatch): boolean {
  if (a.author !== b.author || a.date !== b.date) return false;
  const isThere = a.place && b.place && a.place.start === b.place.start && a.place.end === b.place.end;
  const isSaid = a.original === b.original && a.replacement === b.replacement;
  return isThere ? a.replacement === b.replacement : isSaid;
}

/** The text blocks of the imported document that are the same in another version, and where. */
function unchangedBlocks(imported: Node, version: Node): Map<number, number> {
  const indexes = textBlocks(imported);
  const found = new Map<number, number>();
  const walk = (before: Node, after: Node, from: readonly [number, number]) => {
    let [pos, at] = from;
    for (const pair of paired(childrenOf(before), childrenOf(after))) {
      const [here, there] = [pos, at];
      pos += pair.before?.nodeSize ?? 0;
      at += pair.after?.nodeSize ?? 0;
      if (pair.before === null || pair.after === null) continue;
      if (isAlike(pair.before, pair.after)) {
        if (pair.before.isTextblock) found.set(indexes.get(here)!, there);
        pair.before.descendants((inner, offset) => {
          const index = indexes.get(here + 1 + offset);
          if (inner.isTextblock && index !== undefined) found.set(index, there + 1 + offset);
        });
      } else if (!pair.before.isTextblock && !pair.before.isLeaf && pair.before.type === pair.after.type)
        walk(pair.before, pair.after, [here + 1, there + 1]);
    }
  };
  walk(imported, version, [0, 0]);
  return found;
}

function blocksWithin(document: Node): (range: readonly [number, number]) => number[] {
  const [shown, indexes] = [documentText(document), textBlocks(document)];
  return (range) => blocksAt(document, shown, range).flatMap((pos) => indexes.get(pos) ?? []);
}

/** The positions of the text blocks that a range of the text touches. */
function blocksAt(document: Node, shown: DocumentText, [start, end]: readonly [number, number]): number[] {
  if (shown.text === "") return [...textBlocks(document).keys()].slice(0, 1);
  const last = Math.min(Math.max(end, start + 1), shown.text.length);
  const { from, to } = documentRange(shown, Math.min(start, last - 1), last);
  const found: number[] = [];
  document.nodesBetween(Math.min(from, to), Math.max(from, to), (node, pos) => {
    if (node.isTextblock) found.push(pos);
    return !node.isTextblock;
  });
  return found;
}
