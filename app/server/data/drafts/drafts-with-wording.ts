/* Drafts in which the words of a clause or template stand, however they came there. */
import { sql } from "kysely";
import type { DraftsWithWording } from "#core/templates/library.ts";
import { lengthOf, wordingIn, type Wording } from "#core/templates/wording.ts";
import type { Person } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";
import { seenDrafts } from "../visible.ts";
import { mostDraftsRead, newestDrafts } from "./newest-drafts.ts";

const mostFound = 100;

/** Last changed first. */
export async function listDraftsWithWording(me: Person, db: Db, wordings: readonly Wording[]): Promise<DraftsWithWording> {
  const found: DraftsWithWording = { drafts: [], isLimited: false };
  if (wordings.length === 0) return found;
  db = actAs(me, db);
  const runs = wordings.flatMap((one) => one.runs);
  const isThere = sql<boolean[]>`array[${sql.join(runs.map((run) => sql`strpos(drafts.content, ${run}) > 0`))}]`;
  const batches = await newestDrafts(me, db);
  found.isLimited = batches.flat().length === mostDraftsRead;
  for (const ids of batches) {
    const read = await db
      .selectFrom("drafts")
      .select(["id", "project_id", "name", isThere.as("isThere")])
      .where("id", "in", ids)
      .where(seenDrafts(me))
      .orderBy("updated_at", "desc")
      .orderBy("id")
      .execute();
    for (const row of read) {
      const best = bestOf(wordings, row.isThere);
      if (best === null) continue;
      if (found.drafts.length === mostFound) return { ...found, isLimited: true };
      found.drafts.push({ id: row.id, projectId: row.project_id, name: row.name, ...best });
    }
  }
  return found;
}

/** The wording of which most words are there: a short variant can be a part of a longer one. */
function bestOf(wordings: readonly Wording[], isThere: readonly boolean[]): { variant: string; isChanged: boolean } | null {
  let best: { variant: string; isChanged: boolean } | null = null;
  let most = 0;
  let from = 0;
  for (const one of wordings) {
    const ofOne = isThere.slice(from, from + one.runs.length);
    from += one.runs.length;
    const how = wordingIn(ofOne, one);
    const length = lengthOf(one.runs.filter((_, i) => ofOne[i]));
    if (how === null || length <= most) continue;
    best = { variant: one.name, isChanged: how === "changed" };
    most = length;
  }
  return best;
}
