/* The organization's webhooks, for its managers. Adding one asks for the password, because it outlives an open session. */
import { Hono } from "hono";
import { z } from "zod";
import { newWebhookSchema, webhookChangeSchema } from "#core/requests/webhooks.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { addWebhook, changeWebhook, listWebhooks, removeWebhook, rowOfWebhook } from "#server/data/webhooks/webhooks.ts";
import type { Stet } from "#server/stet.ts";
import { newWebhookSecret } from "#server/webhooks/send-message.ts";
import { audit } from "./audit.ts";
import { createConfirmation, refuseUnproven } from "./confirmation.ts";
import type { ApiEnv } from "./context.ts";
import { bodyOf, personOf } from "./edge.ts";
import { idOf } from "./runs.ts";

const wishSchema = newWebhookSchema.and(z.object({ password: z.unknown().optional() }));

export function webhooks(stet: Stet) {
  const { db, secretBox } = stet;
  const confirmed = createConfirmation(stet);
  return new Hono<ApiEnv>()
    .get("/api/webhooks", async (c) => c.json({ webhooks: await listWebhooks(personOf(c), db) }))
    .post("/api/webhooks", async (c) => {
      // Refuse those who may not add webhooks before anything else is checked.
      await listWebhooks(personOf(c), db);
      refuseUnproven(stet, personOf(c));
      const { password, ...wish } = await bodyOf(c, wishSchema);
      const me = await confirmed(c, { password });
      const [id, secret] = [uuidv7(), newWebhookSecret()];
      await addWebhook(me, db, { ...wish, id, sealedKey: secretBox.seal(secret, rowOfWebhook(id)) });
      await audit(stet, c, { kind: "webhook-added", subject: `${wish.url}: ${wish.events.join(", ")}` });
      return c.json({ id, secret });
    })
    .patch("/api/webhooks/:id", async (c) => {
      const change = await bodyOf(c, webhookChangeSchema);
      const url = await changeWebhook(personOf(c), db, idOf(c), change);
      const what = "events" in change ? change.events.join(", ") : change.isPaused ? "paused" : "resumed";
      await audit(stet, c, { kind: "webhook-changed", subject: `${url}: ${what}` });
      return c.json({ success: true });
    })
    .delete("/api/webhooks/:id", async (c) => {
      const url = await removeWebhook(personOf(c), db, idOf(c));
      await audit(stet, c, { kind: "webhook-removed", subject: url });
      return c.json({ success: true });
    })
    .post("/api/webhooks/:id/test", async (c) => {
      await stet.webhooks.test(personOf(c), idOf(c));
      return c.json({ success: true });
    })
    .post("/api/webhook-deliveries/:id/repeat", async (c) => {
      await stet.webhooks.repeat(personOf(c), idOf(c));
      return c.json({ success: true });
    });
}
