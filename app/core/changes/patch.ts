/*
 * A patch replaces `original` with `replacement`. It is located by quotation,
 * ignoring typography, and applied only when unambiguous: a single match, or
 * one picked by context or by the reader. Every other outcome is reported, and
 * the text stays unchanged.
 *
 * An applied patch can be reverted: the writer's own characters, not the
 * model's quotation of them, are stored and restored byte for byte.
 */
import type { FormattingChange } from "./formatting-change.ts";
import type { RowsChange } from "./inserted-rows.ts";
import { withOwnTypography } from "./own-typography.ts";
import { nearestPassage, type Passage } from "../sources/nearest-passage.ts";
import type { Patch } from "./patch-json.ts";
import { findQuotation, normaliseNeedle, normaliseQuotation, type Quotation, type Range } from "../law/quotation.ts";

export type { Patch } from "./patch-json.ts";

/** Replaces [start, end) with `text`. */
export type Edit = Range & { text: string; look?: FormattingChange; rows?: RowsChange };

/** `occurrence` counts matches of the original from 1; set it on the patch to pick this one. */
export type Place = Range & { occurrence: number };

export type PatchOutcome =
  | { kind: "located"; edit: Edit }
  /** `nearest` is a passage that differs in up to 30 % of its characters. It is shown, never changed. */
  | { kind: "not-found"; nearest?: Passage }
  | { kind: "several"; places: Place[] }
  /**
   * The passage exists, but in a different context than the patch names. It
   * counts as a different passage unless the reader decides otherwise.
   */
  | { kind: "context-differs"; places: Place[] }
  | { kind: "empty-original" }
  | { kind: "already-applied"; range: Range }
  /** Another patch of the same set, `other` by index, changes some of the same characters. */
  | { kind: "overlaps"; edit: Edit; other: number };

/** An applied patch, with what is needed to revert it. */
export type AppliedPatch = {
  /** Where the replacement starts in the resulting text. */
  start: number;
  original: string;
  replacement: string;
  /** The surrounding text, to locate the replacement after edits elsewhere. */
  before: string;
  after: string;
};

/** `nearest: false` skips the search for a similar passage, which is faster if there is no match. */
export function locatePatch(text: string, patch: Patch, looksFor: { nearest: boolean } = { nearest: true }): PatchOutcome {
  return locate(text, patch, looksFor.nearest);
}

/** Caches the last text, as many changes are located in the same one. */
let known: { text: string; quotation: Quotation; joined?: Quotation } | null = null;

function quotationOf(text: string): Quotation {
  if (known?.text !== text) known = { text, quotation: normaliseQuotation(text) };
  return known.quotation;
}

function joinedOf(text: string): Quotation {
  quotationOf(text);
  return (known!.joined ??= normaliseQuotation(text, joinedDashes));
}

/** For a quotation whose dashes are spaced otherwise than the text's. */
const joinedDashes = { joinsDashes: true };

/** Locates all patches in the same text. If two overlap, the first wins; a change of formatting conflicts with none. */
export function locatePatches(text: string, patches: readonly Patch[]): PatchOutcome[] {
  const taken: { edit: Edit; index: number }[] = [];
  return patches.map((patch, index) => {
    const outcome = locate(text, patch);
    if (outcome.kind !== "located" || patch.look) return outcome;
    const { edit } = outcome;
    const other = taken.find((one) => one.edit.start < edit.end && edit.start < one.edit.end);
    if (other) return { kind: "overlaps", edit, other: other.index };
    taken.push({ edit, index });
    return outcome;
  });
}

export function applyPatch(text: string, patch: Patch): { text: string; outcome: PatchOutcome; applied?: AppliedPatch } {
  const outcome = locatePatch(text, patch);
  if (outcome.kind !== "located") return { text, outcome };
  const [changed, [applied]] = applyEdits(text, [outcome.edit]);
  return { text: changed, outcome, applied: applied! };
}

/**
 * All or nothing: unless every patch is located or already applied, the text
 * stays unchanged and `ok` is false. The order of the patches doesn't matter.
 */
