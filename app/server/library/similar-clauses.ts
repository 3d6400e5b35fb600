/*
 * Which clauses are like a text: BM25 over the stems of each variant, and a bound below which nothing is said to be like
 * it. Both are compared in the clause's language. No model is asked.
 */
import type { LibraryClause } from "#core/templates/clause-file.ts";
import type { SimilarClause } from "#core/templates/library.ts";
import type { ProseLanguage } from "#core/text/sentences.ts";
import { termsOf } from "../knowledge/analyse.ts";
import { countOf, lengthCode, lengthsByCode, questionTerms, rarityOf, scoreOfTerm } from "../knowledge/bm25.ts";
import { rankingWeights } from "../knowledge/ranking-weights.ts";

export type Candidate = { id: string; clause: LibraryClause };
export type Similar = Pick<SimilarClause, "id" | "variant" | "excerpt">;

const most = 12;
const excerptLength = 160;
/** A word is as rare as among so many texts: of a few clauses, each would be common. */
const leastTexts = 200;
/** How much of the rarity of the one's words the other must have. */
const leastCover = 0.3;
const leastShared = 3;

/** Beside the best, what shares only what all agreements say is not like it. */
const leastBesideBest = 0.5;

type Text = { id: string; variant: string; text: string; length: number; counts: ReadonlyMap<string, number> };

export function rankSimilar(text: string, candidates: readonly Candidate[]): Similar[] {
  const byLanguage = Map.groupBy(candidates, ({ clause }) => clause.language);
  const scored = [...byLanguage].flatMap(([language, own]) => scoredIn(language, text, own));
  const best = new Map<string, (typeof scored)[number]>();
  for (const one of scored.toSorted((a, b) => b.score - a.score)) if (!best.has(one.id)) best.set(one.id, one);
  const found = [...best.values()];
  const least = (found[0]?.score ?? 0) * leastBesideBest;
  const near = found.filter(({ score }) => score >= least);
  return near.slice(0, most).map(({ id, variant, text: words }) => ({ id, variant, excerpt: excerptOf(words) }));
}

function scoredIn(language: ProseLanguage, asked: string, candidates: readonly Candidate[]): (Text & { score: number })[] {
  const terms = questionTerms(asked, language, noLexicon);
  if (terms.size === 0) return [];
  const texts = candidates.flatMap(({ id, clause }) =>
    clause.variants.map(({ name, text }): Text => ({ id, variant: name, text, ...countsOf(clause.name, text, language) })),
  );
  const inTexts = new Map<string, number>();
  for (const { counts } of texts) for (const term of counts.keys()) inTexts.set(term, (inTexts.get(term) ?? 0) + 1);
  const all = Math.max(texts.length, leastTexts);
  const rarity = (term: string) => rarityOf(inTexts.get(term) ?? 0, all);
  const whole = sum(terms.keys(), rarity);
  const byLength = lengthsByCode(sum(texts, ({ length }) => length) / Math.max(1, texts.length));
  return texts.flatMap((one) => {
    const shared = [...terms.keys()].filter((term) => one.counts.has(term));
    if (shared.length < Math.min(leastShared, terms.size)) return [];
    const common = sum(shared, rarity);
    const cover = Math.max(common / whole, common / sum(one.counts.keys(), rarity));
    if (cover < leastCover) return [];
    const normal = byLength[lengthCode(one.length)]!;
    const score = sum(shared, (term) => terms.get(term)! * scoreOfTerm(rarity(term), one.counts.get(term)!, normal));
    return [{ ...one, score }];
  });
}

const noLexicon = new Map<string, number>();

/** A clause's name counts as a heading does. */
function countsOf(name: string, text: string, language: ProseLanguage): Pick<Text, "length" | "counts"> {
  const weights = new Map<string, number>();
  const words = termsOf(text, language, null);
  for (const term of words) weights.set(term, (weights.get(term) ?? 0) + rankingWeights.text);
  for (const term of termsOf(name, language, null)) weights.set(term, (weights.get(term) ?? 0) + rankingWeights.heading);
  return { length: words.length, counts: new Map([...weights].map(([term, weight]) => [term, countOf(weight)])) };
}

function sum<T>(all: Iterable<T>, valueOf: (one: T) => number): number {
  let total = 0;
  for (const one of all) total += valueOf(one);
  return total;
}

function excerptOf(text: string): string {
  const words = text.replaceAll(/\s+/g, " ");
  if (words.length <= excerptLength) return words;
  const cut = words.slice(0, excerptLength);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), 1)).replace(/[,;:.]$/, "")}…`;
}
