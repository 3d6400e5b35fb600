/*
 * Running workflows. Each turn of a run is a job: from where it stands to its end, or to where it waits. What ends the
 * waiting, a person or other work, queues the next turn in the transaction that stores the answer.
 * docs/decisions/2026-11-24-workflows.md
 */
import { isCounted } from "#core/account/plans.ts";
import { modelAccess } from "#core/models/model-access.ts";
import type { NewRunAsked, RunAnswer } from "#core/requests/workflows.ts";
import type { RunEstimate, WorkflowRun } from "#core/workflows/run.ts";
import { readWorkflow } from "#core/workflows/workflow-file.ts";
import type { Workflow } from "#core/workflows/workflow.ts";
import { membershipOf, theServer, type Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { findPersonAt } from "../accounts/actor.ts";
import { refuseBeyondTokens } from "../data/accounts/plan-usage.ts";
import { unfiledProject } from "../data/drafts/unfiled-drafts.ts";
import { getRunnable } from "../data/workflows/published.ts";
import { isJobOpen, keyOfTurn, runsWaitingOn } from "../data/workflows/run-jobs.ts";
import { cancelRun, createRun, endTurn, getStoredRun, type Turn } from "../data/workflows/workflow-runs.ts";
import { answerStep, listSteps, retryFrom } from "../data/workflows/workflow-steps.ts";
import type { Trx } from "../db/database.ts";
import { JobRefused } from "../jobs/job-outcomes.ts";
import type { Work } from "../jobs/jobs.ts";
import { secrecyAt } from "../models/secrecy.ts";
import { answerOf } from "./answer-of.ts";
import { estimateRun } from "./estimate.ts";
import { checkedDraft, reviewed } from "./read-steps.ts";
import { readInputs } from "./read-inputs.ts";
import { walk } from "./walk.ts";
import type { WorkflowServices } from "./workflow-services.ts";

export type WorkflowRuns = ReturnType<typeof createWorkflowRuns>;

export function createWorkflowRuns(services: WorkflowServices) {
  const { db, models, jobs, updates, newPlan } = services;

  const queue = async (trx: Trx, { id, turn, ownerId, organizationId, name }: Turn) => {
    const owner = { userId: ownerId, organizationId };
    await jobs.queue(trx, "run-workflow", { key: keyOfTurn({ id, turn }), owner, data: { runId: id, turn, fileName: name } });
  };
  const publish = async (me: Person, runId: string) => {
    const { projectId } = await getStoredRun(me, db, runId);
    updates.publish(me.userId, { kind: "workflow-run", runId, projectId });
  };

  async function modelFor(me: Person, chosen: string | undefined) {
    const access = modelAccess(me);
    const found = await models.find(chosen ?? (await models.defaultModel(access)), access);
    if ("problem" in found) throw problem(found.problem.code, found.problem.detail);
    return found;
  }

  /** What is to be run: the published version, or in a test the newest. */
  async function prepared(me: Person, workflowId: string, asked: NewRunAsked) {
    const { version, source } = await getRunnable(me, db, workflowId, asked.isTest ? "newest" : "published");
    const workflow = workflowOf(source);
    const values = await readInputs(me, db, workflow, asked.inputs);
    const { row } = await modelFor(me, asked.model);
    return { workflow, values, row, source, version };
  }

  /** A job of this kind has ended: runs that wait for it go on. */
  async function resumeAfter(key: string): Promise<void> {
    for (const { runId, path, ownerId, organizationId } of await runsWaitingOn(theServer, db, key)) {
      const me = ownerId === null ? null : await findPersonAt(db, newPlan, { userId: ownerId, organizationId });
      if (me === null) continue;
      const step = (await listSteps(me, db, runId)).find((one) => one.path === path);
      if (step?.made == null) continue;
      const result = await (step.kind === "review" ? reviewed : checkedDraft)({ me, services }, step.made.id);
      await answerStep(me, db, { runId, path, resultOf: () => ({ result, note: "" }) }, queue).catch((error: unknown) => {
        // Another process was first.
        if (!(error instanceof Response) || error.status !== 409) throw error;
      });
      await publish(me, runId);
    }
    jobs.look();
  }

  return {
    resumeAfter,

    /** `alongside`: stored with the run, or neither is. */
    async start(
      me: Person,
      workflowId: string,
      asked: NewRunAsked,
      alongside: (trx: Trx, turn: Turn) => Promise<void> = async () => {},
    ): Promise<string> {
      const { workflow, values, row, source, version } = await prepared(me, workflowId, asked);
      if (isCounted(row.id)) await refuseBeyondTokens(me, db);
      const projectId = asked.projectId ?? (await unfiledProject(me, db));
      const run = {
        projectId,
        workflowId,
        name: workflow.name,
        version,
        source,
        inputs: values,
        model: row.id,
        isTest: asked.isTest,
      };
      const id = await createRun(me, db, run, async (trx, turn) => {
        await alongside(trx, turn);
        await queue(trx, turn);
      });
      jobs.look();
      return id;
    },

    async estimate(me: Person, workflowId: string, asked: NewRunAsked): Promise<RunEstimate> {
      const { workflow, values, row } = await prepared(me, workflowId, asked);
      return estimateRun({ me, db, values, row }, workflow);
    },

    async read(me: Person, id: string): Promise<WorkflowRun> {
      const { source, turn: _, madeBy: __, organizationId: ___, ...run } = await getStoredRun(me, db, id);
      const workflow = workflowOf(source);
      const all = await listSteps(me, db, id);
      const steps = all.filter(({ isPart }) => !isPart).map(({ isPart: _part, waitsOn: _on, ...step }) => step);
      const begun = Math.max(0, ...steps.map(({ path }) => Number.parseInt(path, 10)));
      const isOpen = run.state === "working" || run.state === "waiting";
      const left = isOpen ? workflow.steps.slice(begun).map(({ kind, title }) => ({ kind, title })) : [];
      const waitsAt = steps.find(({ state }) => state === "waiting")?.title ?? null;
      return { ...run, inputs: workflow.inputs, steps, left, waitsAt };
    },

    /** A person says what was asked of them; or continues with what other work has found so far. */
    async answer(me: Person, runId: string, { path, answer }: RunAnswer): Promise<void> {
      const step = (await listSteps(me, db, runId)).find((one) => one.path === path);
      const isOther = step !== undefined && step.waitsOn !== null && step.made !== null;
      const found = isOther ? await (step.kind === "review" ? reviewed : checkedDraft)({ me, services }, step.made!.id) : null;
      await answerStep(me, db, { runId, path, resultOf: (asked) => answerOf(me, asked, { answer, found }) }, queue);
      jobs.look();
      await publish(me, runId);
    },

    async retry(me: Person, runId: string, path: string): Promise<void> {
      await retryFrom(me, db, { runId, path }, queue);
      jobs.look();
      await publish(me, runId);
    },

    async cancel(me: Person, runId: string): Promise<void> {
      const { turn } = await getStoredRun(me, db, runId);
      await cancelRun(me, db, runId);
      await jobs.drop(keyOfTurn({ id: runId, turn }));
      await publish(me, runId);
    },

    async work(work: Work<"run-workflow">): Promise<void> {
      const { data, ownerId, organizationId, signal, isLast } = work;
      const me = await findPersonAt(db, newPlan, { userId: ownerId!, organizationId });
      if (me === null) throw new JobRefused("You no longer have access to this workspace.");
      const run = await getStoredRun(me, db, data.runId).catch(unlessGone);
      if (run === null || run.turn !== data.turn || run.state !== "working") return;
      const found = await models.find(run.model, modelAccess(personIn(me, run.organizationId)));
      if ("problem" in found) throw new JobRefused(found.problem.title);
      const workflow = workflowOf(run.source);
      const place = { organizationId: run.organizationId, projectId: run.projectId, userId: me.userId };
      const model = () => found.reach(secrecyAt(db, place));
      const { row } = found;
      const turn = { id: run.id, turn: run.turn };
      const publishRun = () => updates.publish(me.userId, { kind: "workflow-run", runId: run.id, projectId: run.projectId });
      const asker = { me, db, lanes: services.lanes, row, model, signal };
      const stored = await listSteps(me, db, run.id);
      const total = workflow.steps.flatMap((step) => [step, ...step.steps]).length;
      const progress = (done: number) => work.progress(done, Math.max(total, done));
      const end = await walk(
        { services, me, run, asker, row, signal, turn: run.turn, stored, isLast, progress, publish: publishRun },
        workflow,
        run.values,
      );
      if (end.state === "lost") return;
      await endTurn(me, db, turn, end.state);
      publishRun();
      // It may have ended before this run was known to wait for it.
      if (end.waitsOn !== undefined && !(await isJobOpen(me, db, end.waitsOn))) await resumeAfter(end.waitsOn);
    },
  };
}

function workflowOf(source: string): Workflow {
  const read = readWorkflow(source);
  if ("refusal" in read) throw problem("bad-request", read.refusal);
  return read.workflow;
}

function personIn(me: Person, organizationId: string | null): Person {
  return { ...me, organizationId, plan: membershipOf(me, organizationId)?.plan ?? me.ownPlan };
}

function unlessGone(error: unknown): null {
  if (error instanceof Response && error.status === 404) return null;
  throw error;
}
