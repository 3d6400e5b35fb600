/*
 * What starts workflows by itself. A trigger is in a project: seen with it, paused and removed by those who write there,
 * and resumed by its maker, as whom it runs. Every start is stored with its run, in one transaction.
 */
import { sql } from "kysely";
import type { GivenInput } from "#core/requests/workflows.ts";
import { storable, storableJson } from "#core/text/storable.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { nextDue, type Schedule, type TriggerState, type WorkflowTrigger } from "#core/workflows/trigger.ts";
import type { Person, Server } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { keptAfterRemovalDays } from "#core/workspace/project.ts";
import { actAs } from "../../db/acting.ts";
import type { Db, Trx } from "../../db/database.ts";
import { isHere, seenProjects, writtenProjects } from "../visible.ts";

export type NewTrigger = {
  projectId: string;
  workflowId: string;
  name: string;
  when: WorkflowTrigger["when"];
  inputs: Readonly<Record<string, GivenInput>>;
};

const mostOfWorkflow = 50;

export async function createTrigger(
  me: Person,
  db: Db,
  { projectId, workflowId, name, when, inputs }: NewTrigger,
): Promise<string> {
  db = actAs(me, db);
  return db.transaction().execute(async (trx) => {
    const project = trx.selectFrom("projects").select("id").where("id", "=", projectId).where(isHere(me, "organization_id"));
    if ((await project.where(writtenProjects(me)).executeTakeFirst()) === undefined)
      throw problem((await project.where(seenProjects(me)).executeTakeFirst()) === undefined ? "not-found" : "not-allowed");
    const { count } = await trx
      .selectFrom("workflow_triggers")
      .select(sql<number>`count(*)::int`.as("count"))
      .where("workflow_id", "=", workflowId)
      .where("project_id", "=", projectId)
      .where("removed_at", "is", null)
      .executeTakeFirstOrThrow();
    if (count >= mostOfWorkflow) throw problem("bad-request", "This workflow has as many of these as it can have in a project.");
    const id = uuidv7();
    await trx
      .insertInto("workflow_triggers")
      .values({
        id,
        project_id: projectId,
        made_by: me.userId,
        workflow_id: workflowId,
        name: storable(name),
        kind: when.kind,
        schedule: when.kind === "schedule" ? storableJson(when.schedule) : null,
        time_zone: when.kind === "schedule" ? when.timeZone : null,
        inputs: storableJson(inputs),
        file_input: when.kind === "upload" ? when.input : null,
        next_at: when.kind === "schedule" ? nextDue(when.schedule, when.timeZone, new Date()) : null,
      })
      .execute();
    return id;
  });
}

type Row = {
  id: string;
  kind: "schedule" | "upload";
  schedule: Schedule | null;
  timeZone: string | null;
  fileInput: string | null;
  projectId: string;
  projectName: string;
  madeBy: string;
  by: string;
  mayWrite: boolean;
  state: TriggerState;
  problem: string | null;
  nextAt: Date | null;
  lastAt: Date | null;
  lastRun: string | null;
};

/** Those of a workflow that this person sees here. */
export async function listTriggers(me: Person, db: Db, workflowId: string): Promise<WorkflowTrigger[]> {
  const { rows } =
    await sql<Row>`select workflow_triggers.id, workflow_triggers.kind, schedule, workflow_triggers.time_zone as "timeZone",
      file_input as "fileInput", project_id as "projectId", projects.name as "projectName", workflow_triggers.made_by as "madeBy", "user".name as by,
      ${writtenProjects(me)} as "mayWrite", state, problem, next_at as "nextAt", last.started_at as "lastAt", last.run_id as "lastRun"
    from workflow_triggers
    join projects on projects.id = project_id
    join "user" on "user".id = workflow_triggers.made_by
    left join lateral (select started_at, run_id from workflow_trigger_starts where trigger_id = workflow_triggers.id
      order by started_at desc limit 1) as last on true
    where workflow_id = ${workflowId} and workflow_triggers.removed_at is null and ${seenProjects(me)}
      and ${isHere(me, "projects.organization_id")}
    order by workflow_triggers.id`.execute(actAs(me, db));
  return rows.map((row) => ({
    id: row.id,
    when: whenOf(row),
    projectId: row.projectId,
    projectName: row.projectName,
    by: row.by,
    isMine: row.madeBy === me.userId,
    mayWrite: row.mayWrite,
    state: row.state,
    problem: row.problem,
    nextAt: row.state === "active" ? (row.nextAt?.toISOString() ?? null) : null,
    last: row.lastAt === null ? null : { at: row.lastAt.toISOString(), runId: row.lastRun },
  }));
}

function whenOf({ kind, schedule, timeZone, fileInput }: Pick<Row, "kind" | "schedule" | "timeZone" | "fileInput">) {
  if (kind === "upload" || schedule === null) return { kind: "upload" as const, input: fileInput ?? "" };
  return { kind: "schedule" as const, schedule, timeZone: timeZone ?? "UTC" };
}

/** Of a project that is written in; locked until the transaction ends. */
async function heldTrigger(me: Person, trx: Trx, id: string) {
  const found = trx
    .selectFrom("workflow_triggers")
    .innerJoin("projects", "projects.id", "workflow_triggers.project_id")
    .select(["workflow_triggers.made_by", "state", "schedule", "time_zone"])
    .where("workflow_triggers.id", "=", id);
  const row = await found.where(writtenProjects(me)).forUpdate("workflow_triggers").executeTakeFirst();
  if (row !== undefined) return row;
  throw problem((await found.where(seenProjects(me)).executeTakeFirst()) === undefined ? "not-found" : "not-allowed");
}

