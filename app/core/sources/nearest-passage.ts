/*
 * Models sometimes quote from memory, slightly off. This finds the nearest
 * passage to show the reader ("altered"); it is never corrected automatically,
 * because the difference may be a number or a "not".
 *
 * In a long text, only stretches that share rare words with the quotation are
 * searched closely: approximate search over everything takes seconds on a text
 * full of dotted lines.
 */
import search from "approx-string-match";
import { cutsWord, originalRange, type Quotation, type Range } from "../law/quotation.ts";

/** The share of characters that may differ. */
const errorShare = 0.3;
/** Below this length, anything resembles anything. */
const needleMin = 4;
/** Only the beginning of a longer quotation is searched for; the rest is assumed to follow. */
const needleMax = 1000;
/** The budget, in steps of the bit-parallel search, for searching everything. */
const stepsMax = 5e7;
const windowsMax = 4;
/** How many of the quotation's rarest words narrow the search. */
const tellingWordsMax = 24;

export type Passage = Range & {
  /** 0 to 1, 1 being equal. */
  similarity: number;
};

/** `needle` is normalized; the range refers to the original text. */
export function nearestPassage(haystack: Quotation, needle: string): Passage | undefined {
  if (needle.length < needleMin) return undefined;
  const pattern = needle.slice(0, needleMax);
  const { text } = haystack;
  let best: { start: number; end: number; errors: number } | undefined;
  for (const { start, end } of windows(haystack, pattern)) {
    const allowed = Math.min(Math.floor(pattern.length * errorShare), (best?.errors ?? Infinity) - 1);
    if (allowed < 0) break;
    const [found] = search(text.slice(start, end), pattern, allowed);
    if (found) best = { start: start + found.start, end: start + found.end, errors: found.errors };
  }
  if (!best || best.start >= best.end) return undefined;
  const [start, end] = wholeWords(text, best.start, Math.min(text.length, best.end + needle.length - pattern.length));
  if (start >= end) return undefined;
  return { ...originalRange(haystack, start, end), similarity: 1 - best.errors / pattern.length };
}

function windows(haystack: Quotation, pattern: string): Range[] {
  const { text } = haystack;
  const blocks = Math.ceil(pattern.length / 32);
  if (text.length * pattern.length * blocks <= stepsMax) return [{ start: 0, end: text.length }];
  const size = Math.ceil(pattern.length * (1 + errorShare));
  return likelyStarts(haystack, pattern).map((at) => ({
    start: Math.max(0, at - size),
    end: Math.min(text.length, at + 2 * size),
  }));
}

/** Where the pattern would start, judging by the positions of its words, the likeliest first. */
function likelyStarts(haystack: Quotation, pattern: string): number[] {
  const offsets = placesOf(pattern);
  const places = knownPlaces(haystack);
  const grid = Math.max(32, Math.floor(pattern.length / 2));
  const votes = new Map<number, number>();
  const rarest = [...offsets]
    .map(([word, all]) => ({ all, seen: places.get(word) ?? [] }))
    .sort((a, b) => a.seen.length - b.seen.length)
    .filter(({ seen }) => seen.length > 0)
    .slice(0, tellingWordsMax);
  for (const { all, seen } of rarest) {
    for (const at of seen) {
      for (const offset of all.slice(-4)) {
        const cell = Math.floor((at - offset) / grid);
        votes.set(cell, (votes.get(cell) ?? 0) + 1 / seen.length);
      }
    }
  }
  const ranked = [...votes].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, windowsMax);
  return ranked.map(([cell]) => cell * grid);
}

/** Caches word positions per text, for texts searched more than once. */
const known = new WeakMap<Quotation, Map<string, number[]>>();

function knownPlaces(haystack: Quotation): Map<string, number[]> {
  const places = known.get(haystack) ?? placesOf(haystack.text);
  known.set(haystack, places);
  return places;
}

function placesOf(text: string): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const match of text.matchAll(/[\p{L}\p{N}]{3,60}/gu)) {
    const word = match[0].toLowerCase();
    const all = places.get(word);
    if (all) all.push(match.index);
    else places.set(word, [match.index]);
  }
  return places;
}

/** Extends a range to whole words, then trims white space. */
function wholeWords(text: string, start: number, end: number): [start: number, end: number] {
  while (cutsWord(text, start)) start--;
  while (cutsWord(text, end)) end++;
  while (start < end && text[start] === " ") start++;
  while (start < end && text[end - 1] === " ") end--;
  return [start, end];
}
