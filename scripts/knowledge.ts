/*
 * npm run knowledge load <source> <folder>
 * npm run knowledge refresh [source]
 * npm run knowledge list
 * npm run knowledge index
 * npm run knowledge embed [jurisdiction] [-- --yes]
 * npm run knowledge words
 *
 * `load` reads law from a folder of official files, for sites without internet
 * access: eurlex (XHTML), swedish-law (JSON or XML), legislation.gov.uk (CLML),
 * wetten (BWB toestand), gesetze-im-internet (XML), or rows (JSON Lines). If an
 * act is already stored, the newer text wins. `refresh` fetches everything again
 * that came from a source; `list` shows what is stored; `index` rebuilds the
 * search index; `embed` shows how many sections would be sent to the embedding
 * model, and sends them with --yes: it can be interrupted and resumed. `words` proposes
 * everyday words for those of the stored law (mine-law-words.ts). With the
 * embedded database stop Stet first: its folder serves one process at a time.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ProseLanguage } from "#core/text/sentences.ts";
import { theServer } from "#core/workspace/policy.ts";
import { forgetFileIndexes } from "#server/data/files/file-indexes.ts";
import { listLawSources } from "#server/data/law/law-fetches.ts";
import { countLawToEmbed, lawVectorCoverage } from "#server/data/law/law-vectors.ts";
import { lawJurisdictions, readLaw, readSections } from "#server/data/law/law.ts";
import { openDatabase, type Db } from "#server/db/database.ts";
import { readEnv, type Env } from "#server/env.ts";
import { createConnectors } from "#server/knowledge/connectors/index.ts";
import { createFileIndexer } from "#server/knowledge/file-indexer.ts";
import { indexJurisdiction, loadLaw } from "#server/knowledge/index-law.ts";
import { createIndexing } from "#server/knowledge/indexing.ts";
import { languageOf } from "#server/knowledge/law-index.ts";
import { createLiveLaw } from "#server/knowledge/live-law.ts";
import { createLawVectors } from "#server/knowledge/law-vectors.ts";
import { isLawForm, lawForms, readLawFolder } from "#server/knowledge/load-law.ts";
import { mineLawWords, withProposals, type MinedSection } from "#server/knowledge/mine-law-words.ts";
import { createQuestionVectors } from "#server/knowledge/question-vectors.ts";
import { createLawSearch } from "#server/knowledge/search-law.ts";
import { createLog } from "#server/log.ts";
import { embeddingsOf } from "#server/models/embeddings.ts";

const [command = "", source = "", folder] = process.argv.slice(2);
const sources = Object.keys(lawForms).join(", ");

async function load(): Promise<string> {
  if (folder === undefined || !isLawForm(source))
    throw new Error(`Say what to load and from where: npm run knowledge load <source> <folder>\nSources: ${sources}`);
  const { acts, refused } = await readLawFolder(source, folder);
  for (const line of refused) console.error(`Left out: ${line}`);
  if (acts.length === 0) throw new Error(`No file in ${folder} is of the form of ${source}.`);
  return withDatabase(async (db) => {
    const { left } = await loadLaw(db, acts);
    for (const { title, version } of left)
      console.error(`Left as it was: ${title}, of which a ${version === null ? "fuller or dated" : "newer"} text is stored.`);
    const sections = acts.reduce((sum, act) => sum + act.sections.length, 0);
    return `${acts.length} acts with ${sections} sections from ${source}`;
  });
}

async function refresh(): Promise<string> {
  return withDatabase(async (db, env) => {
    const live = createLiveLaw({
      db,
      log: createLog(env),
      search: createLawSearch(db),
      connectors: createConnectors(env),
      isOn: (id) => env.LIVE_LAW.some((one) => one === "on" || one === id),
      freshHours: 0,
      waitSeconds: env.LAW_WAIT_SECONDS,
    });
    try {
      const { checked, lines } = await live.refreshAll(source === "" ? undefined : source);
      for (const line of lines) console.log(line);
      return `${checked} acts were asked for again`;
    } finally {
      await live.close();
    }
  });
}

async function list(): Promise<string> {
  return withDatabase(async (db) => {
    const records = await listLawSources(theServer, db);
    for (const { source: id, acts, sections, newestText, checkedAt, problem } of records) {
      const newest = newestText === null ? "" : `newest text of ${newestText}`;
      const asked = checkedAt === null ? "" : `last asked ${checkedAt}`;
      console.log([`${id}: ${acts} acts with ${sections} sections`, newest, asked, problem].filter(Boolean).join(", "));
    }
    for (const { jurisdiction, model, vectors, sections } of await lawVectorCoverage(theServer, db))
      console.log(`${jurisdiction}: ${vectors} of ${sections} sections have vectors of ${model}`);
    return records.length === 0 ? "No law is stored" : `${records.length} sources`;
  });
}

async function index(): Promise<string> {
  return withDatabase(async (db) => {
    const indexing = createIndexing();
    try {
      const done: string[] = [];
      for (const jurisdiction of await lawJurisdictions(theServer, db))
        done.push(`${await indexJurisdiction({ db, indexing }, jurisdiction)} sections of ${jurisdiction}`);
      await forgetFileIndexes(theServer, db);
      done.push(`${await createFileIndexer({ db, indexing, log: console }).indexAll()} files`);
      return `Indexed anew: ${done.join(", ")}`;
    } finally {
      await indexing.close();
    }
  });
}

async function embed(): Promise<string> {
  const jurisdiction = process.argv.slice(3).find((word) => word !== "--yes");
  return withDatabase(async (db, env) => {
    const embeddings = embeddingsOf(env);
    if (embeddings === null) throw new Error("No embedding model is set up: set EMBEDDING_MODEL.");
    const stored = await lawJurisdictions(theServer, db);
    if (jurisdiction !== undefined && !stored.includes(jurisdiction))
      throw new Error(`No law of ${jurisdiction} is stored. Stored: ${stored.join(", ") || "none"}`);
    const scope = jurisdiction === undefined ? {} : { jurisdiction };
    const { sections, characters } = await countLawToEmbed(theServer, db, embeddings.model, scope);
    const what = `${sections} sections (${characters} characters) to ${embeddings.model} at ${embeddings.host}`;
    if (sections === 0) return `All sections have vectors of ${embeddings.model}`;
    if (!process.argv.includes("--yes")) return `This would send ${what}; add -- --yes to do it. Counted`;
    console.log(`Sending ${what}.`);
    const log = createLog(env);
    const vectors = createLawVectors({ db, log, embeddings, questions: createQuestionVectors({ log, embeddings }) });
    const say = (done: number) => (done % 6_400 === 0 ? console.log(`${done} of ${sections} sections`) : undefined);
    return `${await vectors.embed(scope, new AbortController().signal, say)} sections have vectors of ${embeddings.model}`;
  });
}

/** Proposals are written into the installation's own table, where a person accepts or strikes them. */
async function words(): Promise<string> {
  return withDatabase(async (db, { STET_DATA }) => {
    const byLanguage = new Map<ProseLanguage, MinedSection[]>();
    for (const jurisdiction of await lawJurisdictions(theServer, db)) {
      const language = languageOf(jurisdiction);
      byLanguage.set(language, [...(byLanguage.get(language) ?? []), ...(await sectionsOf(db, jurisdiction))]);
    }
    const folder = join(STET_DATA, "law-words");
    mkdirSync(folder, { recursive: true });
    const done = [...byLanguage].map(([language, sections]) => {
      const file = join(folder, `${language}.tsv`);
      const before = existsSync(file) ? readFileSync(file, "utf8") : "";
      const mined = mineLawWords(sections, language);
      writeFileSync(file, withProposals(before, mined));
      return `${mined.length} proposals in ${file}`;
    });
    return done.join(", ") || "No law is stored";
  });
}

