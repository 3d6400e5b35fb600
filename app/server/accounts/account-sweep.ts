/* Deletes accounts whose grace period is over, hourly, and emails their owners. */
import { theServer } from "#core/workspace/policy.ts";
import { avatarDigest, type Avatars } from "./avatars.ts";
import { isImageUsed } from "../data/accounts/profiles.ts";
import { deleteNextAccount } from "../data/accounts/account-deletion.ts";
import type { Db } from "../db/database.ts";
import { accountDeleted } from "../email/account-emails.ts";
import type { Log } from "../log.ts";
import type { Mail } from "../email/email-queue.ts";

type SweepParts = { db: Db; log: Log; mail: Mail; avatars: Avatars };

/** Returns a function that stops the sweep. */
export function sweepAccounts(parts: SweepParts): () => void {
  const sweep = () =>
    void deleteDueAccounts(parts).catch((error: unknown) => parts.log.warn({ err: error }, "accounts could not be swept"));
  sweep();
  const timer = setInterval(sweep, 60 * 60_000);
  timer.unref();
  return () => clearInterval(timer);
}

export async function deleteDueAccounts({ db, mail, avatars }: SweepParts): Promise<void> {
  for (;;) {
    const deleted = await deleteNextAccount(theServer, db, (trx, { email }) => mail.within(trx).post(email, accountDeleted()));
    if (deleted === undefined) return;
    mail.wake();
    const digest = avatarDigest(deleted.image);
    if (digest !== null && !(await isImageUsed(theServer, db, deleted.image!))) await avatars.remove(digest);
  }
}
