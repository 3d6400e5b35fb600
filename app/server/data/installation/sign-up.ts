/* Who may make an account, as the administrators have decided, and who has been invited. */
import { sql } from "kysely";
import { storedSignUpRules, type SignUpRules } from "#core/installation/sign-up.ts";
import { storable } from "#core/text/storable.ts";
import type { Actor, Server } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";
import { readSetting, writeSetting } from "./installation-settings.ts";

export async function storedSignUp(me: Server, db: Db): Promise<SignUpRules> {
  db = actAs(me, db);
  const value = await readSetting(me, db, "sign-up");
  return value === undefined ? { who: "anyone" } : storedSignUpRules(value);
}

export async function setSignUp(me: Actor, db: Db, rules: SignUpRules): Promise<void> {
  db = actAs(me, db);
  await writeSetting(me, db, "sign-up", rules);
}

/** Until someone administers the installation, whose account is then the first. */
export async function hasAdministrator(me: Server, db: Db): Promise<boolean> {
  db = actAs(me, db);
  return (await db.selectFrom("administrators").select("id").limit(1).execute()).length > 0;
}

/** By an invitation that is still open, to any organization. */
export async function isInvited(me: Server, db: Db, email: string): Promise<boolean> {
  db = actAs(me, db);
  const open = await db
    .selectFrom("invitation")
    .select("id")
    .where("email", "=", storable(email).trim().toLowerCase())
    .where("status", "=", "pending")
    .where("expiresAt", ">", sql<Date>`now()`)
    .limit(1)
    .execute();
  return open.length > 0;
}
