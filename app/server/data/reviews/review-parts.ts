/* The questions and documents of a review. Both are taken away and brought back with what was found for them. */
import { sql } from "kysely";
import { reviewLimits, type NewColumn } from "#core/review/review.ts";
import type { Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { actAs } from "../../db/acting.ts";
import type { Db, Trx } from "../../db/database.ts";
import { listedFiles, seenFiles } from "../visible.ts";
import { bringFrozen, keepFrozen } from "./frozen-files.ts";
import { heldReview } from "./reviews.ts";

/** Behind those that are there. Returns their ids. */
export async function addColumns(me: Person, db: Db, reviewId: string, columns: readonly NewColumn[]): Promise<string[]> {
  db = actAs(me, db);
  return db.transaction().execute(async (trx) => {
    await heldReview(me, trx, reviewId);
    const last = await lastPosition(trx, "review_columns", reviewId);
    const rows = columns.map(({ label, question, format, choices }, at) => {
      const asked = { label, question, format, choices: JSON.stringify(format === "choice" ? choices : []) };
      return { id: uuidv7(), review_id: reviewId, position: last + at + 1, ...asked };
    });
    await trx.insertInto("review_columns").values(rows).execute();
    await refuseTooMany(trx, "review_columns", reviewId);
    return rows.map(({ id }) => id);
  });
}

/** A change of what is asked makes the answers outdated; they stay until they are asked again. */
export async function changeColumn(
  me: Person,
  db: Db,
  { reviewId, columnId, to }: { reviewId: string; columnId: string; to: NewColumn | { isRemoved: boolean } },
): Promise<void> {
  db = actAs(me, db);
  await db.transaction().execute(async (trx) => {
    await heldReview(me, trx, reviewId);
    if ("isRemoved" in to) return setRemoved(trx, "review_columns", { reviewId, id: columnId, isRemoved: to.isRemoved });
    const { label, question, format } = to;
    const choices = JSON.stringify(format === "choice" ? to.choices : []);
    const { numUpdatedRows } = await trx
      .updateTable("review_columns")
      .set({
        label,
        question,
        format,
        choices,
        version: sql<number>`version + (case when (question, format, choices) = (${question}, ${format}, ${choices}::jsonb) then 0 else 1 end)`,
      })
      .where("id", "=", columnId)
      .where("review_id", "=", reviewId)
      .where("removed_at", "is", null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw problem("not-found");
  });
}

/** Columns that were added together, as one. */
export async function setColumnsRemoved(
  me: Person,
  db: Db,
  { reviewId, columnIds, isRemoved }: { reviewId: string; columnIds: readonly string[]; isRemoved: boolean },
): Promise<void> {
  db = actAs(me, db);
  await db.transaction().execute(async (trx) => {
    await heldReview(me, trx, reviewId);
    for (const id of columnIds) await setRemoved(trx, "review_columns", { reviewId, id, isRemoved });
  });
}

/**
 * Files of the review's project; without ids, all of them. `frozen`: files that were made to be rows, which are there
 * from now on. Returns the rows that were added or brought back.
 */
export async function addDocuments(
  me: Person,
  db: Db,
  reviewId: string,
  fileIds: readonly string[] | undefined,
  frozen: readonly string[] = [],
): Promise<string[]> {
  db = actAs(me, db);
  return db.transaction().execute(async (trx) => {
    const { projectId } = await heldReview(me, trx, reviewId);
    const last = await lastPosition(trx, "review_documents", reviewId);
    await bringFrozen(me, trx, projectId, frozen);
    let files = trx
      .selectFrom("files")
      .select(["files.id", "original_name"])
      .where("project_id", "=", projectId)
      .where("status", "=", "ready")
      .where("chat_id", "is", null)
      .where(seenFiles(me))
      .where(sql<boolean>`not exists (select 1 from review_documents where review_id = ${reviewId} and file_id = files.id
        and review_documents.removed_at is null)`);
    if (fileIds === undefined && frozen.length === 0) files = files.where(listedFiles);
    else files = files.where(sql<boolean>`files.id = any (${[...(fileIds ?? []), ...frozen]}::uuid[])`);
    // Sections of law behind the others, in the order of their act.
    const place = sql`case when frozen->>'from' = 'law' then array_position(${[...frozen]}::uuid[], files.id) end nulls first`;
    const found = await files.orderBy(place).orderBy("original_name").orderBy("files.id").execute();
    const rows: string[] = [];
    for (let from = 0; from < found.length; from += 1000) {
      const added = await trx
        .insertInto("review_documents")
        .values(
          found
            .slice(from, from + 1000)
            .map(({ id }, at) => ({ id: uuidv7(), review_id: reviewId, file_id: id, position: last + from + at + 1 })),
        )
        .onConflict((conflict) => conflict.columns(["review_id", "file_id"]).doUpdateSet({ removed_at: null }))
        .returning("id")
        .execute();
      rows.push(...added.map(({ id }) => id));
    }
    await refuseTooMany(trx, "review_documents", reviewId);
    return rows;
  });
}

export async function setDocumentRemoved(
  me: Person,
  db: Db,
  of: { reviewId: string; id: string; isRemoved: boolean },
): Promise<void> {
  db = actAs(me, db);
  await db.transaction().execute(async (trx) => {
    await heldReview(me, trx, of.reviewId);
    await setRemoved(trx, "review_documents", of);
    await keepFrozen(me, trx, of.reviewId);
    if (!of.isRemoved) await refuseTooMany(trx, "review_documents", of.reviewId);
  });
}

/** Rows that were added together, as one. */
export async function setDocumentsRemoved(
  me: Person,
  db: Db,
  { reviewId, documentIds, isRemoved }: { reviewId: string; documentIds: readonly string[]; isRemoved: boolean },
): Promise<void> {
  db = actAs(me, db);
  await db.transaction().execute(async (trx) => {
    await heldReview(me, trx, reviewId);
    const { numUpdatedRows } = await trx
      .updateTable("review_documents")
      .set({ removed_at: isRemoved ? sql<Date>`now()` : null })
      .where("review_id", "=", reviewId)
      .where(sql<boolean>`id = any (${[...documentIds]}::uuid[])`)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw problem("not-found");
    await keepFrozen(me, trx, reviewId);
    if (!isRemoved) await refuseTooMany(trx, "review_documents", reviewId);
  });
}

type Part = "review_columns" | "review_documents";

async function setRemoved(
  trx: Trx,
  table: Part,
  { reviewId, id, isRemoved }: { reviewId: string; id: string; isRemoved: boolean },
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable(table)
    .set({ removed_at: isRemoved ? sql<Date>`now()` : null })
    .where("id", "=", id)
    .where("review_id", "=", reviewId)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw problem("not-found");
  if (!isRemoved && table === "review_columns") await refuseTooMany(trx, table, reviewId);
}

async function lastPosition(trx: Trx, table: Part, reviewId: string): Promise<number> {
  const { rows } = await sql<{ last: number }>`select coalesce(max(position), 0) as last from ${sql.table(table)}
    where review_id = ${reviewId}`.execute(trx);
  return rows[0]!.last;
}

/** Within the transaction that adds; the review is locked. */
async function refuseTooMany(trx: Trx, table: Part, reviewId: string): Promise<void> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}
    where review_id = ${reviewId} and removed_at is null`.execute(trx);
  const most = table === "review_columns" ? reviewLimits.columns : reviewLimits.documents;
  const what = table === "review_columns" ? "columns" : "documents";
  if (rows[0]!.count > most) throw problem("bad-request", `A review can have at most ${most.toLocaleString("en")} ${what}.`);
}
