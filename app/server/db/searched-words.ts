/*
 * How texts are split into words for the search of chats, and how words are found by a part of them. A word of a query
 * holds no spaces, so each run of letters in it is a part of one word of the text. Case is ignored, as in
 * word-pattern.ts. Words and parts are stored as numbers; two may collide, so matches are checked against the text.
 */

/** Runs of a script without spaces, or of any other letters and digits. */
const runs =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+|[[\p{L}\p{M}\p{N}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]]+/gv;
const isUnspaced =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/v;
/** Longer runs are split into overlapping words, so that every part of this length is within one of them. */
const longestPart = 32;
/** More parts would slow the search and rule out hardly any more texts. */
const mostParts = 16;

/** The different words of a text, in the form in which they are compared. */
export function wordsIn(text: string): Set<string> {
  const words = new Set<string>();
  for (const run of runsIn(text)) {
    const [length, step] = isUnspaced.test(run) ? [2, 1] : [2 * longestPart, longestPart];
    const signs = run.length <= length ? undefined : Array.from(run);
    if (signs === undefined || signs.length <= length) words.add(run);
    else for (let from = 0; from + step < signs.length; from += step) words.add(signs.slice(from, from + length).join(""));
  }
  return words;
}

/** What a text's words have to contain for the text to contain the query's words. None, if they hold no letters. */
export function partsOf(words: readonly string[]): string[] {
  const parts = words.flatMap(runsIn).flatMap((run) => {
    const signs = Array.from(run);
    if (!isUnspaced.test(run)) return [signs.slice(0, longestPart).join("")];
    return signs.length < 3 ? [run] : signs.slice(1).map((sign, i) => `${signs[i]!}${sign}`);
  });
  return [...new Set(parts)].slice(0, mostParts);
}

/** The number of a word. `seed` keeps the numbers of different owners apart. */
export function numberOf(word: string, seed: number): number {
  let hash = seed;
  for (const sign of word) hash = mixed(hash, sign.codePointAt(0)!);
  return hash;
}

/** The numbers of all parts of a word, of up to three signs. */
export function gramsOf(word: string, seed: number): number[] {
  const codes = Array.from(word, (sign) => sign.codePointAt(0)!);
  const grams = new Set<number>();
  for (let i = 0; i < codes.length; i++)
    for (let length = 1; length <= 3 && i + length <= codes.length; length++) grams.add(mixed(seed, ...codes.slice(i, i + length)));
  return [...grams];
}

/** The numbers that the words containing `part` have among their grams. */
export function gramsWanted(part: string, seed: number): number[] {
  const codes = Array.from(part, (sign) => sign.codePointAt(0)!);
  if (codes.length <= 3) return [mixed(seed, ...codes)];
  return [...new Set(codes.slice(2).map((_, i) => mixed(seed, ...codes.slice(i, i + 3))))];
}

function runsIn(text: string): string[] {
  return Array.from(text, folded).join("").match(runs) ?? [];
}

const foldedSigns = new Map<string, string>();

/** The sign that represents a character in all its cases. Multi-character case forms are ignored. */
function folded(sign: string): string {
  const cached = foldedSigns.get(sign);
  if (cached !== undefined) return cached;
  const lower = single(single(sign.toUpperCase(), sign).toLowerCase(), sign);
  foldedSigns.set(sign, lower);
  return lower;
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
