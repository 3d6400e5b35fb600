/* How much there is of an act, noted beside it whenever that changes, so that no list has to count it. */
import { sql } from "kysely";
import type { Server } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";

/** In the transaction that has stored it. */
export async function noteActCounts(me: Server, db: Db, actId: string): Promise<void> {
  db = actAs(me, db);
  await sql`update law_acts set sections = (select count(*) from law_sections where act_id = ${actId}),
      wordings = (select count(*) from law_past_sections where act_id = ${actId}),
      vectors = (select count(*) from law_vectors where act_id = ${actId} and model = vectors_model)
    where id = ${actId}`.execute(db);
}

/** In the transaction that has stored vectors of these acts. */
export async function noteVectorCounts(me: Server, db: Db, actIds: readonly string[], model: string): Promise<void> {
  db = actAs(me, db);
  await sql`update law_acts set vectors_model = ${model},
      vectors = (select count(*) from law_vectors where act_id = law_acts.id and model = ${model})
    where id = any (${[...new Set(actIds)]}::text[])`.execute(db);
}
