/* Reviews: whose they are, their questions, and how far they are. */
import { sql } from "kysely";
import type { ReviewChange } from "#core/requests/reviews.ts";
import type { ColumnCounts, Review, ReviewColumn, ReviewPage, Usage } from "#core/review/review.ts";
import type { Person, Server } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { keptAfterRemovalDays } from "#core/workspace/project.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { actAs } from "../../db/acting.ts";
import type { BoundDb, Db, Trx } from "../../db/database.ts";
import { isHere, seenProjects, seenReviews, writtenProjects, writtenReviews } from "../visible.ts";
import { keepFrozen } from "./frozen-files.ts";
import { listRuns } from "./review-jobs.ts";

const atOnce = 50;

/** Newest first; `before` is the last id of the page before. */
export async function listReviews(
  me: Person,
  db: Db,
  { before, projectId }: { before?: string | undefined; projectId?: string | undefined },
): Promise<ReviewPage> {
  db = actAs(me, db);
  let found = db
    .selectFrom("reviews")
    .innerJoin("projects", "projects.id", "reviews.project_id")
    .select(["reviews.id", "reviews.name", "reviews.project_id", "projects.name as project_name", "reviews.updated_at"])
    .select(
      sql<number>`(select count(*)::int from review_documents where review_id = reviews.id and removed_at is null)`.as("documents"),
    )
    .where("reviews.removed_at", "is", null)
    .where(seenReviews(me))
    .where(isHere(me, "projects.organization_id"));
  if (projectId !== undefined) found = found.where("reviews.project_id", "=", projectId);
  if (before !== undefined) found = found.where("reviews.id", "<", before);
  const rows = await found
    .orderBy("reviews.id", "desc")
    .limit(atOnce + 1)
    .execute();
  const reviews = rows.slice(0, atOnce).map(({ id, name, project_id, project_name, documents, updated_at }) => {
    const at = updated_at.toISOString();
    return { id, name, projectId: project_id, projectName: project_name, documents, updatedAt: at };
  });
  return { reviews, hasMore: rows.length > atOnce };
}

type NewReview = { projectId: string; name: string; /** Of work that may be done again after a stop. */ id?: string };

export async function createReview(me: Person, db: Db, { projectId, name, id = uuidv7() }: NewReview): Promise<string> {
  db = actAs(me, db);
  const seen = db.selectFrom("projects").select("id").where("id", "=", projectId).where(isHere(me, "projects.organization_id"));
  if ((await seen.where(seenProjects(me)).executeTakeFirst()) === undefined) throw problem("not-found");
  if ((await seen.where(writtenProjects(me)).executeTakeFirst()) === undefined) throw problem("not-allowed");
  await db.insertInto("reviews").values({ id, project_id: projectId, made_by: me.userId, name }).execute();
  return id;
}

export async function getReview(me: Person, db: Db, id: string): Promise<Review> {
  db = actAs(me, db);
  const row = await db
    .selectFrom("reviews")
    .innerJoin("projects", "projects.id", "reviews.project_id")
    .select(["reviews.id", "reviews.name", "project_id", "projects.name as project_name", "reviews.instructions", "reviews.model"])
    .select([
      sql<boolean>`${writtenReviews(me)}`.as("may_write"),
      sql<number>`(select count(*)::int from review_documents where review_id = reviews.id and removed_at is null)`.as("documents"),
    ])
    .where("reviews.id", "=", id)
    .where("reviews.removed_at", "is", null)
    .where(seenReviews(me))
    .executeTakeFirst();
  if (row === undefined) throw problem("not-found");
  return {
    id,
    name: row.name,
    projectId: row.project_id,
    projectName: row.project_name,
    instructions: row.instructions,
    model: row.model,
    mayWrite: row.may_write,
    documents: row.documents,
    columns: await listColumns(db, id),
    counts: await countStates(db, id),
    runs: await listRuns(me, db, id),
    spent: await spentOn(db, id),
  };
}

async function listColumns(db: BoundDb, reviewId: string): Promise<ReviewColumn[]> {
  const rows = await db
    .selectFrom("review_columns")
    .select(["id", "label", "question", "format", "choices", "version"])
    .where("review_id", "=", reviewId)
    .where("removed_at", "is", null)
    .orderBy("position")
    .execute();
  return rows;
}

async function countStates(db: BoundDb, reviewId: string): Promise<ColumnCounts[]> {
  const { rows } = await sql<ColumnCounts>`select column_id as "columnId",
      count(*) filter (where held is not null)::int as verified,
      count(*) filter (where held is null and state = 'found')::int as found,
      count(*) filter (where held is null and state = 'not-present')::int as "notPresent",
      count(*) filter (where held is null and state = 'unclear')::int as unclear,
      count(*) filter (where held is null and state = 'failed')::int as failed
    from review_cells join review_documents on review_documents.id = document_id and review_documents.removed_at is null
    where review_cells.review_id = ${reviewId} group by column_id`.execute(db);
  return rows;
}

async function spentOn(db: BoundDb, reviewId: string): Promise<Usage> {
  const { rows } = await sql<Usage>`select coalesce(sum(input_tokens), 0)::float8 as "inputTokens",
      coalesce(sum(output_tokens), 0)::float8 as "outputTokens",
      case when coalesce(sum(unpriced), 0) = 0 then coalesce(sum(cost), 0) end as cost
    from review_runs where review_id = ${reviewId}`.execute(db);
  return rows[0]!;
}

export async function changeReview(me: Person, db: Db, id: string, change: ReviewChange): Promise<void> {
  db = actAs(me, db);
  await db.transaction().execute(async (trx) => {
    await heldReview(me, trx, id, { removed: change.isRemoved === false });
    const { isRemoved, ...fields } = change;
    const set = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
    await trx
      .updateTable("reviews")
      .set({
        ...set,
        ...(isRemoved !== undefined && { removed_at: isRemoved ? sql<Date>`now()` : null }),
        updated_at: sql<Date>`now()`,
      })
      .where("id", "=", id)
      .execute();
    if (isRemoved !== undefined) await keepFrozen(me, trx, id);
  });
}

/** Locks a review that this person may change; returns its project. */
export async function heldReview(me: Person, trx: Trx, id: string, { removed = false } = {}): Promise<{ projectId: string }> {
  trx = actAs(me, trx);
  const found = trx.selectFrom("reviews").select(["project_id", "removed_at"]).where("id", "=", id);
  const row = await found.where(writtenReviews(me)).forUpdate().executeTakeFirst();
  if (row !== undefined && (row.removed_at === null || removed)) return { projectId: row.project_id };
  const seen = await found.where(seenReviews(me)).where("removed_at", "is", null).executeTakeFirst();
  throw problem(row === undefined && seen !== undefined ? "not-allowed" : "not-found");
}

/** Purges reviews whose deletion can no longer be undone. */
export async function sweepRemovedReviews(me: Server, db: Db): Promise<number> {
  db = actAs(me, db);
  const { numDeletedRows } = await db
    .deleteFrom("reviews")
    .where("removed_at", "<=", sql<Date>`now() - make_interval(days => ${keptAfterRemovalDays})`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
