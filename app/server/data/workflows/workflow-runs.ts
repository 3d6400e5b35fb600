/*
 * Runs of workflows. A run is in a project: seen with it, changed by those who write there. Each turn is a job of its
 * own; the turn is counted in the transaction that queues it, so no answer and no retry is carried out twice.
 */
import { sql } from "kysely";
import type { RunPage, RunState, WorkflowRun } from "#core/workflows/run.ts";
import type { WorkflowValues } from "#core/workflows/values.ts";
import type { WorkflowInput } from "#core/workflows/workflow.ts";
import { storableJson } from "#core/text/storable.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import type { Person, Server } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { keptAfterRemovalDays } from "#core/workspace/project.ts";
import { actAs } from "../../db/acting.ts";
import type { Db, Trx } from "../../db/database.ts";
import { isHere, seenProjects, seenRuns, writtenProjects, writtenRuns } from "../visible.ts";
import { jobOfRun } from "./run-jobs.ts";

const atOnce = 50;

export type NewRun = {
  projectId: string;
  workflowId: string;
  name: string;
  version: number;
  source: string;
  inputs: WorkflowValues;
  model: string;
  isTest: boolean;
};

/** `alongside` queues its first job, in the same transaction. */
export async function createRun(
  me: Person,
  db: Db,
  given: NewRun,
  alongside: (trx: Trx, turn: Turn) => Promise<void>,
): Promise<string> {
  db = actAs(me, db);
  return db.transaction().execute(async (trx) => {
    const project = trx.selectFrom("projects").select("organization_id").where("id", "=", given.projectId);
    const written = await project.where(writtenProjects(me)).executeTakeFirst();
    if (written === undefined)
      throw problem((await project.where(seenProjects(me)).executeTakeFirst()) === undefined ? "not-found" : "not-allowed");
    const id = uuidv7();
    const { projectId, workflowId, name, version, source, inputs, model, isTest } = given;
    await trx
      .insertInto("workflow_runs")
      .values({
        id,
        project_id: projectId,
        made_by: me.userId,
        workflow_id: workflowId,
        name,
        version,
        source,
        inputs: storableJson(inputs),
        model,
        is_test: isTest,
        state: "working",
      })
      .execute();
    await alongside(trx, { id, turn: 1, ownerId: me.userId, organizationId: written.organization_id, name });
    return id;
  });
}

/** A turn of a run: the job that does it, and whose it is. */
export type Turn = { id: string; turn: number; ownerId: string; organizationId: string | null; name: string };

/** Newest first, without tests. */
export async function listWorkflowRuns(
  me: Person,
  db: Db,
  { workflowId, state, before }: { workflowId?: string | undefined; state?: RunState | undefined; before?: string | undefined },
): Promise<RunPage> {
  db = actAs(me, db);
  let found = db
    .selectFrom("workflow_runs")
    .innerJoin("projects", "projects.id", "workflow_runs.project_id")
    .leftJoin("user", "user.id", "workflow_runs.made_by")
    .select(["workflow_runs.id", "workflow_id", "workflow_runs.name", "workflow_runs.version", "state", "project_id"])
    .select(["projects.name as project_name", "user.name as by", "workflow_runs.created_at"])
    .select(
      sql<
        string | null
      >`(select title from workflow_steps where run_id = workflow_runs.id and workflow_steps.state = 'waiting' limit 1)`.as(
        "waits_at",
      ),
    )
    .where("workflow_runs.removed_at", "is", null)
    .where("is_test", "=", false)
    .where(seenRuns(me))
    .where(isHere(me, "projects.organization_id"));
  if (workflowId !== undefined) found = found.where("workflow_id", "=", workflowId);
  if (state !== undefined) found = found.where("state", "=", state);
  if (before !== undefined) found = found.where("workflow_runs.id", "<", before);
  const rows = await found
    .orderBy("workflow_runs.id", "desc")
    .limit(atOnce + 1)
    .execute();
  const runs = rows.slice(0, atOnce).map((row) => ({
    id: row.id,
    workflowId: row.workflow_id,
    name: row.name,
    version: row.version,
    state: row.state,
    projectId: row.project_id,
    projectName: row.project_name,
    by: row.by,
    at: row.created_at.toISOString(),
    waitsAt: row.waits_at,
  }));
  return { runs, next: rows.length > atOnce ? runs.at(-1)!.id : null };
}

export type StoredRun = Omit<WorkflowRun, "steps" | "left" | "inputs" | "waitsAt"> & {
  source: string;
  turn: number;
  madeBy: string | null;
  organizationId: string | null;
  inputs: readonly WorkflowInput[];
};

