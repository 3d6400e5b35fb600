/*
 * The trigrams within a text's words, as numbers: a text must have these to contain part of a word. Case is ignored, as
 * in word-pattern.ts. `seed` keeps different owners' numbers apart; two trigrams may collide, so matches are checked
 * against the text.
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

/**
 * The trigrams of a query's words. Overlapping ones are included: without them, many texts match that contain the
 * pieces but not the word.
 */
export function wantedTrigrams(words: readonly string[], seed: number): number[] {
  return trigramsOf(words.join(" "), seed).slice(0, mostWanted);
}

/** More would slow the search and rule out hardly any more texts. */
const mostWanted = 24;
const space = /\s/u;
const foldedSigns = new Map<string, number>();

/** The code point that represents a character in all its cases. Multi-character case forms are ignored. */
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
