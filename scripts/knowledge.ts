/*
 * npm run knowledge load <source> <folder>
 * npm run knowledge refresh [source]
 * npm run knowledge list
 * npm run knowledge index
 *
 * `load` reads law from a folder of official files, so that a site without
 * internet has its law: eurlex (XHTML), swedish-law (JSON or XML),
 * legislation.gov.uk (CLML), wetten (BWB toestand), gesetze-im-internet (XML),
 * or rows (JSON Lines). Of an act that was loaded before the newer text stays.
 * `refresh` asks the sources again for everything that was fetched from them;
 * `list` says what is stored; `index` makes everything that search reads anew.
 * With the embedded database stop Stet first: its folder serves one process at
 * a time.
 */
import { theServer } from "#core/policy.ts";
import { forgetFileIndexes } from "#server/data/file-indexes.ts";
import { listLawSources } from "#server/data/law-fetches.ts";
import { lawJurisdictions } from "#server/data/law.ts";
import { openDatabase, type Db } from "#server/db/database.ts";
import { readEnv, type Env } from "#server/env.ts";
import { createConnectors } from "#server/knowledge/connectors/index.ts";
import { createFileIndexer } from "#server/knowledge/file-indexer.ts";
import { indexJurisdiction, loadLaw } from "#server/knowledge/index-law.ts";
import { createIndexing } from "#server/knowledge/indexing.ts";
import { createLiveLaw } from "#server/knowledge/live-law.ts";
import { isLawForm, lawForms, readLawFolder } from "#server/knowledge/load-law.ts";
import { createLawSearch } from "#server/knowledge/search-law.ts";
import { createLog } from "#server/log.ts";

const [command = "", source = "", folder] = process.argv.slice(2);
const sources = Object.keys(lawForms).join(", ");

async function load(): Promise<string> {
  if (folder === undefined || !isLawForm(source))
    throw new Error(`Say what to load and from where: npm run knowledge load <source> <folder>\nSources: ${sources}`);
  const { acts, refused } = await readLawFolder(source, folder);
  for (const line of refused) console.error(`Left out: ${line}`);
  if (acts.length === 0) throw new Error(`No file in ${folder} is of the form of ${source}.`);
  return withDatabase(async (db) => {
    await loadLaw(db, acts);
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

/** Answers what was done, with how long it took. */
async function withDatabase(work: (db: Db, env: Env) => Promise<string>): Promise<string> {
  const env = readEnv(process.env);
  const database = await openDatabase({ url: env.DATABASE_URL, folder: `${env.STET_DATA}/database`, statementLimitMs: 600_000 });
  try {
    const started = performance.now();
    return `${await work(database.db, env)}, in ${((performance.now() - started) / 1000).toFixed(1)} s.`;
  } finally {
    await database.close();
  }
}

const commands: Record<string, () => Promise<string>> = { load, refresh, list, index };

try {
  const work = commands[command];
  if (work === undefined)
    throw new Error(
      "Say what to do: npm run knowledge load <source> <folder>, npm run knowledge refresh [source], npm run knowledge list, or npm run knowledge index",
    );
  console.log(await work());
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
