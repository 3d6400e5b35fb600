/* What an installation holds, as its administrators see it: sums, and nothing of anyone's. */
export type Stored = {
  people: number;
  organizations: number;
  chats: number;
  drafts: number;
  files: number;
  fileBytes: number;
  databaseBytes: number;
};

/** When every piece of a backup was read and compared with its checksum, and what was wrong; ISO time. */
export type BackupCheck = { at: string; problem: string | null };

export type BackupSummary = {
  name: string;
  at: string;
  rows: number;
  files: number;
  missing: number;
  isEncrypted: boolean;
  /** Null if it was never checked. */
  check: BackupCheck | null;
};

/** One that is being made (`name` is null) or checked, or of which that failed lately. */
export type BackupJob = { id: string; name: string | null; isFailed: boolean; problem: string | null };

export type BackupReport = {
  /** Null if no backups are scheduled. */
  folder: string | null;
  /** One is made this often, and the newest `keep` are kept. */
  hours: number;
  keep: number;
  isEncrypted: boolean;
  isBeforeUpgrade: boolean;
  /** Newest first; null if none are scheduled. */
  backups: BackupSummary[] | null;
  jobs: BackupJob[];
};
