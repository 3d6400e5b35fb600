/*
 * Tracks authorship through a document change: deleted text is cut, inserted
 * text gets the change's origin. For undo, deleted text is remembered on an
 * undo and a redo stack, from which the same words are restored, last first, in
 * the order in which the editor's history returns them.
 */
import type { Node } from "prosemirror-model";
import { ReplaceStep, type Step } from "prosemirror-transform";
import { spreadRuns, textRuns } from "../changes/authored-text.ts";
import { cutRuns, joinRuns, lengthOf, replaceRuns, runsOf, unknown, type Origin, type Runs } from "./authorship.ts";

/** `at` is its position when deleted; `replacedBy` is the size of what was inserted there. */
type Removed = { text: string; runs: Runs; at: number; replacedBy: number };
type Pile = readonly Removed[];
export type Followed = { runs: Runs; undo: Pile; redo: Pile };

export type Change = { steps: readonly Step[]; docs: readonly Node[]; doc: Node };
export type Cause =
  /** `origins` are those of the single steps, if they differ. `isUndoable` is false for remote changes. */
  { kind: "new"; origin: Origin; origins?: readonly Origin[]; isUndoable: boolean } | { kind: "undo" } | { kind: "redo" };

/** How many deletions are remembered; the editor's history goes no further back. */
const removedMax = 2_000;

export function startFollowing(runs: Runs): Followed {
  return { runs, undo: [], redo: [] };
}

export function follow(before: Followed, change: Change, cause: Cause): Followed {
  const now = { ...before };
  if (cause.kind === "new" && cause.isUndoable) now.redo = [];
  for (const [i, step] of change.steps.entries()) {
    const docs = { old: change.docs[i]!, next: change.docs[i + 1] ?? change.doc };
    const its = cause.kind === "new" ? { ...cause, origin: cause.origins?.[i] ?? cause.origin } : cause;
    for (const range of rangesOf(step).toReversed()) followRange(now, step, range, docs, its);
  }
  return now;
}

type Range = { from: number; to: number; start: number; end: number };

function rangesOf(step: Step): Range[] {
  const ranges: Range[] = [];
  step.getMap().forEach((from, to, start, end) => ranges.push({ from, to, start, end }));
  return ranges;
}

function followRange(now: Followed, step: Step, range: Range, docs: { old: Node; next: Node }, cause: Cause): void {
  const { from, to, start, end } = range;
  const removed = { text: textIn(docs.old, from, to), runs: cutRuns(now.runs, from, to), at: from, replacedBy: end - start };
  const text = textIn(docs.next, start, end);
  let inserted = runsOf(end - start, cause.kind === "new" ? cause.origin : unknown);
  if (text !== "" && text === removed.text && isOfBlocks(step)) {
    // Only the structure changed, such as a list to paragraphs: the words keep their origin.
    inserted = spreadRuns(docs.next, start, end, textRuns(docs.old, now.runs, from, to));
  } else if (text !== "" && cause.kind !== "new") {
    const pile = now[cause.kind];
    const found = replayed(pile, removed, text, end - start) ?? takenFrom(pile, text, end - start);
    if (found !== null) [now[cause.kind], inserted] = [found.pile, found.runs];
  }
  const pile = cause.kind === "undo" ? "redo" : "undo";
  if (removed.text !== "" && (cause.kind !== "new" || cause.isUndoable)) now[pile] = [...now[pile], removed].slice(-removedMax);
  now.runs = replaceRuns(now.runs, from, to, inserted);
}

function isOfBlocks(step: Step): boolean {
  let hasBlocks = false;
  if (step instanceof ReplaceStep) step.slice.content.forEach((node) => (hasBlocks ||= node.isBlock));
  return hasBlocks;
}

/**
 * The latest deletion of these words. The history merges consecutive deletions,
 * such as a held Backspace, so several may make up the restored text.
 */
function takenFrom(pile: Pile, text: string, size: number): { pile: Pile; runs: Runs } | null {
  for (let top = pile.length - 1; top >= 0; top--) {
    let { text: made, runs, at } = pile[top]!;
    let bottom = top;
    while (made.length < text.length && bottom > 0) {
      const older = pile[bottom - 1]!;
      const [fitsBefore, fitsAfter] = [text.includes(made + older.text), text.includes(older.text + made)];
      if (!fitsBefore && !fitsAfter) break;
      // For equal words, the deletion positions determine which came first.
      const isBefore = fitsBefore && (!fitsAfter || at < older.at);
      [made, runs] = isBefore ? [made + older.text, joinRuns(runs, older.runs)] : [older.text + made, joinRuns(older.runs, runs)];
      at = Math.min(at, older.at);
      bottom--;
    }
    if (made === text && lengthOf(runs) === size) return { pile: pile.toSpliced(bottom, top - bottom + 1), runs };
  }
  return null;
}

/**
 * The restored text where the history merged changes that overlap, such as
 * "use " deleted next to an "a" deleted earlier: the latest deletions are undone
 * one by one within the range that is restored at once. Within a block, one
 * character is one position.
 */
function replayed(pile: Pile, range: Removed, text: string, size: number): { pile: Pile; runs: Runs } | null {
  let { text: words, runs } = range;
  const isWithinBlock = (one: { text: string; runs: Runs }) => one.text.length === lengthOf(one.runs);
  if (!isWithinBlock(range) || text.length !== size) return null;
  let found: { pile: Pile; runs: Runs } | null = null;
  // Which characters are still those of the range.
  const isLeft = Array<boolean>(words.length).fill(true);
  for (let i = pile.length - 1; i >= 0; i--) {
    const one = pile[i]!;
    const [start, end] = [one.at - range.at, one.at - range.at + one.replacedBy];
    if (start < 0 || end > words.length || !isWithinBlock(one)) break;
    // An "a" that replaced an "a": the words are the same before it too, and what it put there is still in the range.
    if (found !== null && !(start < end && isLeft.slice(start, end).every(Boolean))) break;
    words = words.slice(0, start) + one.text + words.slice(end);
    runs = replaceRuns(runs, start, end, one.runs);
    isLeft.splice(start, one.replacedBy, ...Array<boolean>(one.text.length).fill(false));
    if (words === text) found = { pile: pile.slice(0, i), runs };
  }
  return found;
}

function textIn(document: Node, from: number, to: number): string {
  return to > from ? document.textBetween(from, to, "", "\ufffc") : "";
}
