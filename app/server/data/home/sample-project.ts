/* The sample of a workspace: a project like any other, which knows that it is one. */
import { sql } from "kysely";
import type { Person } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";
import { isHere, ownProjects } from "../visible.ts";

/** `draftId`: the draft that came with changes in a file; null if it was deleted, or was never made. */
export async function findSampleProject(me: Person, db: Db): Promise<{ id: string; draftId: string | null } | null> {
  db = actAs(me, db);
  const { rows } = await sql<{ id: string; draftId: string | null }>`select projects.id, (select drafts.id from drafts
      where drafts.project_id = projects.id and drafts.removed_at is null
        and exists (select 1 from proposed_changes where proposed_changes.draft_id = drafts.id and proposed_changes.block = 'imported')
      order by drafts.created_at limit 1) as "draftId"
    from projects where projects.is_sample and ${ownProjects(me)} and ${isHere(me, "projects.organization_id")}
    order by projects.created_at desc limit 1`.execute(db);
  return rows[0] ?? null;
}
