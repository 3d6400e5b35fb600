/* Whether a link for a new password still works, so that nobody thinks up a password for one that does not. */
import { sql } from "kysely";
import type { Server } from "#core/policy.ts";
import type { Db } from "../db/database.ts";

export async function isResetToken(me: Server, db: Db, token: string): Promise<boolean> {
  return (await findResetOwner(me, db, token)) !== null;
}

/** Whose password the link changes, or null where it does not work. */
export async function findResetOwner(_me: Server, db: Db, token: string): Promise<string | null> {
  const row = await db
    .selectFrom("verification")
    .select("value")
    .where("identifier", "=", `reset-password:${token}`)
    .where("expiresAt", ">", sql<Date>`now()`)
    .executeTakeFirst();
  return row?.value ?? null;
}
