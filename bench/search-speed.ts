/*
 * Search time over a hundred thousand sections and over a million, and indexing rate in sections per second. The
 * million are made by recombining the sentences of real ones, so that word frequencies match the law's. The hundred
 * thousand have vectors, too. The million takes minutes: BENCH_MILLION=no skips it.
 */
import { sql } from "kysely";
import { theServer } from "#core/workspace/policy.ts";
import { splitSentences } from "#core/text/sentences.ts";
import { indexJurisdiction } from "#server/knowledge/index-law.ts";
import { createIndexing } from "#server/knowledge/indexing.ts";
import type { LawAct } from "#server/knowledge/law-act.ts";
import { createLawVectors } from "#server/knowledge/law-vectors.ts";
import { createQuestionVectors } from "#server/knowledge/question-vectors.ts";
import { createLawSearch } from "#server/knowledge/search-law.ts";
import { saveAct } from "#server/data/law/law.ts";
import { actAs } from "#server/db/acting.ts";
import type { Db } from "#server/db/database.ts";
import { nothingSecret } from "#server/models/secrecy.ts";
import { legalData, linesOf, percentile, rowsOf, sayer, withDatabase } from "./search/legal-data.ts";

const say = sayer("search-speed");
const actSections = 2_000;

/** Acts with synthetic sections: each has as many sentences as a real one, drawn from all of them. */
function* acts(folder: string, sections: number): Generator<LawAct> {
  const rows = rowsOf(folder, "de/corpus_dev", true);
  const texts = rows.map(({ text }) => splitSentences(text, "de").map((sentence) => sentence.text));
  const sentences = texts.flat();
  const lengths = texts.map(({ length }) => length);
  let seed = 7;
  const random = (below: number) => (seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0) % below;
  for (let from = 0; from < sections; from += actSections) {
    const id = `BJNR${String(from / actSections).padStart(9, "0")}`;
    yield {
      id,
      source: "rows",
      jurisdiction: "DE",
      title: `Gesetz ${id}`,
      shortNames: [id],
      version: null,
      inForce: null,
      url: "",
      licence: "",
      sections: Array.from({ length: Math.min(actSections, sections - from) }, (_, at) => ({
        ref: `${id}:${at + 1}`,
        number: String(at + 1),
        label: `§ ${at + 1}`,
        heading: rows[random(rows.length)]!.heading ?? "",
        path: [],
        text: Array.from({ length: lengths[random(lengths.length)]! }, () => sentences[random(sentences.length)]).join(" "),
        url: "",
        inForce: null,
      })),
    };
  }
}

async function speed(folder: string, sections: number, bar: number): Promise<void> {
  const questions = ["de/queries_heading_dev", "de/queries_court_dev"]
    .flatMap((name) => linesOf(folder, name))
    .map((line) => (JSON.parse(line) as { query: string }).query);
  const peak = peakMemory();
  await withDatabase(async ({ db }) => {
    const named = `${sections.toLocaleString("en-GB")} sections`;
    let storing = 0;
    const before = process.cpuUsage();
    // Generating them is not counted.
    for (const act of acts(folder, sections)) {
      const begun = performance.now();
      await saveAct(theServer, db, act, "de");
      storing += performance.now() - begun;
    }
    const begun = performance.now();
    const indexing = createIndexing();
    await indexJurisdiction({ db, indexing }, "DE");
    await indexing.close();
    const indexed = performance.now() - begun;
    const { user, system } = process.cpuUsage(before);
    const rate = (milliseconds: number) => Math.round((sections * 1000) / milliseconds);
    say(`${named}, stored and indexed`, rate(storing + indexed), "sections/s", 5_000, rate(storing + indexed) >= 5_000);
    say(`${named}, into the index alone`, rate(indexed), "sections/s", 5_000, rate(indexed) >= 5_000);
    // Wall time says little on a busy machine; two cores at most double the rate.
    say(`${named}, for each second of all cores' work, making them up included`, rate((user + system) / 1000), "sections/s");
    const law = createLawSearch(db);
    const ask = (question: string) => law.search(theServer, { question, jurisdictions: ["DE"], limit: 10 });
    const times: number[] = [];
    const blocked = loopDelay();
    const asking = process.cpuUsage();
    for (const question of questions) {
      const begun = performance.now();
      await ask(question);
      times.push(performance.now() - begun);
    }
    const longest = blocked();
    const asked = process.cpuUsage(asking);
    say(`${named}, a search, each question for the first time, p50`, percentile(times, 0.5), "ms");
    say(
      `${named}, a search, each question for the first time, p95`,
      percentile(times, 0.95),
      "ms",
      bar,
      percentile(times, 0.95) < bar,
    );
    say(`${named}, the work of all cores for a search`, Math.round((asked.user + asked.system) / times.length) / 1000, "ms");
    say(`${named}, the longest that a search held up everything else, p99`, longest, "ms");
    say(`${named}, memory at most`, peak(), "MB");
    if (sections <= 100_000) await meaningSpeed(db, named, questions);
  });
}

/** Random vectors of a usual length: their similarity means nothing, but searching them takes as long. */
async function meaningSpeed(db: Db, named: string, questions: readonly string[]): Promise<void> {
  const embeddings = {
    model: "bench",
    host: "",
    embed: (texts: readonly string[]) => Promise.resolve({ vectors: texts.map(vectorOf), tokens: 0 }),
  };
  const log = { warn: () => {}, info: () => {} };
  const made = createLawVectors({ db, log, embeddings, questions: createQuestionVectors({ log, embeddings }) });
  const begun = performance.now();
  const sections = await made.embed({}, new AbortController().signal);
  say(`${named}, vectors stored`, Math.round((sections * 1000) / (performance.now() - begun)), "sections/s");
  // As the database does by itself in the next idle moment.
  await sql`vacuum (analyze) law_vectors, law_sections`.execute(actAs(theServer, db));
  const times: number[] = [];
  for (const question of questions.slice(0, 200)) {
    const before = performance.now();
    await made.nearest(theServer, { question, secrecy: nothingSecret, jurisdictions: ["DE"] });
    times.push(performance.now() - before);
  }
  say(`${named}, the nearest by meaning, the first after a start`, Math.round(times[0]!), "ms", 500, times[0]! <= 500);
  say(`${named}, the nearest by meaning, p50`, percentile(times, 0.5), "ms");
  say(`${named}, the nearest by meaning, p95`, percentile(times, 0.95), "ms");
}

const dimensions = 1_024;

function vectorOf(text: string): Float32Array {
  let seed = text.length;
  for (let at = 0; at < text.length; at += 7) seed = Math.imul(seed ^ text.charCodeAt(at), 16_777_619);
  const size = 1 / Math.sqrt(dimensions);
  return Float32Array.from({ length: dimensions }, () => ((seed = Math.imul(seed, 1_103_515_245) + 12_345) < 0 ? -size : size));
}

/** How late a timer fires meanwhile. */
function loopDelay(): () => number {
  const late: number[] = [];
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    late.push(Math.max(0, now - last - 2));
    last = now;
  }, 2);
  return () => {
    clearInterval(timer);
    return percentile(late, 0.99);
  };
}

function peakMemory(): () => number {
  let most = 0;
  const timer = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 200);
  return () => {
    clearInterval(timer);
    return Math.round(most / 1_000_000);
  };
}

const folder = legalData();
if (folder !== undefined) {
  await speed(folder, 100_000, 50);
  if (process.env["BENCH_MILLION"] === "no") process.stderr.write("Left out: a million sections.\n");
  else await speed(folder, 1_000_000, 150);
}