async function sectionsOf(db: Db, jurisdiction: string): Promise<MinedSection[]> {
  const all: MinedSection[] = [];
  const limit = 1_000;
  for (let after = 0; ;) {
    const read = await readSections(theServer, db, { jurisdiction }, { after, limit });
    for (const section of await readLaw(theServer, db, { ids: read.map(({ id }) => id) }, {})) all.push(section);
    if (read.length < limit) return all;
    after = read.at(-1)!.id;
  }
}

/** Returns a summary of the work, with how long it took. */
async function withDatabase(work: (db: Db, env: Env) => Promise<string>): Promise<string> {
  const env = readEnv(process.env);
  const database = await openDatabase({
    url: env.DATABASE_DIRECT_URL ?? env.DATABASE_URL,
    folder: `${env.STET_DATA}/database`,
    statementLimitMs: 600_000,
  });
  try {
    const started = performance.now();
    return `${await work(database.db, env)}, in ${((performance.now() - started) / 1000).toFixed(1)} s.`;
  } finally {
    await database.close();
  }
}

const commands: Record<string, () => Promise<string>> = { load, refresh, list, index, embed, words };

try {
  const work = commands[command];
  if (work === undefined)
    throw new Error(
      "Say what to do: npm run knowledge load <source> <folder>, npm run knowledge refresh [source], npm run knowledge list, npm run knowledge index, npm run knowledge embed [jurisdiction] [-- --yes], or npm run knowledge words",
    );
  console.log(await work());
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
