/*
 * Every three signs that follow each other within a word, as numbers: what a
 * text must have to hold a part of a word. A sign is the same in either case,
 * as in word-pattern.ts. `seed` keeps the numbers of different owners
 * apart; two trigrams may share a number, so what is found is read again.
 */
export function trigramsOf(text: string, seed: number): number[] {
  const found = new Set<number>();
  let first = 0;
  let second = 0;
  for (const sign of text) {
    if (space.test(sign)) {
      first = second = 0;
      continue;
    }
    const third = folded(sign);
    if (first !== 0) found.add(mixed(seed, first, second, third));
    first = second;
    second = third;
  }
  return [...found];
}

/** Of a query's words. Those that overlap are wanted, too: without them, texts that hold the pieces but not the word are many. */
export function wantedTrigrams(words: readonly string[], seed: number): number[] {
  return trigramsOf(words.join(" "), seed).slice(0, mostWanted);
}

/** More make a search slower, and leave hardly anything out that these do not. */
const mostWanted = 24;
const space = /\s/u;
const foldedSigns = new Map<string, number>();

/** The code point that stands for a sign in all its cases. Forms of more than one sign do not count. */
function folded(sign: string): number {
  const cached = foldedSigns.get(sign);
  if (cached !== undefined) return cached;
  const lower = single(single(sign.toUpperCase(), sign).toLowerCase(), sign);
  const code = lower.codePointAt(0)!;
  foldedSigns.set(sign, code);
  return code;
}

function single(form: string, otherwise: string): string {
  return String.fromCodePoint(form.codePointAt(0)!) === form ? form : otherwise;
}

function mixed(...numbers: number[]): number {
  let hash = 0;
  for (const one of numbers) {
    hash = Math.imul(hash ^ one, 0x9e3779b1);
    hash ^= hash >>> 15;
    hash = Math.imul(hash, 0x85ebca6b);
    hash ^= hash >>> 13;
  }
  return hash | 0;
}
