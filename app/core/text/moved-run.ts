/*
 * Words that were cut and put elsewhere, as by dragging them, with nothing else changed: two parts of the text that are
 * next to each other changed places, white space aside, which differs where they meet. A range is then where its words
 * are, if they, or they with words beside them, are in both texts once.
 */
import type { Range } from "../law/quotation.ts";

/** How many words beside a range tell where it is, and how many at the edges of a part may be the other's as well. */
const besideMax = 12;

/** Null where it can't be told; undefined if nothing was moved, or something else changed, or the range is elsewhere. */
export type Moved = (range: Range) => Range | null | undefined;

export function movedRun(before: string, after: string): Moved {
  const [old, now] = [withoutSpace(before), withoutSpace(after)];
  const swap = old.text.length === now.text.length && old.text !== now.text ? swapIn(old, now.text) : null;
  if (swap === null) return () => undefined;
  return ({ start, end }) => {
    const [first, last] = [indexAt(old.places, start), indexAt(old.places, end)];
    const found = last > first ? onlyPlace(old, now.text, first, last) : null;
    if (found === null) return last <= swap.from || first >= swap.to ? undefined : null;
    const place = { start: now.places[found]!, end: now.places[found + last - first - 1]! + 1 };
    return after.slice(place.start, place.end) === before.slice(start, end) ? place : null;
  };
}

/** Null if there is none, or several. */
function onlyPlace(old: Dense, now: string, first: number, last: number): number | null {
  const found = new Set<number>();
  for (const from of edges(old, first, -1))
    for (const to of edges(old, last, 1)) {
      const words = old.text.slice(from, to);
      if (isOnce(old.text, words) && isOnce(now, words)) found.add(now.indexOf(words) + first - from);
    }
  const [only] = found;
  return found.size === 1 ? only! : null;
}

function isOnce(text: string, words: string): boolean {
  const at = text.indexOf(words);
  return at >= 0 && text.indexOf(words, at + 1) < 0;
}

type Dense = { text: string; places: Int32Array };

/** `places`: where each character is in the whole text. */
function withoutSpace(whole: string): Dense {
  const places: number[] = [];
  for (let at = 0; at < whole.length; at++) if (!/\s/.test(whole[at]!)) places.push(at);
  return { text: whole.replaceAll(/\s/g, ""), places: Int32Array.from(places) };
}

/** The first character at or behind a place. */
function indexAt(places: Int32Array, at: number): number {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (places[middle]! < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** What may have been moved, or moved over; null if that isn't all that changed. */
function swapIn(old: Dense, now: string): { from: number; to: number } | null {
  const { text } = old;
  const size = text.length;
  let [head, tail] = [0, 0];
  while (text[head] === now[head]) head++;
  while (text[size - 1 - tail] === now[size - 1 - tail]) tail++;
  const [starts, ends] = [edges(old, head, -1), edges(old, size - tail, 1)];
  const isSwap = starts.some((from) =>
    ends.some((to) => {
      const part = text.slice(from, to);
      return (part + part).includes(now.slice(from, to));
    }),
  );
  return isSwap ? { from: starts.at(-1)!, to: ends.at(-1)! } : null;
}

/** This index, and those of the words next to it on one side. */
function edges({ text, places }: Dense, index: number, step: -1 | 1): number[] {
  const found = [index];
  for (let at = index + step; at >= 0 && at <= text.length && found.length <= besideMax; at += step) {
    const isEdge = at === 0 || at === text.length || places[at]! - places[at - 1]! > 1;
    if (isEdge) found.push(at);
  }
  return found;
}
