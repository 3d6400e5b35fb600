/*
 * Runs data tests on both engines:
 *
 *   eachDatabase((open) => {
 *     test("…", async () => {
 *       const { db } = await open();
 *
 * `open` returns one migrated database per test file and engine; it is closed when the file is done. Each test
 * creates its own people and cleans nothing up.
 */
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, inject } from "vitest";
import { openDatabase } from "#server/db/database.ts";
import type { Database } from "#server/db/engine.ts";
import { newPostgresDatabase } from "./postgres.ts";
import { copyPreparedDatabase, discard, onceInRun } from "./prepared-database.ts";

export type Engine = Database["engine"];
export type Place = { folder: string } | { url: string };

export function eachDatabase(tests: (open: () => Promise<Database>, engine: Engine) => void) {
  eachPreparedEngine((place, engine) => {
    let opened: Promise<Database> | undefined;
    let at: Promise<Place> | undefined;
    const open = () => (opened ??= (at = place()).then(openDatabase));
    beforeAll(async () => void (await open()));
    afterAll(async () => {
      await (await opened)?.close();
      const used = await at;
      if (used !== undefined && "folder" in used) discard(used.folder);
    });
    tests(open, engine);
  });
}

/** For tests that open and close databases themselves: `place` returns a new, empty location for one. */
export function eachEngine(tests: (place: () => Promise<Place>, engine: Engine) => void) {
  onEmbedded((place) => tests(place, "embedded"));
  onPostgres((place) => tests(place, "postgres"));
}

function onEmbedded(tests: (place: () => Promise<Place>) => void) {
  describe("on the embedded database", () => {
    tests(async () => ({ folder: temporaryFolder() }));
  });
}

/** For features of PostgreSQL alone: several processes, and lost connections. */
export function onPostgres(tests: (place: () => Promise<Place>) => void) {
  const server = inject("postgresFolder");
  (server ? describe : describe.skip)("on PostgreSQL", () => {
    tests(async () => ({ url: await newPostgresDatabase(server as string) }));
  });
}

/** Like `eachEngine`, with every migration already applied. */
export function eachPreparedEngine(tests: (place: () => Promise<Place>, engine: Engine) => void) {
  onPreparedEmbedded((place) => tests(place, "embedded"));
  onPreparedPostgres((place) => tests(place, "postgres"));
}

export function onPreparedEmbedded(tests: (place: () => Promise<Place>) => void) {
  onEmbedded(() => tests(preparedFolder));
}

export function onPreparedPostgres(tests: (place: () => Promise<Place>) => void) {
  onPostgres(() => tests(preparedPostgres));
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

/** A folder that is removed after the run. */
export function temporaryFolder(): string {
  return mkdtempSync(join(inject("runFolder"), "folder-"));
}
