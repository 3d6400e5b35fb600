/*
 * A password reset by email proves ownership of the mailbox. If the address was unverified, every other sign-in method
 * is removed; if it was verified, those the owner does not keep. Two-factor authentication stays on a verified account:
 * access to the mailbox alone must not disable it.
 */
import { sql } from "kysely";
import type { Server } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";

/** Counts of the sign-in methods besides the password. */
export type OtherMethods = { passkeys: number; connections: number; keys: number };
export type Recovery = OtherMethods & { isProven: boolean };

/** What a password reset link would recover; null if the link is no longer valid. */
export async function findRecovery(me: Server, db: Db, token: string): Promise<Recovery | null> {
  db = actAs(me, db);
  const { rows } = await sql<Recovery>`select person."emailVerified" as "isProven",
      (select count(*) from passkeys where user_id = person.id)::int as passkeys,
      (select count(*) from account where "userId" = person.id and "providerId" <> 'credential')::int as connections,
      (select count(*) from api_keys where created_by = person.id and revoked_at is null
        and (expires_at is null or expires_at > now()))::int as keys
    from verification join "user" person on person.id = verification.value
    where verification.identifier = ${`reset-password:${token}`} and verification."expiresAt" > now()`.execute(db);
  return rows[0] ?? null;
}

/** To be called once the new password is set. */
export async function proveByReset(me: Server, db: Db, userId: string, { keepMethods }: { keepMethods: boolean }): Promise<void> {
  db = actAs(me, db);
  await db.transaction().execute(async (trx) => {
    const proven = await trx
      .updateTable("user")
      .set({ emailVerified: true })
      .where("id", "=", userId)
      .where("emailVerified", "=", false)
      .executeTakeFirst();
    if (keepMethods && proven.numUpdatedRows === 0n) return;
    await trx.deleteFrom("passkeys").where("user_id", "=", userId).execute();
    await trx.deleteFrom("account").where("userId", "=", userId).where("providerId", "!=", "credential").execute();
    await trx
      .updateTable("api_keys")
      .set({ revoked_at: sql<Date>`now()` })
      .where("created_by", "=", userId)
      .where("revoked_at", "is", null)
      .execute();
  });
}
