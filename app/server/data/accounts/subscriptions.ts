/*
 * Subscriptions as reported by Stripe. Events may arrive twice, late and out of order, so an event only says which
 * subscription to fetch. Fetches are numbered before they start, and a result is stored only if no later fetch has been
 * stored.
 */
import { sql } from "kysely";
import type { Actor, Person, Server } from "#core/workspace/policy.ts";
import { boughtPlan, isLive, type PaidPlan, type Subscription } from "#core/account/subscription.ts";
import { actAs } from "../../db/acting.ts";
import type { BoundDb, Db, Trx } from "../../db/database.ts";

/** The Stripe customer of the current workspace; null if nothing was ever bought. */
export async function findCustomer(me: Person, db: Db): Promise<string | null> {
  db = actAs(me, db);
  const row = await db.selectFrom("billing_customers").select("id").where(ofPlace(me)).executeTakeFirst();
  return row?.id ?? null;
}

/** Returns the effective customer id: of two saved concurrently, the first. */
export async function saveCustomer(me: Person, db: Db, customerId: string): Promise<string> {
  db = actAs(me, db);
  const owner = me.organizationId === null ? { user_id: me.userId } : { organization_id: me.organizationId };
  await db
    .insertInto("billing_customers")
    .values({ id: customerId, ...owner })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await findCustomer(me, db))!;
}

/** The workspace's subscriptions, newest first. */
export async function listSubscriptions(me: Person, db: Db): Promise<Subscription[]> {
  db = actAs(me, db);
  const customerId = await findCustomer(me, db);
  return customerId === null ? [] : subscriptionsOf(me, db, customerId);
}

/** Whether the workspace has a subscription that renews: one must not pay for something deleted. */
export async function isPaying(me: Person, db: Db): Promise<boolean> {
  db = actAs(me, db);
  return (await listSubscriptions(me, db)).some((one) => isLive(one) && one.cancelsAt === null);
}

export async function hasSeenEvent(me: Server, db: Db, eventId: string): Promise<boolean> {
  db = actAs(me, db);
  return (await db.selectFrom("billing_events").select("id").where("id", "=", eventId).executeTakeFirst()) !== undefined;
}

export async function keepEvent(me: Server, db: Db, eventId: string): Promise<void> {
  db = actAs(me, db);
  await db
    .insertInto("billing_events")
    .values({ id: eventId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Numbers a fetch that is about to start; null if the customer is not ours. */
export async function numberQuestion(me: Server, db: Db, subscription: { id: string; customerId: string }): Promise<number | null> {
  db = actAs(me, db);
  const { rows } = await sql<{ asked: number }>`insert into subscriptions (id, customer_id, asked)
    select ${subscription.id}, id, 1 from billing_customers where id = ${subscription.customerId}
    on conflict (id) do update set asked = subscriptions.asked + 1 where subscriptions.customer_id = excluded.customer_id
    returning asked`.execute(db);
  return rows[0]?.asked ?? null;
}

type Answered = { id: string; customerId: string; question: number; state: Subscription };

/** Stores Stripe's answer unless a later one is stored, and updates the workspace's plan. */
export async function keepAnswer(me: Server, db: Db, { id, customerId, question, state }: Answered): Promise<void> {
  db = actAs(me, db);
  await db.transaction().execute(async (trx) => {
    // One at a time per customer: the plan depends on all of their subscriptions.
    await trx.selectFrom("billing_customers").select("id").where("id", "=", customerId).forUpdate().execute();
    const kept = await trx
      .updateTable("subscriptions")
      .set({
        plan: state.plan,
        status: state.status,
        seats: state.seats,
        renews_at: state.renewsAt,
        cancels_at: state.cancelsAt,
        answered: question,
      })
      .where("id", "=", id)
      .where("customer_id", "=", customerId)
      .where("answered", "<", question)
      .executeTakeFirst();
    if (kept.numUpdatedRows > 0n) await givePlan(me, trx, customerId);
  });
}

async function givePlan(me: Server, trx: Trx, customerId: string): Promise<void> {
  const { plan, seats } = boughtPlan(await subscriptionsOf(me, trx, customerId));
  await sql`update "user" set plan = ${plan} where id = (select user_id from billing_customers where id = ${customerId})`.execute(
    trx,
  );
  await sql`update organization set plan = ${plan}, seats = ${seats}
    where id = (select organization_id from billing_customers where id = ${customerId})`.execute(trx);
}

async function subscriptionsOf(_me: Actor, db: BoundDb, customerId: string): Promise<Subscription[]> {
  const rows = await db
    .selectFrom("subscriptions")
    .select(["plan", "status", "seats", "renews_at", "cancels_at"])
    .where("customer_id", "=", customerId)
    .where("status", "is not", null)
    .orderBy("created_at", "desc")
    .execute();
  return rows.map(({ plan, status, seats, renews_at, cancels_at }) => ({
    plan: plan as PaidPlan | null,
    status: status!,
    seats,
    renewsAt: renews_at?.toISOString() ?? null,
    cancelsAt: cancels_at?.toISOString() ?? null,
  }));
}

function ofPlace(me: Person) {
  return me.organizationId === null ? sql<boolean>`user_id = ${me.userId}` : sql<boolean>`organization_id = ${me.organizationId}`;
}
