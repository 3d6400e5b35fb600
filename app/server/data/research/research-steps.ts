/* The plan of a research. Steps are taken out and brought back with what was found for them. */
import { sql } from "kysely";
import type { NewStep, StepChange } from "#core/requests/research.ts";
import type { PlannedStep } from "#core/research/plan-question.ts";
import {
  researchLimits,
  type ResearchQuery,
  type ResearchStep,
  type StepFinding,
  type StepMaker,
} from "#core/research/research.ts";
import { storable, storableJson } from "#core/text/storable.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import type { Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { actAs } from "../../db/acting.ts";
import type { BoundDb, Db, Trx } from "../../db/database.ts";
import { heldResearch } from "./held-research.ts";

type Row = {
  id: string;
  question: string;
  queries: ResearchQuery[];
  step_maker: StepMaker;
  version: number;
  finding: StepFinding | null;
  finding_version: number | null;
  model: string | null;
  found_at: Date | null;
};

/** For callers that have checked that the person sees the research. */
export async function listSteps(me: Person, db: Db, researchId: string): Promise<ResearchStep[]> {
  const rows: Row[] = await actAs(me, db)
    .selectFrom("research_steps")
    .select(["id", "question", "queries", "step_maker", "version", "finding", "finding_version", "model", "found_at"])
    .where("research_id", "=", researchId)
    .where("removed_at", "is", null)
    .orderBy("position")
    .orderBy("id")
    .execute();
  return rows.map(({ id, question, queries, step_maker: madeBy, ...row }) => ({
    id,
    question,
    queries,
    madeBy,
    finding: row.finding && {
      ...row.finding,
      model: row.model ?? "",
      at: (row.found_at ?? new Date(0)).toISOString(),
      isOutdated: row.finding_version !== row.version,
    },
  }));
}

/** Before the step that is at `position` now, or at the end. Returns its id. */
export async function addStep(me: Person, db: Db, researchId: string, { question, queries, position }: NewStep): Promise<string> {
  db = actAs(me, db);
  return db.transaction().execute(async (trx) => {
    await heldResearch(me, trx, researchId);
    const [id] = await insertSteps(trx, researchId, [{ question, queries }], "person");
    if (position !== undefined) await moveStep(trx, researchId, id!, position);
    await touch(trx, researchId);
    return id!;
  });
}

/** Behind those that are there: a plan never replaces what is in it. None are added to a plan that has become full. */
export async function addPlannedSteps(
  me: Person,
  trx: Trx,
  researchId: string,
  { steps, madeBy }: { steps: readonly PlannedStep[]; madeBy: StepMaker },
): Promise<void> {
  trx = actAs(me, trx);
  const known = await listSteps(me, trx, researchId);
  const letters = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "");
  const isNew = ({ question }: PlannedStep) => !known.some((one) => letters(one.question) === letters(question));
  const added = steps.filter(isNew).slice(0, researchLimits.steps - known.length);
  if (added.length > 0) await insertSteps(trx, researchId, added, madeBy);
  await touch(trx, researchId);
}

async function insertSteps(trx: Trx, researchId: string, steps: readonly PlannedStep[], madeBy: StepMaker): Promise<string[]> {
  const { last, count } = await trx
    .selectFrom("research_steps")
    .select(sql<number>`coalesce(max(position), -1)`.as("last"))
    .select(sql<number>`(count(*) filter (where removed_at is null))::int`.as("count"))
    .where("research_id", "=", researchId)
    .executeTakeFirstOrThrow();
  if (count + steps.length > researchLimits.steps) throw full();
  const rows = steps.map(({ question, queries }, at) => ({
    id: uuidv7(),
    research_id: researchId,
    position: last + 1 + at,
    question: storable(question),
    queries: storableJson(queries),
    step_maker: madeBy,
  }));
  await trx.insertInto("research_steps").values(rows).execute();
  return rows.map(({ id }) => id);
}

const full = () => problem("bad-request", `A plan can have at most ${researchLimits.steps} steps. Remove some first.`);

export async function changeStep(
  me: Person,
  db: Db,
  { researchId, stepId, to }: { researchId: string; stepId: string; to: StepChange },
): Promise<void> {
  db = actAs(me, db);
  await db.transaction().execute(async (trx) => {
    await heldResearch(me, trx, researchId);
    const step = await trx
      .selectFrom("research_steps")
      .select("removed_at")
      .where("id", "=", stepId)
      .where("research_id", "=", researchId)
      .executeTakeFirst();
    const isRemoval = "isRemoved" in to;
    if (step === undefined || (step.removed_at !== null && !isRemoval)) throw problem("not-found");
    const update = trx.updateTable("research_steps").where("id", "=", stepId);
    if ("position" in to) await moveStep(trx, researchId, stepId, to.position);
    else if (isRemoval) await update.set({ removed_at: to.isRemoved ? sql<Date>`now()` : null }).execute();
    else if ("again" in to) await update.set({ finding_version: null }).execute();
    else {
      const queries = JSON.stringify(to.queries);
      await update
        .set({
          question: to.question,
          queries,
          step_maker: "person",
          version: sql<number>`version + (case when (question, queries) = (${to.question}, ${queries}::jsonb) then 0 else 1 end)`,
        })
        .execute();
    }
    if (isRemoval && !to.isRemoved && (await listSteps(me, trx, researchId)).length > researchLimits.steps) throw full();
    await touch(trx, researchId);
  });
}

/** Renumbers all of them, with this one at its new place among those that are shown. */
async function moveStep(trx: Trx, researchId: string, id: string, to: number): Promise<void> {
  const rows = await trx
    .selectFrom("research_steps")
    .select(["id", "removed_at"])
    .where("research_id", "=", researchId)
    .orderBy("position")
    .orderBy("id")
    .execute();
  const others = rows.filter((row) => row.id !== id);
  const shown = others.filter((row) => row.removed_at === null);
  const before = shown[to];
  const at = before === undefined ? others.length : others.indexOf(before);
  const order = [...others.slice(0, at).map((row) => row.id), id, ...others.slice(at).map((row) => row.id)];
  await sql`update research_steps set position = given.place - 1
    from (select id::uuid, place from jsonb_array_elements_text(${JSON.stringify(order)}::jsonb) with ordinality as listed(id, place)) as given
    where research_steps.id = given.id`.execute(trx);
}

async function touch(trx: BoundDb, researchId: string): Promise<void> {
  await trx
    .updateTable("research")
    .set({ updated_at: sql<Date>`now()` })
    .where("id", "=", researchId)
    .execute();
}
