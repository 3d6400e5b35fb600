/*
 * Applies a patch to a document by the same rules as to text (patch.ts),
 * located in the document's text. As little as possible is replaced, so marks,
 * links and block types around unchanged words survive. A replacement with
 * blank lines creates new blocks of the same type.
 *
 * An applied patch stores the slice it replaced, so reverting restores it
 * exactly, marks included.
 */
import { Slice, type Mark, type Node } from "prosemirror-model";
import { canSplit, ReplaceStep, type Transform } from "prosemirror-transform";
import { withBreaks } from "../document/document-schema.ts";
import { documentRange, documentText, isOneStretch, type DocumentText } from "../document/document-text.ts";
import { applyFormatting, hasFormatting } from "./formatting-change.ts";
import { changeRows } from "./inserted-rows.ts";
import { locatePatch, type Edit, type Patch, type PatchOutcome } from "./patch.ts";
import { onlyCells, withoutBars } from "../text/table-rows.ts";
import { overWholeReferences, segmentsOver } from "../clauses/whole-references.ts";

/** Like locatePatch. Models see outline signs, numbers and cell separators and may quote them, so it retries without. */
export function locateInDocument(document: Node, patch: Patch, looksFor: { nearest: boolean } = { nearest: true }): PatchOutcome {
  const { text } = documentText(document);
  const outcome = locatePatch(text, patch, looksFor);
  if (outcome.kind !== "not-found") return placed(document, outcome, patch);
  const original = withoutSigns(patch.original);
  if (original !== patch.original) {
    const again = locatePatch(text, { ...patch, original, replacement: withoutSigns(patch.replacement) }, { nearest: false });
    if (again.kind !== "not-found") return placed(document, again, patch);
  }
  const row = withoutBars(patch);
  const again = row && locatePatch(text, row, { nearest: false });
  if (again?.kind !== "located") return again && again.kind !== "not-found" ? again : outcome;
  const edit = onlyCells(text, again.edit);
  return edit === null ? outcome : placed(document, { kind: "located", edit }, patch);
}

/** An edit ending inside a cross-reference takes all of it; one that crosses the edge of a footnote has no valid position. */
function placed(document: Node, outcome: PatchOutcome, { look, rows, isTyped }: Patch): PatchOutcome {
  if (outcome.kind !== "located") return outcome;
  const shown = documentText(document);
  const { edit } = outcome;
  if (!isOneStretch(shown, edit.start, edit.end)) return { kind: "not-found" };
  if (look) {
    const { from, to } = documentRange(shown, edit.start, edit.end);
    return hasFormatting(document, from, to, look)
      ? { kind: "already-applied", range: edit }
      : { kind: "located", edit: { ...edit, text: shown.text.slice(edit.start, edit.end), look } };
  }
  if (rows) return { kind: "located", edit: { ...edit, rows } };
  // A break that a model writes at an edge, or quotes there and doesn't repeat, isn't meant.
  const meant = isTyped ? edit : (withoutEdges(shown.text, edit)?.edit ?? edit);
  return { kind: "located", edit: overWholeReferences(shown, meant) };
}

