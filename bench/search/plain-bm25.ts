/* Textbook BM25, k1 1.2 and b 0.75 by default, over title and text with Snowball stems: the baseline for the
   product's own search. */
import type { ProseLanguage } from "#core/text/sentences.ts";
import { termsOf } from "#server/knowledge/analyse.ts";
import type { Row } from "./legal-data.ts";

export type PlainDocument = { id: string; text: string };

export const textbook = { k1: 1.2, b: 0.75 };

export function plainBm25(
  documents: readonly PlainDocument[],
  language: ProseLanguage,
): (query: string, most?: number, constants?: typeof textbook) => string[] {
  const texts = documents.map(({ text }) => termsOf(text, language, null));
  const average = texts.reduce((sum, terms) => sum + terms.length, 0) / texts.length;
  const postings = new Map<string, Map<number, number>>();
  for (const [at, terms] of texts.entries())
    for (const term of terms) {
      const list = postings.get(term) ?? new Map<number, number>();
      postings.set(term, list.set(at, (list.get(at) ?? 0) + 1));
    }
  return (query, most = 30, { k1, b } = textbook) => {
    const scores = new Map<number, number>();
    for (const term of new Set(termsOf(query, language, null))) {
      const list = postings.get(term);
      if (!list) continue;
      const rarity = Math.log(1 + (texts.length - list.size + 0.5) / (list.size + 0.5));
      for (const [at, times] of list) {
        const score = (rarity * times * (k1 + 1)) / (times + k1 * (1 - b + (b * texts[at]!.length) / average));
        scores.set(at, (scores.get(at) ?? 0) + score);
      }
    }
    return [...scores]
      .toSorted((a, b) => b[1] - a[1])
      .slice(0, most)
      .map(([at]) => documents[at]!.id);
  };
}

export function plainDocuments(rows: readonly Row[]): PlainDocument[] {
  return rows.map(({ id, title, heading = "", text }) => ({ id, text: `${title} ${heading} ${text}` }));
}
