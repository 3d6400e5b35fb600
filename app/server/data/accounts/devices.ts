import type { Server } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";

/** "first" if the account had no device yet: its creation is not worth a notification. */
export async function rememberDevice(me: Server, db: Db, userId: string, digest: string): Promise<"known" | "new" | "first"> {
  db = actAs(me, db);
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

/** Whether the owner of this address has signed in from the device. */
export async function isTrustedDevice(me: Server, db: Db, email: string, digest: string): Promise<boolean> {
  db = actAs(me, db);
  const row = await db
    .selectFrom("known_devices")
    .innerJoin("user", "user.id", "known_devices.user_id")
    .select("known_devices.digest")
    .where("user.email", "=", email)
    .where("known_devices.digest", "=", digest)
    .executeTakeFirst();
  return row !== undefined;
}
