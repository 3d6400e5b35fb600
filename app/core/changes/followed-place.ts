/*
 * Maps ranges of an earlier text to a later one, or to null if they are gone.
 * The edits in between are unknown, so the texts are diffed: by sentence first,
 * as two clauses may begin with the same words, then by word within edited
 * sentences. Edited or deleted text is never searched for elsewhere; only if all
 * that was changed is where a run of words stands, it is followed there.
 */
import type { Range } from "../law/quotation.ts";
import { movedRun } from "../text/moved-run.ts";
import { matchTokens, wordDiff, type DiffSegment } from "./word-diff.ts";

type Sentence = Range & { text: string };

/** Sentences that were split or joined are one there and several here. `from` and `to` count the new ones. */
type Pair = { old: Sentence; now: Sentence; from: number; to: number };

/** Null if the range is gone. */
export function followPlaces(before: string, after: string, ranges: readonly Range[]): (Range | null)[] {
  if (before === after || ranges.length === 0) return [...ranges];
  const [old, now] = [sentencesOf(before), sentencesOf(after)];
  const pairs = paired(old, now);
  const moved = movedRun(before, after);
  return ranges.map((range) => {
    const place = moved(range);
    return place === undefined ? inSentences(range) : place;
  });

  function inSentences(range: Range): Range | null {
    const first = old.findIndex(({ end }) => end > range.start);
    const last = old.findIndex(({ end }) => end >= range.end);
    if (first < 0 || last < 0) return null;
    for (let i = first; i <= last; i++) {
      const [pair, earlier] = [pairs[i], i > first ? pairs[i - 1] : undefined];
      if (!pair || (earlier && earlier !== pair && earlier.to !== pair.from)) return null;
    }
    const start = within(pairs[first]!, range.start, 1);
    const end = within(pairs[last]!, range.end, -1);
    const isSame = start !== null && end !== null && after.slice(start, end) === before.slice(range.start, range.end);
    return isSame ? { start, end } : null;
  }
}

