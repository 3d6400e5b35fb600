/*
 * That a matter exists, for those who manage the organization: the name of the project, whose it is and who works in
 * it, never what is in it. Stet itself reads this; nothing else of a project that is not shared leaves it.
 */
import { sql } from "kysely";
import type { ProjectsOfOthersPage } from "#core/workspace/organization.ts";
import { mayManage, theServer, type Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";
import { seenProjects } from "../visible.ts";

export const projectsOfOthersPerPage = 50;

/** By name, continued after the project with this id. Projects that the manager sees anyway are in their vault. */
export async function listProjectsOfOthers(me: Person, db: Db, after: string | null = null): Promise<ProjectsOfOthersPage> {
  if (me.organizationId === null || !mayManage(me, me.organizationId)) throw problem("not-found");
  const rows = await actAs(theServer, db)
    .selectFrom("projects")
    .select(["projects.id", "projects.name"])
    .select(sql<string>`(select name from "user" where "user".id = projects.owner_id)`.as("owner"))
    .select(
      sql<string[]>`array(select "user".name from project_shares join "user" on "user".id = project_shares.user_id
        where project_shares.project_id = projects.id order by lower("user".name))`.as("members"),
    )
    .where("organization_id", "=", me.organizationId)
    .where("removed_at", "is", null)
    .where(sql<boolean>`not (${seenProjects(me)})`)
    .where(sql<boolean>`(${after}::uuid is null or (lower(projects.name), projects.id) >
      (select lower(last.name), last.id from projects last where last.id = ${after}::uuid))`)
    .orderBy(sql`lower(projects.name)`)
    .orderBy("projects.id")
    .limit(projectsOfOthersPerPage + 1)
    .execute();
  const projects = rows.slice(0, projectsOfOthersPerPage).map(({ id, name, owner, members }) => ({ id, name, owner, members }));
  return { projects, next: rows.length > projects.length ? projects.at(-1)!.id : null };
}
