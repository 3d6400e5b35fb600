/* Whether a link for a new password still works, so that nobody thinks up a password for one that does not. */
import { sql } from "kysely";
import type { Server } from "#core/policy.ts";
import type { Db } from "../db/database.ts";

export async function isResetToken(_me: Server, db: Db, token: string): Promise<boolean> {
  const row = await db
    .selectFrom("verification")
    .select("id")
    .where("identifier", "=", `reset-password:${token}`)
    .where("expiresAt", ">", sql<Date>`now()`)
    .executeTakeFirst();
  return row !== undefined;
}
