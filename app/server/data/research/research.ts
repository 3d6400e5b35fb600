/* Research: whose it is, its question, and the whole of it as its page shows it. */
import { sql } from "kysely";
import type { NewResearch, ResearchChange, ResearchListQuery } from "#core/requests/research.ts";
import type { Research, ResearchPage, ResearchSummary } from "#core/research/research.ts";
import type { Usage } from "#core/review/review.ts";
import type { Person, Server } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { keptAfterRemovalDays } from "#core/workspace/project.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { actAs } from "../../db/acting.ts";
import type { BoundDb, Db } from "../../db/database.ts";
import { containsAll } from "../../db/word-pattern.ts";
import { isHere, seenProjects, seenResearch, writtenProjects, writtenResearch } from "../visible.ts";
import { listAuthorities } from "./research-sources.ts";
import { heldResearch } from "./held-research.ts";
import { openRun } from "./research-jobs.ts";
import { listMemos } from "./research-runs.ts";
import { listSteps } from "./research-steps.ts";

const atOnce = 50;

type SummaryRow = Omit<ResearchSummary, "updatedAt"> & { at: Date };

/** Newest first, continued after the one with this id. Every word is in the question, what is known, or the project's name. */
export async function listResearch(
  me: Person,
  db: Db,
  { query, after, projectId }: ResearchListQuery & { projectId?: string | undefined },
): Promise<ResearchPage> {
  db = actAs(me, db);
  const isFound = containsAll(sql`(research.question || ' ' || research.known || ' ' || projects.name)`, query);
  const { rows } = await sql<SummaryRow>`select research.id, question, project_id as "projectId", projects.name as "projectName",
      day::text as day, jurisdictions, research.updated_at as at,
      (select count(*)::int from research_steps where research_id = research.id and removed_at is null) as steps,
      (select count(*)::int from research_steps where research_id = research.id and removed_at is null
        and finding_version = version) as answered,
      exists (select 1 from research_runs where research_id = research.id and memo is not null) as "hasMemo"
    from research join projects on projects.id = project_id
    where research.removed_at is null and ${seenResearch(me)} and ${isHere(me, "projects.organization_id")}
      ${projectId === undefined ? sql`` : sql`and project_id = ${projectId}`}
      ${after === undefined ? sql`` : sql`and research.id < ${after}`} and ${isFound}
    order by research.id desc limit ${atOnce + 1}`.execute(db);
  const research = rows.slice(0, atOnce).map(({ at, ...row }) => Object.assign(row, { updatedAt: at.toISOString() }));
  return { research, next: rows.length > atOnce ? research.at(-1)!.id : null };
}

export async function createResearch(me: Person, db: Db, given: NewResearch & { projectId: string }): Promise<string> {
  db = actAs(me, db);
  const { projectId, question, known, jurisdictions, day, withFiles, model } = given;
  const seen = db.selectFrom("projects").select("id").where("id", "=", projectId).where(isHere(me, "projects.organization_id"));
  if ((await seen.where(seenProjects(me)).executeTakeFirst()) === undefined) throw problem("not-found");
  if ((await seen.where(writtenProjects(me)).executeTakeFirst()) === undefined) throw problem("not-allowed");
  const id = uuidv7();
  const asked = { question, known, jurisdictions: JSON.stringify(jurisdictions), day, with_files: withFiles, model };
  await db
    .insertInto("research")
    .values({ id, project_id: projectId, made_by: me.userId, ...asked })
    .execute();
  return id;
}

export async function getResearch(me: Person, db: Db, id: string): Promise<Research> {
  const asMe = actAs(me, db);
  const row = await asMe
    .selectFrom("research")
    .innerJoin("projects", "projects.id", "research.project_id")
    .select(["research.id", "project_id", "projects.name as project_name", "question", "known", "jurisdictions", "with_files"])
    .select([
      "research.model",
      "watched",
      sql<string | null>`day::text`.as("on_day"),
      sql<boolean>`${writtenResearch(me)}`.as("may_write"),
    ])
    .where("research.id", "=", id)
    .where("research.removed_at", "is", null)
    .where(seenResearch(me))
    .executeTakeFirst();
  if (row === undefined) throw problem("not-found");
  return {
    id,
    projectId: row.project_id,
    projectName: row.project_name,
    question: row.question,
    known: row.known,
    jurisdictions: row.jurisdictions,
    day: row.on_day,
    withFiles: row.with_files,
    model: row.model,
    isWatched: row.watched,
    mayWrite: row.may_write,
    steps: await listSteps(me, db, id),
    run: await openRun(me, db, id),
    memos: await listMemos(me, db, id),
    authorities: await listAuthorities(me, db, id),
    spent: await spentOn(asMe, id),
  };
}

async function spentOn(db: BoundDb, researchId: string): Promise<Usage> {
  const { rows } = await sql<Usage>`select coalesce(sum(input_tokens), 0)::float8 as "inputTokens",
      coalesce(sum(output_tokens), 0)::float8 as "outputTokens",
      case when coalesce(sum(unpriced), 0) = 0 then coalesce(sum(cost), 0) end as cost
    from research_runs where research_id = ${researchId}`.execute(db);
  return rows[0]!;
}

/** A change of what is asked makes the answers outdated; they stay until they are asked again. */
export async function changeResearch(me: Person, db: Db, id: string, change: ResearchChange): Promise<void> {
  db = actAs(me, db);
  await db.transaction().execute(async (trx) => {
    await heldResearch(me, trx, id, { removed: change.isRemoved === false });
    const { isRemoved, isWatched, withFiles, jurisdictions, ...plain } = change;
    const fields = Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined));
    await trx
      .updateTable("research")
      .set({
        ...fields,
        ...(jurisdictions !== undefined && { jurisdictions: JSON.stringify(jurisdictions) }),
        ...(withFiles !== undefined && { with_files: withFiles }),
        ...(isWatched !== undefined && { watched: isWatched }),
        ...(isRemoved !== undefined && { removed_at: isRemoved ? sql<Date>`now()` : null }),
        updated_at: sql<Date>`now()`,
      })
      .where("id", "=", id)
      .execute();
    if (change.day !== undefined || jurisdictions !== undefined || withFiles !== undefined)
      await sql`update research_steps set version = version + 1 where research_id = ${id}`.execute(trx);
  });
}

/** Purges research whose deletion can no longer be undone, and the steps taken out of plans. */
export async function sweepRemovedResearch(me: Server, db: Db): Promise<number> {
  db = actAs(me, db);
  const isDue = sql<boolean>`removed_at <= now() - make_interval(days => ${keptAfterRemovalDays})`;
  await db.deleteFrom("research_steps").where(isDue).execute();
  const { numDeletedRows } = await db.deleteFrom("research").where(isDue).executeTakeFirst();
  return Number(numDeletedRows);
}
