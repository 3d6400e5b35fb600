/* What has been done with a cell, and what people say about it. */
import { sql } from "kysely";
import type { NewReviewComment } from "#core/requests/reviews.ts";
import type { CellActivity } from "#core/review/review.ts";
import type { Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";
import { refuseUnseen } from "./review-rows.ts";
import { heldReview } from "./reviews.ts";

const changesAtMost = 100;
const commentsAtMost = 200;

type Cell = { reviewId: string; documentId: string; columnId: string };

/** Both oldest first; of a cell that was changed very often, the last changes. */
export async function cellActivity(me: Person, db: Db, { reviewId, documentId, columnId }: Cell): Promise<CellActivity> {
  db = actAs(me, db);
  await refuseUnseen(me, db, reviewId);
  const of = sql`review_id = ${reviewId} and document_id = ${documentId} and column_id = ${columnId}`;
  const changes = await sql<CellActivity["changes"][number]>`select review_changes.id, what, before, after, "user".name as by,
      ${iso("made_at")} as at, undone_at is not null as "isUndone"
    from review_changes left join "user" on "user".id = made_by
    where ${of} order by review_changes.id desc limit ${changesAtMost}`.execute(db);
  const comments = await sql<CellActivity["comments"][number]>`select review_comments.id, "user".name as by, text,
      coalesce(made_by = ${me.userId}, false) as "isMine", ${iso("review_comments.created_at")} as at
    from review_comments left join "user" on "user".id = made_by
    where ${of} and removed_at is null order by review_comments.id desc limit ${commentsAtMost}`.execute(db);
  return { changes: changes.rows.toReversed(), comments: comments.rows.toReversed() };
}

function iso(column: string) {
  return sql<string>`to_char(${sql.ref(column)} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** The id is the caller's, so a repeated request is the same comment. */
export async function addReviewComment(me: Person, db: Db, reviewId: string, comment: NewReviewComment): Promise<void> {
  db = actAs(me, db);
  const { id, documentId, columnId, text } = comment;
  await db.transaction().execute(async (trx) => {
    await heldReview(me, trx, reviewId);
    const { rows } = await sql`select 1 from review_documents join review_columns using (review_id)
      where review_id = ${reviewId} and review_documents.id = ${documentId} and review_columns.id = ${columnId}
        and review_documents.removed_at is null and review_columns.removed_at is null`.execute(trx);
    if (rows.length === 0) throw problem("not-found");
    const of = { review_id: reviewId, document_id: documentId, column_id: columnId, made_by: me.userId };
    await trx
      .insertInto("review_comments")
      .values({ id, ...of, text })
      .onConflict((conflict) => conflict.column("id").doNothing())
      .execute();
    // The cell exists as soon as someone has said something about it.
    await trx
      .insertInto("review_cells")
      .values({ document_id: documentId, column_id: columnId, review_id: reviewId, sources: "[]" })
      .onConflict((conflict) => conflict.columns(["document_id", "column_id"]).doNothing())
      .execute();
  });
}

/** One's own, taken away and brought back. */
export async function setCommentRemoved(
  me: Person,
  db: Db,
  { reviewId, id, isRemoved }: { reviewId: string; id: string; isRemoved: boolean },
): Promise<void> {
  db = actAs(me, db);
  await db.transaction().execute(async (trx) => {
    await heldReview(me, trx, reviewId);
    const { numUpdatedRows } = await trx
      .updateTable("review_comments")
      .set({ removed_at: isRemoved ? sql<Date>`now()` : null })
      .where("id", "=", id)
      .where("review_id", "=", reviewId)
      .where("made_by", "=", me.userId)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw problem("not-found");
  });
}
