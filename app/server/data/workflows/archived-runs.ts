/* Runs of workflows as archives hold them: what was run, with what, and every step. */
import { sql } from "kysely";
import type { Person } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";
import { ownProjects, seenRuns } from "../visible.ts";

export type RunToArchive = { id: string; organizationId: string | null; updatedAt: Date };

/** The runs of a project that this person sees; without one, those of all projects that are theirs, wherever they are. */
export async function listRunsToArchive(me: Person, db: Db, projectId?: string): Promise<RunToArchive[]> {
  return actAs(me, db)
    .selectFrom("workflow_runs")
    .innerJoin("projects", "projects.id", "workflow_runs.project_id")
    .select(["workflow_runs.id", "organization_id as organizationId", "workflow_runs.updated_at as updatedAt"])
    .where("workflow_runs.removed_at", "is", null)
    .where("is_test", "=", false)
    .where(seenRuns(me))
    .where(projectId === undefined ? ownProjects(me) : sql<boolean>`projects.id = ${projectId}`)
    .orderBy("workflow_runs.id")
    .execute();
}
