/* Reranks keyword hits by how much of the question's phrasing they keep and by letter n-grams. */
import type { FoundSection } from "./found-section.ts";
import { termsOf } from "./analyse.ts";
import { keptWording } from "./bm25.ts";
import { languageOf, type LawStatistics, type Scored } from "./law-index.ts";
import { gramScorer } from "./letter-grams.ts";
import { lawWeights } from "./ranking-weights.ts";

/** `words`: those of acts that a question in everyday words is also compared by, letter by letter. */
export type Again = { question: string; words?: readonly string[]; jurisdiction: string; grams: LawStatistics["grams"] };
type Text = Pick<FoundSection, "heading" | "text">;
export type Signs = { kept: number; letters: number };

export function signReader({ question, words = [], jurisdiction, grams }: Again): (section: Text) => Signs {
  const kept = keptWording(question, languageOf(jurisdiction));
  const letters = gramScorer([question, ...words].join(" "), grams);
  return ({ heading, text }) => {
    const whole = `${heading} ${text}`;
    return { kept: kept(whole), letters: letters(whole) };
  };
}

/** How many words of a question are weighed, without its stop words. */
export function lengthOf(question: string, jurisdiction: string): number {
  return termsOf(question, languageOf(jurisdiction), null).length;
}

/**
 * Scores by words, phrasing and letters, each relative to the jurisdiction's best; the first two
 * on BM25's scale, so that jurisdictions are comparable.
 */
export function weighSigns(read: readonly (Signs & Pick<Scored, "score">)[], words: number): number[] {
  const top = Math.max(...read.map(({ score }) => score)) || 1;
  const most = Math.max(...read.map(({ letters }) => letters)) || 1;
  const { wording, letters: lettersWeight, briefQuestion, longQuestion } = lawWeights;
  const share = top * Math.max(0, Math.min(1, (longQuestion - words) / (longQuestion - briefQuestion)));
  return read.map(({ score, kept, letters }) => score + share * (wording * kept + (lettersWeight * letters) / most));
}

export function lookedAtAgain<T extends Text & { id: number }>(
  asked: Again,
  scored: readonly Scored[],
  found: readonly T[],
): { section: T; score: number }[] {
  const byId = new Map(found.map((section) => [section.id, section]));
  const signs = signReader(asked);
  const read = scored.flatMap(({ id, score }) => {
    const section = byId.get(id);
    return section === undefined ? [] : [{ section, score, ...signs(section) }];
  });
  const scores = weighSigns(read, lengthOf(asked.question, asked.jurisdiction));
  return read.map(({ section }, at) => ({ section, score: scores[at]! }));
}
