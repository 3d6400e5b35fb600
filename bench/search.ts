/*
 * Search over real law: nDCG@10 and recall@20 of the product's own search over an embedded database, beside plain
 * stemmed BM25 on the same texts, with the 95 % interval of the difference. The weights were tuned on the given sets
 * (search/tune.ts scores them on held-out sets); nothing was tuned on the unseen sets. Sections are indexed without
 * headings for the sets that ask for headings, and the section a sentence was taken from is dropped from its ranking.
 */
import { theServer } from "#core/workspace/policy.ts";
import { loadLaw } from "#server/knowledge/index-law.ts";
import { languageOf } from "#server/knowledge/law-index.ts";
import { createLawSearch } from "#server/knowledge/search-law.ts";
import { givenSets, unseenSets, type LawSet } from "./search/law-sets.ts";
import { legalData, rounded, sayer, withDatabase } from "./search/legal-data.ts";
import { figuresOf, interval, mean, measures, type Figures } from "./search/measure.ts";
import { plainBm25, plainDocuments } from "./search/plain-bm25.ts";

type Scores = { ours: Figures; plain: Figures };

const say = sayer("search");

async function scoresOf({ rows, acts, jurisdiction, questions }: LawSet): Promise<Scores[]> {
  const plain = plainBm25(plainDocuments(rows), languageOf(jurisdiction));
  return withDatabase(async ({ db }) => {
    await loadLaw(db, acts);
    const law = createLawSearch(db);
    const scores: Scores[] = [];
    for (const question of questions) {
      const hits = await law.search(theServer, { question: question.query, jurisdictions: [jurisdiction], limit: 30 });
      const ours = hits.map(({ ref }) => ref);
      scores.push({ ours: figuresOf(ours, question), plain: figuresOf(plain(question.query), question) });
    }
    return scores;
  });
}

function report({ name, isUnseen }: LawSet, scores: readonly Scores[]): void {
  for (const measure of ["ndcg", "recall"] as const) {
    const ours = rounded(mean(scores.map((one) => one.ours[measure])));
    const plain = rounded(mean(scores.map((one) => one.plain[measure])));
    const [low, high] = interval(scores.map((one) => one.ours[measure] - one.plain[measure])).map(rounded);
    // If the plain search finds everything, no search can do better.
    const isAbove = ours > plain || (ours === plain && plain >= 0.98);
    const of = isUnseen ? "tuned on by nobody" : "tuned on";
    const bar = `above plain BM25 ${plain}; difference ${low} to ${high}`;
    say(`${name}, ${of}, ${scores.length} questions, ${measures[measure]}`, ours, "of 1", bar, isAbove);
  }
}

const folder = legalData();
if (folder !== undefined) for (const set of [...givenSets(folder), ...unseenSets(folder)]) report(set, await scoresOf(set));
