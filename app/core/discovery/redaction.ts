/*
 * Words of a document that are not shown to others. A redaction is a range of its text, of whole words; in what is
 * produced, a sign with the reason stands in their place.
 */
import { placedWords, wordsOf } from "./words.ts";

export const redactionReasons = ["privileged", "personal-data", "trade-secret", "not-responsive"] as const;
export type RedactionReason = (typeof redactionReasons)[number];

export const reasonWords: Record<RedactionReason, string> = {
  privileged: "Privileged",
  "personal-data": "Personal data",
  "trade-secret": "Trade secret",
  "not-responsive": "Not responsive",
};

/** Only where it was marked; wherever the document has the same words; also in its family and its exact duplicates. */
export const redactionScopes = ["here", "document", "family"] as const;
export type RedactionScope = (typeof redactionScopes)[number];

export const redactionLimits = { atOnce: 2_000, relatives: 2_000 } as const;

/** In UTF-16 units of the text. */
export type TextPlace = { start: number; end: number };
export type FrozenRedaction = TextPlace & { reason: RedactionReason };
export type Redaction = FrozenRedaction & { id: string; by: string | null; at: string };

/** Without white space around it, and with the rest of words that it cuts; null if nothing is left. */
export function wholeWords(text: string, { start, end }: TextPlace): TextPlace | null {
  let [from, to] = [Math.max(0, start), Math.min(text.length, end)];
  while (from < to && /\s/.test(text[from]!)) from++;
  while (to > from && /\s/.test(text[to - 1]!)) to--;
  if (from >= to) return null;
  const [first, last] = [from, to];
  for (const word of placedWords(text)) {
    if (word.start >= last) break;
    if (word.start < first && word.end > first) from = word.start;
    if (word.start < last && word.end > last) to = word.end;
  }
  return { start: from, end: to };
}

/** Where a text has the same words, one behind the other, whatever stands between them: spaces, or the end of a line. */
export function placesOfWords(text: string, phrase: string): TextPlace[] {
  const wanted = wordsOf(phrase);
  if (wanted.length === 0) return placesOfSigns(text, phrase.trim());
  const words = [...placedWords(text)];
  const places: TextPlace[] = [];
  for (let at = 0; at + wanted.length <= words.length; at++) {
    if (!wanted.every((word, index) => words[at + index]!.word === word)) continue;
    const last = at + wanted.length - 1;
    places.push({ start: words[at]!.start, end: words[last]!.end });
    at = last;
  }
  return places;
}

function placesOfSigns(text: string, signs: string): TextPlace[] {
  const places: TextPlace[] = [];
  if (signs === "") return places;
  for (let at = text.indexOf(signs); at !== -1; at = text.indexOf(signs, at + signs.length))
    places.push({ start: at, end: at + signs.length });
  return places;
}

/** Where the text of an email begins to be more than its subject, people and day. */
export function headEnd({ kind, subject, text }: { kind: string; subject: string; text: string }): number {
  if (kind !== "email" && kind !== "msg") return 0;
  const first = text.indexOf("\n\n");
  const end = subject === "" || first === -1 ? first : text.indexOf("\n\n", first + 2);
  return end === -1 ? text.length : end;
}

export function isWithin(place: TextPlace, other: TextPlace): boolean {
  return place.start >= other.start && place.end <= other.end;
}

export type BurntPlace = TextPlace & { reasons: RedactionReason[] };

/** In order, those that overlap or touch as one. */
export function burntPlaces(redactions: readonly FrozenRedaction[], length = Infinity): BurntPlace[] {
  const places: BurntPlace[] = [];
  const inOrder = redactions.toSorted((a, b) => a.start - b.start || a.end - b.end || a.reason.localeCompare(b.reason, "en"));
  for (const { start, end, reason } of inOrder) {
    const last = places.at(-1);
    if (start >= length) break;
    if (last === undefined || start > last.end) places.push({ start, end: Math.min(end, length), reasons: [reason] });
    else {
      last.end = Math.min(length, Math.max(last.end, end));
      if (!last.reasons.includes(reason)) last.reasons.push(reason);
    }
  }
  return places;
}

/** What stands in their place. */
export function redactionSign(reasons: readonly RedactionReason[]): string {
  return `[Redacted: ${reasons.map((reason) => reasonWords[reason] ?? reason).join(", ")}]`;
}
