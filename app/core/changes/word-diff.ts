/*
 * A word-level diff. It is lossless: equal and removed parts form the first
 * text, equal and added parts the second.
 *
 * A hundred pages must not block the UI, so exact Myers runs on short stretches
 * only. Common ends are trimmed first, then the rest is anchored at words and
 * token triples that are unique in both texts. The longest chain of anchors in
 * order is kept, and the gaps are diffed recursively, as tokens may be unique
 * there.
 */
import { tokenise, type Token } from "../text/words.ts";

export type DiffSegment = { kind: "equal" | "removed" | "added"; text: string };

export type WordDiff = {
  segments: DiffSegment[];
  /** Words added and removed, not counting punctuation and white space. */
  added: number;
  removed: number;
  /** So little is common that the new text alone is easier to read than a diff. */
  isRewrite: boolean;
};

/** Below this share of common text a change is shown as "rewritten". */
const rewriteShare = 0.25;

export function wordDiff(before: string, after: string): WordDiff {
  const a = tokenise(before);
  const b = tokenise(after);
  const hunks = joinHunks(hunksOf(matchTokens(...numbered(a, b)), b.length), a);
  const segments: DiffSegment[] = [];
  let added = 0;
  let removed = 0;
  let equal = 0;
  let at = 0;
  const aOffsets = offsets(a);
  const bOffsets = offsets(b);
  const push = (kind: DiffSegment["kind"], text: string) => text && segments.push({ kind, text });
  const pushEqual = (start: number, end: number) => {
    push("equal", before.slice(aOffsets[start], aOffsets[end]));
    equal += aOffsets[end]! - aOffsets[start]!;
  };
  for (const hunk of hunks) {
    pushEqual(at, hunk.aStart);
    push("removed", before.slice(aOffsets[hunk.aStart], aOffsets[hunk.aEnd]));
    push("added", after.slice(bOffsets[hunk.bStart], bOffsets[hunk.bEnd]));
    removed += countWords(a, hunk.aStart, hunk.aEnd);
    added += countWords(b, hunk.bStart, hunk.bEnd);
    at = hunk.aEnd;
  }
  pushEqual(at, a.length);
  const isRewrite = before.trim() !== "" && after.trim() !== "" && equal < rewriteShare * Math.max(before.length, after.length);
  return { segments, added, removed, isRewrite };
}

/** The start offset of each token, plus the end of the last. */
function offsets(tokens: readonly Token[]): Int32Array {
  const starts = new Int32Array(tokens.length + 1);
  for (const [i, token] of tokens.entries()) starts[i + 1] = starts[i]! + token.text.length;
  return starts;
}

function countWords(tokens: readonly Token[], start: number, end: number): number {
  let count = 0;
  for (let i = start; i < end; i++) if (tokens[i]!.kind === "word") count++;
  return count;
}

type Hunk = { aStart: number; aEnd: number; bStart: number; bEnd: number };

function hunksOf(match: Int32Array, bLength: number): Hunk[] {
  const hunks: Hunk[] = [];
  let aStart = 0;
  let bStart = 0;
  for (let i = 0; i <= match.length; i++) {
    const j = i === match.length ? bLength : match[i]!;
    if (j < 0) continue;
    if (i > aStart || j > bStart) hunks.push({ aStart, aEnd: i, bStart, bEnd: j });
    aStart = i + 1;
    bStart = j + 1;
  }
  return hunks;
}

/** Two changed words separated only by a space read better as one changed phrase. */
function joinHunks(hunks: readonly Hunk[], a: readonly Token[]): Hunk[] {
  const joined: Hunk[] = [];
  for (const hunk of hunks) {
    const last = joined.at(-1);
    const between = last && hunk.aStart - last.aEnd === 1 ? a[last.aEnd] : undefined;
    if (last && between?.kind === "space" && !between.text.includes("\n")) {
      last.aEnd = hunk.aEnd;
      last.bEnd = hunk.bEnd;
    } else joined.push({ ...hunk });
  }
  return joined;
}

