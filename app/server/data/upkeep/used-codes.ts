/*
 * A code of an authenticator app is good for one try. The accounts library
 * accepts the same code again for as long as the clock allows; here the first
 * who brings it takes it, in one statement, so that two at once are one.
 */
import { sql } from "kysely";
import type { Server } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";

/** Half a minute a code, and one before and one after are accepted too. */
const rememberedSeconds = 120;

/** True when nobody has tried this code for this person lately. */
export async function takeCode(me: Server, db: Db, userId: string, code: string): Promise<boolean> {
  db = actAs(me, db);
  const row = await db
    .insertInto("tried_codes")
    .values({ user_id: userId, code: code.slice(0, 32) })
    .onConflict((conflict) =>
      conflict
        .columns(["user_id", "code"])
        .doUpdateSet({ tried_at: sql`now()` })
        .where("tried_codes.tried_at", "<", longAgo()),
    )
    .returning("user_id")
    .executeTakeFirst();
  await db.deleteFrom("tried_codes").where("tried_at", "<", longAgo()).execute();
  return row !== undefined;
}

function longAgo() {
  return sql<Date>`now() - make_interval(secs => ${rememberedSeconds})`;
}
