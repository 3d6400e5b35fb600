/*
 * A fully migrated database, created once per test run and copied by each test that needs one. Migrating takes
 * seconds, and a run has hundreds of databases. Tests of migrations start from an empty one instead.
 */
import { constants, cpSync, existsSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openDatabase } from "#server/db/database.ts";

/**
 * Set by test/set-up.ts, for child processes too. Without it nothing is copied, and the product runs its own
 * migrations.
 */
const runFolder = () => process.env["STET_TEST_RUN"];

/** A new folder in that of the run, or without one in that of the machine. */
export function newFolder(prefix: string): string {
  return mkdtempSync(join(runFolder() ?? tmpdir(), prefix));
}

/** Removes it meanwhile: a database has a thousand files. What a run is too short for goes with its own folder. */
export function discard(folder: string): void {
  rm(folder, { recursive: true, force: true }).catch(() => undefined);
}

/** Into `folder`, which must not have one yet. */
export async function copyPreparedDatabase(folder: string): Promise<void> {
  const shared = runFolder();
  if (shared === undefined) return;
  const prepared = join(shared, "prepared");
  await onceInRun(prepared, async () => (await openDatabase({ folder: prepared })).close());
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  cpSync(join(prepared, "cluster"), join(folder, "cluster"), { recursive: true, mode: constants.COPYFILE_FICLONE });
}

/** The first process of the run that asks for `place` creates it, the others wait. */
export async function onceInRun(place: string, make: () => Promise<void>): Promise<void> {
  const [marker, done, failed] = [`${place}.making`, `${place}.made`, `${place}.failed`];
  if (isFirst(marker)) {
    await make().catch((error: unknown) => {
      writeFileSync(failed, "");
      throw error;
    });
    writeFileSync(done, "");
  }
  for (let waited = 0; !existsSync(done); waited += 20) {
    if (existsSync(failed) || waited > 60_000) throw new Error(`${place} was not made`);
    await sleep(20);
  }
}

function isFirst(marker: string): boolean {
  try {
    mkdirSync(marker);
    return true;
  } catch {
    return false;
  }
}
