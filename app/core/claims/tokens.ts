/*
 * A text as its words, so that two texts can be compared without regard to
 * punctuation, spaces and quotation marks. A figure keeps the separators inside
 * it: 1.5 and 15 are different words.
 */
import { normaliseQuotation, originalRange, type Quotation, type Range } from "../law/quotation.ts";

/** Offsets are those of the normalised text. */
export type Token = { text: string; start: number; end: number };

export type TokenText = {
  quotation: Quotation;
  tokens: readonly Token[];
  /** At which tokens each word stands, in lower case, in order. */
  places: ReadonlyMap<string, readonly number[]>;
};

const token = /\p{L}[\p{L}\p{M}\p{N}]*(?:'[\p{L}\p{M}]+)*|\p{N}+(?:[.,:/]\p{N}+)*\p{L}?(?!\p{L})|\p{N}+|[%§€$£]/gu;

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
  return { quotation, tokens, places };
}

/** Where tokens `from` up to and without `to` stand in the original text. */
export function rangeOfTokens({ quotation, tokens }: TokenText, from: number, to: number): Range {
  return originalRange(quotation, tokens[from]?.start ?? 0, tokens[to - 1]?.end ?? 0);
}
