/*
 * One change for every place of some words: `all` with the passages `except`
 * that stay as they are. It becomes a change for each place, with the words
 * beside it, so that each is shown and decided by itself.
 */
import type { Patch } from "./patch-json.ts";
import { findQuotation, normaliseNeedle, normaliseQuotation } from "../law/quotation.ts";

const besideLength = 60;

/** `text` is the one the places are looked for in. A patch that is not for all places stays as it is; so does one that has none. */
export function everywhere(text: string, patches: readonly Patch[]): Patch[] {
  if (!patches.some(({ all }) => all)) return [...patches];
  const quotation = normaliseQuotation(text);
  return patches.flatMap((patch) => {
    if (!patch.all) return [patch];
    const { all: _all, except = [], before: _before, after: _after, occurrence: _occurrence, ...one } = patch;
    const kept = except.flatMap((phrase) => findQuotation(quotation, normaliseNeedle(phrase)));
    const places = findQuotation(quotation, normaliseNeedle(patch.original));
    const single = places.flatMap(({ start, end }, i): Patch[] => {
      if (kept.some((range) => range.start < end && start < range.end)) return [];
      const beside = { before: text.slice(Math.max(0, start - besideLength), start), after: text.slice(end, end + besideLength) };
      return [{ ...one, ...beside, occurrence: i + 1 }];
    });
    return places.length === 0 ? [one] : single;
  });
}
