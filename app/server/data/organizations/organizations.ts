/*
 * Organizations: creation, renaming, and deletion after a period in which it can be canceled. Every change
 * locks the organization's row first, so concurrent changes are serialized.
 */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { mostOwnedOrganizations, organizationGraceDays, type OrganizationSummary } from "#core/workspace/organization.ts";
import type { Actor, Person, Server } from "#core/workspace/policy.ts";
import { isLive, liveStatuses, type Subscription } from "#core/account/subscription.ts";
import { problem } from "#core/workspace/problem.ts";
import { actAs } from "../../db/acting.ts";
import type { Alongside, BoundDb, Db } from "../../db/database.ts";
import { lockOrganization } from "./locked-organization.ts";

/** The organizations `me` belongs to, by name. */
export async function listOrganizations(me: Person, db: Db): Promise<OrganizationSummary[]> {
  db = actAs(me, db);
  const rows = await db
    .selectFrom("member as mine")
    .innerJoin("organization", "organization.id", "mine.organizationId")
    .select(["organization.name", "organization.slug", "mine.role"])
    .select(sql<string>`(select count(*) from member where member."organizationId" = organization.id)`.as("members"))
    .where("mine.userId", "=", me.userId)
    .orderBy(sql`lower(organization.name)`)
    .execute();
  return rows.map(({ name, slug, role, members }) => ({ name, slug, role, members: Number(members) }));
}

/** The creator becomes the owner. The caller has validated name and address. */
export async function createOrganization(me: Person, db: Db, { name, slug }: { name: string; slug: string }): Promise<string> {
  db = actAs(me, db);
  return db.transaction().execute(async (trx) => {
    // Serializes a person's concurrent requests, so the limit holds.
    await trx.selectFrom("user").select("id").where("id", "=", me.userId).forUpdate().execute();
    const owned = await trx.selectFrom("member").select("id").where("userId", "=", me.userId).where("role", "=", "owner").execute();
    if (owned.length >= mostOwnedOrganizations) throw problem("too-many-organizations");
    const id = randomUUID();
    const made = await trx
      .insertInto("organization")
      .values({ id, name: name.trim(), slug, createdAt: new Date() })
      .onConflict((conflict) => conflict.column("slug").doNothing())
      .returning("id")
      .executeTakeFirst();
    if (made === undefined) throw problem("slug-taken");
    await trx
      .insertInto("member")
      .values({ id: randomUUID(), organizationId: id, userId: me.userId, role: "owner", createdAt: new Date() })
      .execute();
    return id;
  });
}

/** Changes name or address. Returns the previous name. */
export async function changeOrganization(
  me: Actor,
  db: Db,
  change: { name?: string; slug?: string },
): Promise<{ name: string; slug: string }> {
  db = actAs(me, db);
  return db.transaction().execute(async (trx) => {
    const { organizationId, role } = await lockOrganization(me, trx);
    if (role !== "owner" && role !== "admin") throw problem("not-allowed");
    const before = await trx
      .selectFrom("organization")
      .select(["name", "slug"])
      .where("id", "=", organizationId)
      .executeTakeFirstOrThrow();
    if (change.slug !== undefined && change.slug !== before.slug) {
      const taken = await trx.selectFrom("organization").select("id").where("slug", "=", change.slug).executeTakeFirst();
      if (taken !== undefined) throw problem("slug-taken");
    }
    const { name = before.name, slug = before.slug } = change;
    await trx.updateTable("organization").set({ name: name.trim(), slug }).where("id", "=", organizationId).execute();
    return before;
  });
}

export type OrganizationDeletion = { at: Date; emails: string[] };

