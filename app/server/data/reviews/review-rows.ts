/* The rows of a review, with their cells. */
import { sql } from "kysely";
import { reviewLimits, type CellFinding, type ReviewCell, type ReviewRow } from "#core/review/review.ts";
import type { FrozenSection } from "#core/review/frozen.ts";
import type { Amendment } from "#core/sources/source.ts";
import { isSameText } from "#core/text/same-text.ts";
import type { Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { actAs } from "../../db/acting.ts";
import type { BoundDb, Db } from "../../db/database.ts";
import { seenReviews } from "../visible.ts";
import { openRuns } from "./review-jobs.ts";

type RowsAsked = { reviewId: string; after?: string | null; at?: readonly number[] | undefined; limit?: number };

/** In the table's order: those at certain positions, or those behind the row `after`. */
export async function listRows(
  me: Person,
  db: Db,
  { reviewId, after = null, at, limit = reviewLimits.rowsAtOnce }: RowsAsked,
): Promise<ReviewRow[]> {
  db = actAs(me, db);
  await refuseUnseen(me, db, reviewId);
  let documents = documentsOf(db, reviewId).limit(limit);
  if (at !== undefined) documents = documents.where("position", "in", [...at]);
  if (after !== null)
    documents = documents.where(
      sql<boolean>`(position, review_documents.id) > (select position, id from review_documents where id = ${after})`,
    );
  return rowsOf(me, db, reviewId, await documents.execute());
}

/** Of a document, in the table's order; null if it is not in the table any more. */
export async function positionOf(
  me: Person,
  db: Db,
  { reviewId, documentId }: { reviewId: string; documentId: string },
): Promise<number | null> {
  db = actAs(me, db);
  await refuseUnseen(me, db, reviewId);
  const documents = db.selectFrom("review_documents").select("position").where("review_id", "=", reviewId);
  const row = await documents.where("id", "=", documentId).where("removed_at", "is", null).executeTakeFirst();
  return row?.position ?? null;
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
    .select(["review_documents.id", "position", "file_id", "original_name", "content_type"])
    .select(sql<number>`coalesce(jsonb_array_length(files.scanned_pages), 0)`.as("unread_pages"))
    .select(sql<FrozenSection | null>`files.frozen->'law'`.as("law"))
    .where("review_id", "=", reviewId)
    .where("review_documents.removed_at", "is", null)
    .orderBy("position")
    .orderBy("review_documents.id");
}

type DocumentRow = {
  id: string;
  position: number;
  file_id: string;
  original_name: string;
  content_type: string;
  unread_pages: number;
  law: FrozenSection | null;
};

async function rowsOf(me: Person, db: BoundDb, reviewId: string, documents: readonly DocumentRow[]): Promise<ReviewRow[]> {
  const cells = await cellsOf(me, db, { reviewId, documentIds: documents.map(({ id }) => id) });
  const amended = await amendedSince(
    db,
    documents.flatMap(({ file_id, law }) => (law === null ? [] : [file_id])),
  );
  return documents.map(({ id, position, file_id, original_name, content_type, unread_pages, law }) => ({
    id,
    position,
    fileId: file_id,
    name: original_name,
    fileType: content_type,
    unreadPages: unread_pages,
    law: law && { ...law, amended: amended.get(file_id) ?? null },
    cells: cells.get(id) ?? [],
  }));
}

/** Of sections that were frozen, by their files: those that read otherwise in the newest stored text. */
async function amendedSince(db: BoundDb, fileIds: readonly string[]): Promise<Map<string, Amendment>> {
  if (fileIds.length === 0) return new Map();
  type Texts = { id: string; then: string; now: string | null; version: string | null };
  const { rows } = await sql<Texts>`select files.id, file_texts.text as then, law_sections.text as now, version::text as version
    from files join file_texts on file_texts.file_id = files.id join law_acts on law_acts.id = frozen->'law'->'act'->>'id'
    left join law_sections on law_sections.ref = frozen->'law'->>'ref' where files.id = any (${[...fileIds]}::uuid[])`.execute(db);
  return new Map(
    rows.flatMap(({ id, then, now, version }) => {
      if (isSameText(now ?? undefined, then)) return [];
      return [[id, { isRepealed: now === null, ...(version !== null && { version }) }] as const];
    }),
  );
}

export async function refuseUnseen(me: Person, db: Db, reviewId: string): Promise<void> {
  db = actAs(me, db);
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
    .select(["reused_at", reusedFrom(me)])
    .select(["is_flagged", "assigned_to", sql<string | null>`to_char(due_on, 'YYYY-MM-DD')`.as("due"), namedBy("assigned_to")])
    .select(
      sql<number>`(select count(*)::int from review_comments where review_comments.document_id = review_cells.document_id
        and review_comments.column_id = review_cells.column_id and review_comments.removed_at is null)`.as("comments"),
    )
    .where("document_id", "in", [...documentIds])
    .where("review_columns.removed_at", "is", null)
    .execute();
  const byDocument = new Map<string, ReviewCell[]>();
  for (const row of rows) {
    const { state, answer, value, sources, note, model, answered_at, held, held_at } = row;
    const finding: CellFinding | null = state === null ? null : { state, answer, value, sources, note };
    const cell: ReviewCell = {
      columnId: row.column_id,
      found: finding && {
        ...finding,
        model: model ?? "",
        at: answered_at!.toISOString(),
        isOutdated: row.is_outdated,
        reused: row.reused_at && { review: row.reused_from, at: row.reused_at.toISOString() },
      },
      held: held && { ...held, by: row.held_by, at: held_at!.toISOString() },
      isQueued: row.run_id !== null && running.has(row.run_id),
      isFlagged: row.is_flagged,
      assigned:
        row.assigned_to === null ? null : { to: row.assigned_to, name: row.assigned_to_name ?? "Former member", due: row.due },
      comments: row.comments,
    };
    byDocument.set(row.document_id, [...(byDocument.get(row.document_id) ?? []), cell]);
  }
  return byDocument;
}

function reusedFrom(me: Person) {
  return sql<{ id: string; name: string } | null>`(select jsonb_build_object('id', reviews.id, 'name', reviews.name) from reviews
    where reviews.id = reused_from and reviews.removed_at is null and ${seenReviews(me)})`.as("reused_from");
}

function namedBy(column: "assigned_to") {
  return sql<string | null>`(select name from "user" where "user".id = ${sql.ref(column)})`.as("assigned_to_name");
}