const lineSign = /^[ \t]*(?:#{1,6}[ \t]+|[-*+][ \t]+|>[ \t]?|\d+(?:\.\d+)*[.)]?[ \t]+|\([a-z]{1,5}\)[ \t]+)/gim;

/** Strips what only the outline has: # and clause numbers, bullets, emphasis, footnote markers. */
function withoutSigns(text: string): string {
  return text
    .replaceAll(lineSign, "")
    .replaceAll(/(\*\*|__)(?=\S)(.+?)(?<=\S)\1/g, "$2")
    .replaceAll(/\[\^\d+\]/g, "");
}

/** Applies an edit located in the text of `tr.doc`, or in `shown` if everything changed since then comes after it. */
export function applyEdit(tr: Transform, edit: Edit, shown: DocumentText = documentText(tr.doc)): void {
  if (edit.start === edit.end) return insertAt(tr, edit);
  const { from, to } = documentRange(shown, edit.start, edit.end);
  if (edit.look) return applyFormatting(tr, from, to, edit.look);
  if (edit.rows) return changeRows(tr, to - 1, edit.rows);
  if (edit.text === "") {
    // Deleting a whole block leaves no empty line behind.
    const whole = wholeBlocks(tr.doc, from, to);
    tr.delete(whole?.from ?? from, whole?.to ?? to);
    return;
  }
  const before = shown.text.slice(edit.start, edit.end);
  const within = edit.start < shown.notesAt ? withoutEdges(shown.text, edit) : null;
  if (within) return applyBetween(tr, within, edit, shown);
  // If the text uses line breaks within blocks, a single break stays a line break.
  const hasBreaks = before.replaceAll("\n\n", "").includes("\n");
  const originals = piecesOf(before, edit.start);
  // A footnote is no block: it has line breaks only.
  const lines =
    edit.start < shown.notesAt ? edit.text.split(hasBreaks ? /\n{2,}/ : /\n+/) : [edit.text.replaceAll(/\n{2,}/g, "\n")];
  const written = lines.filter((part) => part !== "");
  const replacements = written.length > 0 ? written : [""];
  const isParted = originals.length + written.length > 2 && gapBetween(originals, written) !== undefined;
  if (edit.start < shown.notesAt && written.length > 0 && isParted) return changeBreaks(tr, shown, originals, replacements);
  const same = originals.length === replacements.length ? 0 : sameAtEnd(originals, replacements);
  const next = originals[originals.length - same];
  replaceBlocks(tr, shown, originals.slice(0, originals.length - same), replacements.slice(0, replacements.length - same), next);
}

/** A break at an edge, which the edit adds or takes away. */
type Edge = { had: number; has: number };
type Edges = { lead: Edge; trail: Edge };

/** How long the break is before and after, where only one of them has one. */
function edgesOf(before: string, after: string): Edges {
  const edgeOf = (lengthOf: (text: string) => number) => {
    const [had, has] = [lengthOf(before), lengthOf(after)];
    return had > 0 === has > 0 ? { had: 0, has: 0 } : { had, has };
  };
  return { lead: edgeOf((text) => /^\n{2,}/.exec(text)?.[0].length ?? 0), trail: edgeOf(breakAtEnd) };
}

function breakAtEnd(text: string): number {
  let start = text.length;
  while (text[start - 1] === "\n") start--;
  return text.length - start < 2 ? 0 : text.length - start;
}

/** Null if the edit has none. */
function withoutEdges(text: string, edit: Edit): { edit: Edit; edges: Edges } | null {
  const before = text.slice(edit.start, edit.end);
  const { lead, trail } = edgesOf(before, edit.text);
  const length = lead.had + lead.has + trail.had + trail.has;
  const [start, end] = [edit.start + lead.had, edit.end - trail.had];
  const words = edit.text.slice(lead.has, edit.text.length - trail.has);
  if (length === 0 || end <= start || words.trim() === "") return null;
  return { edit: { ...edit, start, end, text: words }, edges: { lead, trail } };
}

/** The words, and then the breaks at their edges. */
function applyBetween(
  tr: Transform,
  { edit, edges: { lead, trail } }: { edit: Edit; edges: Edges },
  whole: Edit,
  shown: DocumentText,
): void {
  const { from, to } = documentRange(shown, edit.start, edit.end);
  const [isAfter, isBefore] = [tr.doc.resolve(from).parentOffset > 0, !isAtEnd(tr.doc, to)];
  const around = documentRange(shown, whole.start, whole.end);
  const done = tr.mapping.maps.length;
  const now = (pos: number) => tr.mapping.slice(done).map(pos, -1);
  applyEdit(tr, edit, shown);
  if (trail.had > 0) tr.delete(now(to), now(around.to));
  else if (trail.has > 0 && isBefore) splitAt(tr, now(to));
  if (lead.had > 0) tr.delete(now(around.from), now(from));
  else if (lead.has > 0 && isAfter) splitAt(tr, now(from));
}

function isAtEnd(document: Node, pos: number): boolean {
  const { parent, parentOffset } = document.resolve(pos);
  return parentOffset === parent.content.size;
}

function splitAt(tr: Transform, pos: number): void {
  if (split(tr, pos)) startNoPage(tr, tr.mapping.maps.at(-1)!.map(pos, 1));
}

/** What the blocks are parted by, if they have the same words: nothing, or the space that a break takes the place of. */
function gapBetween(originals: readonly Piece[], replacements: readonly string[]): "" | " " | undefined {
  const before = originals.map(({ text }) => text);
  return ([" ", ""] as const).find((gap) => before.join(gap) === replacements.join(gap));
}

function endsOf(texts: readonly string[], gap: string): Set<number> {
  let at = -gap.length;
  return new Set(texts.slice(0, -1).map(({ length }) => (at += gap.length + length)));
}

/** Blocks are parted and joined, and their words keep their formatting. */
function changeBreaks(tr: Transform, shown: DocumentText, originals: readonly Piece[], replacements: readonly string[]): void {
  const gap = gapBetween(originals, replacements) ?? "";
  const wanted = endsOf(replacements, gap);
  let at = originals.reduce((sum, { text }) => sum + text.length + gap.length, -gap.length);
  // Backward, so that earlier positions stay valid.
  for (const [i, { start, end, text }] of [...originals.entries()].toReversed()) {
    const next = originals[i + 1];
    if (next && !wanted.has(at)) {
      const { to } = documentRange(shown, start, end);
      tr.delete(to, documentRange(shown, next.start, next.end).from);
      if (gap !== "") replaceInline(tr, to, to, gap);
    }
    for (let offset = text.length - 1; offset > 0; offset--) {
      if (!wanted.has(at - text.length + offset)) continue;
      const { to } = documentRange(shown, start, start + offset);
      if (gap !== "") tr.delete(to, to + 1);
      splitAt(tr, to);
    }
    at -= text.length + gap.length;
  }
}

/** How many blocks at the end stay as they are: what comes before the others is inserted or removed there. */
function sameAtEnd(originals: readonly Piece[], replacements: readonly string[]): number {
  const most = Math.min(originals.length, replacements.length);
  let [first, last] = [0, 0];
  while (first < most && originals[first]!.text === replacements[first]) first++;
  while (last < most - first && originals.at(-1 - last)!.text === replacements.at(-1 - last)) last++;
  return last;
}

/** `next` is the block after them, if it is part of the edit and stays. */
function replaceBlocks(
  tr: Transform,
  shown: DocumentText,
  originals: readonly Piece[],
  replacements: readonly string[],
  next: Piece | undefined,
): void {
  const rangeOf = ({ start, end }: Piece) => documentRange(shown, start, Math.max(end, start + 1));
  const paired = Math.min(originals.length, replacements.length);
  // Backward, so that earlier positions stay valid.
  if (paired === 0 && next) {
    const { from } = rangeOf(next);
    for (const text of replacements.toReversed()) splitBefore(tr, from, text);
    if (originals.length === 0) return;
    const [start, end] = [rangeOf(originals[0]!).from, rangeOf(originals.at(-1)!).to];
    const whole = wholeBlocks(tr.doc, start, end);
    return void tr.delete(whole?.from ?? start, whole?.to ?? from);
  }
  if (originals.length > paired) {
    const end = rangeOf(originals[paired - 1]!).to;
    const { to } = rangeOf(originals.at(-1)!);
    const notes = footnotesIn(tr.doc, end, to);
    tr.delete(end, to);
    if (notes.length > 0 && !tr.doc.resolve(end).parent.type.spec.code) tr.insert(end, notes);
  }
  for (let i = replacements.length - 1; i >= paired; i--) {
    const last = originals[paired - 1]!;
    splitOff(tr, documentRange(shown, last.start, last.end).to, replacements[i]!);
  }
  for (let i = paired - 1; i >= 0; i--) replaceWords(tr, shown, originals[i]!, replacements[i]!);
}

type Piece = { start: number; end: number; text: string };

/** Splits a text into its blocks, without empty ones at either end. */
function piecesOf(text: string, at: number): Piece[] {
  const pieces: Piece[] = [];
  let start = 0;
  for (const part of text.split("\n\n")) {
    if (part !== "") pieces.push({ start: at + start, end: at + start + part.length, text: part });
    start += part.length + 2;
  }
  return pieces;
}

function insertAt(tr: Transform, edit: Edit): void {
  const { positions } = documentText(tr.doc);
  const before = positions[edit.start - 1];
  const pos = before === undefined ? (positions[edit.start] ?? 1) : before + 1;
  tr.insert(pos, tr.doc.type.schema.text(edit.text.replaceAll(/\n+/g, " "), tr.doc.resolve(pos).marks()));
}

/** The outermost blocks that contain nothing but this range, if their parent allows removing them. */
function wholeBlocks(document: Node, from: number, to: number): { from: number; to: number } | null {
  const [start, end] = [document.resolve(from), document.resolve(to)];
  if (start.parentOffset > 0 || end.parentOffset < end.parent.content.size) return null;
  for (let depth = start.sharedDepth(to); depth >= 0; depth--) {
    const parent = start.node(depth);
    if (parent.inlineContent) continue;
    // A cell stays, with nothing in it; only all of a row's cells go together.
    if (parent.type.name === "tableRow") {
      if (start.index(depth) === end.index(depth)) return null;
      continue;
    }
    const [first, last] = [start.index(depth), end.index(depth)];
    const blocks = { from: start.before(depth + 1), to: end.after(depth + 1) };
    if (parent.canReplace(first, last + 1) && hasNothingBeside(document, blocks, from, to)) return blocks;
  }
  return null;
}

/** Whether the blocks contain no text outside the range. */
function hasNothingBeside(document: Node, blocks: { from: number; to: number }, from: number, to: number): boolean {
  const written = (start: number, end: number) => document.textBetween(start, end, "", "\ufffc");
  return written(blocks.from, from) === "" && written(to, blocks.to) === "";
}

/** Replaces only the words that differ; inserted words inherit the marks of those they replace. */
function replaceWords(tr: Transform, shown: DocumentText, piece: Piece, replacement: string): void {
  const { positions } = shown;
  const segments = segmentsOver(shown, piece, replacement);
  const edits: { from: number; to: number; text: string }[] = [];
  let at = piece.start;
  for (const [i, segment] of segments.entries()) {
    if (segment.kind === "added") {
      const pos = at > piece.start ? positions[at - 1]! + 1 : positions[at]!;
      const previous = segments[i - 1];
      if (previous?.kind === "removed") edits.at(-1)!.text = segment.text;
      else edits.push({ from: pos, to: pos, text: segment.text });
      continue;
    }
    const end = at + segment.text.length;
    if (segment.kind === "removed") edits.push({ from: positions[at]!, to: positions[end - 1]! + 1, text: "" });
    at = end;
  }
  for (const { from, to, text } of edits.toReversed()) replaceInline(tr, from, to, text);
}

function replaceInline(tr: Transform, from: number, to: number, text: string, given?: readonly Mark[]): void {
  const { schema } = tr.doc.type;
  const place = tr.doc.resolve(from);
  const marks = given ?? (to > from ? (place.nodeAfter?.marks ?? place.marks()) : place.marks());
  const isCode = place.parent.type.spec.code === true;
  const content: Node[] = !isCode ? withBreaks(text, marks, schema) : text === "" ? [] : [schema.text(text)];
  const notes = to > from ? footnotesIn(tr.doc, from, to) : [];
  if (content.length > 0) tr.replaceWith(from, to, [...content, ...notes]);
  else {
    tr.delete(from, to);
    if (notes.length > 0) tr.insert(endOfWord(tr.doc, from), notes);
  }
}

/** The end of the last word before `pos` in its block. */
function endOfWord(document: Node, pos: number): number {
  const { parent, parentOffset } = document.resolve(pos);
  const before = parent.textBetween(0, parentOffset, undefined, "\ufffc");
  return pos - (before.length - before.trimEnd().length);
}

/** Footnotes within reworded text are kept, also of words that go: only a deletion takes its footnotes with it. */
function footnotesIn(document: Node, from: number, to: number): Node[] {
  const notes: Node[] = [];
  document.nodesBetween(from, to, (node, pos) => {
    if (node.type.name === "footnote" && pos >= from) notes.push(node);
    return node.type.name !== "footnote";
  });
  return notes;
}

/** Adds a block of the same type after `pos`: in a list, a new item. */
function splitOff(tr: Transform, pos: number, text: string): void {
  if (!split(tr, pos)) return replaceInline(tr, pos, pos, ` ${text}`);
  const inside = tr.mapping.maps.at(-1)!.map(pos, 1);
  startNoPage(tr, inside);
  replaceInline(tr, inside, inside, text);
}

/** Adds one before `pos`. At the start of a block its words have no formatting: that of the next word is not theirs. */
function splitBefore(tr: Transform, pos: number, text: string): void {
  replaceInline(tr, pos, pos, text, tr.doc.resolve(pos).parentOffset === 0 ? [] : undefined);
  const end = tr.mapping.maps.at(-1)!.map(pos, 1);
  if (!split(tr, end)) return replaceInline(tr, end, end, " ");
  startNoPage(tr, end);
}

/** Of the two blocks that one became, only the old one may start a page. */
function startNoPage(tr: Transform, inNew: number): void {
  const made = tr.doc.resolve(inNew);
  if (made.parent.attrs["startsPage"] === true) tr.setNodeAttribute(made.before(), "startsPage", false);
}

function split(tr: Transform, pos: number): boolean {
  const place = tr.doc.resolve(pos);
  const isItem = place.depth > 1 && /^(listItem|clause)$/.test(place.node(-1).type.name);
  if (isItem && canSplit(tr.doc, pos, 2)) tr.split(pos, 2);
  else if (canSplit(tr.doc, pos)) tr.split(pos);
  else return false;
  return true;
}

/** A document change with what is needed to revert it. */
export type DocumentChange = {
  /** The range of the new content in the resulting document. */
  from: number;
  to: number;
  /** The slices before and after. */
  before: Slice;
  after: Slice;
};

/** The difference between two documents as a single change, or null if there is none. */
export function changeBetween(before: Node, after: Node): DocumentChange | null {
  const from = before.content.findDiffStart(after.content);
  if (from === null) return null;
  const ends = before.content.findDiffEnd(after.content)!;
  // The two searches can overlap when text repeats.
  const overlap = Math.max(0, from - Math.min(ends.a, ends.b));
  const [endBefore, endAfter] = [ends.a + overlap, ends.b + overlap];
  return { from, to: endAfter, before: before.slice(from, endBefore), after: after.slice(from, endAfter) };
}

/**
 * Restores the previous content of [from, to) if the range still holds what the
 * change put there. Returns false, and changes nothing, if it was edited since.
 */
export function revertChange(tr: Transform, { from, to, before, after }: DocumentChange): boolean {
  if (to > tr.doc.content.size || !holds(tr.doc, from, to, after)) return false;
  try {
    return tr.maybeStep(new ReplaceStep(from, to, before)).failed === null;
  } catch {
    return false;
  }
}

function holds(document: Node, from: number, to: number, expected: Slice): boolean {
  const there = document.slice(from, to);
  return there.content.eq(expected.content) && there.openStart === expected.openStart && there.openEnd === expected.openEnd;
}
