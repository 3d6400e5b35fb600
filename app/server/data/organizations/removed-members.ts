/*
 * Members whose removal can still be undone: their role, the projects that went to an heir, and the shares that ended.
 * Undoing restores all of it.
 */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { mayChangeMember, removalLastsDays, type RemovedMember } from "#core/workspace/organization.ts";
import { mayManage, theServer, type Actor, type Person, type Role, type Server, type ShareRole } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { actAs } from "../../db/acting.ts";
import type { Alongside, BoundDb, Db } from "../../db/database.ts";
import { lockOrganization } from "./locked-organization.ts";
import { enforceSeats } from "../accounts/plan-usage.ts";

export type EndedShare = {
  projectId: string;
  email: string;
  userId: string | null;
  invitedBy: string | null;
  /** Rows from before there were roles have none. */
  role?: ShareRole;
  createdAt: Date | string;
};
export type EndedMembership = { joinedAt: Date; projects: string[]; shares: EndedShare[] };

type NewRemoval = EndedMembership & { organizationId: string; userId: string; role: Role; heirId: string };

/** A second removal while the first can be undone is merged with it. */
export async function recordRemoval(me: Server, trx: Db, removal: NewRemoval): Promise<void> {
  trx = actAs(me, trx);
  const { organizationId, userId, role, heirId, joinedAt, projects, shares } = removal;
  const { rows } = await sql<{ id: string }>`
    insert into removed_members (id, organization_id, user_id, role, joined_at, heir_id, shares)
    values (${uuidv7()}::uuid, ${organizationId}, ${userId}, ${role}, ${joinedAt}, ${heirId}, ${JSON.stringify(shares)}::jsonb)
    on conflict (organization_id, user_id) do update set role = excluded.role, joined_at = excluded.joined_at,
      heir_id = excluded.heir_id, shares = removed_members.shares || excluded.shares, removed_at = now()
    returning id`.execute(trx);
  for (const projectId of projects)
    await sql`insert into inherited_projects (removal_id, project_id) values (${rows[0]!.id}::uuid, ${projectId}::uuid)
      on conflict do nothing`.execute(trx);
}

/** What belongs to the project's owner, in every table; chats of its editors stay theirs. */
export async function moveProjects(me: Server, trx: Db, projects: readonly string[], to: string): Promise<void> {
  trx = actAs(me, trx);
  if (projects.length === 0) return;
  const { rows: tables } = await sql<{ name: string }>`select table_name as name from information_schema.columns
    where table_schema = current_schema() and column_name in ('owner_id', 'project_id') group by table_name having count(*) = 2`.execute(
    trx,
  );
  for (const { name } of tables)
    await sql`update ${sql.table(name)} as thing set owner_id = ${to} from projects where projects.id = thing.project_id
      and thing.owner_id = projects.owner_id and projects.id in (${sql.join(projects)})`.execute(trx);
  await sql`update projects set owner_id = ${to} where id in (${sql.join(projects)})`.execute(trx);
}

/** Members who can still be restored, latest first. */
export async function listRemovedMembers(me: Person, db: Db): Promise<RemovedMember[]> {
  db = actAs(me, db);
  if (me.organizationId === null || !mayManage(me, me.organizationId)) throw problem("not-found");
  const rows = await db
    .selectFrom("removed_members")
    .innerJoin("user as person", "person.id", "removed_members.user_id")
    .leftJoin("user as heir", "heir.id", "removed_members.heir_id")
    .select(["person.id", "person.name", "person.email", "removed_members.role", "heir.name as heir", "removed_members.removed_at"])
    .select(sql<number>`(select count(*)::int from inherited_projects where removal_id = removed_members.id)`.as("projects"))
    .where("removed_members.organization_id", "=", me.organizationId)
    .where("removed_at", ">", restorableSince)
    .orderBy("removed_at", "desc")
    .execute();
  return rows.map(({ id, name, email, role, heir, projects, removed_at }) => ({
    id,
    name,
    email,
    role: role as Role,
    heir,
    projects,
    until: new Date(removed_at.getTime() + removalLastsDays * 86_400_000).toISOString(),
  }));
}

export type RestoredMember = { name: string; email: string; role: Role };