export async function getStoredRun(me: Person, db: Db, id: string): Promise<Omit<StoredRun, "inputs">> {
  const asMe = actAs(me, db);
  const row = await asMe
    .selectFrom("workflow_runs")
    .innerJoin("projects", "projects.id", "workflow_runs.project_id")
    .leftJoin("user", "user.id", "workflow_runs.made_by")
    .selectAll("workflow_runs")
    .select(["projects.name as project_name", "projects.organization_id", "user.name as by"])
    .select(sql<boolean>`${writtenRuns(me)}`.as("may_write"))
    .where("workflow_runs.id", "=", id)
    .where("workflow_runs.removed_at", "is", null)
    .where(seenRuns(me))
    .executeTakeFirst();
  if (row === undefined) throw problem("not-found");
  const job = row.state === "working" ? await jobOfRun(me, db, { id, turn: row.turn }) : null;
  return {
    id: row.id,
    workflowId: row.workflow_id,
    name: row.name,
    version: row.version,
    source: row.source,
    state: row.state,
    turn: row.turn,
    projectId: row.project_id,
    projectName: row.project_name,
    organizationId: row.organization_id,
    madeBy: row.made_by,
    by: row.by,
    at: row.created_at.toISOString(),
    isTest: row.is_test,
    mayWrite: row.may_write,
    isMine: row.made_by === me.userId,
    job: job && { id: job.id, state: job.state },
    problem: job?.problem ?? null,
    values: row.inputs,
    model: row.model,
    inputTokens: Number(row.input_tokens),
    outputTokens: Number(row.output_tokens),
    cost: row.unpriced > 0 ? null : row.cost,
  };
}

/** A lock needs the right to change, so a run that is only seen is looked for without one. */
async function runRefusal(trx: Trx, me: Person, id: string): Promise<Response> {
  const found = trx.selectFrom("workflow_runs").select("id").where("id", "=", id).where("removed_at", "is", null);
  const seen = await found.where(seenRuns(me)).executeTakeFirst();
  return problem(seen === undefined ? "not-found" : "not-allowed");
}

/** Locked until the transaction ends, for those who may change it. */
export async function heldRun(me: Person, trx: Trx, id: string): Promise<{ state: RunState; turn: Turn }> {
  trx = actAs(me, trx);
  const row = await trx
    .selectFrom("workflow_runs")
    .select(["id", "state", "turn", "name", "made_by", "project_id"])
    .select(sql<string | null>`(select organization_id from projects where projects.id = project_id)`.as("organization_id"))
    .where("id", "=", id)
    .where("removed_at", "is", null)
    .where(writtenRuns(me))
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw await runRefusal(trx, me, id);
  // The person who started it may have deleted their account: it continues as the person who answers.
  const ownerId = row.made_by ?? me.userId;
  return { state: row.state, turn: { id, turn: row.turn, ownerId, organizationId: row.organization_id, name: row.name } };
}

/** The next turn of a run that is held. */
export async function nextTurn(me: Person, trx: Trx, { turn, ...run }: Turn): Promise<Turn> {
  trx = actAs(me, trx);
  await trx
    .updateTable("workflow_runs")
    .set({ state: "working", turn: turn + 1, updated_at: sql<Date>`now()` })
    .where("id", "=", run.id)
    .execute();
  return { ...run, turn: turn + 1 };
}

/** False if the run is no longer at this turn: then the caller has nothing more to do. */
export async function endTurn(me: Person, db: Db, { id, turn }: { id: string; turn: number }, state: RunState): Promise<boolean> {
  const { numUpdatedRows } = await actAs(me, db)
    .updateTable("workflow_runs")
    .set({ state, updated_at: sql<Date>`now()` })
    .where("id", "=", id)
    .where("turn", "=", turn)
    .where("state", "=", "working")
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function cancelRun(me: Person, db: Db, id: string): Promise<void> {
  await actAs(me, db)
    .transaction()
    .execute(async (trx) => {
      const { state } = await heldRun(me, trx, id);
      if (state !== "working" && state !== "waiting" && state !== "failed")
        throw problem("bad-request", "This run has ended already.");
      await trx
        .updateTable("workflow_runs")
        .set({ state: "cancelled", updated_at: sql<Date>`now()` })
        .where("id", "=", id)
        .execute();
      // What waited is asked no more.
      await trx.deleteFrom("workflow_steps").where("run_id", "=", id).where("state", "=", "waiting").execute();
    });
}

/** Removes a run, or brings it back. A test goes for good. */
export async function setRunRemoved(me: Person, db: Db, id: string, isRemoved: boolean): Promise<void> {
  db = actAs(me, db);
  await db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom("workflow_runs")
      .select("is_test")
      .where("id", "=", id)
      .where(writtenRuns(me))
      .forUpdate()
      .executeTakeFirst();
    if (row === undefined) throw await runRefusal(trx, me, id);
    if (row.is_test && isRemoved) await trx.deleteFrom("workflow_runs").where("id", "=", id).execute();
    else
      await trx
        .updateTable("workflow_runs")
        .set({ removed_at: isRemoved ? sql<Date>`now()` : null })
        .where("id", "=", id)
        .execute();
  });
}

const testHours = 24;

/** Purges runs whose deletion can no longer be undone, and tests that were left. */
export async function sweepRemovedRuns(me: Server, db: Db): Promise<number> {
  const { numDeletedRows } = await actAs(me, db)
    .deleteFrom("workflow_runs")
    .where(
      sql<boolean>`removed_at <= now() - make_interval(days => ${keptAfterRemovalDays})
        or (is_test and created_at <= now() - make_interval(hours => ${testHours}))`,
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
