/* Reviews as archives hold them: with every run, and every word of a person and what was there before it. */
import { sql } from "kysely";
import type { CellChanged } from "#core/review/review.ts";
import type { Person } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";
import { ownProjects, seenReviews } from "../visible.ts";

const nil = "00000000-0000-0000-0000-000000000000";
const changesAtOnce = 1000;

export type ReviewToArchive = { id: string; organizationId: string | null; updatedAt: Date };

/** The reviews of a project that this person sees; without one, those of all projects that are theirs, wherever they are. */
export async function listReviewsToArchive(me: Person, db: Db, projectId?: string): Promise<ReviewToArchive[]> {
  db = actAs(me, db);
  const found = db
    .selectFrom("reviews")
    .innerJoin("projects", "projects.id", "reviews.project_id")
    .select(["reviews.id", "organization_id as organizationId", "reviews.updated_at as updatedAt"])
    .where("reviews.removed_at", "is", null)
    .where(seenReviews(me))
    .where(projectId === undefined ? ownProjects(me) : sql<boolean>`projects.id = ${projectId}`);
  return found.orderBy("reviews.id").execute();
}

export type ArchivedRun = {
  startedAt: string;
  by: string | null;
  model: string;
  cells: number;
  inputTokens: number;
  outputTokens: number;
  /** US dollars; null if the price of an answer is not known. */
  cost: number | null;
};

/** For callers that have checked that the person sees the review. */
export async function archivedRuns(me: Person, db: Db, reviewId: string): Promise<ArchivedRun[]> {
  db = actAs(me, db);
  const { rows } = await sql<ArchivedRun>`select ${iso("review_runs.created_at")} as "startedAt", "user".name as by, model, cells,
      input_tokens::float8 as "inputTokens", output_tokens::float8 as "outputTokens", case when unpriced = 0 then cost end as cost
    from review_runs left join "user" on "user".id = made_by
    where review_id = ${reviewId} order by review_runs.created_at, review_runs.id`.execute(db);
  return rows;
}

export type ArchivedChange = {
  id: string;
  documentId: string;
  columnId: string;
  by: string | null;
  at: string;
  undoneAt: string | null;
} & CellChanged;

export type ArchivedComment = {
  id: string;
  documentId: string;
  columnId: string;
  by: string | null;
  at: string;
  removedAt: string | null;
  text: string;
};

/** A page at a time, oldest first. */
export async function* eachArchivedChange(me: Person, db: Db, reviewId: string): AsyncGenerator<ArchivedChange[]> {
  db = actAs(me, db);
  for (let after = nil; ;) {
    const { rows } = await sql<ArchivedChange>`select review_changes.id, document_id as "documentId",
        column_id as "columnId", "user".name as by, ${iso("made_at")} as at, ${iso("undone_at")} as "undoneAt", what, before, after
      from review_changes left join "user" on "user".id = made_by
      where review_id = ${reviewId} and review_changes.id > ${after}::uuid
      order by review_changes.id limit ${changesAtOnce}`.execute(db);
    if (rows.length > 0) yield rows;
    if (rows.length < changesAtOnce) return;
    after = rows.at(-1)!.id;
  }
}

/** A page at a time, oldest first. */
export async function* eachArchivedComment(me: Person, db: Db, reviewId: string): AsyncGenerator<ArchivedComment[]> {
  db = actAs(me, db);
  for (let after = nil; ;) {
    const { rows } = await sql<ArchivedComment>`select review_comments.id, document_id as "documentId",
        column_id as "columnId", "user".name as by, ${iso("review_comments.created_at")} as at, ${iso("removed_at")} as "removedAt", text
      from review_comments left join "user" on "user".id = made_by
      where review_id = ${reviewId} and review_comments.id > ${after}::uuid
      order by review_comments.id limit ${changesAtOnce}`.execute(db);
    if (rows.length > 0) yield rows;
    if (rows.length < changesAtOnce) return;
    after = rows.at(-1)!.id;
  }
}

function iso(column: string) {
  return sql<string>`to_char(${sql.ref(column)} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
