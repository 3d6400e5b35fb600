/*
 * Starts workflows that run automatically, as the person who set that up, with the version that is published then. The
 * start is stored in the transaction that makes the run, so a kill, another process or a missed time makes no second one.
 */
import type { NewTriggerAsked } from "#core/requests/workflows.ts";
import { readWorkflow } from "#core/workflows/workflow-file.ts";
import { theServer, type Person } from "#core/workspace/policy.ts";
import { problem, type Problem } from "#core/workspace/problem.ts";
import { findPersonAt } from "../accounts/actor.ts";
import { unfiledProject } from "../data/drafts/unfiled-drafts.ts";
import { getRunnable } from "../data/workflows/published.ts";
import { createTrigger, listDueStarts, nextStartIn, noteNotStarted, noteStart, type DueStart } from "../data/workflows/triggers.ts";
import type { Db } from "../db/database.ts";
import type { Again } from "../jobs/jobs.ts";
import { readInputs } from "./read-inputs.ts";
import type { WorkflowRuns } from "./workflow-runs.ts";
import type { WorkflowServices } from "./workflow-services.ts";

export type WorkflowTriggers = ReturnType<typeof createWorkflowTriggers>;

type Services = Pick<WorkflowServices, "db" | "newPlan"> & {
  jobs: WorkflowServices["jobs"] & { wake(kind: "start-workflows"): void };
  workflowRuns: Pick<WorkflowRuns, "start">;
};

const atOnce = 100;
/** A file may have been uploaded in another process. */
const longestWaitSeconds = 60;

/** It was started already. */
class Started extends Error {}

export function createWorkflowTriggers({ db, newPlan, jobs, workflowRuns }: Services) {
  async function start(due: DueStart): Promise<void> {
    const { madeBy: userId, organizationId, projectId, workflowId, fileInput, fileId } = due;
    const me = await findPersonAt(db, newPlan, { userId, organizationId });
    if (me === null)
      return noteNotStarted(theServer, db, due, { isStopped: true, reason: "The person it runs as is no longer a member." });
    const given = fileInput === null || fileId === null ? {} : { [fileInput]: await inputOf(me, due, fileId) };
    const asked = { inputs: { ...due.inputs, ...given }, projectId, isTest: false };
    await workflowRuns.start(me, workflowId, asked, async (trx, { id }) => {
      if (!(await noteStart(me, trx, due, id))) throw new Started();
    });
  }

  /** As the published version has the input now. */
  async function inputOf(me: Person, { workflowId, fileInput }: DueStart, fileId: string) {
    const { source } = await getRunnable(me, db, workflowId, "published");
    const read = readWorkflow(source);
    const type = "workflow" in read ? read.workflow.inputs.find(({ name }) => name === fileInput)?.type : undefined;
    return type === "files" ? { fileIds: [fileId] } : { fileId };
  }

  return {
    async make(me: Person, workflowId: string, { inputs, projectId, when }: NewTriggerAsked): Promise<string> {
      const { name, kept } = await givenTo(me, db, workflowId, { inputs, when });
      const id = await createTrigger(me, db, {
        projectId: projectId ?? (await unfiledProject(me, db)),
        workflowId,
        name,
        when,
        inputs: kept,
      });
      jobs.wake("start-workflows");
      return id;
    },

    async work({ signal }: { signal: AbortSignal }): Promise<Again> {
      const faults: unknown[] = [];
      for (const due of await listDueStarts(theServer, db, atOnce)) {
        signal.throwIfAborted();
        try {
          await start(due);
        } catch (error) {
          if (error instanceof Started) continue;
          if (error instanceof Response) await noteNotStarted(theServer, db, due, await reasonIn(error));
          else faults.push(error);
        }
      }
      // The others are not held up by it.
      if (faults.length > 0) throw faults[0];
      const next = await nextStartIn(theServer, db);
      return { againInSeconds: Math.min(longestWaitSeconds, Math.max(1, next ?? longestWaitSeconds)) };
    },
  };
}

/** What the workflow is given apart from the file, which is given when it is there. */
async function givenTo(me: Person, db: Db, workflowId: string, { inputs, when }: Pick<NewTriggerAsked, "inputs" | "when">) {
  const { source } = await getRunnable(me, db, workflowId, "published");
  const read = readWorkflow(source);
  if ("refusal" in read) throw problem("bad-request", read.refusal);
  const { workflow } = read;
  const isFile = (name: string) => workflow.inputs.some((one) => one.name === name && /^files?$/.test(one.type));
  if (when.kind === "upload" && !isFile(when.input)) throw problem("bad-request", `“${when.input}” can’t be an uploaded file.`);
  const isGiven = (name: string) => when.kind !== "upload" || name !== when.input;
  const kept = Object.fromEntries(Object.entries(inputs).filter(([name]) => isGiven(name)));
  await readInputs(me, db, { inputs: workflow.inputs.filter(({ name }) => isGiven(name)) }, kept);
  return { name: workflow.name, kept };
}

/** What waiting may mend is tried again. */
async function reasonIn(refused: Response): Promise<{ isStopped: boolean; reason: string }> {
  const { code, title, detail } = (await refused.json()) as Problem;
  if (code === "not-found")
    return {
      isStopped: true,
      reason: "The workflow, its project or something it needs was deleted, or the person it runs as lost access.",
    };
  if (code === "not-allowed") return { isStopped: true, reason: "The person it runs as may no longer write in the project." };
  return { isStopped: code === "bad-request", reason: detail ?? title };
}
