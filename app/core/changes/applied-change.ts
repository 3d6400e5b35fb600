/*
 * A change applied to a document, stored so that it can be reverted at any
 * time: the slices before and after, the authorship of each, and the
 * surrounding words to locate it if its position wasn't tracked. It is never
 * reverted once its own words were edited.
 */
import { Slice, type Node, type Schema } from "prosemirror-model";
import type { Transform } from "prosemirror-transform";
import { cutRuns, packRuns, runsOf, unknown, unpackRuns, type Runs } from "../authorship/authorship.ts";
import { changeBetween, revertChange } from "./document-patch.ts";
import { documentText, type DocumentText } from "../document/document-text.ts";
import type { AppliedChangeRow } from "../requests/changes.ts";
import { findApplied, type AppliedPatch } from "./patch.ts";

type Place = { from: number; to: number };
export type AppliedChange = {
  applied: AppliedPatch;
  /** Offset from the character at `applied.start` to the start of the slice. */
  lead: number;
  before: Slice;
  after: Slice;
  owners: { before: Runs; after: Runs };
};

type Sides = { document: Node; runs: Runs };

/** The difference between two documents, or null if there is none. Pass `applied` if it is known as text. */
export function appliedBetween(before: Sides, after: Sides, applied?: AppliedPatch): (AppliedChange & Place) | null {
  const change = changeBetween(before.document, after.document);
  if (change === null) return null;
  const { from, to } = change;
  const [old, next] = [documentText(before.document), documentText(after.document)];
  const oldEnd = from + change.before.size;
  const words = applied ?? wordsOf(old, next, { start: placeOf(next, from), oldEnd: placeOf(old, oldEnd), end: placeOf(next, to) });
  return {
    ...change,
    applied: words,
    lead: from - anchorOf(next, words.start),
    owners: { before: cutRuns(before.runs, from, oldEnd), after: cutRuns(after.runs, from, to) },
  };
}

/**
 * One of several changes applied together: replaced `old` and is now at
 * `place`, in a document the other changes also modified.
 */
export function appliedAmong(
  before: Sides,
  after: Sides,
  pieces: { old: Place; place: Place; before: Slice; after: Slice },
): AppliedChange {
  const { old, place } = pieces;
  const [was, next] = [documentText(before.document), documentText(after.document)];
  const [start, end] = [placeOf(next, place.from), placeOf(next, place.to)];
  const applied = {
    ...wordsOf(next, next, { start, oldEnd: start, end }),
    original: was.text.slice(placeOf(was, old.from), placeOf(was, old.to)),
  };
  return {
    applied,
    lead: place.from - anchorOf(next, start),
    before: pieces.before,
    after: pieces.after,
    owners: { before: cutRuns(before.runs, old.from, old.to), after: cutRuns(after.runs, place.from, place.to) },
  };
}

/** Locates the change by its words and their context. */
export function findAppliedChange(document: Node, { applied, lead, after }: AppliedChange): Place | null {
  const text = documentText(document);
  const start = findApplied(text.text, applied);
  if (start === undefined) return null;
  const from = anchorOf(text, start) + lead;
  return from >= 0 && from + after.size <= document.content.size ? { from, to: from + after.size } : null;
}

/** Returns false, and changes nothing, if the words were edited since. */
export function takeBack(tr: Transform, { before, after }: AppliedChange, place: Place): boolean {
  return revertChange(tr, { ...place, before, after });
}

/** The inverse change, for redo. */
export function turned(made: AppliedChange): AppliedChange {
  const { applied, before, after, owners } = made;
  return {
    ...made,
    applied: { ...applied, original: applied.replacement, replacement: applied.original },
    before: after,
    after: before,
    owners: { before: owners.after, after: owners.before },
  };
}

export function packApplied(made: AppliedChange, counts = { added: 0, deleted: 0 }): AppliedChangeRow {
  const { applied, lead, before, after, owners } = made;
  const packed = { before: packRuns(owners.before), after: packRuns(owners.after) };
  return { applied, lead, before: before.toJSON(), after: after.toJSON(), owners: packed, ...counts };
}

/** Null if it cannot be parsed. */
export function unpackApplied(schema: Schema, { applied, lead, before, after, owners }: AppliedChangeRow): AppliedChange | null {
  try {
    const slices = { before: Slice.fromJSON(schema, before), after: Slice.fromJSON(schema, after) };
    const runs = (side: "before" | "after") => unpackRuns(owners[side], slices[side].size) ?? runsOf(slices[side].size, unknown);
    return { applied, lead, ...slices, owners: { before: runs("before"), after: runs("after") } };
  } catch {
    return null;
  }
}

const besideLength = 40;

function wordsOf(old: DocumentText, next: DocumentText, at: { start: number; oldEnd: number; end: number }): AppliedPatch {
  const { start, oldEnd, end } = at;
  return {
    start,
    original: old.text.slice(start, oldEnd),
    replacement: next.text.slice(start, end),
    before: next.text.slice(Math.max(0, start - besideLength), start),
    after: next.text.slice(end, end + besideLength),
  };
}

/** The text offset of a document position. */
function placeOf({ positions }: DocumentText, pos: number): number {
  let [low, high] = [0, positions.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (positions[middle]! < pos) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The position of the character at `start`, or of the end of the text. */
function anchorOf({ positions }: DocumentText, start: number): number {
  return positions[start] ?? (positions.at(-1) ?? 0) + 1;
}