/** Both token lists as numbers, equal for equal tokens; negative for white space. */
export function numbered(a: readonly Token[], b: readonly Token[]): [Int32Array, Int32Array, size: number] {
  const numbers = new Map<string, number>();
  const numberOf = ({ text, kind }: Token) => {
    let number = numbers.get(text);
    if (number === undefined) {
      number = numbers.size + 1;
      numbers.set(text, number);
    }
    return kind === "space" ? -number : number;
  };
  return [Int32Array.from(a, numberOf), Int32Array.from(b, numberOf), numbers.size + 1];
}

/** For each token of `a`, the index of its match in `b`, or -1. Indexes increase. */
export function matchTokens(a: Int32Array, b: Int32Array, size: number): Int32Array {
  const match = new Int32Array(a.length).fill(-1);
  const counts = { a: new Int32Array(size), b: new Int32Array(size), placeB: new Int32Array(size) };
  const align = (aStart: number, aEnd: number, bStart: number, bEnd: number, depth: number): void => {
    while (aStart < aEnd && bStart < bEnd && a[aStart] === b[bStart]) match[aStart++] = bStart++;
    while (aStart < aEnd && bStart < bEnd && a[aEnd - 1] === b[bEnd - 1]) match[--aEnd] = --bEnd;
    if (aStart === aEnd || bStart === bEnd) return;
    const stretch = { aStart, aEnd, bStart, bEnd };
    const length = aEnd - aStart + bEnd - bStart;
    const anchors = length <= exactLength || depth > depthMax ? [] : anchorChain(a, b, stretch, counts);
    if (anchors.length === 0) {
      myers(a, b, stretch, length <= exactLength ? length : editsMax, match);
      return;
    }
    for (const [i, j] of anchors) {
      match[i] = j;
      align(aStart, i, bStart, j, depth + 1);
      aStart = i + 1;
      bStart = j + 1;
    }
    align(aStart, aEnd, bStart, bEnd, depth + 1);
  };
  align(0, a.length, 0, b.length, 0);
  return match;
}

/** Stretches of up to this many tokens (both sides together) are compared exactly. */
const exactLength = 96;
/** In longer ones without an anchor, this many edits are tried before the stretch counts as replaced. */
const editsMax = 160;
const depthMax = 24;

type Counts = { a: Int32Array; b: Int32Array; placeB: Int32Array };
type Anchor = [i: number, j: number];

function anchorChain(a: Int32Array, b: Int32Array, stretch: Hunk, counts: Counts): Anchor[] {
  const partner = new Int32Array(stretch.aEnd - stretch.aStart).fill(-1);
  uniqueTokens(a, b, stretch, counts, partner);
  uniqueTriples(a, b, stretch, partner);
  const pairs: Anchor[] = [];
  for (const [i, j] of partner.entries()) if (j >= 0) pairs.push([stretch.aStart + i, j]);
  return longestRising(pairs);
}

/** Tokens that occur exactly once in each stretch. The counters are reset to zero on return. */
function uniqueTokens(
  a: Int32Array,
  b: Int32Array,
  { aStart, aEnd, bStart, bEnd }: Hunk,
  counts: Counts,
  partner: Int32Array,
): void {
  for (let i = aStart; i < aEnd; i++) if (a[i]! > 0) counts.a[a[i]!]!++;
  for (let j = bStart; j < bEnd; j++) {
    if (b[j]! < 0) continue;
    counts.b[b[j]!]!++;
    counts.placeB[b[j]!] = j;
  }
  for (let i = aStart; i < aEnd; i++) {
    const token = a[i]!;
    if (token > 0 && counts.a[token] === 1 && counts.b[token] === 1) partner[i - aStart] = counts.placeB[token]!;
  }
  for (let i = aStart; i < aEnd; i++) if (a[i]! > 0) counts.a[a[i]!] = 0;
  for (let j = bStart; j < bEnd; j++) if (b[j]! > 0) counts.b[b[j]!] = 0;
}