/** Resumed, it begins with the next time, and with the next file. */
export async function setTriggerPaused(me: Person, db: Db, id: string, isPaused: boolean): Promise<void> {
  await actAs(me, db)
    .transaction()
    .execute(async (trx) => {
      const held = await heldTrigger(me, trx, id);
      if (!isPaused && held.made_by !== me.userId) throw problem("not-allowed", "Only the person it runs as can resume it.");
      if (isPaused && held.state !== "active") return;
      await trx
        .updateTable("workflow_triggers")
        .set(isPaused ? { state: "paused" } : { state: "active", problem: null, ...beginning(held) })
        .where("id", "=", id)
        .execute();
    });
}

function beginning({ schedule, time_zone: timeZone }: { schedule: Schedule | null; time_zone: string | null }) {
  const now = new Date();
  return { since: now, next_at: schedule === null ? null : nextDue(schedule, timeZone ?? "UTC", now) };
}

export async function setTriggerRemoved(me: Person, db: Db, id: string, isRemoved: boolean): Promise<void> {
  await actAs(me, db)
    .transaction()
    .execute(async (trx) => {
      const held = await heldTrigger(me, trx, id);
      await trx
        .updateTable("workflow_triggers")
        .set(isRemoved ? { removed_at: sql<Date>`now()` } : { removed_at: null, ...beginning(held) })
        .where("id", "=", id)
        .execute();
    });
}

/** Something to start. `key` names it for good: the time it was due, or the file. */
export type DueStart = {
  triggerId: string;
  key: string;
  madeBy: string;
  organizationId: string | null;
  projectId: string;
  workflowId: string;
  inputs: Readonly<Record<string, GivenInput>>;
  fileInput: string | null;
  fileId: string | null;
  schedule: Schedule | null;
  timeZone: string | null;
};

/** Everything that is due and has not been started, oldest first. */
export async function listDueStarts(me: Server, db: Db, limit: number): Promise<DueStart[]> {
  const { rows } = await sql<DueStart>`select workflow_triggers.id as "triggerId", workflow_triggers.made_by as "madeBy",
      projects.organization_id as "organizationId", workflow_triggers.project_id as "projectId", workflow_id as "workflowId", inputs,
      file_input as "fileInput", file_id as "fileId", schedule, time_zone as "timeZone", key
    from workflow_triggers join projects on projects.id = project_id
    cross join lateral (
      select to_char(next_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as key, null::uuid as file_id, next_at as at
        where next_at <= now()
      union all
      select files.id::text, files.id, created_at from files
        where workflow_triggers.kind = 'upload' and files.project_id = workflow_triggers.project_id and created_at >= since
          and files.removed_at is null and chat_id is null and status = 'ready' and frozen is null
    ) as due
    where state = 'active' and workflow_triggers.removed_at is null
      and not exists (select 1 from workflow_trigger_starts where trigger_id = workflow_triggers.id and workflow_trigger_starts.due = key)
    order by due.at limit ${limit}`.execute(actAs(me, db));
  return rows;
}

/** In the transaction that makes the run. False: it was started already, or was paused meanwhile. */
export async function noteStart(
  me: Person,
  trx: Trx,
  { triggerId, key, schedule, timeZone }: DueStart,
  runId: string,
): Promise<boolean> {
  trx = actAs(me, trx);
  const held = await trx
    .selectFrom("workflow_triggers")
    .select("id")
    .where("id", "=", triggerId)
    .where("state", "=", "active")
    .where("removed_at", "is", null)
    .where("made_by", "=", me.userId)
    .forUpdate()
    .executeTakeFirst();
  if (held === undefined) return false;
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto("workflow_trigger_starts")
    .values({ trigger_id: triggerId, due: key, run_id: runId })
    .onConflict((oc) => oc.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 1n) return false;
  // Times that were missed are not made up for one by one.
  const nextAt = schedule === null ? null : nextDue(schedule, timeZone ?? "UTC", new Date());
  await trx.updateTable("workflow_triggers").set({ next_at: nextAt, problem: null }).where("id", "=", triggerId).execute();
  return true;
}

/** With the reason; stopped, it is not tried again until its maker resumes it. */
export async function noteNotStarted(
  me: Server,
  db: Db,
  { triggerId }: Pick<DueStart, "triggerId">,
  { isStopped, reason }: { isStopped: boolean; reason: string },
): Promise<void> {
  await actAs(me, db)
    .updateTable("workflow_triggers")
    .set({ problem: storable(reason), ...(isStopped && { state: "stopped" as const }) })
    .where("id", "=", triggerId)
    .where("state", "=", "active")
    .execute();
}

/** Seconds until the next time that one is due; null if none is. */
export async function nextStartIn(me: Server, db: Db): Promise<number | null> {
  const { seconds } = await actAs(me, db)
    .selectFrom("workflow_triggers")
    .select(sql<number | null>`extract(epoch from min(next_at) - now())::float`.as("seconds"))
    .where("state", "=", "active")
    .where("removed_at", "is", null)
    .executeTakeFirstOrThrow();
  return seconds;
}

export async function sweepRemovedTriggers(me: Server, db: Db): Promise<number> {
  const { numDeletedRows } = await actAs(me, db)
    .deleteFrom("workflow_triggers")
    .where(sql<boolean>`removed_at <= now() - make_interval(days => ${keptAfterRemovalDays})`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
