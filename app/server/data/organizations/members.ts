/*
 * Members of an organization and their roles. When a member leaves, their projects there go to an heir with everything
 * in them; their own chats stay theirs, hidden until they return. A removal can be undone for a while:
 * removed-members.ts.
 */
import { sql } from "kysely";
import { mayChangeMember, mayGiveRole, type GivenRole, type Member } from "#core/workspace/organization.ts";
import { membershipOf, theServer, type Actor, type Person, type Role, type Server } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { actAs } from "../../db/acting.ts";
import type { Alongside, BoundDb, Db, Trx } from "../../db/database.ts";
import { lockOrganization } from "./locked-organization.ts";
import { enforceSeats } from "../accounts/plan-usage.ts";
import { moveProjects, recordRemoval, type EndedMembership, type EndedShare } from "./removed-members.ts";

/** Of the current workspace; in a personal one, just the person. Guests do not see the other members. */
export async function listMembers(me: Person, db: Db): Promise<Member[]> {
  db = actAs(me, db);
  const query = db.selectFrom("user").select(["user.id", "user.name", "user.email", "user.image"]);
  const role = membershipOf(me, me.organizationId)?.role;
  if (me.organizationId === null || role === undefined || role === "guest") {
    const self = await query.where("user.id", "=", me.userId).executeTakeFirstOrThrow();
    return [{ ...self, role: role ?? "owner" }];
  }
  return query
    .innerJoin("member", "member.userId", "user.id")
    .select("member.role")
    .where("member.organizationId", "=", me.organizationId)
    .orderBy(sql`array_position(array['owner', 'admin', 'member', 'guest'], member.role)`)
    .orderBy(sql`lower("user".name)`)
    .orderBy("user.id")
    .execute();
}

type Other = { name: string; email: string; role: Role };

async function otherMember(trx: Trx, organizationId: string, userId: string): Promise<Other> {
  const row = await trx
    .selectFrom("member")
    .innerJoin("user", "user.id", "member.userId")
    .select(["user.name", "user.email", "member.role"])
    .where("member.organizationId", "=", organizationId)
    .where("member.userId", "=", userId)
    .executeTakeFirst();
  if (row === undefined) throw problem("not-found");
  return row;
}

/** Returns whose role it was, and the previous role. */
export async function changeRole(me: Actor, db: Db, userId: string, role: GivenRole, alongside?: Alongside<Other>): Promise<Other> {
  db = actAs(me, db);
  return db.transaction().execute(async (trx) => {
    const mine = await lockOrganization(me, trx);
    const other = await otherMember(trx, mine.organizationId, userId);
    if (other.role === "owner" && mine.role === "owner") throw problem("owner-stays");
    if (!mayChangeMember(mine.role, other.role) || !mayGiveRole(mine.role, role)) throw problem("not-allowed");
    await trx
      .updateTable("member")
      .set({ role })
      .where("organizationId", "=", mine.organizationId)
      .where("userId", "=", userId)
      .execute();
    if (other.role === "guest" && role !== "guest") await enforceSeats(me, trx, mine.organizationId);
    await alongside?.(trx, other);
    return other;
  });
}

export type Removal = { member: Other; heir: Pick<Other, "name" | "email">; projects: number };

/** The member's projects go to an heir: the organization's owner unless another member is named. */
export async function removeMember(
  me: Actor,
  db: Db,
  userId: string,
  heirId?: string,
  alongside?: Alongside<Removal>,
): Promise<Removal> {
  db = actAs(me, db);
  return db.transaction().execute(async (trx) => {
    const mine = await lockOrganization(me, trx);
    const { organizationId } = mine;
    const member = await otherMember(trx, organizationId, userId);
    if (userId === mine.userId) throw problem("bad-request", "To remove yourself, leave the organization.");
    if (!mayChangeMember(mine.role, member.role)) throw problem("not-allowed");
    const heir = await heirOf(trx, { organizationId, from: userId, heirId });
    const ended = await takeOut(trx, { organizationId, from: userId, to: heir.id });
    await recordRemoval(theServer, trx, { organizationId, userId, role: member.role, heirId: heir.id, ...ended });
    const removal = { member, heir, projects: ended.projects.length };
    await alongside?.(trx, removal);
    return removal;
  });
}

