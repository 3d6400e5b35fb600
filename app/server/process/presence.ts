/*
 * Announces this process to others on the same database, and makes sure that all of them share one data folder, which
 * has avatars, parts of large files and, without a bucket, all files. Each process creates a marker in its folder
 * before announcing itself: a living process without a marker here has a different folder.
 */
import { existsSync } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../db/engine.ts";
import { newProcessId, type ProcessId } from "../db/living.ts";
import type { Env } from "../env.ts";
import type { Log } from "../log.ts";
import { createDurably, makeFolder } from "../storage/durable-file.ts";

export type Presence = { readonly processId: ProcessId; end(): Promise<void> };

type Options = { env: Pick<Env, "STET_DATA" | "S3_ENDPOINT">; database: Pick<Database, "living">; log: Log };

/** A network disk may show a new file with a delay. */
const patienceMs = 5_000;
const dayMs = 86_400_000;

export async function createPresence({ env, database: { living }, log }: Options): Promise<Presence> {
  const processId = newProcessId();
  if (living.isCertain) return { processId, end: await living.announce(processId) };
  const marks = join(env.STET_DATA, "processes");
  await makeFolder(marks);
  await createDurably(join(marks, processId), "");
  const retire = await living.announce(processId);
  const end = async () => {
    await retire();
    await rm(join(marks, processId), { force: true });
  };
  const alive = await living.list();
  if (!(await areHere(marks, alive))) {
    if (env.S3_ENDPOINT === undefined) {
      await end();
      throw new Error(refusal(env.STET_DATA));
    }
    log.warn("other processes have another data folder: give all of them the same STET_DATA for pictures and parts of large files");
  }
  await dropOldMarks(marks, alive);
  return { processId, end };
}

const refusal = (folder: string) =>
  `Stet cannot start: another process uses the same DATABASE_URL with another data folder, so files sent to one would be missing on the other.
  Give every process the same STET_DATA, on a disk that all of them share (this one has ${folder}),
  or keep files in a bucket: set S3_ENDPOINT, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.
  If this process replaces the other one, stop that one first.`;

async function areHere(marks: string, ids: ReadonlySet<ProcessId>): Promise<boolean> {
  const until = Date.now() + patienceMs;
  const isHere = (id: ProcessId) => existsSync(join(marks, id));
  while (![...ids].every(isHere)) {
    if (Date.now() > until) return false;
    await sleep(250);
  }
  return true;
}

/** Markers of killed processes. One that just lost its session is not listed either, so recent markers stay. */
async function dropOldMarks(marks: string, alive: ReadonlySet<ProcessId>): Promise<void> {
  for (const id of await readdir(marks)) {
    if (alive.has(id)) continue;
    const found = await stat(join(marks, id)).catch(() => null);
    if (found !== null && Date.now() - found.mtimeMs > dayMs) await rm(join(marks, id), { force: true });
  }
}
