/*
 * The power fails while a whole server writes one of everything; then the disk is mounted again and compared with
 * what was acknowledged, by reading the files and querying the rows.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { openDatabase, type BoundDb } from "#server/db/database.ts";
import type { Promised, PromisedFile } from "#test/durability/keeper.ts";
import { runUntilKilled } from "#test/durability/kill.ts";
import type { LoopDisk } from "./loop-disk.ts";

const keeper = new URL("../../test/durability/keeper.ts", import.meta.url).pathname;

export async function cutWholeFolder(disk: LoopDisk, cuts: number, random: () => number) {
  const promised: Promised[] = [];
  const failures: string[] = [];
  for (let cut = 0; cut < cuts; cut++) {
    promised.push(...(await keepUntilCut(disk, random() * 6_000)));
    for (const failure of await missing(disk.folder, promised)) failures.push(`cut ${cut}: ${failure}`);
    // Lost data stays lost, so it is reported once.
    if (failures.length > 0) return { promised, failures };
  }
  return { promised, failures };
}

async function keepUntilCut(disk: LoopDisk, killAfterMs: number): Promise<Promised[]> {
  mkdirSync(disk.folder, { recursive: true, mode: 0o700 });
  let heard: string[] = [];
  await runUntilKilled([keeper, disk.folder, "1000"], {
    killAfterMs,
    isReady: (line) => line.includes("an account"),
    end(child, lines) {
      disk.cutPower();
      heard = [...lines];
      child.kill("SIGKILL");
    },
  });
  disk.unmount();
  disk.mount();
  return heard.map((line) => JSON.parse(line) as Promised);
}

/**
 * What was acknowledged but is missing. Parts of a large file are removed once it is complete, so only the newest is
 * checked.
 */
async function missing(folder: string, promised: readonly Promised[]): Promise<string[]> {
  const last = promised.at(-1);
  const lasting = promised.filter((one) => one.what !== "half of a large file" || one === last);
  const files = lasting.flatMap(({ what, files: those }) =>
    those.filter((file) => !isThere(folder, file)).map(({ path }) => `${what}: ${path}`),
  );
  try {
    const database = await openDatabase({ folder: join(folder, "database") });
    const rows = await missingRows(database.db, lasting);
    const emails = await missingEmails(database.db, folder, lasting);
    await database.close();
    return [...files, ...rows, ...emails];
  } catch (error) {
    return [...files, `the database does not open: ${(error as Error).message}`];
  }
}

function isThere(folder: string, { path, bytes, sha256 }: PromisedFile): boolean {
  const begins = (at: string) => createHash("sha256").update(readFileSync(at).subarray(0, bytes)).digest("hex") === sha256;
  const at = join(folder, path);
  if (!path.startsWith("arriving/")) return existsSync(at) && begins(at);
  // The remaining parts may have arrived and completed the file before the power failed.
  const isWhole = () =>
    readdirSync(join(folder, "files"), { recursive: true, withFileTypes: true }).some(
      (entry) => entry.isFile() && begins(join(entry.parentPath, entry.name)),
    );
  // Its metadata changes with every part.
  if (path.endsWith(".json")) return !existsSync(at.slice(0, -".json".length)) || readFileSync(at).length > 0;
  return existsSync(at) ? begins(at) : isWhole();
}

async function missingRows(db: BoundDb, promised: readonly Promised[]): Promise<string[]> {
  const found: string[] = [];
  for (const { what, rows } of promised)
    for (const { table, id } of rows) {
      const { rows: there } = await sql`select 1 from ${sql.table(table)} where id::text = ${id}`.execute(db);
      if (there.length !== 1) found.push(`${what}: ${there.length} rows of ${id}`);
    }
  return found;
}

async function missingEmails(db: BoundDb, folder: string, promised: readonly Promised[]): Promise<string[]> {
  const queued = (await db.selectFrom("letters").select("subject").execute()).map(({ subject }) => subject);
  const outbox = join(folder, "outbox");
  const written = existsSync(outbox)
    ? readdirSync(outbox)
        .filter((name) => name.endsWith(".json"))
        .map((name) => (JSON.parse(readFileSync(join(outbox, name), "utf8")) as { subject: string }).subject)
    : [];
  const there = new Set([...queued, ...written]);
  return promised.flatMap(({ what, subjects }) => subjects.filter((one) => !there.has(one)).map((one) => `${what}: ${one}`));
}
