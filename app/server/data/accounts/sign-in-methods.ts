/* Counts a person's sign-in methods: the last one cannot be removed. */
import { sql } from "kysely";
import type { Person } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { BoundDb, Db } from "../../db/database.ts";

/** Runs `remove` unless it would remove the last sign-in method. Concurrent removals run one after the other. */
export async function keepingOneSignInMethod(
  me: Person,
  db: Db,
  remove: (trx: BoundDb) => Promise<boolean>,
): Promise<"removed" | "none" | "last"> {
  db = actAs(me, db);
  const last = Symbol("the last way in");
  const outcome = db.transaction().execute(async (trx) => {
    await trx.selectFrom("user").select("id").where("id", "=", me.userId).forUpdate().execute();
    if (!(await remove(trx))) return "none";
    if ((await countWaysIn(me, trx)) === 0) throw last;
    return "removed";
  });
  return outcome.catch((thrown: unknown) => {
    if (thrown === last) return "last";
    throw thrown;
  });
}

async function countWaysIn(me: Person, db: BoundDb): Promise<number> {
  const { rows } = await sql<{ count: number }>`select
    (select count(*) from account where "userId" = ${me.userId} and ("providerId" != 'credential' or password is not null))::int
    + (select count(*) from passkeys where user_id = ${me.userId})::int as count`.execute(db);
  return rows[0]!.count;
}
