/*
 * Runs: the plan that is made, the steps that are answered one by one, and the memo. An answer is stored together with its
 * searches, its sources and what it cost, so a kill loses none and none is asked or paid for twice.
 */
import { sql } from "kysely";
import type { ModelRow } from "#core/models/models.ts";
import type { PlannedStep } from "#core/research/plan-question.ts";
import type { MemoPart, MemoSummary, NumberedSource, ResearchStep, StepFinding, StepMaker } from "#core/research/research.ts";
import type { Usage } from "#core/review/review.ts";
import { storable, storableJson } from "#core/text/storable.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import type { Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { actAs } from "../../db/acting.ts";
import type { BoundDb, Db, Trx } from "../../db/database.ts";
import { countTokens } from "../accounts/plan-usage.ts";
import { seenDrafts, seenResearch, writtenResearch } from "../visible.ts";
import { openRun } from "./research-jobs.ts";
import { keepSearches, type NewSearch } from "./research-searches.ts";
import { keepSources } from "./research-sources.ts";
import { addPlannedSteps, listSteps } from "./research-steps.ts";
import { heldResearch } from "./held-research.ts";

type RunKind = "plan" | "answer";
type CostModel = Pick<ModelRow, "id" | "price">;

/** One at a time. Steps that have failed are asked again. `alongside` queues the job, in the same transaction. */
export async function startRun(
  me: Person,
  db: Db,
  { researchId, kind, model }: { researchId: string; kind: RunKind; model: string },
  alongside: (trx: Trx, runId: string) => Promise<void>,
): Promise<string> {
  db = actAs(me, db);
  return db.transaction().execute(async (trx) => {
    await heldResearch(me, trx, researchId);
    const open = await openRun(me, trx, researchId);
    if (open !== null && open.state !== "failed")
      throw problem("bad-request", "It is at work already. Wait for it, or end it first.");
    await sql`update research_steps set finding_version = null
      where research_id = ${researchId} and finding ->> 'state' = 'failed'`.execute(trx);
    const id = uuidv7();
    await trx.insertInto("research_runs").values({ id, research_id: researchId, made_by: me.userId, kind, model }).execute();
    await alongside(trx, id);
    return id;
  });
}

export type RunFacts = {
  researchId: string;
  projectId: string;
  organizationId: string | null;
  kind: RunKind;
  model: string;
  question: string;
  known: string;
  jurisdictions: string[];
  day: string | null;
  withFiles: boolean;
  hasPlan: boolean;
  hasMemo: boolean;
  /** Of a memo whose draft has not been made. */
  memoText: string | null;
};

/** Null if the person may not run it any more, or a newer run has begun. */
export async function findRun(me: Person, db: Db, runId: string): Promise<RunFacts | null> {
  db = actAs(me, db);
  const { rows } = await sql<RunFacts>`select research.id as "researchId", project_id as "projectId",
      (select organization_id from projects where projects.id = project_id) as "organizationId",
      kind, research_runs.model, question, known, jurisdictions, day::text as day, with_files as "withFiles",
      planned_at is not null as "hasPlan", memo is not null as "hasMemo", memo_text as "memoText"
    from research_runs join research on research.id = research_id
    where research_runs.id = ${runId} and research.removed_at is null and ${writtenResearch(me)}
      and not exists (select 1 from research_runs newer where newer.research_id = research.id and newer.id > ${runId})`.execute(db);
  return rows[0] ?? null;
}

/** The next step without a current answer, in the order of the plan as it is now, and how many have one. */
export async function nextStep(
  me: Person,
  db: Db,
  researchId: string,
): Promise<{ step: (Pick<ResearchStep, "id" | "question" | "queries"> & { version: number }) | null; done: number; all: number }> {
  db = actAs(me, db);
  const rows = await db
    .selectFrom("research_steps")
    .select(["id", "question", "queries", "version", "finding_version"])
    .where("research_id", "=", researchId)
    .where("removed_at", "is", null)
    .orderBy("position")
    .orderBy("id")
    .execute();
  const open = rows.filter((row) => row.finding_version !== row.version);
  const [first] = open;
  return {
    step: first === undefined ? null : { id: first.id, question: first.question, queries: first.queries, version: first.version },
    done: rows.length - open.length,
    all: rows.length,
  };
}

export type StepStored = {
  runId: string;
  researchId: string;
  step: { id: string; question: string; version: number };
  finding: StepFinding;
  searches: readonly NewSearch[];
  /** Those that are new to this research. */
  sources: readonly NumberedSource[];
  usage: Usage;
  model: CostModel;
};

/** The answer is to the question as it was asked: a change in between leaves it outdated. */
export async function storeStep(me: Person, db: Db, stored: StepStored): Promise<void> {
  db = actAs(me, db);
  const { runId, researchId, step, finding, searches, sources, usage, model } = stored;
  await db.transaction().execute(async (trx) => {
    await heldResearch(me, trx, researchId);
    await keepSources(me, trx, researchId, sources);
    await keepSearches(me, trx, { researchId, stepId: step.id, step: step.question }, searches);
    await trx
      .updateTable("research_steps")
      .set({ finding: storableJson(finding), finding_version: step.version, model: model.id, found_at: sql<Date>`now()` })
      .where("id", "=", step.id)
      .execute();
    await countUsage(me, trx, { runId, researchId, usage, model });
  });
}

