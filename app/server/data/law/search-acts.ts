/* Searches the acts on the law shelf by title, short name and number. */
import { sql } from "kysely";
import type { Person } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";
import { containsAll } from "../../db/word-pattern.ts";
import { tiers, type Behind } from "../library/search-templates.ts";

export type FoundAct = { id: string; rank: number; title: string; jurisdiction: string; language: string };

/** By number, the highest first, `limit` of them, behind a place. All stand behind what has the words in its name. */
export async function searchActs(
  me: Person,
  db: Db,
  { query, jurisdiction }: { query: string; jurisdiction?: string | undefined },
  { behind, limit }: { behind: Behind | null; limit: number },
): Promise<FoundAct[]> {
  db = actAs(me, db);
  const rank = tiers.name;
  if (behind !== null && behind.rank < rank) return [];
  const order = sql<string>`id collate "C"`;
  const rows = await db
    .selectFrom("law_acts")
    .select(["id", "title", "jurisdiction", "language"])
    .where(containsAll(sql`(title || ' ' || id || ' ' || short_names::text)`, query))
    .$if(jurisdiction !== undefined, (found) => found.where(sql<boolean>`jurisdiction = ${jurisdiction}`))
    .$if(behind !== null && behind.rank === rank, (found) => found.where(sql<boolean>`${order} < ${behind?.id ?? ""}`))
    .orderBy(order, "desc")
    .limit(limit)
    .execute();
  return rows.map((row) => Object.assign(row, { rank }));
}
