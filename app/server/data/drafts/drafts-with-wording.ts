/* Drafts in which the words of a clause or template stand, however they came there. */
import { sql } from "kysely";
import type { DraftWithWording } from "#core/templates/library.ts";
import { lengthOf, wordingIn, type Wording } from "#core/templates/wording.ts";
import type { Person } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";
import { isHere, seenDrafts } from "../visible.ts";

/** Texts read in one statement, so that long drafts do not hold up others. */
const draftsAtOnce = 50;
const mostDrafts = 1_000;
const mostFound = 100;

/** Last changed first, of the newest thousand that `me` sees in this workspace. */
export async function listDraftsWithWording(me: Person, db: Db, wordings: readonly Wording[]): Promise<DraftWithWording[]> {
  if (wordings.length === 0) return [];
  db = actAs(me, db);
  const rows = await db
    .selectFrom("drafts")
    .select("id")
    .where(seenDrafts(me))
    .where(isHere(me, "drafts.organization_id"))
    .orderBy("updated_at", "desc")
    .orderBy("id")
    .limit(mostDrafts)
    .execute();
  const found: DraftWithWording[] = [];
  const runs = wordings.flatMap((one) => one.runs);
  const isThere = sql<boolean[]>`array[${sql.join(runs.map((run) => sql`strpos(drafts.content, ${run}) > 0`))}]`;
  for (let from = 0; from < rows.length && found.length < mostFound; from += draftsAtOnce) {
    const ids = rows.slice(from, from + draftsAtOnce).map(({ id }) => id);
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
      if (best !== null) found.push({ id: row.id, projectId: row.project_id, name: row.name, ...best });
    }
  }
  return found.slice(0, mostFound);
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
