/*
 * Authorship through a change of the document: what goes out is cut, what comes
 * in gets the origin that the change has. Undo brings words back as whose they
 * were: what was taken out is remembered in two piles, one for undo and one for
 * redo, from which the same words are taken again, the last first, in the order
 * in which the editor's own history gives them back.
 */
import type { Node } from "prosemirror-model";
import { ReplaceStep, type Step } from "prosemirror-transform";
import { spreadRuns, textRuns } from "../changes/authored-text.ts";
import { cutRuns, joinRuns, lengthOf, replaceRuns, runsOf, unknown, type Origin, type Runs } from "./authorship.ts";

/** `at` is where it began when it was taken out. */
type Removed = { text: string; runs: Runs; at: number };
type Pile = readonly Removed[];
export type Followed = { runs: Runs; undo: Pile; redo: Pile };

export type Change = { steps: readonly Step[]; docs: readonly Node[]; doc: Node };
export type Cause =
  /** `isUndoable` is false for what came from elsewhere. */
  { kind: "new"; origin: Origin; isUndoable: boolean } | { kind: "undo" } | { kind: "redo" };

/** So many removals are remembered; the editor's history does not reach further back. */
const removedMax = 2_000;

export function startFollowing(runs: Runs): Followed {
  return { runs, undo: [], redo: [] };
}

export function follow(before: Followed, change: Change, cause: Cause): Followed {
  const now = { ...before };
  if (cause.kind === "new" && cause.isUndoable) now.redo = [];
  for (const [i, step] of change.steps.entries()) {
    const docs = { old: change.docs[i]!, next: change.docs[i + 1] ?? change.doc };
    for (const range of rangesOf(step).toReversed()) followRange(now, step, range, docs, cause);
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
  const removed = { text: textIn(docs.old, from, to), runs: cutRuns(now.runs, from, to), at: from };
  const text = textIn(docs.next, start, end);
  let inserted = runsOf(end - start, cause.kind === "new" ? cause.origin : unknown);
  if (text !== "" && text === removed.text && isOfBlocks(step)) {
    // Only the form changed, a list became paragraphs: the words are whose they were.
    inserted = spreadRuns(docs.next, start, end, textRuns(docs.old, now.runs, from, to));
  } else if (text !== "" && cause.kind !== "new") {
    const found = takenFrom(now[cause.kind], text, end - start);
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
 * The newest removal of these words. The history joins removals that follow
 * each other, as of Backspace held down, so several may make up what comes back.
 */
function takenFrom(pile: Pile, text: string, size: number): { pile: Pile; runs: Runs } | null {
  for (let top = pile.length - 1; top >= 0; top--) {
    let { text: made, runs, at } = pile[top]!;
    let bottom = top;
    while (made.length < text.length && bottom > 0) {
      const older = pile[bottom - 1]!;
      const [fitsBefore, fitsAfter] = [text.includes(made + older.text), text.includes(older.text + made)];
      if (!fitsBefore && !fitsAfter) break;
      // Where the words are alike, where they were taken out tells which stood first.
      const isBefore = fitsBefore && (!fitsAfter || at < older.at);
      [made, runs] = isBefore ? [made + older.text, joinRuns(runs, older.runs)] : [older.text + made, joinRuns(older.runs, runs)];
      at = Math.min(at, older.at);
      bottom--;
    }
    if (made === text && lengthOf(runs) === size) return { pile: pile.toSpliced(bottom, top - bottom + 1), runs };
  }
  return null;
}

function textIn(document: Node, from: number, to: number): string {
  return to > from ? document.textBetween(from, to, "", "\ufffc") : "";
}