export function applyPatches(
  text: string,
  patches: readonly Patch[],
): { ok: boolean; text: string; outcomes: PatchOutcome[]; applied: AppliedPatch[] } {
  const outcomes = locatePatches(text, patches);
  const ok = outcomes.every(({ kind }) => kind === "located" || kind === "already-applied");
  if (!ok) return { ok, text, outcomes, applied: [] };
  const edits = outcomes.flatMap((outcome, i) => (outcome.kind === "located" && !patches[i]!.look ? [outcome.edit] : []));
  const [changed, applied] = applyEdits(text, edits);
  return { ok, text: changed, outcomes, applied };
}

const contextLength = 40;

/** `edits` must not overlap. The applied patches are returned in text order. */
export function applyEdits(text: string, edits: readonly Edit[]): [text: string, applied: AppliedPatch[]] {
  const ordered = edits.toSorted((a, b) => a.start - b.start);
  let changed = "";
  let at = 0;
  const starts: number[] = [];
  for (const edit of ordered) {
    changed += text.slice(at, edit.start);
    starts.push(changed.length);
    changed += edit.text;
    at = edit.end;
  }
  changed += text.slice(at);
  const applied = ordered.map((edit, i) => {
    const start = starts[i]!;
    const end = start + edit.text.length;
    return {
      start,
      original: text.slice(edit.start, edit.end),
      replacement: edit.text,
      before: changed.slice(Math.max(0, start - contextLength), start),
      after: changed.slice(end, end + contextLength),
    };
  });
  return [changed, applied];
}

export type RevertOutcome = { kind: "reverted"; text: string } | { kind: "changed-since" };

/**
 * Reverts a patch, even if the text was edited elsewhere since. If the
 * replacement itself was edited, or no longer occurs with any of its context,
 * nothing changes.
 */
export function revertPatch(text: string, applied: AppliedPatch): RevertOutcome {
  const start = findApplied(text, applied);
  if (start === undefined) return { kind: "changed-since" };
  return { kind: "reverted", text: text.slice(0, start) + applied.original + text.slice(start + applied.replacement.length) };
}

/** All or nothing, in any order. */
export function revertPatches(text: string, applied: readonly AppliedPatch[]): RevertOutcome {
  let changed = text;
  for (const patch of applied.toSorted((a, b) => b.start - a.start)) {
    const outcome = revertPatch(changed, patch);
    if (outcome.kind !== "reverted") return outcome;
    changed = outcome.text;
  }
  return { kind: "reverted", text: changed };
}

/** How much surrounding text must still match, on at least one side. */
const contextMin = 12;

export function findApplied(text: string, { start, replacement, before, after }: AppliedPatch): number | undefined {
  let best: { at: number; score: number } | undefined;
  for (const at of candidates(text, start, replacement, before, after)) {
    const end = at + replacement.length;
    const left = commonSuffix(text.slice(Math.max(0, at - before.length), at), before);
    const right = commonPrefix(text.slice(end, end + after.length), after);
    // If nothing moved, one full side is enough; the other may hold another patch.
    if (at === start && (left === before.length || right === after.length)) return at;
    const fitsLeft = before ? left >= Math.min(contextMin, before.length) : at === 0;
    const fitsRight = after ? right >= Math.min(contextMin, after.length) : end === text.length;
    if (!fitsLeft && !fitsRight) continue;
    const score = left + right;
    if (!best || score > best.score || (score === best.score && Math.abs(at - start) < Math.abs(best.at - start)))
      best = { at, score };
  }
  return best?.at;
}

/** Occurrences of the replacement; for a deletion, of the surrounding text. */
function candidates(text: string, start: number, replacement: string, before: string, after: string): number[] {
  if (replacement) return indexesOf(text, replacement);
  const left = before.slice(-contextMin);
  const right = after.slice(0, contextMin);
  const places = left ? indexesOf(text, left).map((at) => at + left.length) : [];
  if (right) places.push(...indexesOf(text, right));
  if (!left && !right && text === "") places.push(start);
  return places;
}

function indexesOf(text: string, part: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(part); at >= 0 && places.length < 10_000; at = text.indexOf(part, at + 1)) places.push(at);
  return places;
}

function commonPrefix(a: string, b: string): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length++;
  return length;
}

function commonSuffix(a: string, b: string): number {
  let length = 0;
  while (length < a.length && length < b.length && a[a.length - 1 - length] === b[b.length - 1 - length]) length++;
  return length;
}

