/*
 * Anchors a comment to words of a text. The words aren't marked in the
 * document: an anchor is a separate range, plus the words and their context. It
 * follows edits around and within it; if its words are deleted it is lost,
 * until they reappear.
 */
import { movedRun } from "../text/moved-run.ts";
import { wordDiff } from "../changes/word-diff.ts";

export type Range = { start: number; end: number };

export type CommentAnchor = {
  /** The words when the comment was created. */
  about: string;
  /** The words when last seen, and their context. */
  quote: string;
  before: string;
  after: string;
  /** The range in the text; null if the words are gone. */
  place: Range | null;
};

const besideLength = 60;
/** Words long enough to be located without context. */
const tellingLength = 24;
/** Shorter ones need at least this much matching context. */
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

/** For a text without history: the stored range, or an unambiguous match. */
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

/** From one version of a text to the next. */
export function moveAnchors(before: string, after: string, anchors: readonly CommentAnchor[]): CommentAnchor[] {
  if (before === after) return anchors.map((anchor) => findAnchor(after, anchor));
  const changes = changesBetween(before, after);
  const dragged = movedRun(before, after);
  return anchors.map((anchor) => {
    const { place, quote } = findAnchor(before, anchor);
    const lost = { ...anchor, place: null };
    if (place === null) return findAnchor(after, lost);
    const moved = dragged(place) ?? moveRange(place, changes);
    if (moved !== null && after.slice(moved.start, moved.end) === quote)
      return anchorAt(after, restored(after, moved, anchor.about), anchor.about);
    // Words that occur as often as before weren't deleted, but moved.
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

/** Anything much longer isn't a rewording but a different text. */
function longestReplacement({ start, end }: Range): number {
  return 4 * (end - start) + 80;
}

/** The range [from, to) of the old text became [newFrom, newTo) of the new one. */
export type RangeChange = { from: number; to: number; newFrom: number; newTo: number };

/**
 * `changes` are in text order. Insertions at an edge stay outside; replacements
 * inside stay inside. Null if nothing is left.
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

/** If words were deleted bit by bit and restored in one go, the anchor covers the whole passage again. */
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
 * A deletion among equal letters is ambiguous: "The roof. The rent." without
 * "roof. The " equals it without "The roof. ". Prefers the one that starts at a
 * paragraph or word boundary.
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
