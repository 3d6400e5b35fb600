/*
 * How far the run of a research is. A job is its starter's alone, but everyone who sees the research sees that it is at
 * work: Stet itself reads it, for callers that have checked that.
 */
import { sql } from "kysely";
import type { ResearchRun } from "#core/research/research.ts";
import { theServer, type Person } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";

/** The newest, if it is at work, waits, is paused or has failed. */
export async function openRun(me: Person, db: Db, researchId: string): Promise<ResearchRun | null> {
  db = actAs(theServer, db);
  type Row = ResearchRun & { ownerId: string | null };
  const { rows } = await sql<Row>`select newest.id, newest.kind, jobs.id as "jobId", jobs.state, jobs.owner_id as "ownerId",
      jobs.problem, "user".name as by
    from (select id, kind, made_by from research_runs where research_id = ${researchId} order by id desc limit 1) as newest
    join jobs on jobs.kind = 'run-research' and jobs.key = newest.id::text
    left join "user" on "user".id = newest.made_by
    where jobs.state in ('queued', 'running', 'paused', 'failed')`.execute(db);
  const [row] = rows;
  if (row === undefined) return null;
  const { ownerId, ...run } = row;
  return { ...run, jobId: ownerId === me.userId ? run.jobId : null, problem: run.state === "failed" ? run.problem : null };
}
