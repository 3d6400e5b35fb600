/*
 * How far the runs of a review are. A job is its starter's alone, but everyone who sees the review sees that it is being
 * run: Stet itself reads it, for callers that have checked that.
 */
import { sql } from "kysely";
import type { ReviewRun } from "#core/review/review.ts";
import { theServer, type Person } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";

/** The ids of runs that are at work, wait or are paused. */
export async function openRuns(_me: Person, db: Db, reviewId: string): Promise<string[]> {
  db = actAs(theServer, db);
  const { rows } = await sql<{ id: string }>`select review_runs.id from review_runs
    join jobs on jobs.kind = 'run-review' and jobs.key = review_runs.id::text
    where review_id = ${reviewId} and jobs.state in ('queued', 'running', 'paused')`.execute(db);
  return rows.map(({ id }) => id);
}

/** Those and the ones that have failed, oldest first. */
export async function listRuns(me: Person, db: Db, reviewId: string): Promise<ReviewRun[]> {
  db = actAs(theServer, db);
  type Row = ReviewRun & { ownerId: string | null; unpriced: number };
  const { rows } = await sql<Row>`select review_runs.id, jobs.id as "jobId", jobs.state, jobs.owner_id as "ownerId", jobs.problem,
      "user".name as by, cells, cost, unpriced,
      (select count(*)::int from review_cells where run_id = review_runs.id) as left
    from review_runs join jobs on jobs.kind = 'run-review' and jobs.key = review_runs.id::text
    left join "user" on "user".id = review_runs.made_by
    where review_id = ${reviewId} and jobs.state in ('queued', 'running', 'paused', 'failed') order by review_runs.id`.execute(db);
  return rows.map(({ ownerId, unpriced, ...run }) =>
    Object.assign(run, {
      jobId: ownerId === me.userId ? run.jobId : null,
      cost: unpriced > 0 ? null : run.cost,
      problem: run.state === "failed" ? run.problem : null,
    }),
  );
}
