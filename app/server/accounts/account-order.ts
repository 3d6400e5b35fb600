/* What the account command accepts: one schema for the command line and a running server's socket. */
import { z } from "zod";
import type { SecurityEventKind } from "#core/account/security-event.ts";
import { storable } from "#core/text/storable.ts";
import { theServer } from "#core/workspace/policy.ts";
import { findAccountOf } from "../data/accounts/account-of-address.ts";
import { recordEvent } from "../data/accounts/security-events.ts";
import { resetSecondFactor, restoreAccount, signOutEverywhere, suspendAccount } from "../data/upkeep/account-access.ts";
import type { Db } from "../db/database.ts";

export const accountActions = ["suspend", "restore", "sign-out", "reset-two-factor"] as const;
export const accountOrderSchema = z.object({
  action: z.enum(accountActions),
  email: z.string().trim().toLowerCase().min(1).max(320).transform(storable),
});
export type AccountOrder = z.infer<typeof accountOrderSchema>;

/** Returns a sentence describing what was done. Throws one describing why it was not. */
export async function orderAccount({ action, email }: AccountOrder, db: Db): Promise<string> {
  const userId = await findAccountOf(theServer, db, email);
  if (userId === null) throw new Error(`No account uses the address ${email}.`);
  const { kind, sentence } = await done[action](db, userId, email);
  await recordEvent(theServer, db, { kind, subject: email, address: "" });
  return sentence;
}

type Done = { kind: SecurityEventKind; sentence: string };

const done: Record<AccountOrder["action"], (db: Db, userId: string, email: string) => Promise<Done>> = {
  async suspend(db, userId, email) {
    const suspension = await suspendAccount(theServer, db, userId, null);
    if (suspension === "already") throw new Error(`The account of ${email} is suspended already.`);
    if (suspension === "administrator")
      throw new Error(`${email} administers the installation. Remove them at /admin/administrators first.`);
    return { kind: "account-suspended", sentence: `The account of ${email} is suspended, and signed out everywhere.` };
  },
  async restore(db, userId, email) {
    if (!(await restoreAccount(theServer, db, userId))) throw new Error(`The account of ${email} is not suspended.`);
    return { kind: "account-restored", sentence: `${email} can sign in again.` };
  },
  async "sign-out"(db, userId, email) {
    const ended = await signOutEverywhere(theServer, db, userId);
    const sessions = `${ended} ${ended === 1 ? "session" : "sessions"} ended`;
    return { kind: "account-signed-out", sentence: `${email} is signed out everywhere: ${sessions}.` };
  },
  async "reset-two-factor"(db, userId, email) {
    if (!(await resetSecondFactor(theServer, db, userId))) throw new Error(`${email} does not use two-factor authentication.`);
    return { kind: "second-factor-reset", sentence: `${email} signs in without a second factor until they set one up again.` };
  },
};
