/*
 * npm run backup -- <folder>
 * npm run backup -- --list [<folder>]
 * npm run backup -- --check [<folder>]
 *
 * Backs up everything, whether or not Stet is running, lists the existing backups, or checks the newest: reads all of it and
 * compares it with what was written. The default folder is
 * BACKUP_FOLDER; with BACKUP_PASSPHRASE set the backup is encrypted.
 */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { askRunningForBackup, backupSentence } from "#server/process/administration.ts";
import { backUp } from "#server/backup/back-up.ts";
import { listBackups } from "#server/backup/backup-folder.ts";
import { verifyBackup } from "#server/backup/verify-backup.ts";
import { openEngine } from "#server/db/database.ts";
import { readEnv, type Env } from "#server/env.ts";
import { fileStoreOf } from "#server/files/file-store-of.ts";
import { createLog } from "#server/log.ts";

async function directly(env: Env, folder: string): Promise<string> {
  const engine = await openEngine({ url: env.DATABASE_DIRECT_URL ?? env.DATABASE_URL, folder: `${env.STET_DATA}/database` });
  try {
    const store = fileStoreOf(env, createLog(env));
    const target = { folder, passphrase: env.BACKUP_PASSPHRASE, keep: env.BACKUP_KEEP };
    return backupSentence(await backUp({ database: engine, store, dataFolder: env.STET_DATA }, target));
  } finally {
    await engine.close();
  }
}

async function list(folder: string): Promise<void> {
  const backups = await listBackups(folder);
  if (backups.length === 0) console.log(`There is no whole backup in ${folder}.`);
  for (const backup of backups) console.log(backupSentence(backup));
}

async function check(env: Env, folder: string): Promise<void> {
  const [newest] = await listBackups(folder);
  if (newest === undefined) throw new Error(`There is no whole backup in ${folder}.`);
  const { problem } = await verifyBackup(folder, newest.name, env.BACKUP_PASSPHRASE);
  if (problem !== null) throw new Error(problem);
  console.log(`Backup ${newest.name} is as it was written.`);
}

try {
  const options = { list: { type: "boolean" }, check: { type: "boolean" } } as const;
  const { positionals, values } = parseArgs({ allowPositionals: true, options });
  const env = readEnv(process.env);
  const given = positionals[0] ?? env.BACKUP_FOLDER;
  if (given === undefined) throw new Error("Say where to: npm run backup -- <folder>, or set BACKUP_FOLDER.");
  const folder = resolve(given);
  if (values.list === true) await list(folder);
  else if (values.check === true) await check(env, folder);
  else console.log((await askRunningForBackup(env, folder)) ?? (await directly(env, folder)));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
