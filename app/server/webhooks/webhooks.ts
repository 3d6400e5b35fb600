/*
 * Sends what happens in an organization to its webhooks. An event is noted in the transaction that makes it (a trigger
 * queues the job that announces it); a message to one webhook is a job of its own, tried again for some hours.
 */
import { uuidv7 } from "#core/text/uuid.ts";
import { testEvent } from "#core/webhooks/webhook.ts";
import { workspacePath } from "#core/workspace/place.ts";
import { mayManage, theServer, type Person, type Plan } from "#core/workspace/policy.ts";
import { findPersonAt } from "../accounts/actor.ts";
import { addDelivery, findDueDelivery, findProjectOf, listListening, noteAttempt } from "../data/upkeep/webhook-deliveries.ts";
import { addTestDelivery, repeatDelivery, rowOfWebhook, type QueueDelivery } from "../data/webhooks/webhooks.ts";
import type { Db } from "../db/database.ts";
import type { Jobs, Work } from "../jobs/jobs.ts";
import type { SecretBox } from "../storage/secret-box.ts";
import type { Reach } from "../tool-servers/guarded-fetch.ts";
import { messageSender } from "./send-message.ts";

export type Webhooks = ReturnType<typeof createWebhooks>;

type Services = { db: Db; jobs: Jobs; box: SecretBox; reach: Reach; url: string; newPlan: Plan };

export function createWebhooks({ db, jobs, box, reach, url, newPlan }: Services) {
  const send = messageSender(reach, url);
  const queue: QueueDelivery = async (trx, { id, attempts, madeBy, organizationId }) => {
    const owner = { userId: madeBy, organizationId };
    await jobs.queue(trx, "deliver-webhook", { key: `${id}:${attempts}`, owner, data: { deliveryId: id } });
  };

  return {
    /** Queues a message for each webhook that listens and whose maker sees what it is about. */
    async announce({ data: { eventId, at, organizationId, type, details } }: Work<"announce-event">): Promise<void> {
      for (const { id: webhookId, madeBy, slug } of await listListening(theServer, db, { eventId, organizationId, type })) {
        const me = await findPersonAt(db, newPlan, { userId: madeBy, organizationId });
        if (me === null || !mayManage(me, organizationId)) continue;
        const said = await describe(db, me, details, `${url}${workspacePath(slug, "")}`);
        if (said === null) continue;
        const body = JSON.stringify({ id: eventId, type, timestamp: at, data: said });
        await addDelivery(theServer, db, { webhookId, eventId, type, body }, (trx, id) =>
          queue(trx, { id, attempts: 0, madeBy, organizationId }),
        );
      }
      jobs.look();
    },

    async deliver({ data: { deliveryId }, isLast, signal }: Work<"deliver-webhook">): Promise<void> {
      const due = await findDueDelivery(theServer, db, deliveryId);
      if (due === null) return;
      const secret = box.open(due.sealedKey, rowOfWebhook(due.webhookId));
      const answered =
        secret === null
          ? { status: null, problem: "The signing secret can no longer be read. Remove this webhook and add it again." }
          : await send(due.url, { id: due.eventId, body: due.body, secret }, signal);
      const isOver = isLast || secret === null || answered.status === 410;
      await noteAttempt(theServer, db, deliveryId, answered, isOver);
      // Thrown so that the engine tries again.
      if (answered.problem !== null && !isOver) throw new Error(`A webhook was not delivered: ${answered.problem}`);
    },

    async test(me: Person, id: string): Promise<void> {
      const eventId = uuidv7();
      const body = JSON.stringify({ id: eventId, type: testEvent, timestamp: new Date().toISOString(), data: {} });
      await addTestDelivery(me, db, id, { eventId, type: testEvent, body }, queue);
      jobs.look();
    },

    async repeat(me: Person, deliveryId: string): Promise<void> {
      await repeatDelivery(me, db, deliveryId, queue);
      jobs.look();
    },
  };
}

/** Ids and addresses, no content; null if the person doesn't see it. */
async function describe(
  db: Db,
  me: Person,
  details: Record<string, string>,
  place: string,
): Promise<Record<string, string> | null> {
  if (details["item_id"] !== undefined) return { ...details, url: `${place}/library/templates/${details["item_id"]}` };
  const projectId = await findProjectOf(me, db, details);
  if (projectId === null) return null;
  return { project_id: projectId, ...details, url: place + pathOf(projectId, details) };
}

function pathOf(projectId: string, { review_id, draft_id, research_id, run_id }: Record<string, string>): string {
  if (review_id !== undefined) return `/review/${review_id}`;
  if (draft_id !== undefined) return `/vault/projects/${projectId}/drafts/${draft_id}`;
  if (research_id !== undefined) return `/research/${research_id}`;
  return `/workflows/runs/${run_id}`;
}
