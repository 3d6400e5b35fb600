/*
 * Projects, and their deletion, which can be undone until a sweep purges them. Without access to a project one gets a
 * 404; with read access only, a 403 on changes.
 */
import { sql } from "kysely";
import {
  keptAfterRemovalDays,
  matterOf,
  noMatter,
  type Matter,
  type NewProject,
  type Project,
  type ProjectChanges,
  type ProjectList,
} from "#core/workspace/project.ts";
import { hasRight, mayMake, type Actor, type Person, type ProjectRole, type Server } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { actAs } from "../../db/acting.ts";
import type { Db, Trx } from "../../db/database.ts";
import { enforceLimit } from "../accounts/plan-usage.ts";
import { isHere, listedFiles, ownProjects, roleInProject, seenProjects } from "../visible.ts";

function projectColumns(me: Actor) {
  const isMine = sql<boolean>`projects.owner_id = ${me.kind === "person" ? me.userId : null}`;
  return [
    "projects.id",
    "projects.name",
    "projects.instructions",
    "projects.matter",
    "projects.owner_id",
    "projects.organization_id",
    "projects.created_at",
    "projects.archived_at",
    isMine.as("is_owner"),
    roleInProject(me).as("role"),
    sql<string>`(select name from "user" where "user".id = projects.owner_id)`.as("owner_name"),
    sql<string | null>`(select name from "user" where "user".id = projects.former_owner_id)`.as("former_owner"),
    sql<number>`(select count(*)::int from chats where chats.project_id = projects.id and not chats.temporary)`.as("chats"),
    sql<number>`(select count(*)::int from drafts where drafts.project_id = projects.id and drafts.removed_at is null)`.as(
      "drafts",
    ),
    sql<number>`(select count(*)::int from files where files.project_id = projects.id and files.removed_at is null
      and files.status = 'ready' and files.chat_id is null and ${listedFiles})`.as("files"),
    sql<number>`(case when ${isMine} then (select count(*)::int from project_shares where project_shares.project_id = projects.id)
      else 0 end)`.as("shares"),
    sql<Date>`greatest(projects.updated_at, (select max(chats.updated_at) from chats where chats.project_id = projects.id))`.as(
      "active_at",
    ),
  ] as const;
}

type ProjectRow = {
  id: string;
  name: string;
  instructions: string;
  matter: Partial<Matter>;
  owner_id: string;
  owner_name: string;
  former_owner: string | null;
  organization_id: string | null;
  created_at: Date;
  archived_at: Date | null;
  is_owner: boolean;
  role: ProjectRole;
  chats: number;
  drafts: number;
  files: number;
  shares: number;
  active_at: Date;
};

function projectOf(row: ProjectRow): Project {
  return {
    id: row.id,
    name: row.name,
    instructions: row.instructions,
    matter: matterOf(row.matter),
    userId: row.owner_id,
    ownerName: row.owner_name,
    formerOwner: row.former_owner,
    isOwner: row.is_owner,
    role: row.role,
    mayWrite: hasRight(row.role, "write"),
    mayPropose: hasRight(row.role, "propose"),
    organizationId: row.organization_id,
    counts: { chats: row.chats, drafts: row.drafts, files: row.files, shares: row.shares },
    createdAt: row.created_at.toISOString(),
    updatedAt: row.active_at.toISOString(),
    archivedAt: row.archived_at?.toISOString() ?? null,
  };
}

/** The projects of the current workspace: the person's own and those shared with them. */
export async function listProjects(me: Actor, db: Db): Promise<ProjectList> {
  db = actAs(me, db);
  const rows = await db
    .selectFrom("projects")
    .select(projectColumns(me))
    .where(seenProjects(me))
    .where(isHere(me, "projects.organization_id"))
    .orderBy("active_at", "desc")
    .orderBy("projects.id")
    .execute();
  const projects = rows.map((row) => {
    const { instructions: _, matter: __, ...summary } = projectOf(row);
    return summary;
  });
  return {
    own: projects.filter((project) => project.isOwner && project.archivedAt === null),
    shared: projects.filter((project) => !project.isOwner && project.archivedAt === null),
    archived: projects.filter((project) => project.archivedAt !== null),
  };
}

