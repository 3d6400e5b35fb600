/* Research: questions about the law of a day. Planning and answering are work in the background. */
import { z } from "zod";
import { verdictWords } from "#core/claims/verdicts.ts";
import { newResearchSchema, newStepSchema, researchRunSchema } from "#core/requests/research.ts";
import type { LoggedSearch, Research, ResearchSummary } from "#core/research/research.ts";
import type { Person } from "#core/workspace/policy.ts";
import { changeJob } from "#server/data/accounts/own-jobs.ts";
import { listSearches } from "#server/data/research/research-searches.ts";
import { addStep } from "#server/data/research/research-steps.ts";
import { getResearch, listResearch } from "#server/data/research/research.ts";
import { listWatchedLaw } from "#server/data/research/watched-law.ts";
import type { Stet } from "#server/stet.ts";
import { route } from "./route.ts";

const day = z.string().nullable().describe("The law of which day, as an ISO date; null for the present.");
const summarySchema = z.object({
  id: z.uuid(),
  object: z.literal("research"),
  project_id: z.uuid(),
  question: z.string(),
  jurisdictions: z.array(z.string()),
  day,
});
const sentenceSchema = z.object({
  text: z.string(),
  verdict: z.string(),
  sources: z.array(z.int()).describe("Numbers of authorities."),
});
const researchSchema = summarySchema.extend({
  known: z.string(),
  steps: z.array(
    z.object({
      id: z.uuid(),
      question: z.string(),
      searches: z.array(z.string()),
      state: z.enum(["not_asked", "outdated", "found", "not_found", "failed"]),
      answer: z.string().describe("Markdown; [[n]] is the number of an authority."),
      note: z.string().nullable(),
    }),
  ),
  run: z
    .object({ id: z.uuid(), status: z.enum(["queued", "running", "paused", "failed"]), problem: z.string().nullable() })
    .nullable()
    .describe("Null: nothing is at work."),
  memo: z
    .object({
      draft_id: z.uuid().nullable(),
      model: z.string(),
      parts: z.array(z.object({ heading: z.string(), sentences: z.array(sentenceSchema) })),
    })
    .nullable()
    .describe("The newest."),
  authorities: z.array(
    z.object({
      number: z.int(),
      name: z.string(),
      title: z.string(),
      version: z.string().nullable(),
      in_force: z.string().nullable(),
      in_force_to: z.string().nullable(),
      status: z.string(),
      url: z.string().nullable(),
    }),
  ),
  changed_law: z
    .array(z.object({ name: z.string(), is_repealed: z.boolean(), before: z.string(), now: z.string() }))
    .describe("Sections that read differently now."),
  usage: z.object({ input_tokens: z.number(), output_tokens: z.number(), cost_usd: z.number().nullable() }),
});
const searchSchema = z.object({
  id: z.uuid(),
  object: z.literal("research_search"),
  step: z.string(),
  searched: z.enum(["law", "files", "citing"]),
  query: z.string(),
  day,
  passages: z.array(z.object({ name: z.string(), text: z.string(), is_taken: z.boolean(), source: z.int().nullable() })),
  notices: z.array(z.string()),
  made_at: z.string(),
});

const { question, known, jurisdictions, withFiles, model } = newResearchSchema.shape;
const createSchema = z.strictObject({
  project_id: z.uuid(),
  question,
  known,
  jurisdictions,
  day: newResearchSchema.shape.day,
  with_files: withFiles.describe("Whether the files of the project are searched too."),
  model,
});
const listSchema = z.object({
  query: z.string().max(200).default(""),
  project_id: z.uuid().optional(),
  after: z.uuid().optional().describe("The `id` of the last research that was read."),
});

export function research(stet: Stet) {
  return [...lists(stet), ...changes(stet), ...runs(stet), read(stet)];
}

function lists({ db }: Stet) {
  return [
    route({
      method: "get",
      path: "/v1/research",
      scope: "research:read",
      summary: "List research",
      description: "Newest first, up to 50 at once.",
      query: listSchema,
      answer: z.object({ object: z.literal("list"), data: z.array(summarySchema), has_more: z.boolean() }),
      async handle({ me, query: { query, project_id: projectId, after } }) {
        const { research: found, next } = await listResearch(me, db, { query, after, projectId });
        return { object: "list", data: found.map(summaryOf), has_more: next !== null };
      },
    }),
    route({
      method: "get",
      path: "/v1/research/{id}/searches",
      id: z.uuid(),
      scope: "research:read",
      summary: "Read the search log of a research",
      query: z.object({ after: z.uuid().optional().describe("The `id` of the last search that was read.") }),
      answer: z.object({ object: z.literal("list"), data: z.array(searchSchema), has_more: z.boolean() }),
      async handle({ me, id, query: { after } }) {
        const { searches, next } = await listSearches(me, db, id, after);
        return { object: "list", data: searches.map(searchOf), has_more: next !== null };
      },
    }),
  ];
}

