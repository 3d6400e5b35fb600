/*
 * Which words of a text a comment is about. The words are not marked in the
 * document: the anchor is a range beside it, with the words themselves and
 * those next to them. From one text to the next the range goes along with what
 * was changed round it and within it; when its words go, it is lost, and found
 * again by its words when they come back or stand somewhere else.
 */
import { wordDiff } from "../changes/word-diff.ts";

export type Range = { start: number; end: number };

export type CommentAnchor = {
  /** The words when the comment was made. */
  about: string;
  /** The words as they stood last, and what stood beside them. */
  quote: string;
  before: string;
  after: string;
  /** Where in the text; null when the words are gone. */
  place: Range | null;
};

const besideLength = 60;
/** Words that say enough by themselves to be found without what stands beside them. */
const tellingLength = 24;
/** Shorter ones are known by at least as many characters beside them. */
const besideNeeded = 12;

export function anchorAt(text: string, { start, end }: Range, about = text.slice(start, end)): CommentAnchor {
  return {
    about,
    quote: text.slice(start, end),
    before: text.slice(Math.max(0, start - besideLength), start),
    after: text.slice(end, end + besideLength),
    place: { start, end },
  };
}

/** In a text of which nothing else is known: where the anchor says, or where its words stand surely. */
export function findAnchor(text: string, anchor: CommentAnchor): CommentAnchor {
  const { about, quote, place } = anchor;
  if (place !== null && text.slice(place.start, place.end) === quote) return anchor;
  const found = search(text, anchor, about) ?? search(text, anchor, quote);
  return found === null ? { ...anchor, place: null } : anchorAt(text, found, about);
}

function search(text: string, { before, after, place }: CommentAnchor, words: string): Range | null {
  if (words.trim() === "") return null;
  let best: { start: number; beside: number } | null = null;
  let count = 0;
  const near = place?.start ?? 0;
  for (let start = text.indexOf(words); start >= 0 && count < 1000; start = text.indexOf(words, start + 1)) {
    count++;
    const beside = sameEnd(text.slice(0, start), before) + sameBeginning(text.slice(start + words.length), after);
    const isNearer = best !== null && beside === best.beside && Math.abs(start - near) < Math.abs(best.start - near);
    if (best === null || beside > best.beside || isNearer) best = { start, beside };
  }
  if (best === null) return null;
  const isSure =
    (count === 1 && words.length >= tellingLength) || best.beside >= Math.min(besideNeeded, before.length + after.length);
  return isSure ? { start: best.start, end: best.start + words.length } : null;
}

function sameEnd(text: string, expected: string): number {
  let same = 0;
  while (same < expected.length && same < text.length && text[text.length - 1 - same] === expected[expected.length - 1 - same])
    same++;
  return same;
}

function sameBeginning(text: string, expected: string): number {
  let same = 0;
  while (same < expected.length && text[same] === expected[same]) same++;
  return same;
}

/** From a text to the one that came out of it. */
export function moveAnchors(before: string, after: string, anchors: readonly CommentAnchor[]): CommentAnchor[] {
  if (before === after) return anchors.map((anchor) => findAnchor(after, anchor));
  const changes = changesBetween(before, after);
  return anchors.map((anchor) => {
    const { place, quote } = findAnchor(before, anchor);
    const lost = { ...anchor, place: null };
    if (place === null) return findAnchor(after, lost);
    const moved = moveRange(place, changes);
    if (moved !== null && after.slice(moved.start, moved.end) === quote)
      return anchorAt(after, restored(after, moved, anchor.about), anchor.about);
    // Words that stand there as often as before have not gone, but moved.
    const found = countOf(after, quote) >= countOf(before, quote) ? findAnchor(after, lost) : lost;
    if (found.place !== null || moved === null) return found;
    if (isReplaced(place, changes) && moved.end - moved.start > longestReplacement(place)) return lost;
    return anchorAt(after, restored(after, moved, anchor.about), anchor.about);
  });
}