export async function getProject(me: Actor, db: Db, projectId: string): Promise<Project> {
  db = actAs(me, db);
  const row = await db
    .selectFrom("projects")
    .select(projectColumns(me))
    .where("projects.id", "=", projectId)
    .where(seenProjects(me))
    .executeTakeFirst();
  if (row === undefined) throw problem("not-found");
  return projectOf(row);
}

/** In the current workspace. */
export async function createProject(
  me: Person,
  db: Db,
  given: NewProject,
  { isSample = false, alongside }: { isSample?: boolean; alongside?: (trx: Trx, id: string) => Promise<unknown> } = {},
): Promise<Project> {
  db = actAs(me, db);
  if (!mayMake(me)) throw problem("not-allowed", "Guests can see what is shared with them, but can’t create projects here.");
  const id = uuidv7();
  const { matter = noMatter, ...texts } = given;
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto("projects")
      .values({
        id,
        owner_id: me.userId,
        organization_id: me.organizationId,
        ...texts,
        matter: JSON.stringify(matter),
        is_sample: isSample,
      })
      .execute();
    await enforceLimit(me, trx, "projects");
    await alongside?.(trx, id);
  });
  return getProject(me, db, id);
}

/** Changes its name, instructions, matter, or whether it is archived. */
export async function changeProject(me: Actor, db: Db, projectId: string, changes: ProjectChanges): Promise<Project> {
  db = actAs(me, db);
  const { archived, matter, ...texts } = changes;
  const { numUpdatedRows } = await db
    .updateTable("projects")
    .set({
      ...texts,
      ...(matter && { matter: JSON.stringify(matter) }),
      ...(archived === undefined ? {} : { archived_at: archived ? sql<Date>`coalesce(archived_at, now())` : null }),
      updated_at: sql`now()`,
    })
    .where("projects.id", "=", projectId)
    .where(ownProjects(me))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw await projectRefusal(me, db, projectId);
  return getProject(me, db, projectId);
}

/** With everything in it; `undoRemoveProject` restores it. */
export async function removeProject(me: Actor, db: Db, projectId: string): Promise<void> {
  db = actAs(me, db);
  const { numUpdatedRows } = await db
    .updateTable("projects")
    .set({ removed_at: sql`now()` })
    .where("projects.id", "=", projectId)
    .where(ownProjects(me))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw await projectRefusal(me, db, projectId);
}

/** A project that is not deleted is returned unchanged. */
export async function undoRemoveProject(me: Person, db: Db, projectId: string): Promise<Project> {
  db = actAs(me, db);
  await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable("projects")
      .set({ removed_at: null })
      .where("id", "=", projectId)
      .where("owner_id", "=", me.userId)
      .where(isHere(me, "organization_id"))
      .where("removed_at", ">", keptSince())
      .executeTakeFirst();
    // It counts again, with its drafts, so the limit may now be exceeded.
    if (numUpdatedRows === 0n) return;
    await enforceLimit(me, trx, "projects");
    await enforceLimit(me, trx, "drafts");
  });
  const project = await getProject(me, db, projectId);
  if (!project.isOwner) throw problem("not-allowed");
  return project;
}

/** Purges projects whose deletion can no longer be undone, with everything in them. */
export async function sweepRemovedProjects(me: Server, db: Db): Promise<string[]> {
  db = actAs(me, db);
  const rows = await db.deleteFrom("projects").where("removed_at", "<=", keptSince()).returning("id").execute();
  return rows.map((row) => row.id);
}

function keptSince() {
  return sql<Date>`now() - make_interval(days => ${keptAfterRemovalDays})`;
}

/** The error for a project that cannot be changed: read-only, or not visible at all. */
export async function projectRefusal(
  me: Actor,
  db: Db,
  projectId: string,
  code: "not-allowed" | "cannot-share-project" = "not-allowed",
): Promise<Response> {
  db = actAs(me, db);
  const seen = await db.selectFrom("projects").select("id").where("id", "=", projectId).where(seenProjects(me)).executeTakeFirst();
  if (seen === undefined) return problem("not-found");
  return code === "not-allowed" ? problem(code, "Only its owner can change this project.") : problem(code);
}
