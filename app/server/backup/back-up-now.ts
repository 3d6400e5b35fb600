/* What an administrator asks for: a backup, which is then checked, or the check of one there is. */
import { JobRefused } from "../jobs/job-outcomes.ts";
import type { Backups } from "./scheduled-backups.ts";

/** `name`: the backup to check; null for a new one. */
export async function backUpNow(backups: Pick<Backups, "make" | "verify">, name: string | null): Promise<void> {
  try {
    await backups.verify(name ?? (await backups.make()).name);
  } catch (error) {
    // Why is for administrators, who read it on the page: a full disk, a folder that is not there.
    throw new JobRefused((error as Error).message);
  }
}
