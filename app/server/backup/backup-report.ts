/* The backups as administrators see them: the schedule, and each with whether it was checked. */
import type { BackupReport, BackupSummary } from "#core/installation/stored.ts";
import type { Actor } from "#core/workspace/policy.ts";
import { provenAdministrator } from "../data/installation/administrators.ts";
import { listBackupJobs } from "../data/installation/backup-jobs.ts";
import type { Db } from "../db/database.ts";
import type { Env } from "../env.ts";
import { listBackups, type Backup } from "./backup-folder.ts";
import { lastCheckOf } from "./verify-backup.ts";

const mostShown = 30;

export async function backupReport(me: Actor, { env, db }: { env: Env; db: Db }): Promise<BackupReport> {
  await provenAdministrator(me, db);
  const { BACKUP_FOLDER: folder, BACKUP_HOURS: hours, BACKUP_KEEP: keep } = env;
  const found = folder === undefined ? null : (await listBackups(folder)).slice(0, mostShown);
  return {
    folder: folder ?? null,
    hours,
    keep,
    isEncrypted: env.BACKUP_PASSPHRASE !== undefined,
    isBeforeUpgrade: env.BACKUP_BEFORE_UPGRADE === "on",
    backups: found === null ? null : await Promise.all(found.map((backup) => summaryOf(folder ?? "", backup))),
    jobs: await listBackupJobs(me, db),
  };
}

async function summaryOf(folder: string, { name, at, rows, files, missing, isEncrypted }: Backup): Promise<BackupSummary> {
  const check = await lastCheckOf(folder, name);
  return { name, at, rows, files: files.length, missing: missing.length, isEncrypted, check };
}
