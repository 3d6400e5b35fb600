/* The steps of runs: each is stored once, together with what it cost, and read again by every later turn. */
import { sql } from "kysely";
import type { ModelRow } from "#core/models/models.ts";
import type { Usage } from "#core/review/review.ts";
import type { RunStep, StepGiven, StepMade, StepQuestion, StepSource, StepState, WaitingStep } from "#core/workflows/run.ts";
import type { WorkflowValue } from "#core/workflows/values.ts";
import type { StepKind } from "#core/workflows/workflow.ts";
import { storable, storableJson } from "#core/text/storable.ts";
import type { Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { homeItemsPerPage } from "#core/workspace/home.ts";
import { actAs } from "../../db/acting.ts";
import type { Db, Trx } from "../../db/database.ts";
import { countTokens } from "../accounts/plan-usage.ts";
import { isHere, writtenRuns } from "../visible.ts";
import { heldRun, nextTurn, type Turn } from "./workflow-runs.ts";

export type NewStep = {
  path: string;
  place: number;
  isPart?: boolean;
  kind: StepKind;
  title: string;
  state: StepState;
  given?: StepGiven;
  result?: WorkflowValue | null;
  sources?: readonly StepSource[];
  made?: StepMade | null;
  note?: string;
  question?: StepQuestion | null;
  waitsFor?: string | null;
  waitsOn?: string | null;
  dueInDays?: number | null;
  usage?: Usage;
  model?: Pick<ModelRow, "id" | "price"> | null;
};

/** False if the run has moved on: then nothing is stored. */
export async function storeStep(me: Person, db: Db, run: { id: string; turn: number }, step: NewStep): Promise<boolean> {
  db = actAs(me, db);
  return db.transaction().execute(async (trx) => {
    const held = await trx
      .selectFrom("workflow_runs")
      .select("project_id")
      .where("id", "=", run.id)
      .where("turn", "=", run.turn)
      .where("state", "=", "working")
      .where(writtenRuns(me))
      .forUpdate()
      .executeTakeFirst();
    if (held === undefined) return false;
    const { usage, model = null } = step;
    await trx
      .insertInto("workflow_steps")
      .values(columnsOf(run.id, step))
      .onConflict((oc) => oc.doNothing())
      .execute();
    if (usage === undefined || model === null) return true;
    const { inputTokens, outputTokens, cost } = usage;
    await sql`update workflow_runs set input_tokens = input_tokens + ${inputTokens}, output_tokens = output_tokens + ${outputTokens},
      cost = cost + ${cost ?? 0}, unpriced = unpriced + ${cost === null ? 1 : 0} where id = ${run.id}`.execute(trx);
    if (inputTokens + outputTokens === 0) return true;
    const counted = { inputTokens, outputTokens, ...(cost !== null && { costUsd: cost }) };
    await countTokens(me, trx, { usage: counted, model, about: { projectId: held.project_id } });
    return true;
  });
}

function columnsOf(runId: string, step: NewStep) {
  const { usage, model, dueInDays } = step;
  return {
    run_id: runId,
    path: step.path,
    place: step.place,
    is_part: step.isPart ?? false,
    kind: step.kind,
    title: storable(step.title),
    state: step.state,
    given: storableJson(step.given ?? []),
    result: step.result === null || step.result === undefined ? null : storableJson(step.result),
    sources: storableJson(step.sources ?? []),
    made: step.made ? storableJson(step.made) : null,
    note: storable(step.note ?? ""),
    question: step.question ? storableJson(step.question) : null,
    waits_for: step.waitsFor ?? null,
    waits_on: step.waitsOn ?? null,
    due_at: dueInDays ? sql<Date>`now() + make_interval(days => ${dueInDays})` : null,
    model: model?.id ?? null,
    input_tokens: String(usage?.inputTokens ?? 0),
    output_tokens: String(usage?.outputTokens ?? 0),
    cost: usage?.cost ?? null,
  };
}

export type StoredStep = RunStep & { isPart: boolean; waitsOn: string | null };

/** In the order of the run; for callers that have checked that the person sees it. */
export async function listSteps(me: Person, db: Db, runId: string): Promise<StoredStep[]> {
  const rows = await actAs(me, db)
    .selectFrom("workflow_steps")
    .leftJoin("user as asked", "asked.id", "workflow_steps.waits_for")
    .leftJoin("user as answering", "answering.id", "workflow_steps.answered_by")
    .selectAll("workflow_steps")
    .select(["asked.name as asked_name", "answering.name as answering_name"])
    .where("run_id", "=", runId)
    .orderBy("place")
    .orderBy("path")
    .execute();
  return rows.map((row) => ({
    path: row.path,
    isPart: row.is_part,
    kind: row.kind,
    title: row.title,
    state: row.state,
    given: row.given,
    result: row.result,
    sources: row.sources,
    made: row.made,
    note: row.note,
    question: row.question,
    waitsFor: row.waits_for === null ? null : { id: row.waits_for, name: row.asked_name ?? "Former member" },
    waitsOn: row.waits_on,
    dueAt: row.due_at?.toISOString() ?? null,
    answeredBy: row.answering_name,
    model: row.model,
    cost: row.cost,
    at: row.created_at.toISOString(),
  }));
}

export type Answering = {
  runId: string;
  path: string;
  /** What the step becomes, of what was asked. */
  resultOf: (step: { kind: StepKind; question: StepQuestion | null; waitsFor: string | null; waitsOn: string | null }) => {
    result: WorkflowValue | null;
    note: string;
  };
};

/** Stores an answer and begins the next turn, together: `alongside` queues its job. */
export async function answerStep(
  me: Person,
  db: Db,
  { runId, path, resultOf }: Answering,
  alongside: (trx: Trx, turn: Turn) => Promise<void>,
): Promise<void> {
  db = actAs(me, db);
  await db.transaction().execute(async (trx) => {
    const { state, turn } = await heldRun(me, trx, runId);
    const step = await trx
      .selectFrom("workflow_steps")
      .select(["kind", "question", "waits_for", "waits_on"])
      .where("run_id", "=", runId)
      .where("path", "=", path)
      .where("state", "=", "waiting")
      .executeTakeFirst();
    if (state !== "waiting" || step === undefined) throw problem("text-changed", "This was answered already. Reload to see it.");
    const { kind, question, waits_for, waits_on } = step;
    const { result, note } = resultOf({ kind, question, waitsFor: waits_for, waitsOn: waits_on });
    await trx
      .updateTable("workflow_steps")
      .set({
        state: "done",
        result: result === null ? null : storableJson(result),
        note: storable(note),
        answered_by: waits_on === null ? me.userId : null,
      })
      .where("run_id", "=", runId)
      .where("path", "=", path)
      .execute();
    await alongside(trx, await nextTurn(me, trx, turn));
  });
}

/** Forgets a step and everything behind it, and begins the next turn there. */
export async function retryFrom(
  me: Person,
  db: Db,
  { runId, path }: { runId: string; path: string },
  alongside: (trx: Trx, turn: Turn) => Promise<void>,
): Promise<void> {
  await actAs(me, db)
    .transaction()
    .execute(async (trx) => {
      const { state, turn } = await heldRun(me, trx, runId);
      if (state === "working") throw problem("bad-request", "Cancel the run first, or wait until it is done.");
      const from = trx.selectFrom("workflow_steps").select("place").where("run_id", "=", runId).where("path", "=", path);
      const row = await from.executeTakeFirst();
      if (row === undefined) throw problem("not-found");
      await trx.deleteFrom("workflow_steps").where("run_id", "=", runId).where("place", ">=", row.place).execute();
      await alongside(trx, await nextTurn(me, trx, turn));
    });
}

type WaitingRow = Omit<WaitingStep, "dueAt" | "at" | "ask"> & { dueAt: Date | null; at: Date; question: StepQuestion };

/** What waits for this person in the current workspace, most urgent first. */
export async function listWaitingSteps(me: Person, db: Db): Promise<WaitingStep[]> {
  const { rows } = await sql<WaitingRow>`select run_id as "runId", path, workflow_runs.name as workflow, title, question,
      projects.name as "projectName", due_at as "dueAt", coalesce(due_at < now(), false) as "isOverdue", workflow_steps.created_at as at
    from workflow_steps join workflow_runs on workflow_runs.id = run_id join projects on projects.id = workflow_runs.project_id
    where workflow_steps.state = 'waiting' and workflow_runs.state = 'waiting' and question is not null
      and workflow_runs.removed_at is null and not is_test
      and (waits_for is null or waits_for = ${me.userId}) and ${writtenRuns(me)} and ${isHere(me, "projects.organization_id")}
    order by due_at nulls last, workflow_steps.created_at limit ${homeItemsPerPage}`.execute(actAs(me, db));
  return rows.map(({ question, dueAt, at, ...row }) =>
    Object.assign(row, { ask: question.ask, dueAt: dueAt?.toISOString() ?? null, at: at.toISOString() }),
  );
}
