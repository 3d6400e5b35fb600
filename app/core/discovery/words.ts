/*
 * How documents and queries are split into words, with their places: the search, the highlight and the comparison of
 * documents all count the same words. A script without spaces counts sign by sign.
 */
const runs =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]|[[\p{L}\p{M}\p{N}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]]+/gv;

/** Longer runs are no words; the database takes no lexeme of more than 2,046 bytes. */
const longestWord = 200;

export type PlacedWord = { word: string; start: number; end: number };

export function* placedWords(text: string): Generator<PlacedWord> {
  for (const { 0: run, index } of text.matchAll(runs)) yield { word: foldedWord(run), start: index, end: index + run.length };
}

export function wordsOf(text: string): string[] {
  return Array.from(text.matchAll(runs), ([run]) => foldedWord(run));
}

/** In the form in which words are compared. */
export function foldedWord(word: string): string {
  return word.normalize("NFKC").toLowerCase().slice(0, longestWord).toWellFormed();
}