/** Together with the steps: a plan that was paid for is in place. */
export async function storePlan(
  me: Person,
  db: Db,
  {
    runId,
    researchId,
    steps,
    madeBy,
    usage,
    model,
  }: {
    runId: string;
    researchId: string;
    steps: readonly PlannedStep[];
    madeBy: StepMaker;
    usage: Usage;
    model: CostModel;
  },
): Promise<void> {
  db = actAs(me, db);
  await db.transaction().execute(async (trx) => {
    await heldResearch(me, trx, researchId);
    await addPlannedSteps(me, trx, researchId, { steps, madeBy });
    await trx
      .updateTable("research_runs")
      .set({ planned_at: sql<Date>`now()` })
      .where("id", "=", runId)
      .execute();
    await countUsage(me, trx, { runId, researchId, usage, model });
  });
}

/** The memo as it was written, before its draft is made: after a kill in between, the draft is made of the same words. */
export async function storeMemo(
  me: Person,
  db: Db,
  {
    runId,
    researchId,
    parts,
    text,
    usage,
    model,
  }: {
    runId: string;
    researchId: string;
    parts: readonly MemoPart[];
    text: string;
    usage: Usage;
    model: CostModel;
  },
): Promise<void> {
  db = actAs(me, db);
  await db.transaction().execute(async (trx) => {
    await heldResearch(me, trx, researchId);
    await trx
      .updateTable("research_runs")
      .set({ memo: storableJson(parts), memo_text: storable(text), memo_at: sql<Date>`now()` })
      .where("id", "=", runId)
      .execute();
    await countUsage(me, trx, { runId, researchId, usage, model });
    await trx
      .updateTable("research")
      .set({ updated_at: sql<Date>`now()` })
      .where("id", "=", researchId)
      .execute();
  });
}

/** The draft has the run's id, so that none is made twice. */
export async function hasDraft(me: Person, db: Db, runId: string): Promise<boolean> {
  db = actAs(me, db);
  return (await db.selectFrom("drafts").select("id").where("id", "=", runId).executeTakeFirst()) !== undefined;
}

export async function noteDraft(me: Person, db: Db, runId: string): Promise<void> {
  db = actAs(me, db);
  await db.updateTable("research_runs").set({ draft_id: runId, memo_text: null }).where("id", "=", runId).execute();
}

type Counted = { runId: string; researchId: string; usage: Usage; model: CostModel };

export async function countUsage(me: Person, trx: Db, { runId, researchId, usage, model }: Counted): Promise<void> {
  const asMe: BoundDb = actAs(me, trx);
  const { inputTokens, outputTokens, cost } = usage;
  if (inputTokens + outputTokens === 0) return;
  await sql`update research_runs set input_tokens = input_tokens + ${inputTokens}, output_tokens = output_tokens + ${outputTokens},
    cost = cost + ${cost ?? 0}, unpriced = unpriced + ${cost === null ? 1 : 0} where id = ${runId}`.execute(asMe);
  const counted = { inputTokens, outputTokens, ...(cost !== null && { costUsd: cost }) };
  await countTokens(me, asMe, { usage: counted, model, about: { researchId } });
}

/** Newest first. For callers that have checked that the person sees the research. */
export async function listMemos(me: Person, db: Db, researchId: string): Promise<MemoSummary[]> {
  const rows = await actAs(me, db)
    .selectFrom("research_runs")
    .leftJoin("drafts", (join) => join.onRef("drafts.id", "=", "research_runs.draft_id").on(seenDrafts(me)))
    .select(["research_runs.id", "research_runs.model", "memo", "memo_at", "drafts.id as draft", "drafts.name", "drafts.version"])
    .where("research_id", "=", researchId)
    .where("memo", "is not", null)
    .orderBy("research_runs.id", "desc")
    .limit(mostMemos)
    .execute();
  return rows.map(({ id, model, memo, memo_at: at, draft, name, version }) => ({
    runId: id,
    draftId: draft,
    draftName: name,
    model,
    at: (at ?? new Date(0)).toISOString(),
    parts: memo ?? [],
    isChanged: (version ?? 1) > 1,
  }));
}

const mostMemos = 20;

export type ResearchPlace = {
  question: string;
  model: string | null;
  projectId: string;
  organizationId: string | null;
};

/** Where a research is, for those who may run it. */
export async function placeOfResearch(me: Person, db: Db, id: string): Promise<ResearchPlace> {
  db = actAs(me, db);
  const row = await db
    .selectFrom("research")
    .innerJoin("projects", "projects.id", "research.project_id")
    .select(["question", "research.model", "project_id", "organization_id", sql<boolean>`${writtenResearch(me)}`.as("may_write")])
    .where("research.id", "=", id)
    .where("research.removed_at", "is", null)
    .where(seenResearch(me))
    .executeTakeFirst();
  if (row === undefined) throw problem("not-found");
  if (!row.may_write) throw problem("not-allowed");
  return { question: row.question, model: row.model, projectId: row.project_id, organizationId: row.organization_id };
}

/** The steps with an answer, in the order of the plan. */
export async function answeredSteps(me: Person, db: Db, researchId: string) {
  const steps = await listSteps(me, actAs(me, db), researchId);
  return steps.flatMap(({ id, question, finding }) => (finding === null ? [] : [{ id, question, finding }]));
}
