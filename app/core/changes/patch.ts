/*
 * A patch says: where the text reads `original`, let it read `replacement`. The
 * place is found by the quotation, typography aside. It is applied only where
 * it is certain: one place, or one that the context or the reader has chosen.
 * Everything else is an answer of its own, and the text stays as it is.
 *
 * What is applied can be taken back: the writer's own characters, not the
 * model's quotation of them, are kept and put back byte for byte.
 */
import type { FormattingChange } from "./formatting-change.ts";
import { nearestPassage, type Passage } from "../sources/nearest-passage.ts";
import type { Patch } from "./patch-json.ts";
import { findQuotation, normaliseNeedle, normaliseQuotation, type Quotation, type Range } from "../law/quotation.ts";

export type { Patch } from "./patch-json.ts";

/** What a patch does to a text: `text` in place of [start, end). */
export type Edit = Range & { text: string; look?: FormattingChange };

/** `occurrence` counts all places of the original from 1: set it in the patch to choose this one. */
export type Place = Range & { occurrence: number };

export type PatchOutcome =
  | { kind: "located"; edit: Edit }
  /** `nearest` is a passage that differs in up to 30 % of its characters. It is shown, never changed. */
  | { kind: "not-found"; nearest?: Passage }
  | { kind: "several"; places: Place[] }
  /** The passage stands here, but beside other words than the patch names: it is another passage, unless the reader says otherwise. */
  | { kind: "context-differs"; places: Place[] }
  | { kind: "empty-original" }
  | { kind: "already-applied"; range: Range }
  /** Another patch of the same set, by its index, changes some of the same characters. */
  | { kind: "overlaps"; edit: Edit; other: number };

/** A patch that was applied, with what is needed to take it back. */
export type AppliedPatch = {
  /** Where the replacement begins in the text after. */
  start: number;
  original: string;
  replacement: string;
  /** The text on both sides, to find the place again after edits elsewhere. */
  before: string;
  after: string;
};

/** `nearest` false: only whether it stands there, which is quicker where it does not. */
export function locatePatch(text: string, patch: Patch, looksFor: { nearest: boolean } = { nearest: true }): PatchOutcome {
  return locate(text, quotationOf(text), patch, looksFor.nearest);
}

/** The text that was asked about last: changes come many to a text. */
let known: { text: string; quotation: Quotation } | null = null;

function quotationOf(text: string): Quotation {
  if (known?.text !== text) known = { text, quotation: normaliseQuotation(text) };
  return known.quotation;
}

