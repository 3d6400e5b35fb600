/*
 * The BM25 used to rank both law and people's files. Headings count more than text, a compound's
 * parts less than whole words.
 */
import type { ProseLanguage } from "#core/text/sentences.ts";
import { eachTerm, termsOf, type Lexicon } from "./analyse.ts";
import { rankingWeights } from "./ranking-weights.ts";

/** Counts are stored in quarters, in one byte. */
const countUnit = 4;

export type Fields = {
  text: string;
  heading: string;
  /** The headings of the enclosing parts and chapters. */
  path: string;
  /** The title of the whole document. */
  title: string;
};

/** A weight as the stored byte. */
export function countOf(weight: number): number {
  return Math.min(255, Math.round(weight * countUnit));
}

/** A length as one byte, by its square root. */
export function lengthCode(length: number): number {
  return Math.min(255, Math.round(Math.sqrt(length) * 4));
}

/** The length normalization by length code: the same for all terms. */
export function lengthsByCode(average: number, k1 = rankingWeights.k1): Float32Array {
  const { b } = rankingWeights;
  return Float32Array.from({ length: 256 }, (_, code) => countUnit * k1 * (1 - b + (b * (code / 4) ** 2) / Math.max(1, average)));
}

export function rarityOf(count: number, all: number, k1 = rankingWeights.k1): number {
  return Math.log(1 + (Math.max(all, count) - count + 0.5) / (count + 0.5)) * (k1 + 1);
}

export function scoreOfTerm(rarity: number, times: number, byLength: number): number {
  return (rarity * times) / (times + byLength);
}

/** A question's terms with weights: repeated words count slightly more. */
export function questionTerms(question: string, language: ProseLanguage, lexicon: Lexicon): Map<string, number> {
  const terms = new Map<string, number>();
  eachTerm(question, language, lexicon, (term) => terms.set(term, Math.min(2, (terms.get(term) ?? 0.5) + 0.5)));
  return terms;
}

/**
 * How much of a question's phrasing a text keeps: the share of its adjacent word pairs that also
 * occur there, at most one word apart.
 */
export function keptWording(question: string, language: ProseLanguage): (text: string) => number {
  const asked = termsOf(question, language, null);
  const numbers = new Map([...new Set(asked)].map((term, number) => [term, number]));
  const pairOf = (before: number, number: number) => (before < 0 || number < 0 ? -1 : before * numbers.size + number);
  const pairs = new Set(asked.slice(1).map((term, at) => pairOf(numbers.get(asked[at]!)!, numbers.get(term)!)));
  if (pairs.size === 0) return () => 0;
  return (text) => {
    const kept = new Set<number>();
    let last = -1;
    let beforeLast = -1;
    eachTerm(text, language, null, (term) => {
      const number = numbers.get(term) ?? -1;
      if (number >= 0) for (const pair of [pairOf(last, number), pairOf(beforeLast, number)]) if (pairs.has(pair)) kept.add(pair);
      beforeLast = last;
      last = number;
    });
    return kept.size / pairs.size;
  };
}
