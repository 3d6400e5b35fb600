/*
 * Who belongs to an organization, and as what. Whoever goes leaves what the
 * firm worked on together: their projects there, with everything in them, go to
 * the owner. Chats of their own stay theirs, out of sight until they come back.
 */
import { sql } from "kysely";
import { mayChangeMember, mayGiveRole, type GivenRole, type Member } from "#core/organization.ts";
import { membershipOf, type Actor, type Person, type Role, type Server } from "#core/policy.ts";
import { problem } from "#core/problem.ts";
import type { Db } from "../db/database.ts";
import { lockOrganization } from "./locked-organization.ts";
import { holdToSeats } from "./plan-usage.ts";

/** Of the place where `me` works: in one's own, oneself. A guest is not shown who else is there. */
export async function listMembers(me: Person, db: Db): Promise<Member[]> {
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

async function otherMember(trx: Db, organizationId: string, userId: string): Promise<Other> {
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

/** Answers whose role it was, and what it was before. */
export async function changeRole(me: Actor, db: Db, userId: string, role: GivenRole): Promise<Other> {
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
    if (other.role === "guest" && role !== "guest") await holdToSeats(me, trx, mine.organizationId);
    return other;
  });
}

export async function removeMember(me: Actor, db: Db, userId: string): Promise<Other> {
  return db.transaction().execute(async (trx) => {
    const mine = await lockOrganization(me, trx);
    const other = await otherMember(trx, mine.organizationId, userId);
    if (userId === mine.userId) throw problem("bad-request", "To go yourself, leave the organization.");
    if (!mayChangeMember(mine.role, other.role)) throw problem("not-allowed");
    await takeOut(trx, mine.organizationId, userId);
    return other;
  });
}

export async function leaveOrganization(me: Actor, db: Db): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { organizationId, role, userId } = await lockOrganization(me, trx);
    if (role === "owner") throw problem("owner-stays");
    await takeOut(trx, organizationId, userId);
  });
}

async function takeOut(trx: Db, organizationId: string, userId: string): Promise<void> {
  const owner = await trx
    .selectFrom("member")
    .select("userId")
    .where("organizationId", "=", organizationId)
    .where("role", "=", "owner")
    .executeTakeFirst();
  if (owner !== undefined) await giveProjects(trx, { organizationId, from: userId, to: owner.userId });
  await sql`delete from project_shares using projects, "user" person
    where projects.id = project_shares.project_id and projects.organization_id = ${organizationId} and person.id = ${userId}
    and (project_shares.user_id = person.id or project_shares.email = lower(person.email))`.execute(trx);
  // Invitations they sent end with their say in who belongs here.
  await trx
    .updateTable("invitation")
    .set({ status: "revoked" })
    .where("organizationId", "=", organizationId)
    .where("inviterId", "=", userId)
    .where("status", "=", "pending")
    .execute();
  await trx.deleteFrom("member").where("organizationId", "=", organizationId).where("userId", "=", userId).execute();
}

/** Of an account that goes for good: its projects in organizations stay there, with their owners. */
export async function handOverProjects(_me: Server, trx: Db, userId: string): Promise<void> {
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
}

/** Everything that stands in a project belongs to the project's owner, whatever tables there are for it. */
async function giveProjects(trx: Db, { organizationId, from, to }: { organizationId: string; from: string; to: string }) {
  const { rows: tables } = await sql<{ name: string }>`select table_name as name from information_schema.columns
    where table_schema = current_schema() and column_name in ('owner_id', 'project_id') group by table_name having count(*) = 2`.execute(
    trx,
  );
  for (const { name } of tables)
    await sql`update ${sql.table(name)} set owner_id = ${to} where owner_id = ${from} and project_id in
      (select id from projects where owner_id = ${from} and organization_id = ${organizationId})`.execute(trx);
  await sql`delete from project_shares using projects, "user" person where projects.id = project_shares.project_id
    and projects.owner_id = ${from} and projects.organization_id = ${organizationId} and person.id = ${to}
    and (project_shares.user_id = person.id or project_shares.email = lower(person.email))`.execute(trx);
  await trx
    .updateTable("projects")
    .set({ owner_id: to })
    .where("owner_id", "=", from)
    .where("organization_id", "=", organizationId)
    .execute();
}
