/*
 * Checks quoted words against a source. Punctuation and spacing may differ,
 * words and figures may not. As lawyers do, a quotation may omit words (…,
 * [...]) and insert words in brackets: then its pieces must occur in order and
 * close together.
 */
import { findQuotation, normaliseNeedle, type Range } from "../law/quotation.ts";
import { numberWords } from "../words/number-words.ts";
import { namesNumber, negators } from "../signs/polarity.ts";
import { rangeOfTokens, tokensOf, type Token, type TokenText } from "../signs/tokens.ts";

export type Match =
  | { kind: "exact"; range: Range }
  | { kind: "omissions"; range: Range; /** What the quotation omits, as worded in the source. */ omitted: string[] }
  | { kind: "altered"; range: Range }
  | { kind: "none" };

/** The most words that may be omitted between two pieces. */
const widestGap = 400;
/** An omission this short that drops a "not" is an alteration. */
const shortOmission = 5;
/** The most words of page footer and header in a quotation that crosses a page break. */
const pageFurniture = 40;
/** The share of an altered quotation's words that must occur together, in order. */
const alteredShare = 0.6;
/** "Three weeks" is an alteration of "two weeks". */
const alteredFigureShare = 0.45;

export function matchQuotation(source: TokenText, words: string, pageStarts: readonly number[] = []): Match {
  const whole = normaliseNeedle(words);
  // "thirty days,” he wrote": the comma belongs to the sentence, not the quotation.
  const [place] = [whole, whole.replace(/[.,;:]$/, "")].flatMap((one) => findQuotation(source.quotation, one).slice(0, 1));
  if (place !== undefined) return { kind: "exact", range: place };
  const pieces = piecesOf(words);
  const tokens = tokensOf(normaliseNeedle(words));
  // The source may itself contain ellipses and brackets.
  const at = tokens.length === 0 ? undefined : findTokens(source, tokens, 0, isFlexible(tokens))[0];
  if (at !== undefined) return { kind: "exact", range: rangeOfTokens(source, at, at + tokens.length) };
  const pieced = pieces.length > 1 || pieces[0]?.isRecased ? matchPieces(source, pieces) : undefined;
  if (pieced !== undefined) return pieced;
  const joined = acrossNumbers(source, tokens);
  if (joined !== undefined) return joined;
  return (
    acrossPages(source, tokens, pageStarts) ?? altered(source, tokensOf(normaliseNeedle(pieces.map((one) => one.text).join(" "))))
  );
}

/** The first letter may differ in case if the quotation starts its sentence elsewhere, but not in a defined term. */
function isFlexible(tokens: readonly Token[]): boolean {
  return tokens.length >= 4;
}

type Piece = {
  text: string;
  /** The case of its first letter was changed, in brackets. */ isRecased: boolean;
  /** The most words that may be omitted before it. */ gap: number;
};

const cut = /\[[^[\]]{1,80}\]|\(\s{0,8}(?:…|\.\.\.)\s{0,8}\)|…|\.\s?\.\s?\.(?:\s?\.)?/gu;

function piecesOf(words: string): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  let next: Omit<Piece, "text"> = { isRecased: false, gap: 0 };
  let begun = "";
  const push = (text: string) => {
    if (/[\p{L}\p{N}%§]/u.test(text)) pieces.push({ text, ...next });
  };
  for (const match of words.matchAll(cut)) {
    const inside = match[0].replace(/^\[\s*|(?<!\s)\s*\]$/g, "");
    const isLetter =
      match[0].startsWith("[") && /^\p{L}$/u.test(inside) && /^\p{L}/u.test(words.slice(match.index + match[0].length));
    push(begun + words.slice(at, match.index));
    begun = isLetter ? inside : "";
    const isOmission = /^[\s.…()]+$/u.test(inside);
    next = { isRecased: isLetter, gap: isOmission ? widestGap : shortOmission * 2 };
    at = match.index + match[0].length;
  }
  push(begun + words.slice(at));
  return pieces;
}

function matchPieces(source: TokenText, pieces: readonly Piece[]): Match | undefined {
  const needles = pieces.map((piece) => ({ ...piece, tokens: tokensOf(normaliseNeedle(piece.text)) }));
  const total = needles.reduce((sum, { tokens }) => sum + tokens.length, 0);
  const [first, ...rest] = needles;
  if (first === undefined || total < 3) return undefined;
  let tightest: [from: number, to: number][] | undefined;
  const lengthOf = (spans: readonly [from: number, to: number][]) => spans.at(-1)![1] - spans[0]![0];
  for (const begin of findTokens(source, first.tokens, 0, first.isRecased || isFlexible(first.tokens))) {
    const spans: [from: number, to: number][] = [[begin, begin + first.tokens.length]];
    for (const { tokens, gap, isRecased } of rest) {
      const from = spans.at(-1)![1];
      const at = findTokens(source, tokens, from, isRecased).find((place) => place >= from);
      if (at === undefined || at - from > (tokens.length > 1 ? gap : Math.min(gap, 30))) break;
      spans.push([at, at + tokens.length]);
    }
    if (spans.length === needles.length && (tightest === undefined || lengthOf(spans) < lengthOf(tightest))) tightest = spans;
  }
  return tightest && omissionsOf(source, tightest);
}

