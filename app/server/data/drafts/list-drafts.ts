/* The drafts of a project, as a list shows them. */
import { sql } from "kysely";
import type { DraftSummary } from "#core/document/draft.ts";
import { truncate } from "#core/sources/source.ts";
import type { Actor } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";
import { seenDrafts } from "../visible.ts";

const excerptLength = 200;

/** The drafts of one project, last changed first. */
export async function listDrafts(me: Actor, db: Db, projectId: string): Promise<DraftSummary[]> {
  db = actAs(me, db);
  const rows = await db
    .selectFrom("drafts")
    .select([
      "id",
      "project_id",
      "name",
      "words",
      "created_at",
      "updated_at",
      "precedent_since",
      sql<string>`left(content, 600)`.as("beginning"),
    ])
    .select(sql<string | null>`(select name from "user" where "user".id = drafts.made_by)`.as("maker"))
    .select(sql<boolean>`made_by is not distinct from ${me.kind === "person" ? me.userId : ""}`.as("is_mine"))
    .where("project_id", "=", projectId)
    .where(seenDrafts(me))
    .orderBy("updated_at", "desc")
    .orderBy("id")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    projectId: row.project_id,
    name: row.name,
    words: row.words,
    madeBy: row.maker,
    excerpt: excerptOf(row.beginning),
    isMine: row.is_mine,
    isPrecedent: row.precedent_since !== null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }));
}

/** Roughly the words of the Markdown: this is one line in a list. */
export function excerptOf(markdown: string): string {
  const words = markdown.replaceAll(/&nbsp;|<[^<>]*>|\\(?=\W)|[*_`#|]|^[^\S\n]*(?:[-+>]|\d+[.)])\s/gm, "");
  return truncate(words.replaceAll(/\s+/g, " ").trim(), excerptLength);
}
