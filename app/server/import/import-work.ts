/* What imports work with, and what one attempt is about. */
import type { Person, Plan } from "#core/workspace/policy.ts";
import type { Updates } from "../chat/updates.ts";
import type { Db } from "../db/database.ts";
import type { Extraction } from "../files/extraction.ts";
import type { FileStore } from "../files/file-store.ts";
import type { Jobs, Work } from "../jobs/jobs.ts";
import type { Log } from "../log.ts";

export type ImportServices = {
  db: Db;
  log: Log;
  store: FileStore;
  extraction: Extraction;
  updates: Updates;
  jobs: Jobs;
  /** The plan of organizations that have none set. */
  newPlan: Plan;
  /** The folder where exports are kept until imported or discarded. */
  folder: string;
  largestFile: number;
  /** The address people open, for links between imported documents. */
  url: string;
};

export type ImportWork = Work<"read-export" | "import-chats">;
export type Importing = { me: Person; id: string; work: ImportWork };

/** How much of an export has been read. */
export function share({ read, whole }: { read: number; whole: number }): number {
  return whole === 0 ? 0 : Math.min(1, read / whole);
}
