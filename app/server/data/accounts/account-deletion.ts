/*
 * A deleted account first goes through a grace period, signed out everywhere; signing in cancels the deletion. After
 * that everything the person owns is deleted: by foreign keys, and explicitly where those do not reach.
 */
import { sql } from "kysely";
import { deletionGraceDays, type WhatGoes } from "#core/account/account-deletion.ts";
import { theServer, type Person, type Server } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { Alongside, BoundDb, Db } from "../../db/database.ts";
import { handOverProjects } from "../organizations/members.ts";

export async function whatGoes(me: Person, db: Db): Promise<WhatGoes> {
  // Includes what they left behind in organizations they have left, though they can no longer see it.
  db = actAs(theServer, db);
  const { rows } = await sql<WhatGoes>`
    with mine as (
      select organization.name, member.role,
        (select count(*) from member other where other."organizationId" = organization.id and other."userId" != ${me.userId})::int as others
      from member join organization on organization.id = member."organizationId" where member."userId" = ${me.userId}
    ), kept as (
      -- Projects in an organization with others in it go to its owner.
      select projects.id from projects where owner_id = ${me.userId} and exists (select 1 from member other
        where other."organizationId" = projects.organization_id and other."userId" != ${me.userId})
    )
    select
      (select count(*) from chats where owner_id = ${me.userId} and not temporary
        and (project_id is null or exists (select 1 from projects where projects.id = chats.project_id and projects.owner_id = ${me.userId}
          and projects.id not in (select id from kept))))::int as chats,
      (select count(*) from projects where owner_id = ${me.userId} and removed_at is null and id not in (select id from kept))::int as projects,
      (select count(*) from drafts where owner_id = ${me.userId} and removed_at is null
        and project_id not in (select id from kept))::int as drafts,
      coalesce((select json_agg(name order by name) from mine where others = 0), '[]') as organizations,
      coalesce((select json_agg(name order by name) from mine where role = 'owner' and others > 0), '[]') as ownerless,
      exists (select 1 from subscriptions join billing_customers on billing_customers.id = customer_id
        where user_id = ${me.userId} and status in ('active', 'trialing', 'past_due', 'unpaid') and cancels_at is null) as "isSubscribed"`.execute(
    db,
  );
  return rows[0]!;
}

/** Signs the person out everywhere. Returns when the account will be deleted. */
export async function requestDeletion(me: Person, db: Db, alongside?: Alongside<Date>): Promise<Date> {
  db = actAs(me, db);
  return db.transaction().execute(async (trx) => {
    const row = await trx
      .updateTable("user")
      .set({ delete_at: sql<Date>`now() + make_interval(days => ${deletionGraceDays})` })
      .where("id", "=", me.userId)
      .returning("delete_at")
      .executeTakeFirstOrThrow();
    await trx.deleteFrom("session").where("userId", "=", me.userId).execute();
    await alongside?.(trx, row.delete_at!);
    return row.delete_at!;
  });
}

/** True if a pending deletion was canceled. */
export async function takeBackDeletion(me: Server, db: Db, userId: string): Promise<boolean> {
  db = actAs(me, db);
  const kept = await db
    .updateTable("user")
    .set({ delete_at: null })
    .where("id", "=", userId)
    .where("delete_at", "is not", null)
    .executeTakeFirst();
  return kept.numUpdatedRows > 0n;
}

export type DeletedAccount = { email: string; image: string | null };

/** Deletes the next account whose grace period is over; undefined if there is none. */
export async function deleteNextAccount(
  me: Server,
  db: Db,
  alongside?: Alongside<DeletedAccount>,
): Promise<DeletedAccount | undefined> {
  db = actAs(me, db);
  return db.transaction().execute(async (trx) => {
    const person = await trx
      .selectFrom("user")
      .select(["id", "email", "image"])
      .where("delete_at", "<=", sql<Date>`now()`)
      .orderBy("delete_at")
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (person === undefined) return undefined;
    const { id, email } = person;
    await sql`delete from organization where id in (select "organizationId" from member where "userId" = ${id})
      and not exists (select 1 from member other where other."organizationId" = organization.id and other."userId" != ${id})`.execute(
      trx,
    );
    await leaveOrganizations(trx, id);
    await handOverProjects(me, trx, id);
    await sql`delete from invitation where lower(email) = lower(${email}) and status = 'pending'`.execute(trx);
    await sql`delete from project_shares where lower(email) = lower(${email})`.execute(trx);
    await sql`delete from security_events where user_id = ${id} and organization_id is null`.execute(trx);
    await trx.deleteFrom("user").where("id", "=", id).execute();
    const deleted = { email, image: person.image };
    await alongside?.(trx, deleted);
    return deleted;
  });
}

/**
 * If others have joined since the deletion was requested, the highest-ranked, longest-standing member becomes the
 * owner.
 */
async function leaveOrganizations(db: BoundDb, userId: string): Promise<void> {
  const { rows: heirs } = await sql<{ id: string }>`select distinct on (heir."organizationId") heir.id from member mine
      join member heir on heir."organizationId" = mine."organizationId" and heir."userId" != mine."userId"
    where mine."userId" = ${userId} and mine.role = 'owner'
    order by heir."organizationId", array_position(array['admin', 'member', 'guest'], heir.role), heir."createdAt", heir.id`.execute(
    db,
  );
  // Remove them first, then promote the heirs: an organization has exactly one owner at any time.
  await db.deleteFrom("member").where("userId", "=", userId).execute();
  for (const { id } of heirs) await db.updateTable("member").set({ role: "owner" }).where("id", "=", id).execute();
}
