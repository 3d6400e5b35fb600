/* The rows of a review, and what people hold its cells to be. Each of their changes can be taken back. */
import { sql } from "kysely";
import type { CellChange } from "#core/requests/reviews.ts";
import { reviewLimits, type CellFinding, type HeldAnswer, type ReviewCell, type ReviewRow } from "#core/review/review.ts";
import { typedValue } from "#core/review/typed-value.ts";
import type { Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { actAs } from "../../db/acting.ts";
import type { BoundDb, Db, Trx } from "../../db/database.ts";
import { seenReviews } from "../visible.ts";
import { openRuns } from "./review-jobs.ts";
import { heldReview } from "./reviews.ts";

type RowsAsked = { reviewId: string; after?: string | null; from?: number; limit?: number };

/** In the table's order, behind the row `after`. */
export async function listRows(
  me: Person,
  db: Db,
  { reviewId, after = null, from = 0, limit = reviewLimits.rowsAtOnce }: RowsAsked,
): Promise<ReviewRow[]> {
  db = actAs(me, db);
  await refuseUnseen(me, db, reviewId);
  let documents = documentsOf(db, reviewId).offset(from).limit(limit);
  if (after !== null)
    documents = documents.where(
      sql<boolean>`(position, review_documents.id) > (select position, id from review_documents where id = ${after})`,
    );
  return rowsOf(me, db, reviewId, await documents.execute());
}

/** All of them, read a page at a time. */
export async function* eachRow(me: Person, db: Db, reviewId: string): AsyncGenerator<ReviewRow> {
  db = actAs(me, db);
  for (let after: string | null = null; ;) {
    const rows: ReviewRow[] = await listRows(me, db, { reviewId, after });
    yield* rows;
    if (rows.length < reviewLimits.rowsAtOnce) return;
    after = rows.at(-1)!.id;
  }
}

function documentsOf(db: BoundDb, reviewId: string) {
  return db
    .selectFrom("review_documents")
    .innerJoin("files", "files.id", "review_documents.file_id")
    .select(["review_documents.id", "file_id", "original_name", "content_type"])
    .select(sql<number>`coalesce(jsonb_array_length(files.scanned_pages), 0)`.as("unread_pages"))
    .where("review_id", "=", reviewId)
    .where("review_documents.removed_at", "is", null)
    .orderBy("position")
    .orderBy("review_documents.id");
}

type DocumentRow = { id: string; file_id: string; original_name: string; content_type: string; unread_pages: number };

async function rowsOf(me: Person, db: BoundDb, reviewId: string, documents: readonly DocumentRow[]): Promise<ReviewRow[]> {
  const cells = await cellsOf(me, db, { reviewId, documentIds: documents.map(({ id }) => id) });
  return documents.map(({ id, file_id, original_name, content_type, unread_pages }) => ({
    id,
    fileId: file_id,
    name: original_name,
    fileType: content_type,
    unreadPages: unread_pages,
    cells: cells.get(id) ?? [],
  }));
}

async function refuseUnseen(me: Person, db: BoundDb, reviewId: string): Promise<void> {
  const seen = db.selectFrom("reviews").select("id").where("id", "=", reviewId).where("removed_at", "is", null);
  if ((await seen.where(seenReviews(me)).executeTakeFirst()) === undefined) throw problem("not-found");
}

type Of = { reviewId: string; documentIds: readonly string[] };

/** By document. */
async function cellsOf(me: Person, db: BoundDb, { reviewId, documentIds }: Of): Promise<Map<string, ReviewCell[]>> {
  if (documentIds.length === 0) return new Map();
  const running = new Set(await openRuns(me, db, reviewId));
  const rows = await db
    .selectFrom("review_cells")
    .innerJoin("review_columns", "review_columns.id", "review_cells.column_id")
    .leftJoin("user", "user.id", "review_cells.held_by")
    .select(["document_id", "column_id", "state", "answer", "value", "sources", "note", "model", "answered_at", "held", "held_at"])
    .select(["run_id", "user.name as held_by", sql<boolean>`question_version <> review_columns.version`.as("is_outdated")])
    .where("document_id", "in", [...documentIds])
    .where("review_columns.removed_at", "is", null)
    .execute();
  const byDocument = new Map<string, ReviewCell[]>();
  for (const row of rows) {
    const { state, answer, value, sources, note, model, answered_at, held, held_at } = row;
    const finding: CellFinding | null = state === null ? null : { state, answer, value, sources, note };
    const cell: ReviewCell = {
      columnId: row.column_id,
      found: finding && { ...finding, model: model ?? "", at: answered_at!.toISOString(), isOutdated: row.is_outdated },
      held: held && { ...held, by: row.held_by, at: held_at!.toISOString() },
      isQueued: row.run_id !== null && running.has(row.run_id),
    };
    byDocument.set(row.document_id, [...(byDocument.get(row.document_id) ?? []), cell]);
  }
  return byDocument;
}

/** Verifies, corrects or opens a cell again. Returns the change, to take it back. */
export async function changeCell(me: Person, db: Db, reviewId: string, change: CellChange): Promise<string> {
  db = actAs(me, db);
  const { documentId, columnId, is } = change;
  return db.transaction().execute(async (trx) => {
    await heldReview(me, trx, reviewId);
    const column = await trx
      .selectFrom("review_columns")
      .innerJoin("review_documents", "review_documents.review_id", "review_columns.review_id")
      .select(["format", "choices"])
      .where("review_columns.id", "=", columnId)
      .where("review_documents.id", "=", documentId)
      .where("review_columns.review_id", "=", reviewId)
      .where("review_columns.removed_at", "is", null)
      .where("review_documents.removed_at", "is", null)
      .executeTakeFirst();
    if (column === undefined) throw problem("not-found");
    const cell = await trx
      .selectFrom("review_cells")
      .select(["state", "answer", "value", "sources", "held"])
      .where("document_id", "=", documentId)
      .where("column_id", "=", columnId)
      .forUpdate()
      .executeTakeFirst();
    const after = heldAfter(is, cell, column);
    const before = cell?.held ?? null;
    await holdCell(me, trx, { reviewId, documentId, columnId, held: after });
    const id = uuidv7();
    const stored = { before: before && JSON.stringify(before), after: after && JSON.stringify(after) };
    const of = { review_id: reviewId, document_id: documentId, column_id: columnId, made_by: me.userId };
    await trx
      .insertInto("review_changes")
      .values({ id, ...of, ...stored })
      .execute();
    return id;
  });
}

type Cell = Omit<CellFinding, "state" | "note"> & { state: CellFinding["state"] | null; held: HeldAnswer | null };

function heldAfter(is: CellChange["is"], cell: Cell | undefined, column: Parameters<typeof typedValue>[0]): HeldAnswer | null {
  if ("open" in is) return null;
  if ("verified" in is) {
    if (cell?.state === undefined || cell.state === null || cell.state === "failed")
      throw problem("bad-request", "There is no answer to verify. Enter one.");
    const { answer, value, sources } = cell;
    return { answer, value, sources, isCorrected: false };
  }
  const typed = typedValue(column, is.answer);
  const value = typed.ok ? typed.value : null;
  const isOneOf = column.format === "choice" || column.format === "yes-no";
  if (isOneOf && !typed.ok && is.answer !== "") throw problem("bad-request", typed.note);
  // Other words than were found do not stand on the passages that were found.
  const isSame = cell !== undefined && cell.answer === is.answer;
  return {
    answer: isOneOf && value !== null ? value : is.answer,
    value,
    sources: isSame ? cell.sources : [],
    isCorrected: !isSame,
  };
}

type Holding = { reviewId: string; documentId: string; columnId: string; held: HeldAnswer | null };

async function holdCell(me: Person, trx: Trx, { reviewId, documentId, columnId, held }: Holding): Promise<void> {
  const by = held === null ? { held: null, held_by: null, held_at: null } : { held: JSON.stringify(held), held_by: me.userId };
  const set = { ...by, held_at: held === null ? null : sql<Date>`now()` };
  await trx
    .insertInto("review_cells")
    .values({ document_id: documentId, column_id: columnId, review_id: reviewId, sources: "[]", ...set })
    .onConflict((conflict) => conflict.columns(["document_id", "column_id"]).doUpdateSet(set))
    .execute();
}

/** Takes a change back, unless the cell has been changed since. */
export async function undoCellChange(
  me: Person,
  db: Db,
  { reviewId, changeId }: { reviewId: string; changeId: string },
): Promise<void> {
  db = actAs(me, db);
  await db.transaction().execute(async (trx) => {
    await heldReview(me, trx, reviewId);
    const change = await trx
      .selectFrom("review_changes")
      .select(["document_id", "column_id", "before", "undone_at"])
      .where("id", "=", changeId)
      .where("review_id", "=", reviewId)
      .executeTakeFirst();
    if (change === undefined) throw problem("not-found");
    const later = await trx
      .selectFrom("review_changes")
      .select("id")
      .where("document_id", "=", change.document_id)
      .where("column_id", "=", change.column_id)
      .where("undone_at", "is", null)
      .where("id", ">", changeId)
      .executeTakeFirst();
    if (change.undone_at !== null || later !== undefined) throw problem("nothing-to-undo", "This cell was changed again since.");
    await holdCell(me, trx, { reviewId, documentId: change.document_id, columnId: change.column_id, held: change.before });
    await trx
      .updateTable("review_changes")
      .set({ undone_at: sql<Date>`now()` })
      .where("id", "=", changeId)
      .execute();
  });
}
