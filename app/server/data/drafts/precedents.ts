/* Precedents: the drafts that were marked as worth using again, for everyone who may read them. */
import { sql } from "kysely";
import type { Precedent } from "#core/document/draft.ts";
import type { PrecedentQuery } from "#core/requests/library.ts";
import type { Person } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";
import { containsAll } from "../../db/word-pattern.ts";
import { seenDrafts } from "../visible.ts";
import { excerptOf } from "./list-drafts.ts";

const atOnce = 40;

/** The last marked first. Every word is in the name or the text; `next` is where the following page begins. */
export async function listPrecedents(
  me: Person,
  db: Db,
  { query, before }: PrecedentQuery,
): Promise<{ precedents: Precedent[]; next: string | null }> {
  db = actAs(me, db);
  const rows = await db
    .selectFrom("drafts")
    .innerJoin("projects", "projects.id", "drafts.project_id")
    .select(["drafts.id", "drafts.project_id", "drafts.name", "drafts.words", "drafts.updated_at"])
    .select(["projects.name as project_name", sql<string>`left(drafts.content, 600)`.as("beginning")])
    .select(sql<string | null>`(select name from "user" where "user".id = drafts.made_by)`.as("maker"))
    .where("drafts.precedent_since", "is not", null)
    .where(seenDrafts(me))
    .where(containsAll(sql`(drafts.name || ' ' || drafts.content)`, query))
    .$if(before !== undefined, (found) =>
      found.where(
        sql<boolean>`(drafts.precedent_since, drafts.id) < (select precedent_since, id from drafts as last where last.id = ${before})`,
      ),
    )
    .orderBy("drafts.precedent_since", "desc")
    .orderBy("drafts.id", "desc")
    .limit(atOnce + 1)
    .execute();
  const precedents = rows.slice(0, atOnce).map((row): Precedent => ({
    id: row.id,
    projectId: row.project_id,
    projectName: row.project_name,
    name: row.name,
    words: row.words,
    excerpt: excerptOf(row.beginning),
    madeBy: row.maker,
    updatedAt: row.updated_at.toISOString(),
  }));
  return { precedents, next: rows.length > atOnce ? precedents.at(-1)!.id : null };
}