function locate(text: string, patch: Patch, looksForNearest = true): PatchOutcome {
  if (patch.place === null) return { kind: "not-found" };
  // Before the text is normalized, which takes long for a long one.
  if (standsAtPlace(text, patch)) {
    const { start, end } = patch.place;
    return { kind: "located", edit: { start, end, text: writtenIn(patch.original, patch, patch.replacement) } };
  }
  if (!normaliseNeedle(patch.original)) return { kind: "empty-original" };
  const { needle, replacement, replaced, places } = find(text, patch);
  if (places.length === 0) {
    const [range] = replaced;
    if (range) return { kind: "already-applied", range };
    const nearest = looksForNearest ? nearestPassage(quotationOf(text), needle) : undefined;
    return nearest ? { kind: "not-found", nearest } : { kind: "not-found" };
  }
  const isDone = (place: Range) => {
    // Only typography or white space changes.
    if (needle === replacement) return isWritten(text, editAt(text, place, patch));
    // "shall" occurs within "shall not", where "shall" was changed to "shall not" before.
    return replaced.some((range) => range.start <= place.start && place.end <= range.end);
  };
  const { chosen, isContradicted } = choosePlaces(text, patch, places);
  const open = chosen.filter((place) => !isDone(place));
  const numbered = open.map(({ start, end }) => ({ start, end, occurrence: places.findIndex((p) => p.start === start) + 1 }));
  if (open.length === 0) return { kind: "already-applied", range: chosen[0]! };
  if (open.length > 1) return { kind: "several", places: numbered };
  if (isContradicted) return { kind: "context-differs", places: numbered };
  return { kind: "located", edit: editAt(text, open[0]!, patch) };
}

type Found = { needle: string; replacement: string; replaced: Range[]; places: Range[] };

function find(text: string, patch: Patch): Found {
  const findAs = (form: { joinsDashes?: boolean }, within: () => Quotation): Found => {
    const needle = normaliseNeedle(patch.original, form);
    const replacement = patch.look ? "" : normaliseNeedle(patch.replacement, form);
    return { needle, replacement, replaced: findQuotation(within(), replacement), places: findQuotation(within(), needle) };
  };
  const found = findAs({}, () => quotationOf(text));
  if (found.places.length + found.replaced.length > 0 || !found.needle.includes("-")) return found;
  const joined = findAs(joinedDashes, () => joinedOf(text));
  // A dash at the end of a quotation leaves the space beyond it alone.
  const words = ({ start, end }: Range) => {
    const passage = text.slice(start, end);
    return { start: start + passage.length - passage.trimStart().length, end: end - passage.length + passage.trimEnd().length };
  };
  const isFound = joined.places.length + joined.replaced.length > 0;
  return isFound ? { ...joined, places: joined.places.map(words), replaced: joined.replaced.map(words) } : found;
}

/** Fast path: the exact words, with matching context on at least one side, need no search. */
function standsAtPlace(text: string, patch: Patch): patch is Patch & { place: Range } {
  const { original, place, before = "", after = "" } = patch;
  if (!place || original === "" || text.slice(place.start, place.end) !== original) return false;
  const left = commonSuffix(text.slice(0, place.start), before);
  const right = commonPrefix(text.slice(place.end), after);
  return left >= Math.min(contextMin, before.length) || right >= Math.min(contextMin, after.length);
}

/** The patch at the match picked by the reader; its own context is ignored. */
export function patchAt({ before: _before, after: _after, place: _place, ...patch }: Patch, occurrence: number): Patch {
  return { ...patch, occurrence };
}

type Choice = { chosen: Range[]; isContradicted: boolean };

/** The matches that fit the context, then the one picked by `occurrence` among them, or among all if there is no context. */
function choosePlaces(text: string, patch: Patch, places: Range[]): Choice {
  const numbered = patch.occurrence === undefined ? undefined : places[patch.occurrence - 1];
  const fits = fitsContext(text, patch);
  if (fits === null) return { chosen: numbered && places.length > 1 ? [numbered] : places, isContradicted: false };
  // Checked first: each patch expanded from an `all` names its own occurrence.
  if (numbered && fits(numbered)) return { chosen: [numbered], isContradicted: false };
  const fitting = places.filter(fits);
  return fitting.length === 0 ? { chosen: places, isContradicted: true } : { chosen: fitting, isContradicted: false };
}

/**
 * Context must be directly adjacent; it may be quoted with signs, clause
 * numbers and ellipses. Words further away prove nothing, since neighboring
 * clauses may contain them too. Null if the patch has no context.
 */
