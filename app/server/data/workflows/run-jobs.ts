/*
 * How far a run's job is. A job is its starter's alone, but everyone who sees the run sees that it is at work: Stet itself
 * reads it, for callers that have checked that.
 */
import { sql } from "kysely";
import { theServer, type Person, type Server } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";

export type RunJob = { id: string | null; state: "queued" | "running" | "paused" | "failed"; problem: string | null };

export const keyOfTurn = ({ id, turn }: { id: string; turn: number }) => `${id}:${turn}`;

export async function jobOfRun(me: Person, db: Db, turn: { id: string; turn: number }): Promise<RunJob | null> {
  db = actAs(theServer, db);
  const { rows } = await sql<RunJob & { ownerId: string | null }>`select id, state, owner_id as "ownerId",
      case state when 'failed' then problem end as problem
    from jobs where kind = 'run-workflow' and key = ${keyOfTurn(turn)} and state in ('queued', 'running', 'paused', 'failed')`.execute(
    db,
  );
  const [row] = rows;
  return row === undefined ? null : { id: row.ownerId === me.userId ? row.id : null, state: row.state, problem: row.problem };
}

/** Whether a job with this key is yet to be done. */
export async function isJobOpen(_me: Person, db: Db, key: string): Promise<boolean> {
  db = actAs(theServer, db);
  const { rows } = await sql`select 1 from jobs where key = ${key} and state in ('queued', 'running', 'paused') limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

export type WaitingRun = { runId: string; path: string; ownerId: string | null; organizationId: string | null };

/** Runs that wait for work that has ended, by the key of its job. */
export async function runsWaitingOn(me: Server, db: Db, key: string): Promise<WaitingRun[]> {
  db = actAs(me, db);
  const { rows } = await sql<WaitingRun>`select run_id as "runId", path, workflow_runs.made_by as "ownerId",
      projects.organization_id as "organizationId"
    from workflow_steps join workflow_runs on workflow_runs.id = run_id join projects on projects.id = project_id
    where waits_on = ${key} and workflow_steps.state = 'waiting' and workflow_runs.state = 'waiting'
      and workflow_runs.removed_at is null`.execute(db);
  return rows;
}
