/* Runs of workflows as archives hold them: what was run, with what, and every step; and what starts them by itself. */
import { sql } from "kysely";
import type { Person } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";
import { ownProjects, seenProjects, seenRuns } from "../visible.ts";

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

export type TriggerToArchive = { id: string; organizationId: string | null; name: string; createdAt: Date; starts: unknown };

/** What starts workflows by itself, in the same projects, with everything that it has started. */
export async function listTriggersToArchive(me: Person, db: Db, projectId?: string): Promise<TriggerToArchive[]> {
  return actAs(me, db)
    .selectFrom("workflow_triggers")
    .innerJoin("projects", "projects.id", "workflow_triggers.project_id")
    .select(["workflow_triggers.id", "organization_id as organizationId", "workflow_triggers.name", "workflow_id as workflowId"])
    .select(["project_id as projectId", "workflow_triggers.made_by as madeBy", "workflow_triggers.kind", "schedule", "inputs"])
    .select(["time_zone as timeZone", "file_input as fileInput", "state", "problem", "next_at as nextAt"])
    .select("workflow_triggers.created_at as createdAt")
    .select(
      sql`(select coalesce(json_agg(json_build_object('due', due, 'runId', run_id, 'at', started_at) order by started_at), '[]')
        from workflow_trigger_starts where trigger_id = workflow_triggers.id)`.as("starts"),
    )
    .where("workflow_triggers.removed_at", "is", null)
    .where(seenProjects(me))
    .where(projectId === undefined ? ownProjects(me) : sql<boolean>`projects.id = ${projectId}`)
    .orderBy("workflow_triggers.id")
    .execute();
}
