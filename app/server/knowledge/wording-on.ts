/*
 * Which wording of a section was in force on a day. A source says of some
 * wordings since when they apply and until when; of the others only is known in
 * which texts they stand, and of which days those are. Between two texts with
 * different wordings nobody can say when the one gave way to the other, and
 * before the first text nothing is known at all: then the nearest is given, and
 * is said not to be certain.
 */

/** All days are ISO dates. */
export type Wording = {
  /** Since when it applies, as its source says. */
  inForce: string | null;
  /** From this day it does not, as its source says. */
  ends: string | null;
  /** The days of the first and the last stored text that it stands in. */
  firstSeen: string | null;
  lastSeen: string | null;
  /** In the newest stored text. */
  isPresent: boolean;
};

export type OnDay<Own extends Wording> = {
  wording: Own;
  isCertain: boolean;
  /** The last day on which it applied, where that is known. */
  last: string | null;
};

/** `texts` are the days of all stored texts of the act. Null when the section was not there on that day. */
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
    // Still to come when it was told of, and nothing is known to have followed.
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

/** The day on which the next is known to have taken its place. */
function endOf({ ends }: Wording, next: Wording | undefined): string | null {
  return ends ?? next?.inForce ?? null;
}

/** A stored text of that day or later is without it, and it came after that. */
function wasMissing({ inForce, firstSeen }: Wording, texts: readonly string[], day: string): boolean {
  const first = inForce ?? firstSeen;
  return first !== null && texts.some((text) => day <= text && text < first);
}

/** Nothing has taken its place, and a stored text of that day or earlier is without it. */
function isGone({ isPresent, lastSeen }: Wording, end: string | null, texts: readonly string[], day: string): boolean {
  // Of what stands in the newest text and ends, another wording may be to come.
  if (isPresent) return false;
  if (end !== null && end <= day) return true;
  return lastSeen !== null && texts.some((text) => lastSeen < text && text <= day);
}

export function dayBefore(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
}
