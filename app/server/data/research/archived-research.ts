/* Research as archives hold it: with its runs, its sources as they were read, and the whole log. */
import { sql } from "kysely";
import type { MemoPart } from "#core/research/research.ts";
import type { Source } from "#core/sources/source.ts";
import type { Person } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";
import { ownProjects, seenResearch } from "../visible.ts";

export type ResearchToArchive = { id: string; organizationId: string | null; updatedAt: Date };

/** The research of a project that this person sees; without one, that of all projects that are theirs, wherever they are. */
export async function listResearchToArchive(me: Person, db: Db, projectId?: string): Promise<ResearchToArchive[]> {
  db = actAs(me, db);
  const found = db
    .selectFrom("research")
    .innerJoin("projects", "projects.id", "research.project_id")
    .select(["research.id", "organization_id as organizationId", "research.updated_at as updatedAt"])
    .where("research.removed_at", "is", null)
    .where(seenResearch(me))
    .where(projectId === undefined ? ownProjects(me) : sql<boolean>`projects.id = ${projectId}`);
  return found.orderBy("research.id").execute();
}

export type ArchivedResearchRun = {
  id: string;
  startedAt: string;
  by: string | null;
  kind: string;
  model: string;
  inputTokens: number;
  outputTokens: number;
  /** US dollars; null if the price of an answer is not known. */
  cost: number | null;
  memo: MemoPart[] | null;
};

/** For callers that have checked that the person sees the research. */
export async function archivedResearchRuns(me: Person, db: Db, researchId: string): Promise<ArchivedResearchRun[]> {
  db = actAs(me, db);
  const { rows } = await sql<ArchivedResearchRun>`select research_runs.id,
      to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "startedAt", "user".name as by, kind, model,
      input_tokens::float8 as "inputTokens", output_tokens::float8 as "outputTokens", case when unpriced = 0 then cost end as cost, memo
    from research_runs left join "user" on "user".id = made_by where research_id = ${researchId} order by research_runs.id`.execute(
    db,
  );
  return rows;
}

export type ArchivedSource = {
  number: number;
  sourceId: string;
  ref: string | null;
  readAt: string;
  source: Source;
  /** The newest text that was stored when the watch began, or was last reset. */
  present: string | null;
  presentVersion: string | null;
};

/** For callers that have checked that the person sees the research. */
export async function archivedSources(me: Person, db: Db, researchId: string): Promise<ArchivedSource[]> {
  db = actAs(me, db);
  const { rows } = await sql<ArchivedSource>`select number, source_id as "sourceId", ref,
      to_char(read_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "readAt", source, present,
      present_version::text as "presentVersion"
    from research_sources where research_id = ${researchId} order by number`.execute(db);
  return rows;
}
