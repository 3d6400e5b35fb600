/*
 * An authenticator code can be tried once. better-auth accepts the same code for as long as the clock allows; here the
 * first use claims it, in one statement, so that of two concurrent uses one fails.
 */
import { sql } from "kysely";
import type { Server } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";

/** A code is valid for 30 seconds; the one before and the one after are accepted too. */
const rememberedSeconds = 120;

/** True if this code has not been tried recently for this person. */
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
