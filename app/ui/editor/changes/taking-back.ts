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
import { authored } from "../authorship/authorship-plugin.ts";
import { bringsBack, wordsAt, type Proposal } from "./proposals.ts";
import { trackedRange, type TrackedRange } from "./tracked-ranges.ts";

export type Applied = {
  made: AppliedChange;
  proposal: Proposal | undefined;
  /** The text now in its place. */
  words?: string;
  /** Reverted, or undone. */
  isOpen?: boolean;
  /** Identified by its piece, not by its words. */
  isPiece?: boolean;
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

/** Null if neither the old nor the new words are there. If only formatting changed, the words cannot tell. */
export function isOpenAgain(state: EditorState, { made, proposal, words, isPiece }: Applied): boolean | null {
  if (!proposal) return null;
  if (proposal.patch.look || proposal.patch.rows || isPiece) {
    const range = trackedRange(state, nameOf(made.applied));
    return range && (takeBack(state.tr, turned(made), range) ? true : takeBack(state.tr, made, range) ? false : null);
  }
  const now = wordsAt(state, proposal);
  if (now?.isOriginal) return true;
  return now && now.words === words ? false : null;
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
