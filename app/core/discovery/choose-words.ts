/* Choosing words of a text by keys: one after the other or line by line, and more of them behind those that are chosen. */
import type { TextPlace } from "./redaction.ts";
import type { PlacedWord } from "./words.ts";

export type Step = { to: "next" | "previous"; by: "word" | "line"; isMore: boolean };

/** By the key that is pressed, the first with a modifier that adds to what is chosen. */
export function stepOf({ key, shiftKey: isMore }: { key: string; shiftKey: boolean }): Step | null {
  if (key === "ArrowRight") return { to: "next", by: "word", isMore };
  if (key === "ArrowLeft") return { to: "previous", by: "word", isMore };
  if (key === "ArrowDown") return { to: "next", by: "line", isMore };
  if (key === "ArrowUp") return { to: "previous", by: "line", isMore };
  return null;
}

/** `words`: all of the text. What was chosen stays if there is nothing further that way. */
export function chosenAfter(
  text: string,
  words: readonly PlacedWord[],
  chosen: TextPlace | null,
  { to, by, isMore }: Step,
): TextPlace | null {
  if (words.length === 0) return null;
  if (chosen === null) return placeOf(words[0]!);
  const first = words.findIndex(({ end }) => end > chosen.start);
  const last = words.findLastIndex(({ start }) => start < chosen.end);
  if (first === -1 || last === -1) return placeOf(words[first === -1 ? words.length - 1 : 0]!);
  const forward = to === "next";
  const edge = isMore || forward ? last : first;
  const at = by === "word" ? edge + (forward ? 1 : -1) : inOtherLine(text, words, edge, { forward, isMore });
  const found = words[Math.max(isMore ? first : 0, Math.min(words.length - 1, at))]!;
  return isMore ? { start: words[first]!.start, end: found.end } : placeOf(found);
}

function placeOf({ start, end }: PlacedWord): TextPlace {
  return { start, end };
}

/** The first word of the next or the previous line that has one; for more of them, the last. */
function inOtherLine(
  text: string,
  words: readonly PlacedWord[],
  edge: number,
  { forward, isMore }: { forward: boolean; isMore: boolean },
): number {
  const isNewLine = (at: number) => /[\r\n]/.test(text.slice(words[at - 1]!.end, words[at]!.start));
  let at = edge;
  if (isMore && forward) {
    // To the end of this line; from there, of the next.
    if (at + 1 < words.length) at++;
    while (at + 1 < words.length && !isNewLine(at + 1)) at++;
    return at;
  }
  if (forward) {
    do at++;
    while (at < words.length && !isNewLine(at));
    return at;
  }
  while (at > 0 && !isNewLine(at)) at--;
  if (isMore) return at - 1;
  at--;
  while (at > 0 && !isNewLine(at)) at--;
  return at;
}
