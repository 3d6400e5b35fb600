/*
 * What a workspace has bought and used. Paying or canceling asks for confirmation first. Stripe's events come from
 * another site without a cookie and are trusted by signature alone.
 */
import { Hono } from "hono";
import { z } from "zod";
import { mostSeats } from "#core/account/billing.ts";
import { mayManage, type Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { billingOf } from "#server/billing/billing-state.ts";
import type { Stet } from "#server/stet.ts";
import { createConfirmation } from "./confirmation.ts";
import { bodyOf, personOf } from "./edge.ts";
import type { ApiContext, ApiEnv } from "./context.ts";

const orderSchema = z.object({
  plan: z.enum(["starter", "professional"]),
  seats: z.number().int().min(1).max(mostSeats).default(1),
  password: z.unknown().optional(),
});

export function billing(stet: Stet) {
  const confirmed = createConfirmation(stet);
  return new Hono<ApiEnv>()
    .get("/api/billing", async (c) => c.json(await billingOf(payerOf(c), stet)))
    .post("/api/billing/checkout", async (c) => {
      payerOf(c);
      const { password, ...order } = await bodyOf(c, orderSchema);
      const { billing: shop } = stet;
      if (shop === null) throw problem("not-for-sale");
      return c.json({ url: await shop.checkout(await confirmed(c, { password }), order) });
    })
    .post("/api/billing/portal", async (c) => {
      payerOf(c);
      const proof = await bodyOf(c, z.object({ password: z.unknown().optional() }));
      const { billing: shop } = stet;
      if (shop === null) throw problem("no-subscription");
      return c.json({ url: await shop.portal(await confirmed(c, proof)) });
    });
}

/** Personal bills belong to the person; an organization's are for its managers. */
function payerOf(c: ApiContext): Person {
  const me = personOf(c);
  if (me.organizationId !== null && !mayManage(me, me.organizationId)) throw problem("not-allowed");
  return me;
}

/** Registered before the origin check. */
export function billingEvents(stet: Stet) {
  return new Hono<ApiEnv>().post("/api/billing/events", async (c) => {
    const { billing: shop } = stet;
    if (shop === null) throw problem("not-found");
    await shop.receive(await c.req.text(), c.req.header("stripe-signature") ?? "");
    return c.json({ received: true });
  });
}
