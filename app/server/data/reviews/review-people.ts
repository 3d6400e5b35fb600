/*
 * Who can be assigned cells of a review: the project's owner and its editors. Shares are their owner's alone to see, so
 * Stet itself reads them, for callers that have checked that the person may write there.
 */
import { sql } from "kysely";
import { theServer, type Person } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { Db, Trx } from "../../db/database.ts";
import { isEditor } from "../visible.ts";

export type ReviewPerson = { id: string; name: string };

export async function reviewPeople(_me: Person, db: Db | Trx, projectId: string): Promise<ReviewPerson[]> {
  db = actAs(theServer, db);
  const { rows } = await sql<ReviewPerson>`select "user".id, "user".name from projects join "user"
    on "user".id = projects.owner_id or ${isEditor(sql.ref("user.id"))}
    where projects.id = ${projectId} order by "user".name, "user".id limit 500`.execute(db);
  return rows;
}