function omissionsOf(source: TokenText, spans: readonly [from: number, to: number][]): Match {
  const range = rangeOfTokens(source, spans[0]![0], spans.at(-1)![1]);
  const gaps = spans.slice(1).map(([from], i): [number, number] => [spans[i]![1], from]);
  const { text } = source.quotation;
  const isDenial = (token: Token) => denies(token.text.toLowerCase()) && !namesNumber(text, token);
  const isTwisted = gaps.some(([from, to]) => {
    const left = source.tokens.slice(from, to);
    const words = from < to ? text.slice(source.tokens[from - 1]!.end, source.tokens[to]?.start ?? text.length) : "";
    return (to - from <= shortOmission || isWithinClause(words)) && left.some(isDenial);
  });
  if (isTwisted) return { kind: "altered", range };
  const omitted = gaps.flatMap(([from, to]) =>
    from < to ? text.slice(source.tokens[from]!.start, source.tokens[to - 1]!.end) : [],
  );
  return omitted.length === 0 ? { kind: "exact", range } : { kind: "omissions", range, omitted };
}

/** What is left out ends no clause, so the words around it are of one. */
function isWithinClause(words: string): boolean {
  return !/[,.;:()–—\n]/u.test(words);
}

/** In the languages that are quoted, if not compared: French, Spanish, Italian, Danish. */
const otherNegators: ReadonlySet<string> = new Set(
  "ne pas aucun aucune jamais ni sans nul nulle nunca sin non né mai senza ikke ingen intet".split(" "),
);
const denies = (word: string) => negators.has(word) || otherNegators.has(word) || word.startsWith("n'");

/** The token indexes in the source where the needle matches, from `from` on, in order. */
function findTokens(source: TokenText, needle: readonly Token[], from: number, isFirstFlexible: boolean): number[] {
  const [rarest, offset] = rarestOf(source, needle);
  const found: number[] = [];
  for (const place of rarest) {
    const begin = place - offset;
    if (begin < from) continue;
    if (needle.every(({ text }, i) => isSameToken(source.tokens[begin + i]?.text, text, i === 0 && isFirstFlexible)))
      found.push(begin);
    if (found.length >= 200) break;
  }
  return found;
}

function isSameToken(there: string | undefined, said: string, isFlexible: boolean): boolean {
  if (there === undefined || there === said) return there !== undefined;
  return isFlexible && there.slice(1) === said.slice(1) && there[0]!.toLowerCase() === said[0]!.toLowerCase();
}

function rarestOf(source: TokenText, needle: readonly Token[]): [places: readonly number[], offset: number] {
  let best: [readonly number[], number] | undefined;
  for (const [offset, { text }] of needle.entries()) {
    const places = source.places.get(text.toLowerCase()) ?? [];
    if (best === undefined || places.length < best[0].length) best = [places, offset];
    if (places.length === 0) break;
  }
  return best ?? [[], 0];
}

/** A quotation across paragraphs, without the numbers in front of them. */
function acrossNumbers(source: TokenText, needle: readonly Token[]): Match | undefined {
  if (needle.length < shortestAcross) return undefined;
  const { begin, length } = longestPrefix(source, needle);
  if (length < 2) return undefined;
  let at = begin + length;
  for (const [i, { text }] of needle.entries()) {
    if (i < length) continue;
    while (isNumberOfParagraph(source, at)) at++;
    if (source.tokens[at]?.text !== text) return undefined;
    at++;
  }
  return { kind: "exact", range: rangeOfTokens(source, begin, at) };
}

const shortestAcross = 6;

function isNumberOfParagraph(source: TokenText, at: number): boolean {
  const token = source.tokens[at];
  if (token === undefined || !/^(?:\d{1,3}(?:\.\d{1,3}){0,3}|\p{Ll})$/u.test(token.text)) return false;
  const { start } = rangeOfTokens(source, at, at + 1);
  const line = source.content.lastIndexOf("\n", start - 1) + 1;
  return (
    /^[^\S\n]*[(§]?\s?$/u.test(source.content.slice(line, start)) &&
    /^[^\s]{1,9}[.)]?\s/u.test(source.content.slice(start, start + 12))
  );
}

/** A quotation across a page break: both parts match exactly, with a page's footer and header in between. */
function acrossPages(source: TokenText, needle: readonly Token[], pageStarts: readonly number[]): Match | undefined {
  if (pageStarts.length < 2 || needle.length < 4) return undefined;
  const { begin, length } = longestPrefix(source, needle);
  const rest = needle.slice(length);
  if (length === 0 || rest.length === 0) return undefined;
  const after = begin + length;
  const at = findTokens(source, rest, after, false)[0];
  if (at === undefined || at - after > pageFurniture) return undefined;
  const range = rangeOfTokens(source, begin, at + rest.length);
  const joined = rangeOfTokens(source, after - 1, at + 1);
  return pageStarts.some((start) => start > joined.start && start <= joined.end) ? { kind: "exact", range } : undefined;
}

