/*
 * The data of an organization export. It respects privacy between members: the exporter gets in full only what they can
 * see anyway. Other members' unshared work is counted, so that it is clear what is missing.
 */
import { sql } from "kysely";
import { theServer, type Person, type Role } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";
import { seenProjects } from "../visible.ts";

export type ExportedMember = { name: string; email: string; role: Role; joinedAt: string };
export type ExportedCounts = {
  name: string;
  email: string;
  projects: number;
  chatsInProjects: number;
  chatsOutsideProjects: number;
};

export async function organizationFacts(me: Person, db: Db) {
  db = actAs(me, db);
  const row = await db
    .selectFrom("organization")
    .select(["name", "slug", "createdAt"])
    .where("id", "=", placeOf(me))
    .executeTakeFirstOrThrow();
  return { name: row.name, slug: row.slug, createdAt: row.createdAt.toISOString() };
}

export async function exportedMembers(me: Person, db: Db): Promise<ExportedMember[]> {
  db = actAs(me, db);
  const rows = await db
    .selectFrom("member")
    .innerJoin("user", "user.id", "member.userId")
    .select(["user.name", "user.email", "member.role", "member.createdAt"])
    .where("member.organizationId", "=", placeOf(me))
    .orderBy("member.createdAt")
    .execute();
  return rows.map(({ name, email, role, createdAt }) => ({ name, email, role, joinedAt: createdAt.toISOString() }));
}

/** How much each member has made there. Temporary chats and deleted items are not counted. */
export async function exportedCounts(me: Person, db: Db): Promise<ExportedCounts[]> {
  // Members cannot see each other's work, so Stet itself counts.
  db = actAs(theServer, db);
  const organizationId = placeOf(me);
  const { rows } = await sql<ExportedCounts>`
    select person.name, person.email,
      (select count(*)::int from projects where owner_id = person.id and organization_id = ${organizationId} and removed_at is null) as projects,
      (select count(*)::int from chats where owner_id = person.id and organization_id = ${organizationId} and not temporary
        and project_id is not null) as "chatsInProjects",
      (select count(*)::int from chats where owner_id = person.id and organization_id = ${organizationId} and not temporary
        and project_id is null) as "chatsOutsideProjects"
    from member join "user" person on person.id = member."userId"
    where member."organizationId" = ${organizationId} order by lower(person.name), person.id`.execute(db);
  return rows;
}

/** How many projects of other members `me` cannot see, and so cannot export. */
export async function countUnseenProjects(me: Person, db: Db): Promise<number> {
  db = actAs(theServer, db);
  const { count } = await db
    .selectFrom("projects")
    .select(sql<number>`count(*)::int`.as("count"))
    .where("organization_id", "=", placeOf(me))
    .where("removed_at", "is", null)
    .where(sql<boolean>`not (${seenProjects(me)})`)
    .executeTakeFirstOrThrow();
  return count;
}

function placeOf(me: Person): string {
  if (me.organizationId === null) throw problem("not-found");
  return me.organizationId;
}
