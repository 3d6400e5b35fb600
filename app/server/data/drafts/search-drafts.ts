/* Finds drafts by the words in their name or text, last changed first. */
import { sql } from "kysely";
import type { FoundDraft } from "#core/workspace/search.ts";
import type { Actor } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";
import { excerptOfMatch, patternsOf } from "../chats/search-chats.ts";
import { isHere, seenDrafts } from "../visible.ts";

/** Texts read in one statement, so that a search of many long drafts does not hold up others. */
const draftsAtOnce = 50;
/** A draft that was changed before all of these is found in its project. */
const mostDrafts = 1_000;

/** An excerpt is a line of plain words. */
const marks = /[*_`#|\\]/g;

export async function searchDrafts(me: Actor, db: Db, query: string, limit: number): Promise<FoundDraft[]> {
  db = actAs(me, db);
  const patterns = patternsOf(query);
  if (patterns.length === 0) return [];
  const rows = await db
    .selectFrom("drafts")
    .select("id")
    .where(seenDrafts(me))
    .where(isHere(me, "drafts.organization_id"))
    .orderBy("updated_at", "desc")
    .orderBy("id")
    .limit(mostDrafts)
    .execute();
  const found: FoundDraft[] = [];
  for (let from = 0; from < rows.length && found.length < limit; from += draftsAtOnce) {
    const ids = rows.slice(from, from + draftsAtOnce).map(({ id }) => id);
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