function changes(stet: Stet) {
  const { db } = stet;
  return [
    route({
      method: "post",
      path: "/v1/research",
      scope: "research:write",
      summary: "Create a research",
      description: "Its plan is made in the background.",
      body: createSchema,
      answer: researchSchema,
      status: 201,
      async handle({ me, body: { project_id: projectId, with_files: files, ...given } }) {
        const id = await stet.researchRuns.create(me, { ...given, projectId, withFiles: files });
        return changed(stet, me, id);
      },
    }),
    route({
      method: "post",
      path: "/v1/research/{id}/steps",
      id: z.uuid(),
      scope: "research:write",
      summary: "Add a step to the plan",
      body: newStepSchema,
      answer: researchSchema,
      status: 201,
      async handle({ me, id, body }) {
        await addStep(me, db, id, body);
        return changed(stet, me, id);
      },
    }),
  ];
}

function runs(stet: Stet) {
  const { db } = stet;
  return [
    route({
      method: "post",
      path: "/v1/research/{id}/runs",
      id: z.uuid(),
      scope: "research:write",
      summary: "Run a research",
      description: "`plan` adds steps to the plan; `answer` answers the steps without a current answer, then writes a memo.",
      body: researchRunSchema,
      answer: researchSchema,
      status: 201,
      async handle({ me, id, body: { kind } }) {
        await stet.researchRuns.start(me, id, kind);
        return changed(stet, me, id);
      },
    }),
    route({
      method: "post",
      path: "/v1/research/{id}/cancel",
      id: z.uuid(),
      scope: "research:write",
      summary: "Cancel the run of a research",
      description: "If the key's creator has started it. Answers that were found are kept.",
      body: z.strictObject({}),
      answer: researchSchema,
      async handle({ me, id }) {
        const { run } = await getResearch(me, db, id);
        if (run !== null && run.jobId !== null) await changeJob(me, db, run.jobId, "cancel");
        await stet.jobs.changed();
        return changed(stet, me, id);
      },
    }),
  ];
}

/** Last: its address also fits the longer ones. */
function read(stet: Stet) {
  return route({
    method: "get",
    path: "/v1/research/{id}",
    id: z.uuid(),
    scope: "research:read",
    summary: "Read one research",
    answer: researchSchema,
    handle: ({ me, id }) => whole(stet, me, id),
  });
}

const mostChanged = 50;

/** Windows in which it is open read it again. */
async function changed(stet: Stet, me: Person, id: string): Promise<z.infer<typeof researchSchema>> {
  const { projectId } = await getResearch(me, stet.db, id);
  stet.updates.publish(me.userId, { kind: "research", researchId: id, projectId });
  return whole(stet, me, id);
}

async function whole({ db }: Stet, me: Person, id: string): Promise<z.infer<typeof researchSchema>> {
  const found = await getResearch(me, db, id);
  const changedLaw = await listWatchedLaw(me, db, { researchId: id, limit: mostChanged });
  const { known: facts, steps, run, memos, authorities, spent } = found;
  const [memo] = memos;
  return {
    ...summaryOf(found),
    known: facts,
    steps: steps.map(stepOf),
    run: run && { id: run.id, status: run.state, problem: run.problem },
    memo:
      memo === undefined
        ? null
        : {
            draft_id: memo.draftId,
            model: memo.model,
            parts: memo.parts.map(({ heading, sentences }) => ({
              heading,
              sentences: sentences.map(({ text, verdict, numbers }) => ({
                text,
                verdict: verdictWords[verdict],
                sources: numbers,
              })),
            })),
          },
    authorities: authorities.map(({ number, name, title, version, inForce, inForceTo, status, url }) => {
      return { number, name, title, version, in_force: inForce, in_force_to: inForceTo, status, url };
    }),
    changed_law: changedLaw.map(({ name, isRepealed, cited, present }) => {
      return { name, is_repealed: isRepealed, before: cited.text, now: present.text };
    }),
    usage: { input_tokens: spent.inputTokens, output_tokens: spent.outputTokens, cost_usd: spent.cost },
  };
}

function summaryOf(one: Pick<ResearchSummary, "id" | "projectId" | "question" | "jurisdictions" | "day">) {
  const { id, projectId, question: asked, jurisdictions: codes, day: onDay } = one;
  return { id, object: "research", project_id: projectId, question: asked, jurisdictions: codes, day: onDay } as const;
}

function stepOf({ id, question: asked, queries, finding }: Research["steps"][number]) {
  const state = finding === null ? "not_asked" : finding.isOutdated ? "outdated" : stateOf[finding.state];
  const searches = queries.filter(({ kind }) => kind === "words").map(({ text }) => text);
  return { id, question: asked, searches, state, answer: finding?.text ?? "", note: finding?.note ?? null } as const;
}

const stateOf = { found: "found", "not-found": "not_found", failed: "failed" } as const;

function searchOf({ id, step, searched, query, day: onDay, found, notices, at }: LoggedSearch) {
  const passages = found.map(({ name, text, isTaken, number }) => ({ name, text, is_taken: isTaken, source: number }));
  return { id, object: "research_search", step, searched, query, day: onDay, passages, notices, made_at: at } as const;
}
