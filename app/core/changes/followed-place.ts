/*
 * Maps ranges of an earlier text to a later one, or to null if they are gone.
 * The edits in between are unknown, so the texts are diffed: by sentence first,
 * as two clauses may begin with the same words, then by word within edited
 * sentences. Edited or deleted text is never searched for elsewhere; only if all
 * that was changed is where a run of words stands, it is followed there.
 */
import type { Range } from "../law/quotation.ts";
import { movedRun } from "../text/moved-run.ts";
import { matchTokens, wordDiff } from "./word-diff.ts";

type Sentence = Range & { text: string };

/** Null if the range is gone. */
export function followPlaces(before: string, after: string, ranges: readonly Range[]): (Range | null)[] {
  if (before === after || ranges.length === 0) return [...ranges];
  const [old, now] = [sentencesOf(before), sentencesOf(after)];
  const partner = partners(old, now);
  const moved = movedRun(before, after);
  return ranges.map((range) => {
    const place = moved(range);
    return place === undefined ? inSentences(range) : place;
  });

  function inSentences(range: Range): Range | null {
    const first = old.findIndex(({ end }) => end > range.start);
    const last = old.findIndex(({ end }) => end >= range.end);
    if (first < 0 || last < 0) return null;
    for (let i = first; i <= last; i++) if (partner[i]! < 0 || (i > first && partner[i] !== partner[i - 1]! + 1)) return null;
    const start = within(old[first]!, now[partner[first]!]!, range.start, 1);
    const end = within(old[last]!, now[partner[last]!]!, range.end, -1);
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
 * For each old sentence, the index of the new one it became, or -1. A new
 * sentence that also occurred in the old text is a copy and matches nothing.
 */
function partners(old: readonly Sentence[], now: readonly Sentence[]): Int32Array {
  const numbers = new Map<string, number>();
  const numberOf = ({ text }: Sentence) => {
    const key = text.trim();
    if (!numbers.has(key)) numbers.set(key, numbers.size + 1);
    return numbers.get(key)!;
  };
  const [oldNumbers, newNumbers] = [Int32Array.from(old, numberOf), Int32Array.from(now, numberOf)];
  const [inOld, inNew] = [new Set(oldNumbers), new Set(newNumbers)];
  const match = matchTokens(oldNumbers, newNumbers, numbers.size + 1);
  // The new one may have become of another sentence, which was moved or copied, and edited there.
  const lost = old.flatMap((_, i) => (match[i]! < 0 && !inNew.has(oldNumbers[i]!) ? [i] : []));
  const isBest = (i: number, text: string) => {
    const own = likeness(old[i]!.text, text);
    const at = Math.max(0, lost.indexOf(i) - rivalsMost / 2);
    if (lost.slice(at, at + rivalsMost).some((other) => isLiker(old[other]!.text, text, own))) return false;
    // Of one that is still there it is a copy only if it is clearly more like that one.
    const near = old.slice(Math.max(0, i - rivalsMost / 2), i + rivalsMost / 2);
    return own >= likenessOfEdited || !near.some((other) => isLiker(other.text, text, own + clearly));
  };
  let next = 0;
  for (let i = 0; i < old.length; i++) {
    if (match[i]! >= 0) {
      next = match[i]! + 1;
      continue;
    }
    if (inNew.has(oldNumbers[i]!)) continue;
    const stop = match.slice(i).find((one) => one >= 0) ?? now.length;
    for (let j = next; j < stop; j++) {
      if (inOld.has(newNumbers[j]!) || likeness(old[i]!.text, now[j]!.text) < likenessMin || !isBest(i, now[j]!.text)) continue;
      match[i] = j;
      next = j + 1;
      break;
    }
  }
  return match;
}

/** The share of common text. */
function likeness(before: string, after: string): number {
  const { segments } = wordDiff(before.trim(), after.trim());
  const equal = segments.reduce((sum, { kind, text }) => sum + (kind === "equal" ? text.length : 0), 0);
  return equal / Math.max(1, before.trim().length, after.trim().length);
}

function isLiker(before: string, after: string, than: number): boolean {
  const [one, other] = [before.trim().length, after.trim().length];
  // By their lengths alone it can't be more.
  return Math.min(one, other) > than * Math.max(1, one, other) && likeness(before, after) > than;
}

/** With `side` 1, text inserted exactly here counts as before the position; with -1, as after it. */
function within(old: Sentence, now: Sentence, place: number, side: 1 | -1): number | null {
  if (old.text === now.text) return now.start + place - old.start;
  let at = old.start;
  let there = now.start;
  let found: number | null = null;
  for (const { kind, text } of wordDiff(old.text, now.text).segments) {
    if (kind === "added") {
      there += text.length;
      continue;
    }
    const isHere = side === 1 ? place >= at && place < at + text.length : place > at && place <= at + text.length;
    if (isHere) found = kind === "equal" ? there + place - at : null;
    at += text.length;
    if (kind === "equal") there += text.length;
  }
  return found;
}
