/* How many emails wait to be sent, for the installation's administrators: not to whom, and not what about. */
import { sql } from "kysely";
import { theServer, type Actor } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";
import { provenAdministrator } from "./administrators.ts";

/** `tried`: those of them whose delivery has been tried already. */
export async function countWaitingEmails(me: Actor, db: Db): Promise<{ waiting: number; tried: number }> {
  db = actAs(theServer, db);
  await provenAdministrator(me, db);
  const { rows } = await sql<{ waiting: number; tried: number }>`select count(*)::int as waiting,
    (count(*) filter (where tries > 0))::int as tried from letters`.execute(db);
  return rows[0]!;
}
