/* Workflows: those that can be run, and their runs. A run is work in the background that can wait for a person. */
import { z } from "zod";
import { givenInputsSchema, runAnswerSchema, runListSchema } from "#core/requests/workflows.ts";
import { readWorkflow } from "#core/workflows/workflow-file.ts";
import { inputTypes, personAsks, stepKinds } from "#core/workflows/workflow.ts";
import { runStates, type RunStep, type RunSummary, type WorkflowRun } from "#core/workflows/run.ts";
import { textOfValue } from "#core/workflows/values.ts";
import type { Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { getRunnable } from "#server/data/workflows/published.ts";
import { listWorkflowRuns } from "#server/data/workflows/workflow-runs.ts";
import { findWorkflows } from "#server/library/find-workflows.ts";
import type { Stet } from "#server/stet.ts";
import { route } from "./route.ts";

const summarySchema = z.object({
  id: z.string(),
  object: z.literal("workflow"),
  name: z.string(),
  summary: z.string(),
  published_version: z.int().nullable().describe("Null: a draft, which cannot be run. 0: it comes with Stet."),
});
const workflowSchema = summarySchema.omit({ published_version: true }).extend({
  version: z.int(),
  inputs: z.array(
    z.object({
      name: z.string(),
      type: z.enum(inputTypes),
      label: z.string(),
      is_optional: z.boolean(),
      options: z.array(z.string()),
    }),
  ),
  steps: z.array(z.object({ kind: z.enum(stepKinds), title: z.string() })),
});
const stepSchema = z.object({
  path: z.string().describe("`3`; inside a repetition `3.2.1`, the first step of its second time."),
  kind: z.enum(stepKinds),
  title: z.string(),
  state: z.enum(["done", "skipped", "waiting", "failed"]),
  result: z.string().nullable().describe("As text."),
  made: z.object({ kind: z.enum(["draft", "review", "changes"]), id: z.string() }).nullable(),
  note: z.string(),
  question: z
    .object({ ask: z.enum(personAsks), text: z.string(), choices: z.array(z.string()), proposal: z.string() })
    .nullable()
    .describe("What a person is asked, while the step waits for one."),
  due_at: z.string().nullable(),
  answered_by: z.string().nullable(),
});
const runSummarySchema = z.object({
  id: z.uuid(),
  object: z.literal("workflow_run"),
  workflow_id: z.string(),
  name: z.string(),
  version: z.int(),
  status: z.enum(runStates),
  project_id: z.uuid(),
  created_at: z.string(),
});
const runSchema = runSummarySchema.extend({
  problem: z.string().nullable(),
  steps: z.array(stepSchema).describe("Those that have begun."),
  usage: z.object({ input_tokens: z.number(), output_tokens: z.number(), cost_usd: z.number().nullable() }),
});
const listOf = <T extends z.ZodType>(one: T) => z.object({ object: z.literal("list"), data: z.array(one), has_more: z.boolean() });

/** Of one that comes with Stet, the name of its file. */
const idSchema = z.string().regex(/^[\da-z-]{1,60}$/);
const startSchema = z.strictObject({
  inputs: givenInputsSchema
    .default({})
    .describe(
      'By name: `{"text": "…"}` for words, dates, numbers and choices; `{"pasted": "…"}` or `{"fileId": "…"}` for a file; `{"fileIds": […]}`, `{"draftId": "…"}`, `{"contactId": "…"}` or `{"itemId": "…"}`.',
    ),
  project_id: z.uuid().nullable().default(null).describe("Where it runs. Null: it has no project yet."),
  model: z.string().max(200).optional().describe("Without it, the default model of the key's creator."),
});
const answerSchema = z.strictObject({
  path: runAnswerSchema.shape.path.describe("Of the step that waits."),
  answer: runAnswerSchema.shape.answer.describe("`yes` or `no` to a step that is approved, or the answer, or one of the choices."),
});

export function workflows(stet: Stet) {
  return [listed(stet), started(stet), read(stet), ...ofRuns(stet)];
}

function listed({ db }: Stet) {
  return route({
    method: "get",
    path: "/v1/workflows",
    scope: "workflows:read",
    summary: "List workflows",
    description:
      "The organization's own, newest first and up to 40 at once, and with the first of them those that come with Stet. With a `query` the best 30: every word is in the name, the summary or the text.",
    query: z.object({
      query: z.string().max(200).default(""),
      before: z.uuid().optional().describe("The `id` of the last workflow of the organization's own that was read."),
    }),
    answer: listOf(summarySchema),
    async handle({ me, query: { query, before } }) {
      const { own, builtIn, hasMore } = await findWorkflows(me, db, { query, before });
      const summaries = own.map((one) => summaryOf(one, one.publishedVersion));
      return { object: "list", data: [...summaries, ...builtIn.map((one) => summaryOf(one, 0))], has_more: hasMore };
    },
  });
}

function started(stet: Stet) {
  return route({
    method: "post",
    path: "/v1/workflows/{id}/runs",
    id: idSchema,
    scope: "workflows:write",
    summary: "Run a workflow",
    description: "The published version, in the background.",
    body: startSchema,
    answer: runSchema,
    status: 201,
    async handle({ me, id, body: { inputs, project_id: projectId, model } }) {
      return whole(stet, me, await stet.workflowRuns.start(me, id, { inputs, projectId, model, isTest: false }));
    },
  });
}

/** After the longer addresses that its own also fits. */
function read({ db }: Stet) {
  return route({
    method: "get",
    path: "/v1/workflows/{id}",
    id: idSchema,
    scope: "workflows:read",
    summary: "Read the published version of a workflow",
    answer: workflowSchema,
    async handle({ me, id }) {
      const { version, source } = await getRunnable(me, db, id, "published");
      const file = readWorkflow(source);
      if ("refusal" in file) throw problem("bad-request", file.refusal);
      const { name, summary, inputs, steps } = file.workflow;
      return {
        id,
        object: "workflow",
        name,
        summary,
        version,
        inputs: inputs.map(({ name: key, type, label, isOptional, options }) => {
          return { name: key, type, label, is_optional: isOptional, options: [...options] };
        }),
        steps: steps.map(({ kind, title }) => ({ kind, title })),
      };
    },
  });
}

function ofRuns(stet: Stet) {
  const { db } = stet;
  return [
    route({
      method: "get",
      path: "/v1/workflow_runs",
      scope: "workflows:read",
      summary: "List runs of workflows",
      description: "Newest first, up to 50 at once.",
      query: z.object({
        workflow_id: runListSchema.shape.workflowId,
        status: runListSchema.shape.state,
        before: z.uuid().optional().describe("The `id` of the last run that was read."),
      }),
      answer: listOf(runSummarySchema),
      async handle({ me, query: { workflow_id: workflowId, status: state, before } }) {
        const { runs, next } = await listWorkflowRuns(me, db, { workflowId, state, before });
        return { object: "list", data: runs.map(runSummaryOf), has_more: next !== null };
      },
    }),
    route({
      method: "post",
      path: "/v1/workflow_runs/{id}/answer",
      id: z.uuid(),
      scope: "workflows:write",
      summary: "Answer the step at which a run waits",
      description: "In the name of the key's creator, who has to be the person asked.",
      body: answerSchema,
      answer: runSchema,
      async handle({ me, id, body }) {
        await stet.workflowRuns.answer(me, id, body);
        return whole(stet, me, id);
      },
    }),
    route({
      method: "post",
      path: "/v1/workflow_runs/{id}/cancel",
      id: z.uuid(),
      scope: "workflows:write",
      summary: "Cancel a run",
      description: "What its steps have made is kept.",
      body: z.strictObject({}),
      answer: runSchema,
      async handle({ me, id }) {
        await stet.workflowRuns.cancel(me, id);
        return whole(stet, me, id);
      },
    }),
    route({
      method: "get",
      path: "/v1/workflow_runs/{id}",
      id: z.uuid(),
      scope: "workflows:read",
      summary: "Read one run and its steps",
      answer: runSchema,
      handle: ({ me, id }) => whole(stet, me, id),
    }),
  ];
}

async function whole(stet: Stet, me: Person, id: string): Promise<z.infer<typeof runSchema>> {
  const run = await stet.workflowRuns.read(me, id);
  return { ...runSummaryOf(run), problem: run.problem, steps: run.steps.map(stepOf), usage: usageOf(run) };
}

function usageOf({ inputTokens, outputTokens, cost }: WorkflowRun) {
  return { input_tokens: inputTokens, output_tokens: outputTokens, cost_usd: cost };
}

function summaryOf({ id, name, summary }: { id: string; name: string; summary: string }, publishedVersion: number | null) {
  return { id, object: "workflow", name, summary, published_version: publishedVersion } as const;
}

type Summarized = Pick<RunSummary, "id" | "workflowId" | "name" | "version" | "state" | "projectId" | "at">;

function runSummaryOf({ id, workflowId, name, version, state, projectId, at }: Summarized): z.infer<typeof runSummarySchema> {
  return {
    id,
    object: "workflow_run",
    workflow_id: workflowId,
    name,
    version,
    status: state,
    project_id: projectId,
    created_at: at,
  };
}

function stepOf(step: RunStep): z.infer<typeof stepSchema> {
  const { path, kind, title, state, result, made, note, question } = step;
  return {
    path,
    kind,
    title,
    state,
    result: result && textOfValue(result),
    made: made && { kind: made.kind, id: made.id },
    note,
    question: question && { ask: question.ask, text: question.text, choices: [...question.choices], proposal: question.proposal },
    due_at: step.dueAt,
    answered_by: step.answeredBy,
  };
}