function longestPrefix(source: TokenText, needle: readonly Token[]): { begin: number; length: number } {
  let [low, high] = [0, needle.length];
  let begin = -1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    const place = findTokens(source, needle.slice(0, middle), 0, isFlexible(needle))[0];
    if (place === undefined) high = middle - 1;
    else [low, begin] = [middle, place];
  }
  return { begin, length: begin < 0 ? 0 : low };
}

/**
 * The passage that an altered quotation was probably made from: most of its
 * words together and in order, or each half in its own passage.
 */
function altered(source: TokenText, needle: readonly Token[]): Match {
  if (needle.length < 2) return { kind: "none" };
  for (const window of likeliestWindows(source, needle)) {
    const said = needle.map(({ text }) => text.toLowerCase());
    const there = source.tokens.slice(...window).map(({ text }) => text.toLowerCase());
    const pairs = compact(commonSubsequence(said, there));
    const weight = (words: readonly string[]) => words.reduce((sum, word) => sum + weightOf(word), 0);
    const matched = weight(pairs.map(([i]) => said[i]!));
    const isFigure = said.length <= 3 && said.some((word) => /\p{N}/u.test(word) || numberWords.has(word));
    if (matched / weight(said) >= (isFigure ? alteredFigureShare : alteredShare) && pairs.some(([i]) => said[i]!.length >= 4)) {
      const [first, last] = [pairs[0]![1], pairs.at(-1)![1]];
      return { kind: "altered", range: rangeOfTokens(source, window[0] + first, window[0] + last + 1) };
    }
  }
  return joined(source, needle);
}

/** Drops matches far from the others: they are different words. */
function compact(pairs: readonly [number, number][]): [number, number][] {
  const isFar = (one: [number, number], next: [number, number]) => next[1] - one[1] > next[0] - one[0] + farWords;
  let [from, to] = [0, pairs.length];
  while (to - from > 2 && isFar(pairs[from]!, pairs[from + 1]!)) from++;
  while (to - from > 2 && isFar(pairs[to - 2]!, pairs[to - 1]!)) to--;
  return pairs.slice(from, to);
}

const farWords = 4;

/** Small words occur everywhere. */
function weightOf(word: string): number {
  return word.length >= 4 || /\p{N}/u.test(word) ? 1 : 0.3;
}

/** Two passages joined without an ellipsis. */
function joined(source: TokenText, needle: readonly Token[]): Match {
  const { begin, length } = longestPrefix(source, needle);
  const rest = needle.slice(length);
  if (length < 3 || rest.length < 3) return { kind: "none" };
  if (findTokens(source, rest, 0, false).length === 0) return { kind: "none" };
  return { kind: "altered", range: rangeOfTokens(source, begin, begin + length) };
}

/** How many windows are looked at. A word that stands often may point past the right one. */
const mostWindows = 4;

/** The windows of the source that seem to have most of the needle's words in order, the likeliest first. */
function likeliestWindows(source: TokenText, needle: readonly Token[]): [from: number, to: number][] {
  const grid = Math.max(4, needle.length >> 1);
  const votes = new Map<number, number>();
  for (const [offset, { text }] of needle.entries()) {
    const places = source.places.get(text.toLowerCase()) ?? [];
    if (places.length > 500) continue;
    for (const place of places) {
      const cell = Math.floor((place - offset) / grid);
      const share = weightOf(text) / Math.sqrt(places.length);
      votes.set(cell, (votes.get(cell) ?? 0) + share);
      votes.set(cell + 1, (votes.get(cell + 1) ?? 0) + share * 0.5);
    }
  }
  return [...votes]
    .toSorted((a, b) => b[1] - a[1])
    .slice(0, mostWindows)
    .map(([cell]) => {
      const from = Math.max(0, (cell - 1) * grid);
      return [from, Math.min(source.tokens.length, from + needle.length + 3 * grid)];
    });
}

/** Index pairs of a longest common subsequence; quotations are short, so the table is small. */
export function commonSubsequence(a: readonly string[], b: readonly string[]): [number, number][] {
  const left = a.slice(0, 1000);
  const width = b.length + 1;
  const table = new Uint16Array((left.length + 1) * width);
  for (let i = left.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      table[i * width + j] =
        left[i] === b[j] ? table[(i + 1) * width + j + 1]! + 1 : Math.max(table[(i + 1) * width + j]!, table[i * width + j + 1]!);
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < left.length && j < b.length;) {
    if (left[i] === b[j]) pairs.push([i++, j++]);
    else if (table[(i + 1) * width + j]! >= table[i * width + j + 1]!) i++;
    else j++;
  }
  return pairs;
}
