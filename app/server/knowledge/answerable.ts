/*
 * Whether what was found answers a question at all: how much of the question's words, weighted by
 * their rarity, the best section and the best sentence have. `npm run bench -- search-unanswerable`
 * chooses the bound on other acts than it measures.
 */
import type { ProseLanguage } from "#core/text/sentences.ts";
import { termsOf, type Lexicon } from "./analyse.ts";
import { rarityOf } from "./bm25.ts";
import type { Related } from "./law-words.ts";

export const answerBound = { least: 0.29, brief: 0.2 };

/** A brief question must be covered more fully: of two words, one is found anywhere. */
export function leastCover(words: number): number {
  return answerBound.least + answerBound.brief / Math.sqrt(Math.max(1, words));
}

type Known = {
  language: ProseLanguage;
  lexicon: Lexicon;
  /** How many sections have each of the question's terms; those that none has are missing. */
  counts: ReadonlyMap<string, number>;
  /** What acts say instead of some of its words: a section that says it has those words. */
  related: readonly Related[];
  sections: number;
};

/** The share of a question that a section's words cover. What no section says weighs most. */
export function coverReader(question: string, { language, lexicon, counts, related, sections }: Known): (text: string) => number {
  const asked = [...new Set(termsOf(question, language, null))].map(
    (term) => [term, rarityOf(counts.get(term) ?? 0, sections)] as const,
  );
  const others = new Map<string, string[]>();
  for (const { asked: terms, legal } of related)
    for (const term of terms) others.set(term, [...(others.get(term) ?? []), ...legal]);
  const whole = asked.reduce((sum, [, rarity]) => sum + rarity, 0);
  return (text) => {
    const own = new Set(termsOf(text, language, lexicon));
    const isSaid = (term: string) => own.has(term) || others.get(term)?.some((other) => own.has(other)) === true;
    return whole === 0 ? 0 : asked.reduce((sum, [term, rarity]) => sum + (isSaid(term) ? rarity : 0), 0) / whole;
  };
}

/** `covers`: what the sections cover; `said`: what their best sentences do. */
export function isAnswer(words: number, covers: readonly number[], said: readonly number[]): boolean {
  return (Math.max(0, ...covers) + Math.max(0, ...said)) / 2 >= leastCover(words);
}