/** Each with its trailing white space. */
function sentencesOf(text: string): Sentence[] {
  const sentences: Sentence[] = [];
  for (const match of text.matchAll(/[^]*?(?:[.!?]["”’»)\]]*\s+|\n\s*|$)/g)) {
    if (match[0] === "") continue;
    sentences.push({ start: match.index, end: match.index + match[0].length, text: match[0] });
  }
  return sentences;
}

/** Below this share of common text, two sentences count as different. */
const likenessMin = 0.5;
/** From here on a sentence is the one it was, edited, even if it became more like another. */
const likenessOfEdited = 0.75;
const clearly = 0.1;
/** How many sentences around one are compared with what it may have become. */
const rivalsMost = 60;

/**
 * For each old sentence, what it became, if anything. A new sentence that also occurred in the old text is a copy and
 * belongs to nothing.
 */
function paired(old: readonly Sentence[], now: readonly Sentence[]): (Pair | undefined)[] {
  const numbers = new Map<string, number>();
  const numberOf = ({ text }: Sentence) => {
    const key = text.trim();
    if (!numbers.has(key)) numbers.set(key, numbers.size + 1);
    return numbers.get(key)!;
  };
  const [oldNumbers, newNumbers] = [Int32Array.from(old, numberOf), Int32Array.from(now, numberOf)];
  const [inOld, inNew] = [new Set(oldNumbers), new Set(newNumbers)];
  const match = matchTokens(oldNumbers, newNumbers, numbers.size + 1);
  const pairs = Array.from(match, (j, i) => (j < 0 ? undefined : { old: old[i]!, now: now[j]!, from: j, to: j + 1 }));
  const isLost = (i: number) => i < old.length && match[i]! < 0 && !inNew.has(oldNumbers[i]!);
  // The new one may have become of another sentence, which was moved or copied, and edited there.
  const lost = old.flatMap((_, i) => (isLost(i) ? [i] : []));
  const isBest = (first: number, count: number, pair: Pair) => {
    const { text } = pair.now;
    const own = likeness(pair.old.text, text);
    const at = Math.max(0, lost.indexOf(first) - rivalsMost / 2);
    const rivals = lost.slice(at, at + rivalsMost).filter((i) => i < first || i >= first + count);
    if (rivals.some((i) => isLiker(old[i]!.text, text, own))) return false;
    // Of one that is still there it is a copy only if it is clearly more like that one.
    const near = old.slice(Math.max(0, first - rivalsMost / 2), first + rivalsMost / 2);
    return own >= likenessOfEdited || !near.some((other) => isLiker(other.text, text, own + clearly));
  };
  let next = 0;
  for (let i = 0; i < old.length; i++) {
    if (match[i]! >= 0) next = match[i]! + 1;
    if (!isLost(i) || pairs[i]) continue;
    const stop = match.slice(i).find((one) => one >= 0) ?? now.length;
    const isNew = (j: number) => j < stop && !inOld.has(newNumbers[j]!);
    for (let j = next; j < stop; j++) {
      if (!isNew(j)) continue;
      const { pair, count, own } = grown(old, now, [i, j], [isLost, isNew]);
      const isOne = count === 1 && pair.to === pair.from + 1;
      if (own < (isOne ? likenessMin : likenessOfEdited) || !isBest(i, count, pair)) continue;
      pairs.fill(pair, i, i + count);
      next = pair.to;
      break;
    }
  }
  return pairs;
}

/** Two sentences, and what follows the shorter one for as long as that makes them more alike: it was split there. */
function grown(
  old: readonly Sentence[],
  now: readonly Sentence[],
  [i, j]: readonly [number, number],
  [isLost, isNew]: readonly [(i: number) => boolean, (j: number) => boolean],
): { pair: Pair; count: number; own: number } {
  let [one, other] = [old[i]!, now[j]!];
  let [iTo, jTo] = [i + 1, j + 1];
  let own = likenessByLetter(one.text, other.text);
  for (;;) {
    const isShorter = one.text.length < other.text.length;
    if (own === 0 || (isShorter ? !isLost(iTo) : !isNew(jTo))) break;
    const longer = isShorter ? joined(one, old[iTo]!) : joined(other, now[jTo]!);
    const then = isShorter ? likenessByLetter(longer.text, other.text, own) : likenessByLetter(one.text, longer.text, own);
    if (then <= own) break;
    own = then;
    if (isShorter) [one, iTo] = [longer, iTo + 1];
    else [other, jTo] = [longer, jTo + 1];
  }
  return { pair: { old: one, now: other, from: j, to: jTo }, count: iTo - i, own };
}

const joined = (one: Sentence, next: Sentence): Sentence => ({ start: one.start, end: next.end, text: one.text + next.text });

/** The share of common words; 0 if their lengths alone say that it can't be more than `than`. */
const likeness = (before: string, after: string, than = 0) => shareOf(before, after, than, 0);

/** The share of common letters: words may have been glued together. */
const likenessByLetter = (before: string, after: string, than = 0) => shareOf(before, after, than, 1);

function shareOf(before: string, after: string, than: number, ofEdges: 0 | 1): number {
  const [one, other] = [before.trim(), after.trim()];
  const longest = Math.max(1, one.length, other.length);
  if (Math.min(one.length, other.length) <= than * longest) return 0;
  const equal = edited(wordDiff(one, other).segments).reduce((sum, { removed, added }) => {
    if (removed === added) return sum + removed.length;
    const { head, tail } = edgesOf(removed, added);
    return sum + ofEdges * (head + tail);
  }, 0);
  return equal / longest;
}

const isLiker = (before: string, after: string, than: number) => likeness(before, after, than) > than;

/** With `side` 1, text inserted exactly here counts as before the position; with -1, as after it. */
function within({ old, now }: Pair, place: number, side: 1 | -1): number | null {
  if (old.text === now.text) return now.start + place - old.start;
  let at = old.start;
  let there = now.start;
  for (const { removed, added } of edited(wordDiff(old.text, now.text).segments)) {
    const isHere = side === 1 ? place >= at && place < at + removed.length : place > at && place <= at + removed.length;
    if (isHere) {
      const offset = offsetIn(removed, added, place - at, side);
      return offset === null ? null : there + offset;
    }
    at += removed.length;
    there += added.length;
  }
  return null;
}

/** What became of each stretch of a text; what stayed is in both. */
function edited(segments: readonly DiffSegment[]): { removed: string; added: string }[] {
  const found: { removed: string; added: string }[] = [];
  let isEqual = true;
  for (const { kind, text } of segments) {
    if (kind === "equal" || isEqual) found.push({ removed: "", added: "" });
    isEqual = kind === "equal";
    const last = found.at(-1)!;
    if (kind !== "added") last.removed += text;
    if (kind !== "removed") last.added += text;
  }
  return found;
}

/** By letter: something may have been put right beside a word. */
function offsetIn(removed: string, added: string, offset: number, side: 1 | -1): number | null {
  const { head, tail } = edgesOf(removed, added);
  const left = removed.length - offset;
  const [fromHead, fromTail] = [offset <= head ? offset : null, left <= tail ? added.length - left : null];
  return side === 1 ? (fromTail ?? fromHead) : (fromHead ?? fromTail);
}

/** How many letters are the same at the beginning and at the end. */
function edgesOf(removed: string, added: string): { head: number; tail: number } {
  const most = Math.min(removed.length, added.length);
  let [head, tail] = [0, 0];
  while (head < most && removed[head] === added[head]) head++;
  while (tail < most - head && removed.at(-1 - tail) === added.at(-1 - tail)) tail++;
  return { head, tail };
}
