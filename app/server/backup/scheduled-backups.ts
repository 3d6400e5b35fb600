/*
 * Scheduled backups: one every BACKUP_HOURS into BACKUP_FOLDER, keeping the newest BACKUP_KEEP, and one a day is checked. The job "make-backup"
 * runs on one process at a time; when the last one was made is read from the folder, so restarts do not matter.
 */
import type { BackupCheck } from "#core/installation/stored.ts";
import type { Env } from "../env.ts";
import type { Log } from "../log.ts";
import { backUp, type BackupSources } from "./back-up.ts";
import { listBackups, type Backup } from "./backup-folder.ts";
import { verifyBackup, wasCheckedSince } from "./verify-backup.ts";

export type Backups = {
  /** Whether BACKUP_FOLDER is set. */
  readonly isScheduled: boolean;
  /** When the newest one in BACKUP_FOLDER was made, by whichever process; looked up once a minute at most. */
  lastAt(): Promise<Date | null>;
  /** Makes one into BACKUP_FOLDER if it is due. */
  makeDue(): Promise<void>;
  /** Makes one now, after any already running. `folder` overrides the setting. */
  make(folder?: string): Promise<Backup>;
  /** Reads all of one in BACKUP_FOLDER and keeps the result beside it. */
  verify(name: string): Promise<BackupCheck>;
  close(): Promise<void>;
};

const knownForMs = 60_000;
/** A check reads all of a backup, so of several a day one is checked. */
const checkEveryMs = 23 * 3_600_000;

export function createBackups(env: Env, sources: BackupSources, log: Log): Backups {
  const { BACKUP_FOLDER: ownFolder, BACKUP_HOURS: hours, BACKUP_KEEP: keep, BACKUP_PASSPHRASE: passphrase } = env;
  let known: { at: Date | null; until: number } = { at: null, until: 0 };
  let underWay: Promise<unknown> = Promise.resolve();

  function note(at: Date | null): Date | null {
    known = { at, until: performance.now() + knownForMs };
    return at;
  }

  async function newestIn(folder: string): Promise<Date | null> {
    const [newest] = await listBackups(folder);
    return note(newest === undefined ? null : new Date(newest.at));
  }

  async function makeOne(folder: string): Promise<Backup> {
    const backup = await backUp(sources, { folder, passphrase, keep });
    if (folder === ownFolder) note(new Date(backup.at));
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

  async function verify(name: string): Promise<BackupCheck> {
    if (ownFolder === undefined) throw new Error("BACKUP_FOLDER is not set.");
    const check = await verifyBackup(ownFolder, name, passphrase);
    if (check.problem !== null) log.error({ folder: ownFolder, name, problem: check.problem }, "A backup is damaged");
    return check;
  }

  return {
    isScheduled: ownFolder !== undefined,
    async lastAt() {
      if (ownFolder === undefined || performance.now() < known.until) return known.at;
      return newestIn(ownFolder).catch((error: unknown) => {
        log.warn({ err: error, folder: ownFolder }, "The backups could not be listed");
        return note(known.at);
      });
    },
    async makeDue() {
      if (ownFolder === undefined) return;
      const at = await newestIn(ownFolder);
      if (at !== null && Date.now() - at.getTime() < hours * 3_600_000) return;
      const { name } = await make();
      if (!(await wasCheckedSince(ownFolder, Date.now() - checkEveryMs))) await verify(name);
    },
    make,
    verify,
    close: async () => void (await underWay),
  };
}
