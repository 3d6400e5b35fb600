/* Whose password a link for a new one changes. */
import { sql } from "kysely";
import type { Server } from "#core/policy.ts";
import type { Db } from "../db/database.ts";

/** Null where the link does not work, or no longer. */
export async function findResetOwner(_me: Server, db: Db, token: string): Promise<string | null> {
  const row = await db
    .selectFrom("verification")
    .select("value")
    .where("identifier", "=", `reset-password:${token}`)
    .where("expiresAt", ">", sql<Date>`now()`)
    .executeTakeFirst();
  return row?.value ?? null;
}