function fitsContext(text: string, { before = "", after = "" }: Patch): ((place: Range) => boolean) | null {
  const [lefts, rights] = [contextForms(before), contextForms(after)];
  if (lefts.length + rights.length === 0) return null;
  return ({ start, end }) => {
    const left = contextForms(text.slice(Math.max(0, start - 2 * before.length - 400), start));
    const right = contextForms(text.slice(end, end + 2 * after.length + 400));
    const fitsLeft = lefts.length === 0 || lefts.some((one, i) => (left[i] ?? "").endsWith(one));
    const fitsRight = rights.length === 0 || rights.some((one, i) => (right[i] ?? "").startsWith(one));
    return fitsLeft && fitsRight;
  };
}

/** The context as written, and without what a page doesn't show as words. Empty if there are no words. */
function contextForms(context: string): string[] {
  const written = normaliseNeedle(context);
  if (written === "") return [];
  const plain = context.replaceAll(contextSign, "").replaceAll(/[*_`|~[\]]+|\.{3,}|…/g, " ");
  return [written, normaliseNeedle(plain).replaceAll(/ (?=[,.;:!?])/g, "")];
}

const contextSign = /^[ \t]*(?:#{1,6}[ \t]+|[-*+][ \t]+|>[ \t]?)?(?:\d+(?:\.\d+)*[.)]?[ \t]+|\([a-z]{1,5}\)[ \t]+)?/gim;

/**
 * White space at the ends of the quotation is not part of the match. If the
 * replacement has the same, the text keeps its own; otherwise the white space
 * is the change, and as much of the text's is removed as was quoted. Separate
 * words are never joined.
 */
function editAt(text: string, place: Range, patch: Patch): Edit {
  const { original, replacement } = patch;
  let { start, end } = place;
  let insert = replacement;
  const lead = leadingSpace(original);
  const trail = trailingSpace(original);
  if (lead && leadingSpace(replacement) === lead && replacement.trim()) insert = insert.slice(lead.length);
  else if (lead && (replacement !== "" || !trail))
    start -= spaceToTake(lead, trailingSpace(text.slice(Math.max(0, start - lead.length - spaceMax), start)));
  if (trail && trailingSpace(replacement) === trail && replacement.trim()) insert = insert.slice(0, insert.length - trail.length);
  else if (trail) end += spaceToTake(trail, leadingSpace(text.slice(end, end + trail.length + spaceMax)));
  const isSpacing = normaliseNeedle(original) === normaliseNeedle(replacement);
  if (insert !== "" && !isSpacing) {
    if (start < place.start && joins(text[start - 1], insert[0])) start = place.start;
    if (end > place.end && joins(insert.at(-1), text[end])) end = place.end;
  }
  return { start, end, text: writtenIn(text.slice(start, end), patch, insert) };
}

/** A model's typography is its own, a person's is meant. */
function writtenIn(there: string, { original, isTyped }: Patch, words: string): string {
  return isTyped ? words : withOwnTypography(there, original, words);
}

/** Longer gaps are not searched. */
const spaceMax = 20;

/** How much of a gap in the text the quotation covers. Only a quoted paragraph break is one, and it is removed whole. */
function spaceToTake(quoted: string, gap: string): number {
  const breaks = (space: string) => space.split("\n").length - 1;
  if (breaks(gap) > 1) return breaks(quoted) > 1 ? gap.length : 0;
  return Math.min(quoted.length, gap.length);
}

function joins(left: string | undefined, right: string | undefined): boolean {
  return /[\p{L}\p{M}\p{N}]/u.test(left ?? "") && /[\p{L}\p{M}\p{N}]/u.test(right ?? "");
}

function isWritten(text: string, edit: Edit): boolean {
  return text.slice(edit.start, edit.end) === edit.text;
}

function leadingSpace(text: string): string {
  return text.slice(0, text.length - text.trimStart().length);
}

function trailingSpace(text: string): string {
  return text.slice(text.trimEnd().length);
}

const besideLength = 60;

/** The context of a range, in a patch's own terms. */
export function besideOf(text: string, { start, end }: Range): { before: string; after: string } {
  return { before: text.slice(Math.max(0, start - besideLength), start), after: text.slice(end, end + besideLength) };
}
