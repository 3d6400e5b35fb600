/*
 * Creates the embedded database's folder. It is built next to its final location, flushed file by file, and then
 * renamed: a folder that exists is complete, even after a power cut.
 *
 * initdb takes two seconds and its result never varies, so it is run once and kept as a template; a new database is a
 * copy of it.
 */
import { constants, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "pg";
import type { Log } from "../log.ts";
import { ClientStream } from "./client-stream.ts";
import { EngineThread } from "./engine-thread.ts";
import { writeDurably } from "../../storage/durable-file.ts";
import { readMaker, refuseDamage } from "./folder-damage.ts";
import { flush, flushTree } from "../../storage/flush.ts";

// The package does not export its package.json, so it is found from its entry point.
const pgliteEntry = createRequire(import.meta.url).resolve("@electric-sql/pglite");
const { version: pgliteVersion } = JSON.parse(readFileSync(join(dirname(pgliteEntry), "../package.json"), "utf8")) as {
  version: string;
};

const templates = fileURLToPath(new URL("../../../../node_modules/.cache/stet/", import.meta.url));
const template = join(templates, `database-${pgliteVersion}`);
const madeBy = "made-by.json";

/**
 * Creates the database if there is none, checks that this program may open it, and returns PostgreSQL's data folder.
 */
export async function prepareCluster(folder: string, log: Log): Promise<string> {
  const place = join(folder, "cluster");
  const unfinished = join(folder, "cluster.new");
  rmSync(unfinished, { recursive: true, force: true });
  if (existsSync(place)) {
    await checkVersion(place);
    refuseDamage(join(place, "data"));
  } else {
    if (await haveTemplate(log)) copyTemplate(unfinished);
    else await initialise(unfinished, log);
    flushTree(unfinished);
    renameSync(unfinished, place);
    flush(folder);
    log.info({ folder }, "A new database was made");
  }
  return join(place, "data");
}

/** Creates the template if needed. False if it cannot be stored; databases are then initialized individually. */
export async function haveTemplate(log: Log): Promise<boolean> {
  if (existsSync(template)) return true;
  try {
    mkdirSync(templates, { recursive: true });
    const making = mkdtempSync(`${template}-`);
    await initialise(making, log);
    flushTree(making);
    placeTemplate(making);
    return true;
  } catch (error) {
    log.warn({ err: error }, "The template of a new database could not be kept");
    return false;
  }
}

/** If another process was faster, its template is used. */
function placeTemplate(making: string) {
  try {
    renameSync(making, template);
  } catch (error) {
    rmSync(making, { recursive: true, force: true });
    if (!existsSync(template)) throw error;
  }
}

function copyTemplate(to: string) {
  // A reflink if the file system supports it, else a copy.
  cpSync(template, to, { recursive: true, mode: constants.COPYFILE_FICLONE });
}

async function initialise(making: string, log: Log) {
  const data = join(making, "data");
  mkdirSync(data, { recursive: true });
  const thread = new EngineThread({ folder: data, statementLimitMs: 60_000, log });
  await thread.start();
  await dropTemplateDatabases(thread);
  await thread.close();
  writeFileSync(join(making, madeBy), JSON.stringify({ pglite: pgliteVersion }));
}

/** Only one database is ever used; dropping the two template databases removes two thirds of the files. */
async function dropTemplateDatabases(thread: EngineThread) {
  const client = new Client({ user: "postgres", database: "postgres", stream: () => new ClientStream(thread) as never });
  await client.connect();
  await client.query("update pg_database set datistemplate = false");
  await client.query("drop database template0");
  await client.query("drop database template1");
  await client.end();
}

/** A newer PGlite may have written a format that this one would misread. */
async function checkVersion(place: string) {
  const file = join(place, madeBy);
  const pglite = readMaker(file, pgliteVersion);
  const order = pglite.localeCompare(pgliteVersion, "en", { numeric: true });
  if (order > 0) {
    throw new Error(
      `The database in ${place} was written by a newer Stet (PGlite ${pglite}; this one has ${pgliteVersion}). Start that version again.`,
    );
  }
  if (order < 0) {
    await writeDurably(file, JSON.stringify({ pglite: pgliteVersion }));
  }
}
