/* What can become a row of a review: files of its project that are none yet, and the project's drafts. */
import { sql } from "kysely";
import { frozenName, type RowCandidates } from "#core/review/row-candidates.ts";
import type { Person } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";
import { containsAll } from "../../db/word-pattern.ts";
import { listedFiles, seenDrafts, seenFiles } from "../visible.ts";
import { heldReview } from "./reviews.ts";

/** Of each kind; more are found by their name. */
const mostListed = 100;

/** With all of the words in their names, if there are any. A draft whose version is a row already is left out. */
export async function listRowCandidates(
  me: Person,
  db: Db,
  { reviewId, words }: { reviewId: string; words: string },
): Promise<RowCandidates> {
  db = actAs(me, db);
  return db.transaction().execute(async (trx) => {
    const { projectId } = await heldReview(me, trx, reviewId);
    const isRow = sql`exists (select 1 from review_documents where review_id = ${reviewId} and file_id = files.id and removed_at is null)`;
    const files = await trx
      .selectFrom("files")
      .select(["id", "original_name as name", sql<number>`(count(*) over ())::int`.as("count")])
      .where("project_id", "=", projectId)
      .where("status", "=", "ready")
      .where("chat_id", "is", null)
      .where(listedFiles)
      .where(seenFiles(me))
      .where(sql<boolean>`not ${isRow}`)
      .where(sql<boolean>`${containsAll(sql`original_name`, words)}`)
      .orderBy("original_name")
      .orderBy("id")
      .limit(mostListed)
      .execute();
    const drafts = await trx
      .selectFrom("drafts")
      .select(["id", "name", "version"])
      .where("project_id", "=", projectId)
      .where(seenDrafts(me))
      .where(sql<boolean>`${containsAll(sql`name`, words)}`)
      .orderBy("updated_at", "desc")
      .orderBy("id")
      .limit(mostListed)
      .execute();
    const rows = await trx
      .selectFrom("files")
      .select("original_name as name")
      .where("project_id", "=", projectId)
      .where(sql<boolean>`${isRow}`)
      .where("original_name", "in", ["", ...drafts.map(frozenName)])
      .execute();
    return {
      files: files.map(({ id, name }) => ({ id, name })),
      allFiles: files[0]?.count ?? 0,
      drafts: drafts.filter((draft) => rows.every(({ name }) => name !== frozenName(draft))),
    };
  });
}
