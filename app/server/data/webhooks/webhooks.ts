/* An organization's webhooks. Its owner and admins make, change and remove them; the signing secret is shown only once. */
import { sql } from "kysely";
import type { NewWebhook, WebhookChange } from "#core/requests/webhooks.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { webhookLimits, type Webhook, type WebhookDelivery } from "#core/webhooks/webhook.ts";
import type { Actor } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { managedBy } from "../accounts/api-keys.ts";
import { actAs } from "../../db/acting.ts";
import type { Db, Trx } from "../../db/database.ts";

/** What a sealed signing secret is bound to. */
export const rowOfWebhook = (id: string) => `webhooks.${id}`;

/** Newest first, each with what was sent last. */
export async function listWebhooks(me: Actor, db: Db): Promise<Webhook[]> {
  db = actAs(me, db);
  const { organizationId } = managedBy(me);
  const rows = await db
    .selectFrom("webhooks")
    .select(["id", "url", "events", "paused_because as pausedBecause", "created_at"])
    .select(sql<string | null>`(select name from "user" where "user".id = webhooks.made_by)`.as("maker"))
    .select(
      sql<boolean>`exists (select 1 from member where member."organizationId" = webhooks.organization_id
        and member."userId" = webhooks.made_by and member.role in ('owner', 'admin'))`.as("has_maker"),
    )
    .where("organization_id", "=", organizationId)
    .orderBy("id", "desc")
    .execute();
  const { rows: sent } = await sql<WebhookDelivery & { webhookId: string; at: Date }>`
    select latest.* from webhooks cross join lateral (
      select id, webhook_id as "webhookId", type, created_at as at, state, attempts, status, problem
      from webhook_deliveries where webhook_id = webhooks.id order by id desc limit ${webhookLimits.deliveriesShown}
    ) latest where webhooks.organization_id = ${organizationId}`.execute(db);
  const byWebhook = Map.groupBy(sent, ({ webhookId }) => webhookId);
  return rows.map(({ id, url, events, pausedBecause, created_at, maker, has_maker }) => ({
    id,
    url,
    events,
    createdBy: maker ?? "",
    hasMaker: has_maker,
    createdAt: created_at.toISOString(),
    pausedBecause,
    deliveries: (byWebhook.get(id) ?? []).map(({ at, id: delivery, type, state, attempts, status, problem: why }) => ({
      id: delivery,
      type,
      createdAt: at.toISOString(),
      state,
      attempts,
      status,
      problem: why,
    })),
  }));
}

export async function addWebhook(
  me: Actor,
  db: Db,
  { id, url, events, sealedKey }: NewWebhook & { id: string; sealedKey: string },
) {
  db = actAs(me, db);
  const { userId, organizationId } = managedBy(me);
  await db.transaction().execute(async (trx) => {
    // Makes concurrent additions wait for each other, so the limit holds.
    await sql`select id from organization where id = ${organizationId} for update`.execute(trx);
    const { count } = await trx
      .selectFrom("webhooks")
      .select(sql<number>`count(*)::int`.as("count"))
      .where("organization_id", "=", organizationId)
      .executeTakeFirstOrThrow();
    if (count >= webhookLimits.webhooks) throw problem("too-many-webhooks");
    await trx
      .insertInto("webhooks")
      .values({ id, organization_id: organizationId, made_by: userId, url, events, sealed_key: sealedKey })
      .execute();
  });
}

/** Resumed, it begins to count afresh. Returns its address. */
export async function changeWebhook(me: Actor, db: Db, id: string, change: WebhookChange): Promise<string> {
  db = actAs(me, db);
  const row = await db
    .updateTable("webhooks")
    .set(
      "events" in change
        ? { events: change.events }
        : change.isPaused
          ? { paused_because: sql`coalesce(paused_because, 'asked')` }
          : { paused_because: null, given_up: 0 },
    )
    .where("id", "=", id)
    .where("organization_id", "=", managedBy(me).organizationId)
    .returning("url")
    .executeTakeFirst();
  if (row === undefined) throw problem("not-found");
  return row.url;
}

/** With the log of what was sent. Returns its address. */
export async function removeWebhook(me: Actor, db: Db, id: string): Promise<string> {
  db = actAs(me, db);
  const row = await db
    .deleteFrom("webhooks")
    .where("id", "=", id)
    .where("organization_id", "=", managedBy(me).organizationId)
    .returning("url")
    .executeTakeFirst();
  if (row === undefined) throw problem("not-found");
  return row.url;
}

export type QueueDelivery = (
  trx: Trx,
  delivery: { id: string; attempts: number; madeBy: string; organizationId: string },
) => Promise<void>;

/** One message that says nothing happened, to try the address. */
export async function addTestDelivery(
  me: Actor,
  db: Db,
  id: string,
  message: { eventId: string; type: string; body: string },
  queue: QueueDelivery,
) {
  db = actAs(me, db);
  await db.transaction().execute(async (trx) => {
    const { made_by } = await sendingWebhook(me, trx, id);
    const delivery = uuidv7();
    const { eventId, type, body } = message;
    await trx.insertInto("webhook_deliveries").values({ id: delivery, webhook_id: id, event_id: eventId, type, body }).execute();
    await queue(trx, { id: delivery, attempts: 0, madeBy: made_by, organizationId: managedBy(me).organizationId });
  });
}

/** The same message again; one that still waits is not sent twice. */
export async function repeatDelivery(me: Actor, db: Db, id: string, queue: QueueDelivery): Promise<void> {
  db = actAs(me, db);
  await db.transaction().execute(async (trx) => {
    const delivery = await trx
      .selectFrom("webhook_deliveries")
      .innerJoin("webhooks", "webhooks.id", "webhook_deliveries.webhook_id")
      .select(["webhook_id", "webhook_deliveries.state", "attempts"])
      .where("webhook_deliveries.id", "=", id)
      .where("organization_id", "=", managedBy(me).organizationId)
      .executeTakeFirst();
    if (delivery === undefined) throw problem("not-found");
    const { made_by } = await sendingWebhook(me, trx, delivery.webhook_id);
    const { rows } =
      await sql`update webhook_deliveries set state = 'waiting' where id = ${id} and state <> 'waiting' returning id`.execute(trx);
    if (rows.length === 0) return;
    await queue(trx, { id, attempts: delivery.attempts, madeBy: made_by, organizationId: managedBy(me).organizationId });
  });
}

/** Refused while it sends nothing. */
async function sendingWebhook(me: Actor, trx: Trx, id: string): Promise<{ made_by: string }> {
  const row = await trx
    .selectFrom("webhooks")
    .select(["made_by", "paused_because"])
    .where("id", "=", id)
    .where("organization_id", "=", managedBy(me).organizationId)
    .executeTakeFirst();
  if (row === undefined) throw problem("not-found");
  if (row.paused_because !== null || row.made_by === null) throw problem("webhook-is-paused");
  return { made_by: row.made_by };
}
