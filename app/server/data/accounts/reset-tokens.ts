import { sql } from "kysely";
import type { Server } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";

/** Null if the link is invalid or expired. */
export async function findResetOwner(me: Server, db: Db, token: string): Promise<string | null> {
  db = actAs(me, db);
  const row = await db
    .selectFrom("verification")
    .select("value")
    .where("identifier", "=", `reset-password:${token}`)
    .where("expiresAt", ">", sql<Date>`now()`)
    .executeTakeFirst();
  return row?.value ?? null;
}
