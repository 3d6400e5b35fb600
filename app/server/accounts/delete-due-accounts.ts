/* Deletes accounts whose grace period is over, and emails their owners. */
import { theServer } from "#core/workspace/policy.ts";
import { avatarDigest, type Avatars } from "./avatars.ts";
import { isImageUsed } from "../data/accounts/profiles.ts";
import { deleteNextAccount } from "../data/accounts/account-deletion.ts";
import type { Db } from "../db/database.ts";
import { accountDeleted } from "../email/account-emails.ts";
import type { Mail } from "../email/email-queue.ts";

type Parts = { db: Db; mail: Mail; avatars: Avatars };

export async function deleteDueAccounts({ db, mail, avatars }: Parts): Promise<void> {
  for (;;) {
    const deleted = await deleteNextAccount(theServer, db, (trx, { email }) => mail.within(trx).post(email, accountDeleted()));
    if (deleted === undefined) return;
    mail.wake();
    const digest = avatarDigest(deleted.image);
    if (digest !== null && !(await isImageUsed(theServer, db, deleted.image!))) await avatars.remove(digest);
  }
}
