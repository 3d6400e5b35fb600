/* Linked accounts that sign in to this one: listed, added by OAuth, removed. */
import { Hono } from "hono";
import { z } from "zod";
import { problem } from "#core/workspace/problem.ts";
import { listConnections, removeConnection } from "#server/data/accounts/connections.ts";
import type { Stet } from "#server/stet.ts";
import { audit } from "./audit.ts";
import { refuseUnproven, type Confirmed } from "./confirmation.ts";
import { bodyOf, personOf } from "./edge.ts";
import type { ApiEnv } from "./context.ts";
import { askProvider } from "./provider-sign-in.ts";

const proof = { password: z.unknown().optional() };

export function connections(stet: Stet, confirmed: Confirmed) {
  const app = new Hono<ApiEnv>();

  app.get("/", async (c) => c.json({ connections: await listConnections(personOf(c), stet.db) }));

  app.post("/", async (c) => {
    const { provider, ...rest } = await bodyOf(c, z.object({ provider: z.string().max(40), ...proof }));
    refuseUnproven(stet, personOf(c));
    await confirmed(c, rest);
    const back = "/settings/account/security";
    return askProvider(stet, c, provider, (headers) =>
      stet.auth.api.linkSocialAccount({
        headers,
        body: { provider, callbackURL: `${back}?done=connect`, errorCallbackURL: back, disableRedirect: true },
        asResponse: true,
      }),
    );
  });

  app.delete("/:id", async (c) => {
    const body = await bodyOf(c, z.object(proof));
    const me = await confirmed(c, body);
    const outcome = await removeConnection(me, stet.db, c.req.param("id"));
    if (outcome === "none") throw problem("not-found");
    if (outcome === "last") throw problem("last-way-in");
    await audit(stet, c, { kind: "account-disconnected" });
    return c.json({ success: true });
  });
  return app;
}
