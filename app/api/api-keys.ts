/* The organization's keys, for its managers. Creating one asks for the password, because a key outlives an open
   session. */
import { Hono } from "hono";
import { z } from "zod";
import { newApiKeySchema } from "#core/account/new-api-key.ts";
import { createApiKey, listApiKeys, revokeApiKey } from "#server/data/accounts/api-keys.ts";
import type { Stet } from "#server/stet.ts";
import { audit } from "./audit.ts";
import { createConfirmation, refuseUnproven } from "./confirmation.ts";
import { bodyOf, personOf } from "./edge.ts";
import type { ApiEnv } from "./context.ts";
import { idOf } from "./runs.ts";

const wishSchema = newApiKeySchema.and(z.object({ password: z.unknown().optional() }));

export function apiKeys(stet: Stet) {
  const { db } = stet;
  const confirmed = createConfirmation(stet);
  return new Hono<ApiEnv>()
    .get("/api/keys", async (c) => c.json({ keys: await listApiKeys(personOf(c), db) }))
    .post("/api/keys", async (c) => {
      // Refuse those who may not create keys before anything else is checked.
      await listApiKeys(personOf(c), db);
      refuseUnproven(stet, personOf(c));
      const { password, ...wish } = await bodyOf(c, wishSchema);
      const me = await confirmed(c, { password });
      const made = await createApiKey(me, db, wish);
      await audit(stet, c, { kind: "key-created", subject: `${wish.name} (${made.prefix}…): ${wish.scopes.join(", ")}` });
      return c.json(made);
    })
    .delete("/api/keys/:id", async (c) => {
      const { name, prefix } = await revokeApiKey(personOf(c), db, idOf(c));
      await audit(stet, c, { kind: "key-revoked", subject: `${name} (${prefix}…)` });
      return c.json({ success: true });
    });
}