/** The first tokens of triples unique in each stretch, from a hash table that also discards collisions. */
function uniqueTriples(a: Int32Array, b: Int32Array, { aStart, aEnd, bStart, bEnd }: Hunk, partner: Int32Array): void {
  if (aEnd - aStart < 3 || bEnd - bStart < 3) return;
  const bits = Math.max(4, Math.ceil(Math.log2(aEnd - aStart)) + 1);
  const mask = (1 << bits) - 1;
  const place = new Int32Array(1 << bits).fill(-1);
  const often = new Uint8Array(1 << bits); // 1: more than once in a; 2: seen in b; 4: more than once in b
  const placeB = new Int32Array(1 << bits);
  const slotOf = (tokens: Int32Array, at: number): number => {
    const [x, y, z] = [tokens[at]!, tokens[at + 1]!, tokens[at + 2]!];
    let slot = (Math.imul(Math.imul(Math.imul(x, 31) + y, 0x9e3779b1) + z, 0x85ebca6b) >>> (32 - bits)) & mask;
    while (place[slot]! >= 0) {
      const there = place[slot]!;
      if (a[there] === x && a[there + 1] === y && a[there + 2] === z) break;
      slot = (slot + 1) & mask;
    }
    return slot;
  };
  for (let i = aStart; i + 3 <= aEnd; i++) {
    const slot = slotOf(a, i);
    if (place[slot]! >= 0) often[slot]! |= 1;
    else place[slot] = i;
  }
  for (let j = bStart; j + 3 <= bEnd; j++) {
    const slot = slotOf(b, j);
    if (place[slot]! < 0) continue;
    often[slot] = often[slot]! & 2 ? often[slot]! | 4 : often[slot]! | 2;
    placeB[slot] = j;
  }
  for (let slot = 0; slot <= mask; slot++) if (often[slot] === 2) partner[place[slot]! - aStart] = placeB[slot]!;
}

/** The longest subsequence of pairs, sorted by first number, whose second numbers increase. */
function longestRising(pairs: readonly Anchor[]): Anchor[] {
  const tails: number[] = []; // tails[n]: the pair with the smallest end of a list of n + 1
  const previous = new Int32Array(pairs.length).fill(-1);
  for (const [index, [, j]] of pairs.entries()) {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (pairs[tails[middle]!]![1] < j) low = middle + 1;
      else high = middle;
    }
    if (low > 0) previous[index] = tails[low - 1]!;
    tails[low] = index;
  }
  const chain: Anchor[] = [];
  for (let index = tails.at(-1) ?? -1; index >= 0; index = previous[index]!) chain.push(pairs[index]!);
  return chain.reverse();
}

/** The shortest edit script, if no longer than `limit`; matches are written to `match`. */
function myers(a: Int32Array, b: Int32Array, { aStart, aEnd, bStart, bEnd }: Hunk, limit: number, match: Int32Array): void {
  const n = aEnd - aStart;
  const m = bEnd - bStart;
  const max = Math.min(n + m, limit);
  // reach[max + 1 + k]: the furthest index in a on diagonal k with the edits so far.
  const reach = new Int32Array(2 * max + 3);
  const history: Int32Array[] = [];
  for (let edits = 0; edits <= max; edits++) {
    history.push(reach.slice());
    for (let k = -edits; k <= edits; k += 2) {
      const at = max + 1 + k;
      let x = k === -edits || (k !== edits && reach[at - 1]! < reach[at + 1]!) ? reach[at + 1]! : reach[at - 1]! + 1;
      while (x < n && x - k < m && a[aStart + x] === b[bStart + x - k]) x++;
      reach[at] = x;
      if (x >= n && x - k >= m) {
        walkBack(history, n, m, max, (x, y) => (match[aStart + x] = bStart + y));
        return;
      }
    }
  }
}

function walkBack(
  history: readonly Int32Array[],
  n: number,
  m: number,
  max: number,
  onEqual: (x: number, y: number) => void,
): void {
  let x = n;
  let y = m;
  for (let edits = history.length - 1; edits >= 0; edits--) {
    const reach = history[edits]!;
    const k = x - y;
    const at = max + 1 + k;
    const down = k === -edits || (k !== edits && reach[at - 1]! < reach[at + 1]!);
    const fromX = edits === 0 ? 0 : down ? reach[at + 1]! : reach[at - 1]!;
    const fromY = edits === 0 ? 0 : fromX - (down ? k + 1 : k - 1);
    while (x > fromX && y > fromY) onEqual(--x, --y);
    x = fromX;
    y = fromY;
  }
}
