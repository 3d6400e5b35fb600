/*
 * Near duplicates by MinHash: of the sets of five consecutive words, the least numbers under many hash functions. The
 * share of equal ones estimates how much of both texts is the same. Documents are compared only if they agree in one
 * of the bands, which those above the threshold nearly always do.
 */
import { wordsOf } from "./words.ts";

const shingle = 5;
export const signatureLength = 128;
const bandLength = 4;
/**
 * A share of what both have, of what either has. One changed word changes five runs of words: of a text of forty words
 * in which two are others, little more than half of the runs are left. A text of which half is another has a third.
 */
export const nearThreshold = 0.5;
/** With fewer words, chance makes texts alike. */
export const fewestWords = 12;

const [multipliers, summands] = functions();

/** Null for a text that is too short to say. */
export function signatureOf(text: string): Uint32Array | null {
  const words = wordsOf(text);
  if (words.length < fewestWords) return null;
  const hashes = words.map(hashOf);
  const least = new Uint32Array(signatureLength).fill(0xffff_ffff);
  const seen = new Set<number>();
  for (let from = 0; from + shingle <= hashes.length; from++) {
    let value = 0x811c_9dc5;
    for (let at = from; at < from + shingle; at++) value = mixed(value ^ hashes[at]!);
    if (seen.has(value)) continue;
    seen.add(value);
    for (let at = 0; at < signatureLength; at++) {
      const hash = mixed(Math.imul(value, multipliers[at]!) + summands[at]!);
      if (hash < least[at]!) least[at] = hash;
    }
  }
  return least;
}

export function similarity(one: Uint32Array, other: Uint32Array): number {
  let equal = 0;
  for (let at = 0; at < signatureLength; at++) if (one[at] === other[at]) equal++;
  return equal / signatureLength;
}

const turnAfter = 2_000;

export type NearGroup = { pivot: number; score: number };

/**
 * For each document the first of those that it resembles, and how much; null without one. `signatures` has those of all
 * documents one behind the other. Yields after some thousand of them, so that others get their turn.
 */
export function* nearGroups(signatures: Uint32Array): Generator<void, (NearGroup | null)[]> {
  const count = signatures.length / signatureLength;
  const of = (index: number) => signatures.subarray(index * signatureLength, (index + 1) * signatureLength);
  const candidates = new Map<number, Set<number>>();
  for (let band = 0; band < signatureLength; band += bandLength) {
    const first = new Map<string, number[]>();
    for (let index = 0; index < count; index++) {
      if (index % turnAfter === 0) yield;
      const from = index * signatureLength + band;
      const key = `${signatures[from]} ${signatures[from + 1]} ${signatures[from + 2]} ${signatures[from + 3]}`;
      const others = first.get(key);
      if (others === undefined) first.set(key, [index]);
      // The first few stand for the rest, which resemble them too.
      else {
        for (const other of others) addTo(candidates, index, other);
        if (others.length < 4) others.push(index);
      }
    }
  }
  const groups: (NearGroup | null)[] = Array.from({ length: count }, () => null);
  const isPivot = new Uint8Array(count);
  for (let index = 0; index < count; index++) {
    if (index % turnAfter === 0) yield;
    let best: NearGroup | null = null;
    for (const other of candidates.get(index) ?? []) {
      const pivot = groups[other]?.pivot ?? other;
      const score = similarity(of(index), of(pivot));
      if (score >= nearThreshold && (best === null || score > best.score)) best = { pivot, score };
    }
    if (best === null) continue;
    groups[index] = best;
    isPivot[best.pivot] = 1;
  }
  for (let index = 0; index < count; index++) if (isPivot[index] === 1) groups[index] ??= { pivot: index, score: 1 };
  return groups;
}

function addTo(candidates: Map<number, Set<number>>, index: number, other: number): void {
  const own = candidates.get(index);
  if (own === undefined) candidates.set(index, new Set([other]));
  else own.add(other);
}

function hashOf(word: string): number {
  let hash = 0x811c_9dc5;
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), 0x0100_0193);
  return mixed(hash);
}

function mixed(value: number): number {
  let hash = value | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb_352d);
  hash = Math.imul(hash ^ (hash >>> 15), 0x846c_a68b);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** The same in every process: signatures are stored. */
function functions(): [Uint32Array, Uint32Array] {
  let state = 0x9e37_79b9;
  const next = () => (state = mixed(state + 0x6d2b_79f5));
  const odd = Uint32Array.from({ length: signatureLength }, () => next() | 1);
  return [odd, Uint32Array.from({ length: signatureLength }, next)];
}
