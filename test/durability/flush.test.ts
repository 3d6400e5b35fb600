/*
 * The guarantee all others rest on: the log is flushed between a commit and its acknowledgement. It depends on an
 * internal of PGlite that an upgrade may rename, so it is checked here, call by call.
 */
import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "#server/db/database.ts";
import type { Database } from "#server/db/engine.ts";
import { temporaryFolder } from "#test/databases.ts";
import { entriesUntil } from "./lost-power.ts";
import type { Entry } from "./record-files.ts";

const folder = temporaryFolder();
const record = join(folder, "record");
let database: Database;

beforeAll(async () => {
  writeFileSync(record, "");
  process.env["STET_RECORD"] = record;
  database = await openDatabase({ folder, preload: new URL("./record-files.ts", import.meta.url).href });
  await sql`create table flushed (n int primary key, body text)`.execute(database.db);
});
afterAll(() => database.close());

/** The engine's file operations during `work`. */
async function callsDuring(work: () => Promise<unknown>): Promise<Entry[]> {
  const before = [...entriesUntil(record, statSync(record).size)].length;
  await work();
  return [...entriesUntil(record, statSync(record).size)].slice(before).map(([entry]) => entry);
}

/** Files written after they were last flushed. */
function unflushed(entries: Entry[], under: string): string[] {
  const dirty = new Set<string>();
  for (const entry of entries) {
    if ((entry.op === "write" || entry.op === "resize") && entry.file.startsWith(under)) dirty.add(entry.file);
    if (entry.op === "flush") dirty.delete(entry.file);
  }
  return [...dirty];
}

test("fsync is on, and by the call that is not empty", async () => {
  const { rows } = await sql`select current_setting('fsync') as fsync, current_setting('wal_sync_method') as method,
    current_setting('full_page_writes') as pages, current_setting('synchronous_commit') as commit`.execute(database.db);
  expect(rows).toEqual([{ fsync: "on", method: "fsync", pages: "on", commit: "on" }]);
});

test.each([1, 2, 3])("the log is on the disk when a commit is acknowledged (%i)", async (n) => {
  const entries = await callsDuring(() => sql`insert into flushed values (${n}, ${"x".repeat(n * 5_000)})`.execute(database.db));
  expect(entries.some((entry) => entry.op === "write" && entry.file.startsWith("pg_wal/"))).toBe(true);
  expect(entries.some((entry) => entry.op === "flush" && entry.file.startsWith("pg_wal/"))).toBe(true);
  expect(unflushed(entries, "pg_wal/")).toEqual([]);
});

test("a transaction is flushed once, at its commit", async () => {
  const entries = await callsDuring(() =>
    database.db.transaction().execute(async (trx) => {
      for (let n = 10; n < 20; n++) await sql`insert into flushed values (${n}, 'x')`.execute(trx);
    }),
  );
  expect(entries.filter((entry) => entry.op === "flush")).toHaveLength(1);
});

test("a checkpoint leaves nothing unflushed in the tables", async () => {
  const entries = await callsDuring(() => sql`checkpoint`.execute(database.db));
  expect(entries.some((entry) => entry.op === "write" && entry.file.startsWith("base/"))).toBe(true);
  expect(unflushed(entries, "base/")).toEqual([]);
  expect(unflushed(entries, "global/")).toEqual([]);
  expect(unflushed(entries, "pg_xact/")).toEqual([]);
});
