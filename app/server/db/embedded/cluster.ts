/*
 * The folder of the embedded database and how it comes to be. It is made beside
 * its place, flushed file by file, and only then renamed to where it is looked
 * for: a folder that is there is whole, also after a power cut in between.
 */
import {
  closeSync,
  constants,
  cpSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Log } from "../log.ts";
import { EngineThread } from "./engine-thread.ts";

// The package does not export its package.json, so it is found from its entry point.
const pgliteEntry = createRequire(import.meta.url).resolve("@electric-sql/pglite");
const { version: pgliteVersion } = JSON.parse(readFileSync(join(dirname(pgliteEntry), "../package.json"), "utf8")) as {
  version: string;
};

/** Makes the database if there is none, checks that this program may open it, and returns PostgreSQL's data folder. */
export async function prepareCluster(folder: string, log: Log): Promise<string> {
  const place = join(folder, "cluster");
  removeUnfinished(folder);
  if (existsSync(place)) refuseNewer(place);
  else await makeCluster(folder, place, log);
  return join(place, "data");
}

const unfinished = "cluster.new";

function removeUnfinished(folder: string) {
  rmSync(join(folder, unfinished), { recursive: true, force: true });
}

async function makeCluster(folder: string, place: string, log: Log) {
  const making = join(folder, unfinished);
  await copyTemplate(making, log);
  flushTree(making);
  renameSync(making, place);
  flush(folder);
  log.info({ folder }, "A new database was made");
}

/*
 * initdb takes two seconds and always makes the same, so it is run once and its
 * result kept as a template; a new database is a copy of it.
 */
const templates = fileURLToPath(new URL("../../../../node_modules/.cache/stet/", import.meta.url));
const template = join(templates, `database-${pgliteVersion}`);

async function copyTemplate(making: string, log: Log) {
  if (!existsSync(template) && !(await makeTemplate(log))) return initialise(making, log);
  // A clone where the file system can, else a copy.
  cpSync(template, making, { recursive: true, mode: constants.COPYFILE_FICLONE });
}

/** False where the cache cannot be written; the database is then made on the spot. */
export async function makeTemplate(log: Log): Promise<boolean> {
  try {
    mkdirSync(templates, { recursive: true });
    const making = mkdtempSync(`${template}-`);
    await initialise(making, log);
    placeTemplate(making);
    return true;
  } catch (error) {
    log.warn({ error }, "The template of a new database could not be kept");
    return false;
  }
}

/** Another process may have been quicker; then its template stands. */
function placeTemplate(making: string) {
  try {
    renameSync(making, template);
  } catch (error) {
    rmSync(making, { recursive: true, force: true });
    if (!existsSync(template)) throw error;
  }
}

async function initialise(making: string, log: Log) {
  const data = join(making, "data");
  mkdirSync(data, { recursive: true });
  const thread = new EngineThread({ folder: data, statementLimitMs: 60_000, log });
  await thread.start();
  await thread.close();
  writeFileSync(join(making, "made-by.json"), JSON.stringify({ pglite: pgliteVersion }));
}

function flushTree(folder: string) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) flushTree(path);
    else if (entry.isFile()) flush(path);
  }
  flush(folder);
}

function flush(path: string) {
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** A newer PGlite may have written a format that this one would misread. */
function refuseNewer(place: string) {
  const { pglite: madeBy } = JSON.parse(readFileSync(join(place, "made-by.json"), "utf8")) as { pglite: string };
  if (compareVersions(madeBy, pgliteVersion) <= 0) return;
  throw new Error(
    `The database in ${place} was written by a newer Stet (PGlite ${madeBy}; this one has ${pgliteVersion}). Start that version again.`,
  );
}

function compareVersions(a: string, b: string): number {
  return a.localeCompare(b, "en", { numeric: true });
}
