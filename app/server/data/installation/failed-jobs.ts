/*
 * Work that failed, for those who administer the installation. Why is a sentence of the engine or of a handler; what the
 * work was about (`data`) is not read, because it may name someone's files.
 */
import { sql, type RawBuilder } from "kysely";
import { failedJobsPerPage, type FailedJob, type FailedJobAction, type FailedJobsPage } from "#core/workspace/failed-job.ts";
import { isUuid } from "#core/text/uuid.ts";
import { theServer, type Actor } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";
import { provenAdministrator } from "./administrators.ts";

/** Work that is never given up waits in the queue with the reason of its last attempt. */
const isRetrying = sql<boolean>`jobs.state = 'queued' and jobs.attempts > 0 and jobs.problem is not null`;
const mostRetrying = 50;

/** Last failed first; `before` is the id of the last one on the page before. */
export async function listFailedJobs(me: Actor, db: Db, before?: string): Promise<FailedJobsPage> {
  db = actAs(theServer, db);
  await provenAdministrator(me, db);
  const last = before !== undefined && isUuid(before) ? before : null;
  const failed = await jobsWhere(
    db,
    sql`jobs.state = 'failed' and (${last}::uuid is null or (jobs.ended_at, jobs.id) <
        (select ended_at, id from jobs where id = ${last}::uuid)) order by jobs.ended_at desc, jobs.id desc
      limit ${failedJobsPerPage + 1}`,
  );
  const retrying = last === null ? await jobsWhere(db, sql`${isRetrying} order by jobs.due_at, jobs.id limit ${mostRetrying}`) : [];
  const page = failed.slice(0, failedJobsPerPage);
  return { failed: page, retrying, next: failed.length > page.length ? page.at(-1)!.id : null };
}

type Row = Omit<FailedJob, "at" | "isTriedAgain"> & { state: string; at: Date };

async function jobsWhere(db: Db, condition: RawBuilder<unknown>): Promise<FailedJob[]> {
  db = actAs(theServer, db);
  const { rows } = await sql<Row>`select jobs.id, jobs.kind, "user".email, jobs.attempts, jobs.state,
      coalesce(jobs.problem, 'It failed.') as problem, case jobs.state when 'failed' then jobs.ended_at else jobs.due_at end as at
    from jobs left join "user" on "user".id = jobs.owner_id where ${condition}`.execute(db);
  return rows.map(jobOf);
}

function jobOf({ state, at, ...job }: Row): FailedJob {
  return { ...job, at: at.toISOString(), isTriedAgain: state === "queued" };
}

const changes: Record<FailedJobAction, RawBuilder<unknown>> = {
  retry: sql`state = 'queued', due_at = now(), ended_at = null, attempts = case when state = 'failed' then 0 else attempts end,
    problem = case when state = 'failed' then null else problem end`,
  // Kept until its key may be used again, like work that its owner has cancelled.
  discard: sql`state = 'cancelled', ended_at = now()`,
};

type Changed = { kind: FailedJob["kind"]; ownerId: string | null; email: string | null };

/** Work that is tried again by itself can be tried now, and not discarded: without it the installation would not be cared for. */
export async function changeFailedJob(me: Actor, db: Db, id: string, action: FailedJobAction): Promise<Changed> {
  db = actAs(theServer, db);
  await provenAdministrator(me, db);
  const may = action === "retry" ? sql`(jobs.state = 'failed' or (${isRetrying}))` : sql`jobs.state = 'failed'`;
  const { rows } = await sql<Changed>`update jobs set ${changes[action]} where jobs.id = ${id} and ${may}
    returning kind, owner_id as "ownerId", (select email from "user" where "user".id = jobs.owner_id) as email`.execute(db);
  if (rows[0] === undefined) throw problem("not-found");
  return rows[0];
}
