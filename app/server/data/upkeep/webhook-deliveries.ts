/* What is to be sent to webhooks, and how it went. */
import { sql } from "kysely";
import { uuidv7 } from "#core/text/uuid.ts";
import { webhookLimits, type Answered } from "#core/webhooks/webhook.ts";
import type { Person, Server } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { Db, Trx } from "../../db/database.ts";

export type Listening = { id: string; madeBy: string; slug: string };

/** The webhooks that hear of an event, those that had it already left out. */
export async function listListening(
  me: Server,
  db: Db,
  event: { eventId: string; organizationId: string; type: string },
): Promise<Listening[]> {
  db = actAs(me, db);
  const { rows } = await sql<Listening>`select webhooks.id, made_by as "madeBy", organization.slug from webhooks
    join organization on organization.id = webhooks.organization_id
    where organization_id = ${event.organizationId} and ${event.type} = any (events) and paused_because is null and made_by is not null
      and not exists (select 1 from webhook_deliveries where webhook_id = webhooks.id and event_id = ${event.eventId}::uuid)`.execute(
    db,
  );
  return rows;
}

/** What an event is about, if the person sees it; null if not, or if it is gone. */
export async function findProjectOf(me: Person, db: Db, details: Record<string, string>): Promise<string | null> {
  db = actAs(me, db);
  const { review_id, draft_id, research_id, run_id } = details;
  const { rows } = await sql<{ id: string }>`select projects.id from projects where id = ${
    review_id !== undefined
      ? sql`(select project_id from reviews where id = ${review_id}::uuid and removed_at is null)`
      : draft_id !== undefined
        ? sql`(select project_id from drafts where id = ${draft_id}::uuid)`
        : research_id !== undefined
          ? sql`(select project_id from research where id = ${research_id}::uuid and removed_at is null)`
          : sql`(select project_id from workflow_runs where id = ${run_id}::uuid and removed_at is null)`
  }`.execute(db);
  return rows[0]?.id ?? null;
}

export type NewDelivery = { webhookId: string; eventId: string; type: string; body: string };

/** `queue`: in the same transaction, so that no message is stored that is not sent. */
export async function addDelivery(
  me: Server,
  db: Db,
  delivery: NewDelivery,
  queue: (trx: Trx, id: string) => Promise<void>,
): Promise<void> {
  db = actAs(me, db);
  const { webhookId, eventId, type, body } = delivery;
  await db.transaction().execute(async (trx) => {
    const id = uuidv7();
    const { rows } = await sql`insert into webhook_deliveries (id, webhook_id, event_id, type, body)
      values (${id}, ${webhookId}, ${eventId}, ${type}, ${body}) on conflict (webhook_id, event_id) do nothing returning id`.execute(
      trx,
    );
    if (rows.length > 0) await queue(trx, id);
  });
}

export type DueDelivery = { webhookId: string; url: string; sealedKey: string; eventId: string; body: string };

/** Null if it was sent meanwhile, or its webhook is paused or gone. */
export async function findDueDelivery(me: Server, db: Db, id: string): Promise<DueDelivery | null> {
  db = actAs(me, db);
  const { rows } =
    await sql<DueDelivery>`select webhooks.id as "webhookId", url, sealed_key as "sealedKey", event_id as "eventId", body
    from webhook_deliveries join webhooks on webhooks.id = webhook_id
    where webhook_deliveries.id = ${id} and webhook_deliveries.state = 'waiting' and paused_because is null`.execute(db);
  return rows[0] ?? null;
}

/** `isLast`: no attempt follows. After too many messages in a row that could not be delivered, the webhook is paused. */
export async function noteAttempt(me: Server, db: Db, id: string, answered: Answered, isLast: boolean): Promise<void> {
  db = actAs(me, db);
  const { status, problem } = answered;
  const state = problem === null ? "delivered" : isLast ? "given-up" : "waiting";
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ webhookId: string }>`update webhook_deliveries set attempts = attempts + 1, state = ${state},
      status = ${status}, problem = ${problem} where id = ${id} returning webhook_id as "webhookId"`.execute(trx);
    const webhookId = rows[0]?.webhookId;
    if (webhookId === undefined || state === "waiting") return;
    await sql`update webhooks set given_up = ${state === "delivered" ? sql`0` : sql`given_up + 1`},
      paused_because = case when paused_because is not null then paused_because when ${status === 410} then 'gone'
        when ${state === "given-up"} and given_up + 1 >= ${webhookLimits.givenUp} then 'failing' end
      where id = ${webhookId}`.execute(trx);
  });
}

/** What waits for a webhook that is paused stays, so that it can be sent by hand until it is erased. */
export async function sweepDeliveries(me: Server, db: Db): Promise<void> {
  db = actAs(me, db);
  await sql`delete from webhook_deliveries where created_at < now() - make_interval(days => ${webhookLimits.keptDays})`.execute(db);
}
