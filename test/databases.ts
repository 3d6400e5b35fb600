/*
 * Data tests run on both engines:
 *
 *   eachDatabase((open) => {
 *     test("…", async () => {
 *       const { db } = await open();
 *
 * `open` gives one migrated database per test file and engine; it is closed when
 * the file is done. Each test makes its own people and cleans nothing up.
 */
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, inject } from "vitest";
import { openDatabase, type Database } from "#server/db/database.ts";
import { newPostgresDatabase } from "./postgres.ts";
import { copyPreparedDatabase, onceInRun } from "./prepared-database.ts";

export type Engine = Database["engine"];
export type Place = { folder: string } | { url: string };

export function eachDatabase(tests: (open: () => Promise<Database>, engine: Engine) => void) {
  eachPreparedEngine((place, engine) => {
    let opened: Promise<Database> | undefined;
    const open = () => (opened ??= place().then(openDatabase));
    beforeAll(async () => void (await open()));
    afterAll(async () => (await opened)?.close());
    tests(open, engine);
  });
}

/** For tests that open and close themselves: `place` gives a new place for a database, with nothing in it. */
export function eachEngine(tests: (place: () => Promise<Place>, engine: Engine) => void) {
  describe("on the embedded database", () => {
    tests(async () => ({ folder: temporaryFolder() }), "embedded");
  });
  onPostgres((place) => tests(place, "postgres"));
}

/** For what only PostgreSQL has: several processes, and connections that are lost. */
export function onPostgres(tests: (place: () => Promise<Place>) => void) {
  const server = inject("postgresFolder");
  (server ? describe : describe.skip)("on PostgreSQL", () => {
    tests(async () => ({ url: await newPostgresDatabase(server as string) }));
  });
}

/** As `eachEngine`, with every migration applied already. */
export function eachPreparedEngine(tests: (place: () => Promise<Place>, engine: Engine) => void) {
  eachEngine((_, engine) => {
    tests(engine === "embedded" ? preparedFolder : preparedPostgres, engine);
  });
}

async function preparedFolder(): Promise<Place> {
  const folder = temporaryFolder();
  await copyPreparedDatabase(folder);
  return { folder };
}

async function preparedPostgres(): Promise<Place> {
  const server = inject("postgresFolder") as string;
  await onceInRun(join(server, "prepared"), async () => {
    const database = await openDatabase({ url: await newPostgresDatabase(server, { name: "prepared" }) });
    await database.close();
  });
  return { url: await newPostgresDatabase(server, { template: "prepared" }) };
}

/** A folder that goes when the run is over. */
export function temporaryFolder(): string {
  return mkdtempSync(join(inject("runFolder"), "folder-"));
}
