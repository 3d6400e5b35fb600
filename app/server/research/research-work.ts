/*
 * Research at work. It is a job (server/jobs): the plan, each step and the memo are stored by themselves, so a stop or a
 * kill loses none of them and none is paid for twice. The plan is read again before every step: people may change it.
 */
import { isCounted } from "#core/account/plans.ts";
import { withCitationNotes } from "#core/claims/citation-notes.ts";
import { modelAccess } from "#core/models/model-access.ts";
import type { ModelRow } from "#core/models/models.ts";
import type { NewResearch } from "#core/requests/research.ts";
import { composeMemo } from "#core/research/memo.ts";
import { memoWords } from "#core/research/memo-words.ts";
import { planByRules, planInstructions, planSchema, planText, readPlan, type PlannedStep } from "#core/research/plan-question.ts";
import { noUsage, type StepMaker } from "#core/research/research.ts";
import { memoInstructions, memoText, readMemoParts } from "#core/research/step-question.ts";
import type { Usage } from "#core/review/review.ts";
import { truncate } from "#core/sources/source.ts";
import type { ProseLanguage } from "#core/text/sentences.ts";
import { membershipOf, type Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { findPersonAt } from "../accounts/actor.ts";
import { refuseBeyondTokens } from "../data/accounts/plan-usage.ts";
import { createDraft } from "../data/drafts/drafts.ts";
import { unfiledProject } from "../data/drafts/unfiled-drafts.ts";
import {
  answeredSteps,
  findRun,
  hasDraft,
  nextStep,
  noteDraft,
  placeOfResearch,
  startRun,
  storeMemo,
  storePlan,
  storeStep,
  type RunFacts,
} from "../data/research/research-runs.ts";
import { listAllSearches } from "../data/research/research-searches.ts";
import { listAuthorities, listSources } from "../data/research/research-sources.ts";
import { createResearch } from "../data/research/research.ts";
import { JobRefused } from "../jobs/job-outcomes.ts";
import type { Work } from "../jobs/jobs.ts";
import { languageOf } from "../knowledge/law-index.ts";
import { longWork } from "../long-work/long-work.ts";
import type { FoundModel } from "../models/index.ts";
import type { Model } from "../models/model.ts";
import { secrecyAt, type Secrecy } from "../models/secrecy.ts";
import { detectLanguage } from "../prose/language.ts";
import { answerStep, askOrThrow } from "./answer-step.ts";
import type { ResearchServices } from "./research-services.ts";
import { searchStep } from "./search-step.ts";

export type ResearchRuns = ReturnType<typeof createResearchRuns>;

type Attempt = {
  services: ResearchServices;
  me: Person;
  work: Work<"run-research">;
  facts: RunFacts;
  row: ModelRow;
  /** For one request. */
  model: () => Model;
  secrecy: Secrecy;
};

export function createResearchRuns(services: ResearchServices) {
  const { db, models, jobs, updates, newPlan } = services;

  async function modelFor(me: Person, chosen: string | null): Promise<FoundModel> {
    const access = modelAccess(me);
    const found = await models.find(chosen ?? (await models.defaultModel(access)), access);
    if ("problem" in found) throw problem(found.problem.code, found.problem.detail);
    return found;
  }

  async function start(person: Person, researchId: string, kind: "plan" | "answer"): Promise<string> {
    const place = await placeOfResearch(person, db, researchId);
    const me = personIn(person, place.organizationId);
    const { row } = await modelFor(me, place.model);
    if (isCounted(row.id)) await refuseBeyondTokens(me, db);
    const id = await startRun(me, db, { researchId, kind, model: row.id }, async (trx, runId) => {
      const data = { runId, researchId, fileName: truncate(place.question.replaceAll(/\s+/g, " "), 120) };
      await jobs.queue(trx, "run-research", { key: runId, owner: me, data });
    });
    jobs.look();
    updates.publish(me.userId, { kind: "research", researchId, projectId: place.projectId });
    return id;
  }

  return {
    start,

    /** Makes a research and has it planned. */
    async create(me: Person, given: NewResearch): Promise<string> {
      // A model that cannot be used is refused before anything is made.
      await modelFor(me, given.model);
      const projectId = given.projectId ?? (await unfiledProject(me, db));
      const id = await createResearch(me, db, { ...given, projectId });
      await start(me, id, "plan");
      return id;
    },

    async work(work: Work<"run-research">): Promise<void> {
      const { data, ownerId, organizationId } = work;
      const me = await findPersonAt(db, newPlan, { userId: ownerId!, organizationId });
      if (me === null) throw new JobRefused("You no longer have access to this workspace.");
      const facts = await findRun(me, db, data.runId);
      if (facts === null) throw new JobRefused("You can no longer change this research, or a newer run has begun.");
      const found = await models.find(facts.model, modelAccess(me));
      if ("problem" in found) throw new JobRefused(found.problem.title);
      const place = { organizationId: facts.organizationId, projectId: facts.projectId, userId: me.userId };
      const model = () => found.reach(secrecyAt(db, place));
      const attempt: Attempt = { services, me, work, facts, row: found.row, model, secrecy: secrecyAt(db, place) };
      try {
        if (facts.kind === "plan") await plan(attempt);
        else await answer(attempt);
      } finally {
        publish(attempt);
      }
    },
  };
}

/** That of its words, or of the law that it asks for: a short question may be in any. */
function languageOfQuestion({ question, jurisdictions }: RunFacts): ProseLanguage {
  const [only, ...others] = jurisdictions;
  return detectLanguage(question) ?? (only !== undefined && others.length === 0 ? languageOf(only) : "en");
}

/** The same person in the workspace of the research. */
function personIn(me: Person, organizationId: string | null): Person {
  return { ...me, organizationId, plan: membershipOf(me, organizationId)?.plan ?? me.ownPlan };
}

function publish({ services, me, facts: { researchId, projectId } }: Attempt): void {
  services.updates.publish(me.userId, { kind: "research", researchId, projectId });
}

async function plan(attempt: Attempt): Promise<void> {
  const { services, me, work, facts, row } = attempt;
  // Stored before a kill: what was removed from it since stays removed.
  if (facts.hasPlan) return;
  await work.progress(0, 1);
  const { steps, madeBy, usage } = await plannedSteps(attempt);
  await storePlan(me, services.db, { runId: work.data.runId, researchId: facts.researchId, steps, madeBy, usage, model: row });
  await work.progress(1, 1);
}

async function plannedSteps(attempt: Attempt): Promise<{ steps: PlannedStep[]; madeBy: StepMaker; usage: Usage }> {
  const { work, facts, row, model } = attempt;
  const usage: Usage = { ...noUsage };
  if (row.provider !== "builtin") {
    const said = await ask(attempt, () =>
      askOrThrow(
        {
          row,
          model: model(),
          instructions: planInstructions,
          texts: [planText(facts)],
          answerSchema: planSchema,
          signal: work.signal,
        },
        usage,
      ),
    );
    const steps = said === null ? null : readPlan(said);
    if (steps !== null) return { steps, madeBy: "model", usage };
  }
  return { steps: planByRules(facts, languageOfQuestion(facts)), madeBy: "rules", usage };
}

/** Within the limits of the person's plan and of the provider. */
async function ask<T>({ services, me, row }: Attempt, request: () => Promise<T>): Promise<T> {
  if (isCounted(row.id)) await refuseBeyondTokens(me, services.db).catch(refuseJob);
  return services.lanes.run(row.provider, request);
}

/** A sentence of Stet's own, for the job's list. */
async function refuseJob(error: unknown): Promise<never> {
  if (!(error instanceof Response)) throw error;
  const { title, detail } = (await error.clone().json()) as { title: string; detail?: string };
  throw new JobRefused(detail ?? title);
}

async function answer(attempt: Attempt): Promise<void> {
  const { services, me, work, facts, row, model, secrecy } = attempt;
  const { db } = services;
  const { researchId } = facts;
  for (;;) {
    const { step, done, all } = await nextStep(me, db, researchId);
    // The memo is one more.
    await work.progress(done, all + 1);
    if (step === null) break;
    const known = await listSources(me, db, researchId);
    const searching = { services, me, facts, secrecy, signal: work.signal };
    const searched = await searchStep(searching, step, known);
    const { question } = step;
    const asking = { row, model, facts, question, searched, signal: work.signal };
    const { finding, usage } = row.provider === "builtin" ? await answerStep(asking) : await ask(attempt, () => answerStep(asking));
    const { searches, sources } = searched;
    await storeStep(me, db, { runId: work.data.runId, researchId, step, finding, searches, sources, usage, model: row });
    publish(attempt);
  }
  await writeMemo(attempt);
}

async function writeMemo(attempt: Attempt): Promise<void> {
  const { services, me, work, facts, row } = attempt;
  const { db } = services;
  const { runId } = work.data;
  let text = facts.memoText;
  if (!facts.hasMemo) {
    const { usage, ...memo } = await composed(attempt);
    await storeMemo(me, db, { runId, researchId: facts.researchId, ...memo, usage, model: row });
    text = memo.text;
  }
  // Its draft was made, and perhaps deleted since.
  if (text === null) return;
  if (!(await hasDraft(me, db, runId))) await makeDraft(attempt, text);
  await noteDraft(me, db, runId);
}

async function composed(attempt: Attempt) {
  const { services, me, work, facts, row, model } = attempt;
  const { db } = services;
  const { question, day, researchId } = facts;
  const steps = await answeredSteps(me, db, researchId);
  const usage: Usage = { ...noUsage };
  let parts = null;
  if (row.provider !== "builtin" && steps.some(({ finding }) => finding.state === "found")) {
    const texts = [memoText(question, day, steps)];
    const request = { row, model: model(), instructions: memoInstructions, texts, signal: work.signal };
    const said = await ask(attempt, () => askOrThrow(request, usage));
    parts = said === null ? null : readMemoParts(said);
  }
  const stepIds = steps.map(({ id }) => id);
  const sources = await listSources(me, db, researchId);
  const memo = composeMemo({
    question,
    language: languageOfQuestion(facts),
    day,
    today: new Date().toISOString().slice(0, 10),
    parts,
    isComposed: row.provider !== "builtin",
    steps,
    sources,
    authorities: await listAuthorities(me, db, researchId),
    searches: await listAllSearches(me, db, researchId, stepIds),
  });
  return { parts: memo.parts, text: withCitationNotes(memo.markdown, memo.checked), usage };
}

const longestName = 120;

async function makeDraft({ services, me, work, facts, row }: Attempt, text: string): Promise<void> {
  const { memo } = memoWords[languageOfQuestion(facts)];
  const name = `${memo}: ${truncate(facts.question.replaceAll(/\s+/g, " "), longestName)}`;
  const at = new Date().toISOString();
  const origin = { kind: "proposed", at, via: "write", model: row.id, prompt: facts.question } as const;
  const answered = row.provider === "builtin" ? null : { said: text, origin };
  const { content: document, authorship } = await longWork(me, "newDraft", { markdown: text, answer: answered });
  await createDraft(me, services.db, { id: work.data.runId, projectId: facts.projectId, name, document, authorship });
  services.updates.publish(me.userId, { kind: "project", projectId: facts.projectId });
}