/** All patches against the same text. Of two that overlap the first is located. */
export function locatePatches(text: string, patches: readonly Patch[]): PatchOutcome[] {
  const quotation = quotationOf(text);
  const taken: { edit: Edit; index: number }[] = [];
  return patches.map((patch, index) => {
    const outcome = locate(text, quotation, patch);
    if (outcome.kind !== "located") return outcome;
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
 * All or none: unless every patch is located or already applied, the text stays
 * as it is and `ok` is false. The order of the patches makes no difference.
 */
export function applyPatches(
  text: string,
  patches: readonly Patch[],
): { ok: boolean; text: string; outcomes: PatchOutcome[]; applied: AppliedPatch[] } {
  const outcomes = locatePatches(text, patches);
  const ok = outcomes.every(({ kind }) => kind === "located" || kind === "already-applied");
  if (!ok) return { ok, text, outcomes, applied: [] };
  const edits = outcomes.flatMap((outcome) => (outcome.kind === "located" ? [outcome.edit] : []));
  const [changed, applied] = applyEdits(text, edits);
  return { ok, text: changed, outcomes, applied };
}

const contextLength = 40;

/** `edits` do not overlap. The applied patches come in the order of the text. */
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
 * Takes a patch back, also when the text was edited elsewhere meanwhile. If the
 * replacement itself was edited, or stands nowhere with anything of what stood
 * beside it, it is the writer's now and nothing is touched.
 */
export function revertPatch(text: string, applied: AppliedPatch): RevertOutcome {
  const start = findApplied(text, applied);
  if (start === undefined) return { kind: "changed-since" };
  return { kind: "reverted", text: text.slice(0, start) + applied.original + text.slice(start + applied.replacement.length) };
}

/** All or none, whatever order they were applied in. */
export function revertPatches(text: string, applied: readonly AppliedPatch[]): RevertOutcome {
  let changed = text;
  for (const patch of applied.toSorted((a, b) => b.start - a.start)) {
    const outcome = revertPatch(changed, patch);
    if (outcome.kind !== "reverted") return outcome;
    changed = outcome.text;
  }
  return { kind: "reverted", text: changed };
}

/** So much of the text beside a patch must still be there, on one side at least. */
const contextMin = 12;

export function findApplied(text: string, { start, replacement, before, after }: AppliedPatch): number | undefined {
  let best: { at: number; score: number } | undefined;
  for (const at of candidates(text, start, replacement, before, after)) {
    const end = at + replacement.length;
    const left = commonSuffix(text.slice(Math.max(0, at - before.length), at), before);
    const right = commonPrefix(text.slice(end, end + after.length), after);
    // Where nothing moved, one whole side is proof enough; the other may hold another patch.
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

/** Where the replacement stands; for a deletion, where the text beside it stands. */
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

function locate(text: string, quotation: Quotation, patch: Patch, looksForNearest = true): PatchOutcome {
  if (patch.place === null) return { kind: "not-found" };
  if (standsAtPlace(text, patch)) return { kind: "located", edit: { ...patch.place, text: patch.replacement } };
  const needle = normaliseNeedle(patch.original);
  if (!needle) return { kind: "empty-original" };
  const replacement = patch.look ? "" : normaliseNeedle(patch.replacement);
  const replaced = replacement ? findQuotation(quotation, replacement) : [];
  const places = findQuotation(quotation, needle);
  if (places.length === 0) {
    const [range] = replaced;
    if (range) return { kind: "already-applied", range };
    const nearest = looksForNearest ? nearestPassage(quotation, needle) : undefined;
    return nearest ? { kind: "not-found", nearest } : { kind: "not-found" };
  }
  const isDone = (place: Range) => {
    // Typography or white space is all that changes.
    if (needle === replacement) return isWritten(text, editAt(text, place, patch));
    // "shall" stands within "shall not", where "shall" became "shall not" before.
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

/** The very words, with what stood beside them on one side at least: then nothing has to be looked for. */
function standsAtPlace(text: string, patch: Patch): patch is Patch & { place: Range } {
  const { original, place, before = "", after = "" } = patch;
  if (!place || original === "" || text.slice(place.start, place.end) !== original) return false;
  const left = commonSuffix(text.slice(0, place.start), before);
  const right = commonPrefix(text.slice(place.end), after);
  return left >= Math.min(contextMin, before.length) || right >= Math.min(contextMin, after.length);
}

/** The patch at the place that the reader has chosen. What the patch says of its context no longer counts. */
export function patchAt({ before: _before, after: _after, place: _place, ...patch }: Patch, occurrence: number): Patch {
  return { ...patch, occurrence };
}

type Choice = { chosen: Range[]; isContradicted: boolean };

/** The places that fit the text before and after; of these, or of all where there is no such text, the one that was chosen by its number. */
function choosePlaces(text: string, patch: Patch, places: Range[]): Choice {
  const numbered = patch.occurrence === undefined ? undefined : places[patch.occurrence - 1];
  const fits = fitsContext(text, patch);
  if (fits === null) return { chosen: numbered && places.length > 1 ? [numbered] : places, isContradicted: false };
  // Looked at before the others: of a change for every place each names its own.
  if (numbered && fits(numbered)) return { chosen: [numbered], isContradicted: false };
  const fitting = places.filter(fits);
  return fitting.length === 0 ? { chosen: places, isContradicted: true } : { chosen: fitting, isContradicted: false };
}

/**
 * Context is right beside the passage; it may be quoted with signs, numbers of
 * clauses and dots of omission. Words further off prove nothing: the clause
 * before or after may hold them. Null where the patch gives none.
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

/** As it is written, and without what a page does not show as words. Empty where nothing is written. */
function contextForms(context: string): string[] {
  const written = normaliseNeedle(context);
  if (written === "") return [];
  const plain = context.replaceAll(contextSign, "").replaceAll(/[*_`|~[\]]+|\.{3,}|…/g, " ");
  return [written, normaliseNeedle(plain).replaceAll(/ (?=[,.;:!?])/g, "")];
}

const contextSign = /^[ \t]*(?:#{1,6}[ \t]+|[-*+][ \t]+|>[ \t]?)?(?:\d+(?:\.\d+)*[.)]?[ \t]+|\([a-z]{1,5}\)[ \t]+)?/gim;

/**
 * White space at the ends of the quotation is not part of the place. If the
 * replacement has the same, the text keeps its own; if it has other, or none,
 * that is what the patch is about, and as much of the text's white space goes
 * as the quotation held. Words that were apart are never run together.
 */
function editAt(text: string, place: Range, { original, replacement }: Patch): Edit {
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
  return { start, end, text: insert };
}

/** Longer gaps are not looked through. */
const spaceMax = 20;

/** How much of a gap in the text a quotation has meant; only a quoted break between two paragraphs is one, and goes whole. */
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