export async function leaveOrganization(me: Actor, db: Db): Promise<void> {
  db = actAs(me, db);
  await db.transaction().execute(async (trx) => {
    const { organizationId, role, userId } = await lockOrganization(me, trx);
    if (role === "owner") throw problem("owner-stays");
    const heir = await heirOf(trx, { organizationId, from: userId, heirId: undefined });
    await takeOut(trx, { organizationId, from: userId, to: heir.id });
  });
}

type Inheritance = { organizationId: string; from: string; to: string };

async function heirOf(
  trx: Trx,
  { organizationId, from, heirId }: { organizationId: string; from: string; heirId: string | undefined },
): Promise<{ id: string; name: string; email: string }> {
  const members = trx
    .selectFrom("member")
    .innerJoin("user", "user.id", "member.userId")
    .select(["user.id", "user.name", "user.email"])
    .where("member.organizationId", "=", organizationId)
    .where("member.userId", "!=", from);
  const chosen = heirId === undefined ? members.where("role", "=", "owner") : members.where("user.id", "=", heirId);
  const heir = await chosen.where("role", "!=", "guest").executeTakeFirst();
  if (heir === undefined) throw problem("bad-request", "Choose a member of the organization to take over the projects.");
  return heir;
}

/**
 * Runs as Stet itself, because the data is not the caller's. Returns what ended with the membership, so it can be
 * restored.
 */
async function takeOut(trx: Trx, { organizationId, from, to }: Inheritance): Promise<EndedMembership> {
  trx = actAs(theServer, trx);
  const { rows: shares } = await sql<EndedShare>`delete from project_shares using projects, "user" person
    where projects.id = project_shares.project_id and projects.organization_id = ${organizationId} and person.id = ${from}
    and (project_shares.user_id = person.id or project_shares.email = lower(person.email))
    returning project_shares.project_id as "projectId", project_shares.email, project_shares.user_id as "userId",
      project_shares.invited_by as "invitedBy", project_shares.role, project_shares.created_at as "createdAt"`.execute(trx);
  const given = await giveProjects(trx, { organizationId, from, to });
  // Their invitations end with their right to invite.
  await trx
    .updateTable("invitation")
    .set({ status: "revoked" })
    .where("organizationId", "=", organizationId)
    .where("inviterId", "=", from)
    .where("status", "=", "pending")
    .execute();
  const { createdAt } = await trx
    .deleteFrom("member")
    .where("organizationId", "=", organizationId)
    .where("userId", "=", from)
    .returning("createdAt")
    .executeTakeFirstOrThrow();
  return { joinedAt: createdAt, projects: given.projects, shares: [...shares, ...given.shares] };
}

/** For an account being deleted: its projects in organizations pass to their owners. */
export async function handOverProjects(me: Server, trx: Db, userId: string): Promise<void> {
  trx = actAs(me, trx);
  const heirs = await trx
    .selectFrom("projects")
    .innerJoin("member", "member.organizationId", "projects.organization_id")
    .select(["member.organizationId as organizationId", "member.userId as to"])
    .distinct()
    .where("projects.owner_id", "=", userId)
    .where("member.role", "=", "owner")
    .where("member.userId", "!=", userId)
    .execute();
  for (const heir of heirs) await giveProjects(trx, { ...heir, from: userId });
  // What they asked in the projects of others belongs to these.
  await sql`update chats set owner_id = projects.owner_id from projects
    where projects.id = chats.project_id and chats.owner_id = ${userId} and projects.owner_id <> ${userId}`.execute(trx);
}

/** Records whose projects they were. */
async function giveProjects(
  trx: BoundDb,
  { organizationId, from, to }: Inheritance,
): Promise<Pick<EndedMembership, "projects" | "shares">> {
  const rows = await trx
    .selectFrom("projects")
    .select("id")
    .where("owner_id", "=", from)
    .where("organization_id", "=", organizationId)
    .forUpdate()
    .execute();
  const projects = rows.map(({ id }) => id);
  if (projects.length === 0) return { projects, shares: [] };
  const { rows: shares } = await sql<EndedShare>`delete from project_shares using "user" person
    where project_shares.project_id in (${sql.join(projects)}) and person.id = ${to}
    and (project_shares.user_id = person.id or project_shares.email = lower(person.email))
    returning project_id as "projectId", project_shares.email, project_shares.user_id as "userId",
      invited_by as "invitedBy", role, created_at as "createdAt"`.execute(trx);
  await moveProjects(theServer, trx, projects, to);
  await sql`update projects set former_owner_id = coalesce(former_owner_id, ${from}) where id in (${sql.join(projects)})`.execute(
    trx,
  );
  return { projects, shares };
}
