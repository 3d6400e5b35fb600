/*
 * Patches that have a place keep it from one version of a text to the next.
 * Once the words of one were edited it is gone, place null, and has a place
 * again only if the same words come back between the same others.
 */
import { followPlaces } from "./followed-place.ts";
import { locatePatch } from "./patch.ts";
import type { Patch } from "./patch-json.ts";
import type { Range } from "../law/quotation.ts";

const besideLength = 60;

/** What is beside a place, as a patch says it. */
export function besideOf(text: string, { start, end }: Range): { before: string; after: string } {
  return { before: text.slice(Math.max(0, start - besideLength), start), after: text.slice(end, end + besideLength) };
}

/** Located at a place: known by it from now on, and by what is beside it. */
export function placedAt(
  text: string,
  { occurrence: _occurrence, all: _all, except: _except, ...patch }: Patch,
  place: Range,
): Patch {
  const { start, end } = place;
  return { ...patch, ...besideOf(text, place), place: { start, end } };
}

/** All of them have a place, or had one. */
export function movePatches(before: string, after: string, patches: readonly Patch[]): Patch[] {
  const ranges = patches.flatMap(({ place }) => place ?? []);
  const followed = followPlaces(before, after, ranges);
  let next = 0;
  return patches.map((patch) => {
    const place = patch.place ? followed[next++]! : placeAgain(before, after, patch);
    return place === null ? { ...patch, place } : placedAt(after, patch, place);
  });
}

/** Words that were not there before, between the same words on both sides. Others like them were never meant. */
function placeAgain(before: string, after: string, patch: Patch): Range | null {
  return placeBetween(before, patch) === null ? placeBetween(after, patch) : null;
}

function placeBetween(text: string, { place: _place, ...patch }: Patch): Range | null {
  if ((patch.before ?? "") + (patch.after ?? "") === "") return null;
  const outcome = locatePatch(text, patch, { nearest: false });
  return outcome.kind === "located" ? { start: outcome.edit.start, end: outcome.edit.end } : null;
}