function countOf(text: string, words: string): number {
  return text.split(words).length - 1;
}

function isReplaced({ start, end }: Range, changes: readonly RangeChange[]): boolean {
  return changes.some(({ from, to }) => from <= start && to >= end);
}

/** Much more than this is not other words for the same, but another text. */
function longestReplacement({ start, end }: Range): number {
  return 4 * (end - start) + 80;
}

/** [from, to) of the text before became [newFrom, newTo) of the text after. */
export type RangeChange = { from: number; to: number; newFrom: number; newTo: number };

/**
 * Through changes in the order of the text. What is written in at an edge stays
 * outside, what takes the place of words inside stays inside. Null when nothing
 * is left.
 */
export function moveRange({ start, end }: Range, changes: readonly RangeChange[]): Range | null {
  const moved = { start: moveStart(start, changes), end: moveEnd(end, changes) };
  return moved.end > moved.start ? moved : null;
}

function moveStart(pos: number, changes: readonly RangeChange[]): number {
  let shift = 0;
  for (const { from, to, newFrom, newTo } of changes) {
    if (from > pos) break;
    if (from < to && pos < to) return newFrom;
    shift = newTo - to;
  }
  return pos + shift;
}

function moveEnd(pos: number, changes: readonly RangeChange[]): number {
  let shift = 0;
  for (const { from, to, newTo } of changes) {
    if (from >= pos) break;
    if (pos <= to) return newTo;
    shift = newTo - to;
  }
  return pos + shift;
}

/** Words that were taken away bit by bit and brought back at once are the whole passage again. */
function restored(text: string, { start, end }: Range, about: string): Range {
  const isWithin = about.length <= end - start;
  const first = text.indexOf(about, isWithin ? start : Math.max(0, end - about.length));
  const last = first + about.length;
  const isIt = first >= 0 && (isWithin ? last <= end : first <= start && last >= end);
  return isIt ? { start: first, end: last } : { start, end };
}

function changesBetween(before: string, after: string): RangeChange[] {
  let head = 0;
  const shorter = Math.min(before.length, after.length);
  while (head < shorter && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < shorter - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  const changes: RangeChange[] = [];
  let [at, newAt] = [head, head];
  let open: RangeChange | null = null;
  for (const { kind, text } of wordDiff(before.slice(head, before.length - tail), after.slice(head, after.length - tail))
    .segments) {
    if (kind === "equal") open = null;
    else if (open === null) changes.push((open = { from: at, to: at, newFrom: newAt, newTo: newAt }));
    if (kind !== "added") at += text.length;
    if (kind !== "removed") newAt += text.length;
    if (open !== null) [open.to, open.newTo] = [at, newAt];
  }
  return changes.map((change, i) => settled(change, { before, after, floor: changes[i - 1]?.to ?? 0 }));
}

/**
 * Of equal letters it cannot be known which ones went: "The roof. The rent."
 * without "roof. The " is the same as without "The roof. ". What begins where a
 * paragraph or a word begins is meant.
 */
function settled(change: RangeChange, { before, after, floor }: { before: string; after: string; floor: number }): RangeChange {
  const isDeletion = change.newFrom === change.newTo;
  if (!isDeletion && change.from !== change.to) return change;
  const text = isDeletion ? before : after;
  const [from, to] = isDeletion ? [change.from, change.to] : [change.newFrom, change.newTo];
  const most = Math.min(change.from - floor, to - from, 1000);
  let best = { back: 0, worth: worthAt(text, from) };
  for (let back = 1; back <= most && text[from - back] === text[to - back]; back++) {
    const worth = worthAt(text, from - back);
    if (worth > best.worth) best = { back, worth };
  }
  const { from: start, to: end, newFrom, newTo } = change;
  return { from: start - best.back, to: end - best.back, newFrom: newFrom - best.back, newTo: newTo - best.back };
}

function worthAt(text: string, at: number): number {
  const before = text[at - 1];
  return before === undefined || before === "\n" ? 2 : /\s/.test(before) ? 1 : 0;
}
