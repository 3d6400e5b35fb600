/* Searches the precedents that a person may read: by name, then by text. */
import { sql } from "kysely";
import type { Person } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";
import { containsAll } from "../../db/word-pattern.ts";
import { isBehind, tiers, wholeTier, type Behind } from "../library/search-templates.ts";
import { seenDrafts } from "../visible.ts";

export type FoundPrecedent = { id: string; rank: number; name: string; content: string; projectId: string };

/** The best first, `limit` of them, behind a place. */
export async function searchPrecedents(
  me: Person,
  db: Db,
  query: string,
  { behind, limit }: { behind: Behind | null; limit: number },
): Promise<FoundPrecedent[]> {
  db = actAs(me, db);
  // How often the words are there is not counted: they are in the middle of their tier.
  const rank = sql<number>`case when ${containsAll(sql`name`, query)} then ${sql.lit(tiers.name)} else ${sql.lit(tiers.text)} end + ${sql.lit(wholeTier / 2)}`;
  const { rows } = await sql<FoundPrecedent>`select id, rank, name, content, project_id as "projectId"
    from (select drafts.id, drafts.name, drafts.content, drafts.project_id, (${rank})::int as rank from drafts
      where precedent_since is not null and ${seenDrafts(me)} and ${containsAll(sql`(name || ' ' || content)`, query)}) as found
    where ${isBehind(behind)} order by rank desc, id desc limit ${limit}`.execute(db);
  return rows;
}