/** Everything works until then. Returns when it will be deleted, and its members' email addresses. */
export async function scheduleDeletion(
  me: Actor,
  db: Db,
  name: string,
  alongside?: Alongside<OrganizationDeletion>,
): Promise<OrganizationDeletion> {
  db = actAs(me, db);
  return db.transaction().execute(async (trx) => {
    const { organizationId, role, userId } = await lockOrganization(me, trx);
    if (role !== "owner") throw problem("not-allowed");
    const organization = await trx
      .selectFrom("organization")
      .select("name")
      .where("id", "=", organizationId)
      .executeTakeFirstOrThrow();
    if (organization.name !== name.trim()) throw problem("name-not-confirmed");
    if (!(await wasExported(trx, organizationId, userId))) throw problem("export-first");
    if (await isPaidOn(trx, organizationId)) throw problem("subscription-runs");
    const { delete_at: at } = await trx
      .updateTable("organization")
      .set({ delete_at: sql<Date>`coalesce(delete_at, now() + make_interval(days => ${organizationGraceDays}))` })
      .where("id", "=", organizationId)
      .returning("delete_at")
      .executeTakeFirstOrThrow();
    const deletion = { at: at!, emails: await emailsOf(trx, organizationId) };
    await alongside?.(trx, deletion);
    return deletion;
  });
}

/** Returns its members' email addresses; none if no deletion was scheduled. */
export async function cancelDeletion(me: Actor, db: Db, alongside?: Alongside<string[]>): Promise<string[]> {
  db = actAs(me, db);
  return db.transaction().execute(async (trx) => {
    const { organizationId, role } = await lockOrganization(me, trx);
    if (role !== "owner") throw problem("not-allowed");
    const kept = await trx
      .updateTable("organization")
      .set({ delete_at: null })
      .where("id", "=", organizationId)
      .where("delete_at", "is not", null)
      .executeTakeFirst();
    const emails = kept.numUpdatedRows === 0n ? [] : await emailsOf(trx, organizationId);
    await alongside?.(trx, emails);
    return emails;
  });
}

/** When the current organization will be deleted; null if nothing is scheduled. */
export async function deletionOf(me: Person, db: Db): Promise<string | null> {
  db = actAs(me, db);
  const row = await db
    .selectFrom("organization")
    .select("delete_at")
    .where("id", "=", me.organizationId ?? "")
    .executeTakeFirst();
  return row?.delete_at?.toISOString() ?? null;
}

export type DeletedOrganization = { name: string; slug: string; emails: string[] };

/**
 * Deletes the next organization that is due, with everything in it; undefined if there is none. One with a renewing
 * subscription is kept.
 */
export async function deleteNextOrganization(
  me: Server,
  db: Db,
  alongside?: Alongside<DeletedOrganization>,
): Promise<DeletedOrganization | undefined> {
  db = actAs(me, db);
  return db.transaction().execute(async (trx) => {
    const due = await trx
      .selectFrom("organization")
      .select(["id", "name", "slug"])
      .where("delete_at", "<=", sql<Date>`now()`)
      .where(sql<boolean>`not exists (select 1 from subscriptions join billing_customers on billing_customers.id = customer_id
        where billing_customers.organization_id = organization.id and status in (${sql.join(liveStatuses)}) and cancels_at is null)`)
      .orderBy("delete_at")
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (due === undefined) return undefined;
    const emails = await emailsOf(trx, due.id);
    await trx.deleteFrom("organization").where("id", "=", due.id).execute();
    const deleted = { name: due.name, slug: due.slug, emails };
    await alongside?.(trx, deleted);
    return deleted;
  });
}

async function emailsOf(trx: BoundDb, organizationId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom("member")
    .innerJoin("user", "user.id", "member.userId")
    .select("user.email")
    .where("member.organizationId", "=", organizationId)
    .execute();
  return rows.map(({ email }) => email);
}

/** Whether `me` has exported the organization's data within the last day, according to the security log. */
export async function hasExported(me: Person, db: Db): Promise<boolean> {
  db = actAs(me, db);
  return me.organizationId !== null && wasExported(db, me.organizationId, me.userId);
}

async function wasExported(db: BoundDb, organizationId: string, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom("security_events")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where("user_id", "=", userId)
    .where("kind", "=", "organization-exported")
    .where("at", ">", sql<Date>`now() - interval '1 day'`)
    .executeTakeFirst();
  return row !== undefined;
}

async function isPaidOn(db: BoundDb, organizationId: string): Promise<boolean> {
  const { rows } = await sql<Pick<Subscription, "status">>`select status from subscriptions
    join billing_customers on billing_customers.id = subscriptions.customer_id
    where billing_customers.organization_id = ${organizationId} and status is not null and cancels_at is null`.execute(db);
  return rows.some(isLive);
}
