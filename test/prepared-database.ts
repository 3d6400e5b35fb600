/*
 * A database with every migration applied, made once for a run of the tests and
 * copied by each that wants one. Migrating takes seconds, and there are hundreds
 * of databases in a run. Tests of migrations begin with an empty one instead.
 */
import { constants, cpSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openDatabase } from "#server/db/database.ts";

/** Set by test/set-up.ts, for child processes too. Without it nothing is copied: the product migrates by itself. */
const runFolder = () => process.env["STET_TEST_RUN"];

/** Into `folder`, which has none yet. */
export async function copyPreparedDatabase(folder: string): Promise<void> {
  const shared = runFolder();
  if (shared === undefined) return;
  const prepared = join(shared, "prepared");
  await onceInRun(prepared, async () => (await openDatabase({ folder: prepared })).close());
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  cpSync(join(prepared, "cluster"), join(folder, "cluster"), { recursive: true, mode: constants.COPYFILE_FICLONE });
}

/** The first process of the run that asks for `place` makes it, the others wait. */
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
