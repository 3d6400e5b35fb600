/*
 * Search over real law: nDCG@10 and recall@20 of the product's own search over
 * an embedded database, beside a plain BM25 with stemming on the same texts;
 * then how long a search takes and how many sections go into the index in a
 * second. Reads ../shared/data/legal, whose README says how to score: sections
 * are indexed without heading for the sets that ask for headings, and the
 * section a sentence was taken from is dropped from its ranking.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { theServer } from "#core/policy.ts";
import { openDatabase } from "#server/db/database.ts";
import { termsOf } from "#server/knowledge/analyse.ts";
import { readRows } from "#server/knowledge/forms/rows.ts";
import type { LawAct } from "#server/knowledge/law-act.ts";
import { languageOf } from "#server/knowledge/law-index.ts";
import { createLawSearch, loadLaw } from "#server/knowledge/search-law.ts";

const data = join(import.meta.dirname, "../../shared/data/legal");
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
type Row = { id: string; heading?: string; title: string; text: string };

const say = (what: string, value: unknown, unit: string, bar?: number | string, ok?: boolean) =>
  process.stdout.write(`${JSON.stringify({ bench: "search", what, value, unit, ...(bar !== undefined && { bar, ok }) })}\n`);
const lines = (name: string): string[] =>
  readFileSync(join(data, `${name}.jsonl`), "utf8")
    .split("\n")
    .filter((line) => line !== "");

/** Rows as they are indexed for a set: where headings are asked for, none is given away, nor in the title. */
function rowsOf(corpus: string, withHeadings: boolean): Row[] {
  return lines(corpus).map((line) => {
    const row = JSON.parse(line) as Row;
    if (withHeadings) return row;
    const title = row.heading ? row.title.replace(row.heading, "") : row.title;
    return Object.assign(row, { heading: "", title });
  });
}

function scoreOf(ranking: readonly string[], relevant: readonly string[]) {
  const gain = ranking.slice(0, 10).reduce((sum, id, at) => sum + (relevant.includes(id) ? 1 / Math.log2(at + 2) : 0), 0);
  const ideal = relevant.slice(0, 10).reduce((sum, _, at) => sum + 1 / Math.log2(at + 2), 0);
  return { ndcg: gain / ideal, recall: ranking.slice(0, 20).filter((id) => relevant.includes(id)).length / relevant.length };
}

/** BM25 as it is in every textbook, k1 1.2 and b 0.75, over title and text with Snowball stems. */
function plainSearch(rows: readonly Row[], jurisdiction: string): (query: string) => string[] {
  const language = languageOf(jurisdiction);
  const documents = rows.map(({ title, heading = "", text }) => termsOf(`${title} ${heading} ${text}`, language, null));
  const average = documents.reduce((sum, terms) => sum + terms.length, 0) / documents.length;
  const postings = new Map<string, Map<number, number>>();
  for (const [at, terms] of documents.entries())
    for (const term of terms) {
      const list = postings.get(term) ?? new Map<number, number>();
      postings.set(term, list.set(at, (list.get(at) ?? 0) + 1));
    }
  return (query) => {
    const scores = new Map<number, number>();
    for (const term of new Set(termsOf(query, language, null))) {
      const list = postings.get(term);
      if (!list) continue;
      const rarity = Math.log(1 + (documents.length - list.size + 0.5) / (list.size + 0.5));
      for (const [at, times] of list)
        scores.set(
          at,
          (scores.get(at) ?? 0) + (rarity * times * 2.2) / (times + 1.2 * (0.25 + (0.75 * documents[at]!.length) / average)),
        );
    }
    return [...scores]
      .toSorted((a, b) => b[1] - a[1])
      .slice(0, 30)
      .map(([at]) => rows[at]!.id);
  };
}

async function withLaw<T>(
  acts: readonly LawAct[],
  work: (database: Awaited<ReturnType<typeof openDatabase>>, loadSeconds: number) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "stet-search-"));
  const database = await openDatabase({ folder, statementLimitMs: 600_000 });
  try {
    const started = performance.now();
    await loadLaw(database.db, acts);
    return await work(database, (performance.now() - started) / 1000);
  } finally {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function quality(): Promise<void> {
  for (const { name, corpus, queries, withHeadings } of sets) {
    const rows = rowsOf(corpus, withHeadings);
    const acts = readRows(rows.map((row) => JSON.stringify(row)).join("\n"));
    const { jurisdiction } = acts[0]!;
    const plain = plainSearch(rows, jurisdiction);
    const asked = lines(queries)
      .map((line) => JSON.parse(line) as Query)
      .filter(({ relevant_ids: relevant }) => relevant.length > 0);
    await withLaw(acts, async ({ db }) => {
      const law = createLawSearch(db);
      const totals = { ours: { ndcg: 0, recall: 0 }, plain: { ndcg: 0, recall: 0 } };
      for (const { query, relevant_ids: relevant, from } of asked) {
        const hits = (await law.search(theServer, query, [jurisdiction], 30)).map(({ ref }) => ref);
        for (const [who, ranking] of [
          ["ours", hits],
          ["plain", plain(query)],
        ] as const) {
          const { ndcg, recall } = scoreOf(
            ranking.filter((id) => id !== from),
            relevant,
          );
          totals[who].ndcg += ndcg / asked.length;
          totals[who].recall += recall / asked.length;
        }
      }
      for (const [measure, label] of [
        ["ndcg", "nDCG@10"],
        ["recall", "recall@20"],
      ] as const) {
        const [own, other] = [totals.ours[measure], totals.plain[measure]].map((value) => Math.round(value * 1000) / 1000);
        say(`${name}, ${asked.length} questions, ${label}`, own, "of 1", `above plain BM25 ${other}`, own! > other!);
      }
    });
  }
}

/** The German sections again and again under other names, until there are so many. */
async function speed(sections: number, bar: number): Promise<void> {
  const rows = rowsOf("de/corpus_dev", true);
  const copies = Math.ceil(sections / rows.length);
  const acts = Array.from({ length: copies }, (_, copy) =>
    readRows(rows.map((row) => JSON.stringify({ ...row, id: `${copy}x${row.id}` })).join("\n")),
  ).flat();
  const asked = ["de/queries_heading_dev", "de/queries_court_dev"].flatMap(lines).map((line) => (JSON.parse(line) as Query).query);
  await withLaw(acts, async ({ db }, loadSeconds) => {
    const total = copies * rows.length;
    say(
      `sections stored and indexed, ${total}`,
      Math.round(total / loadSeconds),
      "sections/s",
      5_000,
      total / loadSeconds >= 5_000,
    );
    const law = createLawSearch(db);
    for (const query of asked.slice(0, 20)) await law.search(theServer, query, ["DE"], 10);
    const times: number[] = [];
    for (const query of asked) {
      const started = performance.now();
      await law.search(theServer, query, ["DE"], 10);
      times.push(performance.now() - started);
    }
    times.sort((a, b) => a - b);
    const p95 = times[Math.floor(times.length * 0.95)]!;
    say(`a search over ${total} sections, p50`, Math.round(times[times.length >> 1]! * 10) / 10, "ms");
    say(`a search over ${total} sections, p95`, Math.round(p95 * 10) / 10, "ms", bar, p95 < bar);
  });
}

if (existsSync(data)) {
  await quality();
  await speed(100_000, 50);
} else process.stderr.write(`Skipped: ${data} is not there.\n`);
