/*
 * A backup before the migrations of a newer version change an existing database. It goes to BACKUP_FOLDER, complete;
 * without one, the rows and the secret go into the data folder. Uploaded files are not copied there: an upgrade does
 * not change them. If the backup fails, nothing is upgraded.
 */
import { join } from "node:path";
import type { Upgrade } from "../db/migrate.ts";
import type { Exported } from "../db/copy.ts";
import type { Env } from "../env.ts";
import { fileStoreOf } from "../files/file-store-of.ts";
import type { Log } from "../log.ts";
import { backUp } from "./back-up.ts";

/** How many are kept in the data folder. */
const keepInData = 3;

/** Passed to `openDatabase`; undefined if it is turned off. `say` shows progress in the terminal. */
export function backupBeforeUpgrade(env: Env, log: Log, say: (sentence: string) => void): Upgrade | undefined {
  if (env.BACKUP_BEFORE_UPGRADE === "off") return undefined;
  return async (database) => {
    say("Backing up the database before the upgrade …");
    const { folder, name, rows } = await made(env, log, database);
    log.info({ folder, name, rows }, "A backup was made before the upgrade");
    say(`The backup is ${join(folder, name)}`);
  };
}

async function made(env: Env, log: Log, database: Exported) {
  const { BACKUP_FOLDER: own, BACKUP_PASSPHRASE: passphrase, BACKUP_KEEP: keep, STET_DATA: dataFolder } = env;
  const folder = own ?? join(dataFolder, "before-upgrades");
  const target = own === undefined ? { folder, passphrase, keep: keepInData, isRowsOnly: true } : { folder, passphrase, keep };
  try {
    const { name, rows } = await backUp({ database, store: fileStoreOf(env, log), dataFolder }, target);
    return { folder, name, rows };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(
      `The database was not upgraded, because the backup before the upgrade failed: ${reason}
Nothing was changed. Make room in ${folder}, or set BACKUP_FOLDER to a folder that has room. BACKUP_BEFORE_UPGRADE=off upgrades without a backup.`,
      { cause },
    );
  }
}
