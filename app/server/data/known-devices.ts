/* Devices that a person has signed in from. */
import type { Server } from "#core/policy.ts";
import type { Db } from "../db/database.ts";

/** "first" when there was none before: an account that has just been made is no news to its owner. */
export async function rememberDevice(_me: Server, db: Db, userId: string, digest: string): Promise<"known" | "new" | "first"> {
  return db.transaction().execute(async (trx) => {
    const before = await trx.selectFrom("known_devices").select("digest").where("user_id", "=", userId).execute();
    await trx
      .insertInto("known_devices")
      .values({ user_id: userId, digest })
      .onConflict((conflict) => conflict.columns(["user_id", "digest"]).doUpdateSet({ seen_at: new Date() }))
      .execute();
    if (before.some((device) => device.digest === digest)) return "known";
    return before.length === 0 ? "first" : "new";
  });
}
