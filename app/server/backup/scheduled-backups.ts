/*
 * Scheduled backups: one every BACKUP_HOURS into BACKUP_FOLDER, keeping the newest BACKUP_KEEP. The time of the last
 * one is read from the folder, so restarts and other processes do not matter.
 */
import type { Env } from "../env.ts";
import type { Log } from "../log.ts";
import { backUp, type BackupSources } from "./back-up.ts";
import { listBackups, type Backup } from "./backup-folder.ts";

export type Backups = {
  /** When the newest backup in BACKUP_FOLDER was made; null if there is none, undefined if no folder is set. */
  readonly lastAt: Date | null | undefined;
  /** Makes one now, after any already running. `folder` overrides the setting. */
  make(folder?: string): Promise<Backup>;
  close(): Promise<void>;
};

const lookEveryMs = 10 * 60_000;
const firstLookMs = 60_000;

export function createBackups(env: Env, sources: BackupSources, log: Log): Backups {
  const { BACKUP_FOLDER: ownFolder, BACKUP_HOURS: hours, BACKUP_KEEP: keep, BACKUP_PASSPHRASE: passphrase } = env;
  let lastAt: Date | null | undefined = ownFolder === undefined ? undefined : null;
  let underWay: Promise<unknown> = Promise.resolve();

  async function makeOne(folder: string): Promise<Backup> {
    const backup = await backUp(sources, { folder, passphrase, keep });
    if (folder === ownFolder) lastAt = new Date(backup.at);
    const { name, rows, files, missing } = backup;
    log.info({ folder, name, rows, files: files.length }, "A backup was made");
    if (missing.length > 0) log.error({ folder, name, missing }, "Files are missing from the storage, and from the backup");
    return backup;
  }

  function make(folder = ownFolder): Promise<Backup> {
    if (folder === undefined) return Promise.reject(new Error("Say where to: npm run backup -- <folder>, or set BACKUP_FOLDER."));
    const made = underWay.then(() => makeOne(folder));
    underWay = made.catch(() => {});
    return made;
  }

  async function look(): Promise<void> {
    if (ownFolder === undefined) return;
    try {
      const [newest] = await listBackups(ownFolder);
      lastAt = newest === undefined ? null : new Date(newest.at);
      if (lastAt === null || Date.now() - lastAt.getTime() >= hours * 3_600_000) await make();
    } catch (error) {
      log.error({ err: error, folder: ownFolder }, "The backup failed; it is tried again in ten minutes");
    }
  }

  const first = setTimeout(() => void look(), firstLookMs).unref();
  const timer = setInterval(() => void look(), lookEveryMs).unref();
  return {
    get lastAt() {
      return lastAt;
    },
    make,
    async close() {
      clearTimeout(first);
      clearInterval(timer);
      await underWay;
    },
  };
}
