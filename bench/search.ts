/*
 * Search over real law: nDCG@10 and recall@20 of the product's own search over
 * an embedded database, beside a plain BM25 with stemming on the same texts.
 * Each set is parted in two by the questions' hashes, and both halves are
 * printed: weights were tuned on the one, yet with the other in view, so that
 * only new questions would say what they are worth elsewhere. Sections are indexed without
 * heading for the sets that ask for headings, and the section a sentence was
 * taken from is dropped from its ranking.
 */
import { theServer } from "#core/policy.ts";
import { readRows } from "#server/knowledge/forms/rows.ts";
import { loadLaw } from "#server/knowledge/index-law.ts";
import { languageOf } from "#server/knowledge/law-index.ts";
import { createLawSearch } from "#server/knowledge/search-law.ts";
import { isForTuning, legalData, linesOf, rounded, rowsOf, sayer, withDatabase } from "./search/legal-data.ts";
import { plainBm25 } from "./search/plain-bm25.ts";

const sets = [
  { name: "de headings", corpus: "de/corpus_dev", queries: "de/queries_heading_dev", withHeadings: false },
  { name: "de court", corpus: "de/corpus_dev", queries: "de/queries_court_dev", withHeadings: true },
  { name: "se headings", corpus: "se/corpus_dev", queries: "se/queries_heading_dev", withHeadings: false },
  { name: "se cross-references", corpus: "se/corpus_dev", queries: "se/queries_xref_dev", withHeadings: true },
  { name: "eu questions", corpus: "eu/corpus_dev", queries: "eu/queries_qa_dev", withHeadings: true },
  { name: "eu cross-references", corpus: "eu/corpus_dev", queries: "eu/queries_xref_dev", withHeadings: true },
  { name: "uk headings", corpus: "uk/corpus_cca1974", queries: "uk/queries_cca1974_heading", withHeadings: false },
] as const;

type Query = { query: string; relevant_ids: string[]; from?: string };
type Scores = { half: "tune" | "test"; ours: Figures; plain: Figures };
type Figures = { ndcg: number; recall: number };

const say = sayer("search");

function scoreOf(ranking: readonly string[], relevant: readonly string[]): Figures {
  const gain = ranking.slice(0, 10).reduce((sum, id, at) => sum + (relevant.includes(id) ? 1 / Math.log2(at + 2) : 0), 0);
  const ideal = relevant.slice(0, 10).reduce((sum, _, at) => sum + 1 / Math.log2(at + 2), 0);
  return { ndcg: gain / ideal, recall: ranking.slice(0, 20).filter((id) => relevant.includes(id)).length / relevant.length };
}

async function scoresOf(folder: string, { corpus, queries, withHeadings }: (typeof sets)[number]): Promise<Scores[]> {
  const rows = rowsOf(folder, corpus, withHeadings);
  const acts = readRows(rows.map((row) => JSON.stringify(row)).join("\n"));
  const { jurisdiction } = acts[0]!;
  const documents = rows.map(({ id, title, heading = "", text }) => ({ id, text: `${title} ${heading} ${text}` }));
  const plain = plainBm25(documents, languageOf(jurisdiction));
  const asked = linesOf(folder, queries)
    .map((line) => JSON.parse(line) as Query)
    .filter(({ relevant_ids: relevant }) => relevant.length > 0);
  return withDatabase(async ({ db }) => {
    await loadLaw(db, acts);
    const law = createLawSearch(db);
    const scores: Scores[] = [];
    for (const { query: question, relevant_ids: relevant, from } of asked) {
      const hits = await law.search(theServer, { question, jurisdictions: [jurisdiction], limit: 30 });
      const score = (ranking: readonly string[]) =>
        scoreOf(
          ranking.filter((id) => id !== from),
          relevant,
        );
      const half = isForTuning(question) ? "tune" : "test";
      scores.push({ half, ours: score(hits.map(({ ref }) => ref)), plain: score(plain(question)) });
    }
    return scores;
  });
}

function report(name: string, scores: readonly Scores[]): void {
  for (const half of ["tune", "test", "all"] as const) {
    const own = scores.filter((one) => half === "all" || one.half === half);
    if (own.length === 0) continue;
    for (const [measure, label] of [
      ["ndcg", "nDCG@10"],
      ["recall", "recall@20"],
    ] as const) {
      const mean = (who: "ours" | "plain") => rounded(own.reduce((sum, one) => sum + one[who][measure], 0) / own.length);
      const [ours, plain] = [mean("ours"), mean("plain")];
      // Where the plain search finds everything, no search can do more.
      const isAbove = ours > plain || (ours === plain && plain >= 0.98);
      say(`${name}, ${half}, ${own.length} questions, ${label}`, ours, "of 1", `above plain BM25 ${plain}`, isAbove);
    }
  }
}

const folder = legalData();
if (folder !== undefined) for (const set of sets) report(set.name, await scoresOf(folder, set));
