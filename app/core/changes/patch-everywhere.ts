/*
 * Expands a patch with `all` into one patch per occurrence, minus the passages
 * in `except`. Each carries its own context, so it is shown and decided
 * separately.
 */
import type { Patch } from "./patch-json.ts";
import { findQuotation, normaliseNeedle, normaliseQuotation } from "../law/quotation.ts";

const besideLength = 60;

/** `text` is searched for occurrences. A patch without `all`, or without a match, is returned unchanged. */
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
