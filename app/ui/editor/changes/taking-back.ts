/*
 * Reverts applied changes, several in one transaction: each at the current position
 * of its piece, with its previous formatting and authorship.
 */
import type { Node } from "@tiptap/pm/model";
import type { EditorState, Transaction } from "@tiptap/pm/state";
import { applyEdit } from "#core/changes/document-patch.ts";
import { documentText } from "#core/document/document-text.ts";
import { findAppliedChange, takeBack, turned, type AppliedChange } from "#core/changes/applied-change.ts";
import { findApplied, type AppliedPatch } from "#core/changes/patch.ts";
import { authored, currentRuns } from "../authorship/authorship-plugin.ts";
import { bringsBack, type Proposal } from "./proposals.ts";
import { trackedRange, type TrackedRange } from "./tracked-ranges.ts";

export type Applied = {
  made: AppliedChange;
  proposal: Proposal | undefined;
  /** When it was applied here, and alone or with others. */
  documents?: { before: Node; after: Node };
  /** Reverted, or undone. */
  isOpen?: boolean;
  /** Reverting rejects it instead of reopening it. */
  isFinal?: boolean;
};

/** `made` is null if only the words are known. */
export type ToTakeBack = { applied: AppliedPatch; made: AppliedChange | null };

/** `done` includes where the restored piece is after `tr`, if known. `left` was edited since, in the given order. */
export function takeBackTogether<T extends ToTakeBack>(
  state: EditorState,
  tr: Transaction,
  changes: readonly T[],
): { done: (T & { place: TrackedRange | null })[]; left: T[] } {
  const found: { change: T; back: Back; step: number }[] = [];
  const left: T[] = [];
  // Newest first, since it may have built on others.
  for (const change of changes.toReversed()) {
    const back = takeBackOne(state, tr, change);
    if (back === null) left.unshift(change);
    else found.push({ change, back, step: tr.steps.length });
  }
  if (!tr.docChanged) return { done: [], left };
  const pieces: { from: number; runs: AppliedChange["owners"]["before"] }[] = [];
  const done = found.map(({ change, back, step }) => {
    if (!back.piece) return Object.assign({ place: null }, change);
    const { from, made } = back.piece;
    const rest = tr.mapping.slice(step);
    const start = rest.map(from, 1);
    const place = { from: start, to: Math.max(start, rest.map(from + made.before.size, -1)) };
    pieces.push({ from: place.from, runs: made.owners.before });
    return Object.assign({ place }, change);
  });
  authored(bringsBack(tr), { pieces });
  return { done, left };
}

type Back = { piece?: { from: number; made: AppliedChange } };

/** Null if it was edited since. No piece if it was found by its words, or is already restored. */
function takeBackOne(state: EditorState, tr: Transaction, { applied, made }: ToTakeBack): Back | null {
  const followed = trackedRange(state, nameOf(applied));
  if (made && followed) {
    const from = tr.mapping.map(followed.from, 1);
    const place = { from, to: Math.max(from, tr.mapping.map(followed.to, -1)) };
    if (takeBack(tr, made, place)) return { piece: { from: place.from, made } };
    return takeBack(state.tr, turned(made), followed) ? {} : null;
  }
  const place = made && findAppliedChange(tr.doc, made);
  if (made && place && takeBack(tr, made, place)) return { piece: { from: place.from, made } };
  return revertByWords(tr, applied) || isBackByWords(tr.doc, applied) ? {} : null;
}

/**
 * After undo or redo. The document before or after a change says for certain, whatever stands beside it: the words that
 * an insertion is about never change, and of what was deleted in one place, no piece can be told from the next. If
 * another window has changed the document since, its piece says; null if neither the old nor the new one is there.
 */
export function isOpenAgain(state: EditorState, { made, documents }: Applied): boolean | null {
  if (documents?.before.eq(state.doc)) return true;
  if (documents?.after.eq(state.doc)) return false;
  const range = trackedRange(state, nameOf(made.applied));
  return range && (takeBack(state.tr, turned(made), range) ? true : takeBack(state.tr, made, range) ? false : null);
}

export function nameOf({ start, original, replacement, before }: AppliedPatch): string {
  return `patch ${start} ${before} ${original} ${replacement}`;
}

/** Applied in an earlier session: found again by its words and their surroundings. */
function revertByWords(tr: Transaction, applied: AppliedPatch): boolean {
  const start = findApplied(documentText(tr.doc).text, applied);
  if (start === undefined) return false;
  const steps = tr.steps.length;
  applyEdit(tr, { start, end: start + applied.replacement.length, text: applied.original });
  return tr.steps.length > steps;
}

function isBackByWords(document: Node, applied: AppliedPatch): boolean {
  const { original, replacement } = applied;
  if (original === "") return false;
  return findApplied(documentText(document).text, { ...applied, original: replacement, replacement: original }) !== undefined;
}

export function sideOf(state: EditorState) {
  return { document: state.doc, runs: currentRuns(state) };
}

const besideLength = 40;

/** The change in words, so that it can be found again in another session. */
export function appliedIn(before: string, after: string, { start, end }: { start: number; end: number }): AppliedPatch {
  const to = Math.max(start, after.length - (before.length - end));
  return {
    start,
    original: before.slice(start, end),
    replacement: after.slice(start, to),
    before: after.slice(Math.max(0, start - besideLength), start),
    after: after.slice(to, to + besideLength),
  };
}