/** Restores membership, projects and shares. Returns who is back. */
export async function restoreMember(
  me: Actor,
  db: Db,
  userId: string,
  alongside?: Alongside<RestoredMember>,
): Promise<RestoredMember> {
  db = actAs(me, db);
  return db.transaction().execute(async (trx) => {
    const mine = await lockOrganization(me, trx);
    const removal = await trx
      .selectFrom("removed_members")
      .innerJoin("user", "user.id", "removed_members.user_id")
      .select(["removed_members.id", "role", "joined_at", "removed_at", "shares", "name", "email"])
      .where("organization_id", "=", mine.organizationId)
      .where("user_id", "=", userId)
      .where("removed_at", ">", restorableSince)
      .executeTakeFirst();
    if (mine.role !== "owner" && mine.role !== "admin") throw problem("not-allowed");
    if (removal === undefined) throw problem("not-found");
    const role = removal.role as Role;
    if (!mayChangeMember(mine.role, role)) throw problem("not-allowed");
    const { organizationId } = mine;
    // Their former data belongs to the heir by now, not to the caller.
    const all = actAs(theServer, trx);
    await all
      .insertInto("member")
      .values({ id: randomUUID(), organizationId, userId, role, createdAt: removal.joined_at })
      .onConflict((conflict) => conflict.columns(["organizationId", "userId"]).doNothing())
      .execute();
    if (role !== "guest") await enforceSeats(me, trx, organizationId);
    await giveBack(all, { removalId: removal.id, removedAt: removal.removed_at, organizationId, userId });
    await restoreShares(all, organizationId, removal.shares as EndedShare[]);
    await all.deleteFrom("removed_members").where("id", "=", removal.id).execute();
    const restored = { name: removal.name, email: removal.email, role };
    await alongside?.(all, restored);
    return restored;
  });
}

type GivenBack = { removalId: string; removedAt: Date; organizationId: string; userId: string };

async function giveBack(trx: BoundDb, { removalId, removedAt, organizationId, userId }: GivenBack): Promise<void> {
  const { rows } = await sql<{ id: string }>`select projects.id from projects join inherited_projects on project_id = projects.id
    where removal_id = ${removalId}::uuid and organization_id = ${organizationId} for update of projects`.execute(trx);
  const projects = rows.map(({ id }) => id);
  if (projects.length === 0) return;
  // An heir who has worked in a project keeps seeing it.
  await sql`insert into project_shares (id, project_id, email, user_id, invited_by)
    select gen_random_uuid(), projects.id, lower(heir.email), heir.id, ${userId} from projects join "user" heir on heir.id = projects.owner_id
    where projects.id in (${sql.join(projects)}) and heir.id != ${userId} and (
      exists (select 1 from chats where project_id = projects.id and updated_at > ${removedAt})
      or exists (select 1 from drafts where project_id = projects.id and updated_at > ${removedAt})
      or exists (select 1 from files where project_id = projects.id and created_at > ${removedAt}))
    on conflict do nothing`.execute(trx);
  await moveProjects(theServer, trx, projects, userId);
  // Not restored to an heir who was removed later; an earlier owner's claim stays.
  await sql`delete from inherited_projects using removed_members where removed_members.id = removal_id
    and removed_members.removed_at >= ${removedAt} and project_id in (${sql.join(projects)})`.execute(trx);
  await sql`update projects set former_owner_id = null where id in (${sql.join(projects)}) and former_owner_id = ${userId}`.execute(
    trx,
  );
}

/** Those whose project and person still exist. */
async function restoreShares(trx: BoundDb, organizationId: string, shares: readonly EndedShare[]): Promise<void> {
  for (const { projectId, email, userId, invitedBy, role = "viewer", createdAt } of shares)
    await sql`insert into project_shares (id, project_id, email, user_id, role, invited_by, created_at)
      select gen_random_uuid(), projects.id, ${email}, (select id from "user" where id = ${userId}), ${role},
        (select id from "user" where id = ${invitedBy}), ${createdAt}::timestamptz
      from projects where id = ${projectId}::uuid and organization_id = ${organizationId}
        and owner_id is distinct from ${userId} on conflict do nothing`.execute(trx);
}

/** After this the heirs keep the projects. */
export async function sweepRemovedMembers(me: Server, db: Db): Promise<void> {
  db = actAs(me, db);
  await db.deleteFrom("removed_members").where("removed_at", "<=", restorableSince).execute();
}

const restorableSince = sql<Date>`now() - make_interval(days => ${removalLastsDays})`;
