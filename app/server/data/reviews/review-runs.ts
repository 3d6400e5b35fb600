/*
 * Runs: which cells are to be answered, who asks for them at present, and their answers. A cell leaves its run in the
 * statement that stores its answer, so a kill loses none and none is stored twice.
 */
import { sql, type RawBuilder } from "kysely";
import type { RunScope } from "#core/requests/reviews.ts";
import type { ModelRow } from "#core/models/models.ts";
import type { CellFinding, ReviewColumn, Usage } from "#core/review/review.ts";
import { unpackBlocks, type TextBlock } from "#core/sources/file-text.ts";
import type { Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { storable, storableJson } from "#core/text/storable.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { actAs } from "../../db/acting.ts";
import type { Db, Trx } from "../../db/database.ts";
import { countTokens, countingOf, type ModelUse } from "../accounts/plan-usage.ts";
import { seenFiles, seenReviews, writtenReviews } from "../visible.ts";
import { openRuns } from "./review-jobs.ts";
import { heldReview } from "./reviews.ts";

export type NewRun = { id: string; cells: number };

/** Null if there is nothing to ask. `alongside` queues the job, in the same transaction. */
export async function startRun(
  me: Person,
  db: Db,
  { reviewId, scope, model }: { reviewId: string; scope: RunScope; model: string },
  alongside: (trx: Trx, run: NewRun) => Promise<void>,
): Promise<NewRun | null> {
  db = actAs(me, db);
  return db.transaction().execute(async (trx) => {
    await heldReview(me, trx, reviewId);
    const open = await openRuns(me, trx, reviewId);
    const id = uuidv7();
    const asksAgain = "cells" in scope || "documents" in scope || "columns" in scope;
    const begun = { id, review_id: reviewId, made_by: me.userId, model, cells: 0, asks_again: asksAgain };
    await trx.insertInto("review_runs").values(begun).execute();
    const { rows } = await sql<{ cells: number }>`with asked as (
        insert into review_cells (document_id, column_id, review_id, run_id, run_order)
        select document_id, column_id, ${reviewId}::uuid, ${id}::uuid, row_number() over (order by place, document_id, position)
        from (${cellsToAsk(reviewId, scope, open)}) as cells
        on conflict (document_id, column_id) do update set run_id = excluded.run_id, run_order = excluded.run_order, claim_id = null
        returning 1)
      select count(*)::int as cells from asked`.execute(trx);
    const run = { id, cells: rows[0]!.cells };
    if (run.cells === 0) {
      await trx.deleteFrom("review_runs").where("id", "=", id).execute();
      return null;
    }
    await trx.updateTable("review_runs").set({ cells: run.cells }).where("id", "=", id).execute();
    await alongside(trx, run);
    return run;
  });
}

/** Certain cells are asked whatever they hold, rows and columns but for what people have settled. */
function cellsToAsk(reviewId: string, scope: RunScope, open: readonly string[]): RawBuilder<unknown> {
  const first = "first" in scope ? scope.first : null;
  return sql`select document.id as document_id, question.id as column_id, document.place, question.position
    from (select id, row_number() over (order by position, id) as place from review_documents
      where review_id = ${reviewId} and removed_at is null) as document
    cross join review_columns as question
    left join review_cells as cell on cell.document_id = document.id and cell.column_id = question.id
    where question.review_id = ${reviewId} and question.removed_at is null
      and (${first}::int is null or document.place <= ${first}::int) and ${isAsked(scope)}
      and (cell.run_id is null or cell.run_id <> all (${[...open]}::uuid[]))`;
}

function isAsked(scope: RunScope): RawBuilder<unknown> {
  if ("cells" in scope)
    return sql`(document.id, question.id) in (select "documentId", "columnId"
      from jsonb_to_recordset(${JSON.stringify(scope.cells)}::jsonb) as one("documentId" uuid, "columnId" uuid))`;
  if ("documents" in scope) return sql`cell.held is null and document.id = any (${scope.documents}::uuid[])`;
  if ("columns" in scope) return sql`cell.held is null and question.id = any (${scope.columns}::uuid[])`;
  if ("failed" in scope) return sql`cell.held is null and cell.state = 'failed'`;
  return sql`cell.held is null and (cell.state is null or cell.state = 'failed' or cell.question_version <> question.version)`;
}

export type Estimated = { cells: number; characters: number };

/** How many cells a run would ask, and how many characters it would send. */
export async function estimateRun(me: Person, db: Db, reviewId: string, scope: RunScope): Promise<Estimated> {
  db = actAs(me, db);
  const seen = db.selectFrom("reviews").select("id").where("id", "=", reviewId).where("removed_at", "is", null);
  if ((await seen.where(seenReviews(me)).executeTakeFirst()) === undefined) throw problem("not-found");
  const { rows } = await sql<Estimated>`select count(*)::int as cells, coalesce(sum(length), 0)::float8 as characters
    from (${cellsToAsk(reviewId, scope, await openRuns(me, db, reviewId))}) as cells
    join lateral (select coalesce(length(text), 0) as length from review_documents left join file_texts using (file_id)
      where review_documents.id = cells.document_id) as texts on true`.execute(db);
  return rows[0]!;
}

export type RunFacts = {
  reviewId: string;
  projectId: string;
  organizationId: string | null;
  /** The organization, or the person whose own place it is. */
  place: string;
  instructions: string;
  model: string;
  /** What is known already is asked all the same. */
  asksAgain: boolean;
  cells: number;
  left: number;
};

/** Begins an attempt: what an interrupted one was asking for is asked again. Null if the person may not run it any more. */
export async function beginRun(me: Person, db: Db, runId: string): Promise<RunFacts | null> {
  db = actAs(me, db);
  await db
    .updateTable("review_cells")
    .set({ claim_id: null })
    .where("run_id", "=", runId)
    .where("claim_id", "is not", null)
    .execute();
  const { rows } = await sql<RunFacts>`select reviews.id as "reviewId", reviews.project_id as "projectId",
      projects.organization_id as "organizationId", coalesce('in ' || projects.organization_id, 'of ' || projects.owner_id) as place,
      reviews.instructions, review_runs.model, asks_again as "asksAgain", cells, (select count(*)::int from review_cells where run_id = ${runId}) as left
    from review_runs join reviews on reviews.id = review_id join projects on projects.id = reviews.project_id
    where review_runs.id = ${runId} and reviews.removed_at is null and ${writtenReviews(me)}`.execute(db);
  return rows[0] ?? null;
}

export type ClaimedCell = {
  /** Its place in the run. */
  order: number;
  documentId: string;
  fileId: string;
  column: Pick<ReviewColumn, "id" | "label" | "question" | "format" | "choices" | "version">;
};

/** Places of a run among which its next cells are looked for first. */
const placesAtOnce = 64;

/**
 * The next cells of a run, in the table's order. None for those who may no longer write in the project. Behind `after`
 * they are found among few: the database would otherwise sort all that is left of a long run for each claim.
 */
export async function claimCells(
  me: Person,
  db: Db,
  { runId, claimId, most, after }: { runId: string; claimId: string; most: number; after?: number | undefined },
): Promise<ClaimedCell[]> {
  db = actAs(me, db);
  const among = after === undefined ? sql`true` : sql`run_order > ${after} and run_order <= ${after + placesAtOnce}`;
  const { rows } = await sql<ClaimedCell>`with next as (
      select document_id, column_id from review_cells where run_id = ${runId} and claim_id is null and ${among}
        and exists (select 1 from reviews where reviews.id = review_cells.review_id and reviews.removed_at is null and ${writtenReviews(me)})
        and exists (select 1 from review_columns where review_columns.id = column_id and review_columns.removed_at is null)
        and exists (select 1 from review_documents where review_documents.id = document_id and review_documents.removed_at is null)
      order by run_order limit ${most} for update skip locked)
    update review_cells set claim_id = ${claimId} from next, review_documents, review_columns
    where review_cells.document_id = next.document_id and review_cells.column_id = next.column_id
      and review_documents.id = next.document_id and review_columns.id = next.column_id
    returning review_cells.document_id as "documentId", file_id as "fileId", run_order as order,
      jsonb_build_object('id', review_columns.id, 'label', label, 'question', question, 'format', format, 'choices', choices,
        'version', version) as column`.execute(db);
  // None here: those that were given back stand before these, and where many were taken out the next stand further on.
  if (rows.length === 0 && after !== undefined) return claimCells(me, db, { runId, claimId, most });
  return rows.toSorted((one, other) => one.order - other.order);
}

/** Gives a cell back that was claimed and not answered. */
export async function releaseCell(me: Person, db: Db, cell: CellKey): Promise<void> {
  db = actAs(me, db);
  await db.updateTable("review_cells").set({ claim_id: null }).where(isClaimed(cell)).execute();
}

export type CellKey = { documentId: string; columnId: string; claimId: string };

function isClaimed({ documentId, columnId, claimId }: CellKey) {
  return sql<boolean>`document_id = ${documentId} and column_id = ${columnId} and claim_id = ${claimId}`;
}

export type Answered = {
  runId: string;
  reviewId: string;
  cell: CellKey;
  version: number;
  model: Pick<ModelRow, "id" | "price">;
  finding: CellFinding;
  usage: Usage;
  /** What it is known by later; null if no model was asked. */
  asked?: string | null;
  /** If it was taken over: from which review, and when a model was asked there, an ISO time. */
  reused?: { from: string; at: string } | null;
};

/**
 * Stores an answer, what it cost, and that the cell is done, in one statement. False if the cell is no longer this
 * attempt's: then nothing is stored. A failure takes nothing away that was found before: the cell stays as it was, to be
 * asked again.
 */
export async function storeAnswer(me: Person, db: Db, answered: Answered): Promise<boolean> {
  const { cell, version, model, finding, usage, runId, asked = null, reused = null } = answered;
  const { inputTokens, outputTokens, cost } = usage;
  const isFailure = finding.state === "failed";
  // Models send what the database cannot hold.
  const found = {
    state: sql`${finding.state}::text`,
    answer: sql`${storable(finding.answer)}::text`,
    value: sql`${finding.value && storable(finding.value)}::text`,
    note: sql`${finding.note && storable(finding.note)}::text`,
    sources: sql`${storableJson(finding.sources)}::jsonb`,
    question_version: sql`${version}::integer`,
    model: sql`${model.id}::text`,
    answered_at: sql`now()`,
    asked: sql`${isFailure ? null : asked}::text`,
    reused_from: sql`(select id from reviews where id = ${reused?.from ?? null}::uuid)`,
    reused_at: sql`${reused?.at ?? null}::timestamptz`,
  };
  const columns = Object.entries(found).map(([name, value]) =>
    isFailure
      ? sql`${sql.ref(name)} = case when state <> 'failed' then ${sql.ref(`review_cells.${name}`)} else ${value} end`
      : sql`${sql.ref(name)} = ${value}`,
  );
  const use = useOf(answered);
  const counting = use && countingOf(me, use, sql`exists (select from stored)`);
  const { rows } = await sql<{ isStored: boolean }>`with stored as (
      update review_cells set ${sql.join(columns)}, run_id = null, run_order = null, claim_id = null
      where ${isClaimed(cell)} returning 1),
    run as (update review_runs set input_tokens = input_tokens + ${inputTokens}, output_tokens = output_tokens + ${outputTokens},
        cost = cost + ${cost ?? 0}, unpriced = unpriced + ${cost === null ? 1 : 0}
      where id = ${runId} and exists (select from stored))
    ${counting === null ? sql`` : sql`, ${counting}`}
    select exists (select from stored) as "isStored"`.execute(actAs(me, db));
  return rows[0]!.isStored;
}

/** What a request has cost, with or without an answer. */
export async function countReading(me: Person, db: Db, reading: Reading): Promise<void> {
  const use = useOf(reading);
  if (use !== null) await countTokens(me, actAs(me, db), use);
}

type Reading = Pick<Answered, "usage" | "model" | "reviewId">;

/** Null if nothing was read. */
function useOf({ usage, model, reviewId }: Reading): ModelUse | null {
  const { inputTokens, outputTokens, cost } = usage;
  if (inputTokens + outputTokens === 0) return null;
  return { usage: { inputTokens, outputTokens, ...(cost !== null && { costUsd: cost }) }, model, about: { reviewId } };
}

export type DocumentText = { name: string; text: string; blocks: TextBlock[]; unreadPages: number };

/** Null if the file was deleted, or is not this person's to see. */
export async function findDocumentText(me: Person, db: Db, fileId: string): Promise<DocumentText | null> {
  db = actAs(me, db);
  const row = await db
    .selectFrom("files")
    .leftJoin("file_texts", "file_texts.file_id", "files.id")
    .select(["original_name", "text", "blocks", "scanned_pages"])
    .where("files.id", "=", fileId)
    .where(seenFiles(me))
    .executeTakeFirst();
  if (row === undefined) return null;
  const unreadPages = ((row.scanned_pages ?? []) as number[]).length;
  return { name: row.original_name, text: row.text ?? "", blocks: row.text === null ? [] : unpackBlocks(row.blocks), unreadPages };
}

export type ReviewPlace = { name: string; model: string | null; projectId: string; organizationId: string | null };

/** Where a review is, for those who may run it. */
export async function placeOfReview(me: Person, db: Db, id: string): Promise<ReviewPlace> {
  db = actAs(me, db);
  const row = await db
    .selectFrom("reviews")
    .innerJoin("projects", "projects.id", "reviews.project_id")
    .select(["reviews.name", "reviews.model", "project_id", "organization_id"])
    .select(sql<boolean>`${writtenReviews(me)}`.as("may_write"))
    .where("reviews.id", "=", id)
    .where("reviews.removed_at", "is", null)
    .where(seenReviews(me))
    .executeTakeFirst();
  if (row === undefined) throw problem("not-found");
  if (!row.may_write) throw problem("not-allowed");
  return { name: row.name, model: row.model, projectId: row.project_id, organizationId: row.organization_id };
}
