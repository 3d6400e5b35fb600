/* Finds drafts by the words in their name or text, last changed first. */
import { sql } from "kysely";
import type { FoundDraft } from "#core/workspace/search.ts";
import type { Actor } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";
import { excerptOfMatch, patternsOf } from "../chats/search-chats.ts";
import { seenDrafts } from "../visible.ts";
import { newestDrafts } from "./newest-drafts.ts";

/** An excerpt is a line of plain words. */
const marks = /[*_`#|\\]/g;

export async function searchDrafts(me: Actor, db: Db, query: string, limit: number): Promise<FoundDraft[]> {
  db = actAs(me, db);
  const patterns = patternsOf(query);
  if (patterns.length === 0) return [];
  const found: FoundDraft[] = [];
  for (const ids of await newestDrafts(me, db)) {
    if (found.length >= limit) break;
    const hits = await db
      .selectFrom("drafts")
      .select(["id", "project_id", "name", "content"])
      .where("id", "in", ids)
      .where(seenDrafts(me))
      .where((where) => where.and(patterns.map((pattern) => sql<boolean>`(name ~ ${pattern} or content ~ ${pattern})`)))
      .orderBy("updated_at", "desc")
      .orderBy("id")
      .limit(limit - found.length)
      .execute();
    found.push(
      ...hits.map(({ id, project_id: projectId, name, content }) => ({
        id,
        projectId,
        name,
        excerpt: excerptOfMatch(content.replaceAll(marks, ""), patterns[0]!),
      })),
    );
  }
  return found;
}
