/*
 * Patches that have a position keep it from one version of a text to the next.
 * If their words are edited, the position becomes null and is restored only if
 * the same words return in the same context.
 */
import { followPlaces } from "./followed-place.ts";
import { besideOf, locatePatch } from "./patch.ts";
import type { Patch } from "./patch-json.ts";
import type { Range } from "../law/quotation.ts";

/** A located patch, from now on identified by its position and context. */
export function placedAt(
  text: string,
  { occurrence: _occurrence, all: _all, except: _except, awaitedAt: _awaitedAt, ...patch }: Patch,
  place: Range,
): Patch {
  const { start, end } = place;
  return { ...patch, ...besideOf(text, place), place: { start, end } };
}

/** Every patch has, or once had, a position. */
export function movePatches(before: string, after: string, patches: readonly Patch[]): Patch[] {
  const ranges = patches.flatMap(({ place }) => place ?? []);
  const followed = followPlaces(before, after, ranges);
  const texts = { before, after, mayHold: wordsInserted(before, after) };
  let next = 0;
  return patches.map((patch) => {
    const place = patch.place ? followed[next++]! : placeAgain(texts, patch);
    return place === null ? { ...patch, place } : placedAt(after, patch, place);
  });
}

type Texts = { before: string; after: string; mayHold: (words: string) => boolean };

/** Looks for newly inserted words in the same context. Identical words elsewhere were never meant. */
function placeAgain({ before, after, mayHold }: Texts, patch: Patch): Range | null {
  const { original, before: left = "", after: right = "", awaitedAt } = patch;
  const passage = left + original + right;
  if (awaitedAt !== undefined && after.startsWith(passage, awaitedAt - left.length))
    return { start: awaitedAt, end: awaitedAt + original.length };
  if (left + right === "" || !mayHold(original)) return null;
  // Among clauses alike, only the very same context is certain.
  if (before.includes(passage)) return null;
  const at = after.indexOf(passage);
  if (at >= 0 && !after.includes(passage, at + 1)) return { start: at + left.length, end: at + left.length + original.length };
  return placeBetween(before, patch) === null ? placeBetween(after, patch) : null;
}

/** Whether what was inserted can be, or complete, these words. The texts are compared once. */
function wordsInserted(before: string, after: string): (words: string) => boolean {
  const most = Math.min(before.length, after.length);
  let [start, end] = [0, 0];
  while (start < most && before[start] === after[start]) start++;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  const stop = after.length - end;
  const inserted = bare(after.slice(start, stop));
  return (words) => {
    const [left, right] = [after.slice(Math.max(0, start - words.length), start), after.slice(stop, stop + words.length)];
    return (bare(left) + inserted + bare(right)).includes(bare(words));
  };
}

/** Its letters and digits: whatever else is written otherwise, words that are there have these. */
function bare(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "");
}

function placeBetween(text: string, { place: _place, ...patch }: Patch): Range | null {
  const outcome = locatePatch(text, patch, { nearest: false });
  return outcome.kind === "located" ? { start: outcome.edit.start, end: outcome.edit.end } : null;
}
