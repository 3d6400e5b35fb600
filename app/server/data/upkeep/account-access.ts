/*
 * What an administrator does to another's access: on the screen (data/installation/people.ts) or with npm run account.
 * Nothing of the account's work is read, changed or deleted.
 */
import { sql } from "kysely";
import type { Plan, Server } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";

export type Suspension = "suspended" | "already" | "administrator";

/**
 * Ends all access at once: sessions here; streams, uploads, answers and keys by the table's trigger and by those who
 * ask it. Administrators are removed from the administrators first, so that one always remains.
 */
export async function suspendAccount(me: Server, db: Db, userId: string, by: string | null): Promise<Suspension> {
  db = actAs(me, db);
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('stet_administrators'))`.execute(trx);
    const { rows } = await sql`select 1 from administrators where user_id = ${userId}`.execute(trx);
    if (rows.length > 0) return "administrator";
    const added = await trx
      .insertInto("suspensions")
      .values({ user_id: userId, made_by: by })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (added.numInsertedOrUpdatedRows === 0n) return "already";
    await trx.deleteFrom("session").where("userId", "=", userId).execute();
    return "suspended";
  });
}

/** False if it was not suspended. */
export async function restoreAccount(me: Server, db: Db, userId: string): Promise<boolean> {
  db = actAs(me, db);
  const { numDeletedRows } = await db.deleteFrom("suspensions").where("user_id", "=", userId).executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function isSuspended(me: Server, db: Db, userId: string): Promise<boolean> {
  db = actAs(me, db);
  return (await db.selectFrom("suspensions").select("user_id").where("user_id", "=", userId).execute()).length > 0;
}

/** Returns how many sessions ended. */
export async function signOutEverywhere(me: Server, db: Db, userId: string): Promise<number> {
  db = actAs(me, db);
  const { numDeletedRows } = await db.deleteFrom("session").where("userId", "=", userId).executeTakeFirst();
  return Number(numDeletedRows);
}

/**
 * For someone who has lost their authenticator and the recovery codes. The password and passkeys stay as they are.
 * False if two-factor authentication was off.
 */
export async function resetSecondFactor(me: Server, db: Db, userId: string): Promise<boolean> {
  db = actAs(me, db);
  return db.transaction().execute(async (trx) => {
    const { numAffectedRows } = await sql`update "user" set "twoFactorEnabled" = false
      where id = ${userId} and "twoFactorEnabled"`.execute(trx);
    await sql`delete from "twoFactor" where "userId" = ${userId}`.execute(trx);
    await trx.deleteFrom("tried_codes").where("user_id", "=", userId).execute();
    return numAffectedRows === 1n;
  });
}

/** Until a later event of the person's subscription, if they have one. */
export async function setPersonPlan(me: Server, db: Db, userId: string, plan: Plan): Promise<void> {
  db = actAs(me, db);
  await sql`update "user" set plan = ${plan} where id = ${userId}`.execute(db);
}
