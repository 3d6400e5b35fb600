/*
 * Splits a text into words for comparison, ignoring punctuation, spacing and
 * quotation marks. A figure keeps its separators: 1.5 and 15 are different
 * words.
 */
import { normaliseQuotation, originalRange, type Quotation, type Range } from "../law/quotation.ts";

/** Offsets are into the normalized text. */
export type Token = { text: string; start: number; end: number };

export type TokenText = {
  content: string;
  quotation: Quotation;
  tokens: readonly Token[];
  /** The token indexes of each lower-case word, in order. */
  places: ReadonlyMap<string, readonly number[]>;
};

/** The figure of a footnote ("costs²") is no part of its word; "m²" and "km²" are units. */
const token =
  /\p{L}[\p{L}\p{M}\p{Nd}]*(?:(?<=(?<!\p{L})\p{L}{1,2})[²³])?(?:'[\p{L}\p{M}]+)*|[\p{Nd}½¼¾]+(?:[.,:/]\p{Nd}+)*\p{L}?(?!\p{L})|\p{Nd}+|[%§€$£]/gu;

export function tokensOf(normalised: string): Token[] {
  return [...normalised.matchAll(token)].map(({ 0: text, index }) => ({ text, start: index, end: index + text.length }));
}

export function tokenText(content: string, quotation: Quotation = normaliseQuotation(content)): TokenText {
  const tokens = tokensOf(quotation.text);
  const places = new Map<string, number[]>();
  for (const [at, { text }] of tokens.entries()) {
    const word = text.toLowerCase();
    const all = places.get(word);
    if (all) all.push(at);
    else places.set(word, [at]);
  }
  return { content, quotation, tokens, places };
}

/** The range in the original text of the tokens from `from` up to, but not including, `to`. */
export function rangeOfTokens({ quotation, tokens }: TokenText, from: number, to: number): Range {
  return originalRange(quotation, tokens[from]?.start ?? 0, tokens[to - 1]?.end ?? 0);
}
