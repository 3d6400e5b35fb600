/* Which account an address belongs to, and whether it is verified. */
import type { Server } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";

/** The account's id, or null if no account has this address. */
export async function findAccountOf(me: Server, db: Db, email: string): Promise<string | null> {
  db = actAs(me, db);
  const row = await db.selectFrom("user").select("id").where("email", "=", email).executeTakeFirst();
  return row?.id ?? null;
}

/** The account of an unverified address, with the method that created it; null if the address is verified. */
export async function findUnproven(
  me: Server,
  db: Db,
  userId: string,
): Promise<{ id: string; email: string; madeWith: string } | null> {
  db = actAs(me, db);
  const row = await db
    .selectFrom("user")
    .leftJoin("account", "account.userId", "user.id")
    .select(["user.id", "user.email", "account.providerId"])
    .where("user.id", "=", userId)
    .where("user.emailVerified", "=", false)
    .orderBy("account.createdAt")
    .orderBy("account.id")
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : { id: row.id, email: row.email, madeWith: row.providerId ?? "" };
}
