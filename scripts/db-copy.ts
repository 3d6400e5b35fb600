/*
 * npm run db:copy -- --from data/database --to postgres://user@host/stet
 *
 * Copies everything from one database into a new one: a folder of the embedded engine, a PostgreSQL URL, or a .jsonl
 * file (to keep, or to read back). The source is only read; the target must be new. Stop Stet first: an embedded
 * folder serves one process at a time.
 */
import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import { createInterface } from "node:readline";
import { PassThrough } from "node:stream";
import { finished } from "node:stream/promises";
import { parseArgs } from "node:util";
import { exportDatabase, importDatabase } from "#server/db/copy.ts";
import { openEngine } from "#server/db/database.ts";
import type { Engine } from "#server/db/engine.ts";
import { silent } from "#server/db/log.ts";
import { migrate } from "#server/db/migrate.ts";

type Write = (line: string) => Promise<void> | void;

const { values } = parseArgs({ options: { from: { type: "string" }, to: { type: "string" } } });
const isFile = (place: string) => place.endsWith(".jsonl");
const placeOf = (place: string) => (/^postgres(ql)?:\/\//.test(place) ? { url: place } : { folder: place });

/** Migrates the database first: an export can only be read by the version that wrote it. */
async function opened<T>(place: string, work: (engine: Engine) => Promise<T>): Promise<T> {
  const engine = await openEngine(placeOf(place));
  try {
    await engine.unlimited(() => migrate(engine.db, silent));
    return await work(engine);
  } finally {
    await engine.close();
  }
}

async function toFile(file: string, write: (line: Write) => Promise<number>): Promise<number> {
  const stream = createWriteStream(file, { flags: "wx", flush: true });
  // An existing file is not overwritten.
  await once(stream, "open");
  const rows = await write(async (line) => {
    if (!stream.write(`${line}\n`)) await once(stream, "drain");
  });
  stream.end();
  await finished(stream);
  return rows;
}

/** Opened when the first line is requested: readline drops what it reads before that. */
async function* fromFile(file: string) {
  yield* createInterface({ input: createReadStream(file, "utf8"), crlfDelay: Infinity });
}

/** A few lines at a time, so that neither side holds the whole in memory. */
async function across(from: Engine, to: Engine): Promise<number> {
  const lines = new PassThrough({ objectMode: true, highWaterMark: 256 });
  const exporting = exportDatabase(from, async (line) => {
    if (!lines.write(line)) await once(lines, "drain");
  }).then(
    () => lines.end(),
    (error: Error) => lines.destroy(error),
  );
  const rows = await importDatabase(to, lines);
  await exporting;
  return rows;
}

function copy(from: string, to: string): Promise<number> {
  if (isFile(from) && isFile(to)) throw new Error("Copying a file to a file is not for this script.");
  if (isFile(to)) return opened(from, (source) => toFile(to, (write) => exportDatabase(source, write)));
  if (isFile(from)) return opened(to, (target) => importDatabase(target, fromFile(from)));
  return opened(from, (source) => opened(to, (target) => across(source, target)));
}

try {
  const { from, to } = values;
  if (!from || !to)
    throw new Error("Say where from and where to: npm run db:copy -- --from data/database --to postgres://user@host/stet");
  const rows = await copy(from, to);
  console.log(`Copied ${rows} rows from ${hidden(from)} to ${hidden(to)}.`);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

/** Without the password. */
function hidden(place: string): string {
  return place.replace(/\/\/([^:@/]*):[^@/]*@/, "//$1:…@");
}
