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

export type BackupSummary = { name: string; at: string; rows: number; files: number; missing: number; isEncrypted: boolean };
