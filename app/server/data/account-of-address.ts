/* Whose an address is now. */
import type { Server } from "#core/policy.ts";
import type { Db } from "../db/database.ts";

/** The account's id, or null where no account has this address. */
export async function findAccountOf(_me: Server, db: Db, email: string): Promise<string | null> {
  const row = await db.selectFrom("user").select("id").where("email", "=", email).executeTakeFirst();
  return row?.id ?? null;
}
