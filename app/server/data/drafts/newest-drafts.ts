/* Reading the texts of many drafts, last changed first, without holding up others. */
import { actAs } from "../../db/acting.ts";
import type { Actor } from "#core/workspace/policy.ts";
import type { Db } from "../../db/database.ts";
import { isHere, seenDrafts } from "../visible.ts";

/** Texts read in one statement. */
const draftsAtOnce = 50;
/** A draft that was changed before all of these is found in its project. */
export const mostDraftsRead = 1_000;

/** The ids of the newest drafts that `me` sees in this workspace, batch by batch. */
export async function newestDrafts(me: Actor, db: Db): Promise<string[][]> {
  const rows = await actAs(me, db)
    .selectFrom("drafts")
    .select("id")
    .where(seenDrafts(me))
    .where(isHere(me, "drafts.organization_id"))
    .orderBy("updated_at", "desc")
    .orderBy("id")
    .limit(mostDraftsRead)
    .execute();
  const batches: string[][] = [];
  for (let from = 0; from < rows.length; from += draftsAtOnce)
    batches.push(rows.slice(from, from + draftsAtOnce).map(({ id }) => id));
  return batches;
}
