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
  { occurrence: _occurrence, all: _all, except: _except, ...patch }: Patch,
  place: Range,
): Patch {
  const { start, end } = place;
  return { ...patch, ...besideOf(text, place), place: { start, end } };
}

/** Every patch has, or once had, a position. */
export function movePatches(before: string, after: string, patches: readonly Patch[]): Patch[] {
  const ranges = patches.flatMap(({ place }) => place ?? []);
  const followed = followPlaces(before, after, ranges);
  let next = 0;
  return patches.map((patch) => {
    const place = patch.place ? followed[next++]! : placeAgain(before, after, patch);
    return place === null ? { ...patch, place } : placedAt(after, patch, place);
  });
}

/** Looks for newly inserted words in the same context. Identical words elsewhere were never meant. */
function placeAgain(before: string, after: string, patch: Patch): Range | null {
  return placeBetween(before, patch) === null ? placeBetween(after, patch) : null;
}

function placeBetween(text: string, { place: _place, ...patch }: Patch): Range | null {
  if ((patch.before ?? "") + (patch.after ?? "") === "") return null;
  const outcome = locatePatch(text, patch, { nearest: false });
  return outcome.kind === "located" ? { start: outcome.edit.start, end: outcome.edit.end } : null;
}
