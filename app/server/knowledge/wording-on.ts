/*
 * Determines which wording of a section was in force on a date. For some wordings the source gives
 * the period; for others only the dates of the texts containing them are known. Between two texts
 * that differ, or before the first, the answer is uncertain: the nearest wording is returned and
 * marked as such.
 */

import { dayBefore } from "#core/text/day-and-time.ts";

/** All dates are ISO dates. */
export type Wording = {
  /** When it took effect, according to its source. */
  inForce: string | null;
  /** When it ceases to apply, according to its source. */
  ends: string | null;
  /** The dates of the first and last stored texts that contain it. */
  firstSeen: string | null;
  lastSeen: string | null;
  /** Part of the newest stored text. */
  isPresent: boolean;
};

export type OnDay<Own extends Wording> = {
  wording: Own;
  isCertain: boolean;
  /** The last day on which it applied, if known. */
  last: string | null;
};

/** `texts` are the dates of all stored texts of the act. Null if the section didn't exist on that date. */
export function wordingOn<Own extends Wording>(wordings: readonly Own[], texts: readonly string[], day: string): OnDay<Own> | null {
  const known = wordings.toSorted((a, b) => startOf(a).localeCompare(startOf(b)) || Number(a.isPresent) - Number(b.isPresent));
  const ends = known.map((wording, at) => endOf(wording, known[at + 1]));
  const given = (at: number, isCertain: boolean): OnDay<Own> => {
    const end = ends[at] ?? null;
    return { wording: known[at]!, isCertain, last: end === null ? null : dayBefore(end) };
  };
  const certain = known.findLastIndex((wording, at) => {
    const start = startOf(wording);
    const end = ends[at] ?? null;
    if (start === "" || start > day) return false;
    if (end !== null) return day < end;
    if (wording.isPresent || (wording.lastSeen !== null && day <= wording.lastSeen)) return true;
    // It was still to come when published, and nothing is known to have replaced it.
    return wording.lastSeen === null && wording.inForce !== null && at === known.length - 1;
  });
  if (certain >= 0) return given(certain, true);
  const before = known.findLastIndex((wording) => startOf(wording) <= day);
  if (before < 0) return known.length === 0 || wasMissing(known[0]!, texts, day) ? null : given(0, false);
  return before === known.length - 1 && isGone(known[before]!, ends[before] ?? null, texts, day) ? null : given(before, false);
}

function startOf({ inForce, firstSeen }: Wording): string {
  return inForce ?? firstSeen ?? "";
}

/** The date on which the next wording is known to have replaced it. */
function endOf({ ends }: Wording, next: Wording | undefined): string | null {
  return ends ?? next?.inForce ?? null;
}

/** A stored text of that date or later lacks it, so it was added afterwards. */
function wasMissing({ inForce, firstSeen }: Wording, texts: readonly string[], day: string): boolean {
  const first = inForce ?? firstSeen;
  return first !== null && texts.some((text) => day <= text && text < first);
}

/** Nothing replaced it, and a stored text of that date or earlier lacks it. */
function isGone({ isPresent, lastSeen }: Wording, end: string | null, texts: readonly string[], day: string): boolean {
  // A wording in the newest text with an end date may still get a successor.
  if (isPresent) return false;
  if (end !== null && end <= day) return true;
  return lastSeen !== null && texts.some((text) => lastSeen < text && text <= day);
}
