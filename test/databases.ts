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
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, inject } from "vitest";
import { openDatabase, type Database } from "#server/db/database.ts";
import { newPostgresDatabase } from "./postgres.ts";

export type Engine = Database["engine"];

export function eachDatabase(tests: (open: () => Promise<Database>, engine: Engine) => void) {
  describe("on the embedded database", () => void tests(openedOnce(openTemporary), "embedded"));
  const folder = inject("postgresFolder");
  const onPostgres = folder ? describe : describe.skip;
  onPostgres("on PostgreSQL", () =>
    tests(
      openedOnce(() => openOnPostgres(folder as string)),
      "postgres",
    ),
  );
}

function openedOnce(open: () => Promise<Database>): () => Promise<Database> {
  let opened: Promise<Database> | undefined;
  const openedDatabase = () => (opened ??= open());
  beforeAll(async () => void (await openedDatabase()));
  afterAll(async () => (await opened)?.close());
  return openedDatabase;
}

/** An embedded database in a folder of its own. */
export async function openTemporary(): Promise<Database> {
  return openDatabase({ folder: temporaryFolder() });
}

/** A folder that goes with the process. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "stet-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function openOnPostgres(folder: string): Promise<Database> {
  return openDatabase({ url: await newPostgresDatabase(folder) });
}
