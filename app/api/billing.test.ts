/* Selling plans over Stripe's real wire format, with events that are signed, forged, repeated, late and out of order
   (B12). */
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { BillingState } from "#core/account/billing.ts";
import type { Plan } from "#core/workspace/policy.ts";
import { createApi } from "./index.ts";
import { startApp, type TestApp, type TestPerson } from "#test/app.ts";
import { joinOrganization, newOrganization } from "#test/people.ts";
import {
  periodEnd,
  startStripe,
  stripeEvent,
  stripeKeys,
  stripePrices,
  type TestStripe,
  type TestSubscription,
} from "#test/stripe.ts";

let stripe: TestStripe;
let app: TestApp;
let me: TestPerson;
beforeAll(async () => {
  stripe = await startStripe();
  app = await startApp({
    ...stripeKeys,
    ...stripePrices,
    STRIPE_URL: stripe.url,
    PRICE_STARTER: "€12 a month",
    DEFAULT_PLAN: "free",
  });
});
afterAll(async () => {
  await app.close();
  await stripe.stop();
});
beforeEach(async () => {
  me = await app.person();
  stripe.asked.length = 0;
  stripe.failing = null;
  stripe.beforeAnswer = () => Promise.resolve();
});

const proof = () => ({ password: me.password });
const codeOf = async (answer: Response) => `${answer.status} ${((await answer.json()) as { code?: string }).code ?? ""}`.trim();
const checkout = (body: object, headers: Record<string, string> = {}) =>
  app.request("/api/billing/checkout", { as: me, headers, body: { ...proof(), ...body } });
const stateOf = async (headers: Record<string, string> = {}) =>
  (await (await app.request("/api/billing", { as: me, headers })).json()) as BillingState;

/** As Stripe posts it: no origin, no cookie. */
function deliver({ body, headers }: { body: string; headers: Record<string, string> }): Promise<Response> {
  const api = createApi(app.stet);
  return Promise.resolve(
    api.fetch(new Request(new URL("/api/billing/events", app.stet.env.url), { method: "POST", headers, body }), {}),
  );
}

async function bought(rest: Partial<TestSubscription> = {}): Promise<TestSubscription> {
  await checkout({ plan: "starter" });
  const { rows } = await sql<{
    id: string;
  }>`select c.id from billing_customers c join "user" u on u.id = c.user_id where u.email = ${me.email}`.execute(
    app.stet.database.db,
  );
  const one = stripe.subscribe(rows[0]!.id, rest);
  expect((await deliver(stripeEvent("customer.subscription.created", one))).status).toBe(200);
  return one;
}

const planNow = async (): Promise<Plan> => (await stateOf()).plan;

describe("paying", () => {
  test("leads to Stripe's page, with the password only, for one customer however often it begins", async () => {
    expect(await codeOf(await checkout({ plan: "starter", password: "wrong" }))).toBe("403 not-confirmed");
    expect(await codeOf(await checkout({ plan: "starter", password: undefined }))).toBe("403 not-confirmed");
    expect(stripe.asked).toEqual([]);
    const answers = await Promise.all([1, 2, 3].map(() => checkout({ plan: "starter", seats: 9 })));
    for (const answer of answers) expect(await answer.json()).toEqual({ url: "https://checkout.example/cs_1" });
    const sessions = stripe.asked.filter(({ path }) => path === "/v1/checkout/sessions").map(({ form }) => form);
    expect(new Set(sessions.map((form) => form.customer)).size).toBe(1);
    // Personal plans have no seats.
    expect(sessions[0]).toMatchObject({
      mode: "subscription",
      "line_items[0][price]": "price_starter",
      "line_items[0][quantity]": "1",
    });
    expect(sessions[0]!.success_url).toBe(`${app.stet.env.url}/settings/account?done=paid`);
    expect(await planNow()).toBe("free");
  });

  test("is offered with the prices of the settings", async () => {
    expect((await stateOf()).offers).toEqual([
      { plan: "starter", name: "Starter", price: "€12 a month", isPerSeat: false },
      { plan: "professional", name: "Professional", price: null, isPerSeat: false },
    ]);
  });

  test("is not begun a second time, and managing has to have something to manage", async () => {
    const portal = () => app.request("/api/billing/portal", { as: me, body: proof() });
    expect(await codeOf(await portal())).toBe("409 no-subscription");
    await bought();
    expect(await codeOf(await checkout({ plan: "professional" }))).toBe("409 has-subscription");
    expect(await codeOf(await app.request("/api/billing/portal", { as: me, body: {} }))).toBe("403 not-confirmed");
    expect(await (await portal()).json()).toEqual({ url: "https://portal.example/1" });
  });

  test("says so when Stripe is down, without Stripe's words", async () => {
    stripe.failing = 400;
    const answer = await checkout({ plan: "starter" });
    expect(answer.status).toBe(502);
    const text = await answer.text();
    expect(text).toContain("billing-unreachable");
    expect(text).not.toContain("sk_test");
  });
});

describe("what became of it", () => {
  test("gives the plan, keeps it until the end of what is paid, and then takes it", async () => {
    const one = await bought();
    const endsAt = new Date(periodEnd * 1000).toISOString();
    expect(await stateOf()).toMatchObject({
      plan: "starter",
      subscription: { plan: "starter", renewsAt: endsAt, cancelsAt: null },
    });
    one.cancelAtEnd = true;
    await deliver(stripeEvent("customer.subscription.updated", one));
    expect(await stateOf()).toMatchObject({ plan: "starter-pending-cancel", subscription: { cancelsAt: endsAt } });
    one.cancelAtEnd = false;
    one.price = "price_professional";
    await deliver(stripeEvent("customer.subscription.updated", one));
    expect(await planNow()).toBe("professional");
    one.status = "past_due";
    await deliver(stripeEvent("customer.subscription.updated", one));
    expect(await planNow()).toBe("professional");
    one.status = "canceled";
    await deliver(stripeEvent("customer.subscription.deleted", one));
    expect(await stateOf()).toMatchObject({ plan: "free", subscription: null });
  });

  test("no one deletes an account that continues paying", async () => {
    const one = await bought();
    const leave = async () => codeOf(await app.request("/api/account/deletion", { as: me, body: proof() }));
    expect(await leave()).toBe("409 cannot-delete-account");
    one.cancelAtEnd = true;
    await deliver(stripeEvent("customer.subscription.updated", one));
    expect(await leave()).toBe("200");
  });

  test("an update that comes after the end leaves it ended", async () => {
    const one = await bought();
    const late = stripeEvent("customer.subscription.updated", { ...one });
    one.status = "canceled";
    await deliver(stripeEvent("customer.subscription.deleted", one));
    expect((await deliver(late)).status).toBe(200);
    expect(await planNow()).toBe("free");
  });

  test("an answer of Stripe's that is overtaken by a younger one changes nothing", async () => {
    const one = await bought();
    const held = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    const active = { ...one };
    let isFirst = true;
    stripe.beforeAnswer = async () => {
      if (!isFirst) return;
      isFirst = false;
      asked.resolve();
      await held.promise;
      // The slow response describes the state when it was requested.
      stripe.subscriptions.set(one.id, active);
    };
    const slow = deliver(stripeEvent("customer.subscription.updated", one));
    await asked.promise;
    stripe.subscriptions.set(one.id, { ...one, status: "canceled" });
    await deliver(stripeEvent("customer.subscription.deleted", one));
    expect(await planNow()).toBe("free");
    held.resolve();
    expect((await slow).status).toBe(200);
    expect(await planNow()).toBe("free");
  });

  test("the same event again asks no one and changes nothing", async () => {
    const one = await bought();
    const event = stripeEvent("customer.subscription.updated", one);
    await deliver(event);
    one.status = "canceled";
    stripe.asked.length = 0;
    expect((await deliver(event)).status).toBe(200);
    expect(stripe.asked).toEqual([]);
    expect(await planNow()).toBe("starter");
  });

  test("an event that could not be worked through is not forgotten", async () => {
    const one = await bought();
    one.status = "canceled";
    const event = stripeEvent("customer.subscription.deleted", one);
    stripe.failing = 400;
    expect((await deliver(event)).status).toBe(502);
    stripe.failing = null;
    expect((await deliver(event)).status).toBe(200);
    expect(await planNow()).toBe("free");
  });

  test.each([
    ["with another secret", { secret: "whsec_other" }],
    ["from an hour ago", { timestamp: Math.floor(Date.now() / 1000) - 3600 }],
  ])("an event signed %s is refused", async (_, signing) => {
    const one = await bought();
    one.status = "canceled";
    expect(await codeOf(await deliver(stripeEvent("customer.subscription.deleted", one, signing)))).toBe("400 bad-signature");
    expect(await planNow()).toBe("starter");
  });

  test("an event without a signature, or changed after signing, is refused", async () => {
    const one = await bought();
    const { body, headers } = stripeEvent("customer.subscription.updated", one);
    expect((await deliver({ body, headers: { "content-type": "application/json" } })).status).toBe(400);
    expect((await deliver({ body: body.replace("updated", "deleted"), headers })).status).toBe(400);
    expect((await deliver({ body: "", headers })).status).toBe(400);
  });

  test("an event about someone else's customer gives no one a plan", async () => {
    const mine = await bought();
    const stranger = stripe.subscribe("cus_stranger", { price: "price_professional" });
    expect((await deliver(stripeEvent("customer.subscription.created", stranger))).status).toBe(200);
    // One of our subscription ids under another customer's name.
    expect((await deliver(stripeEvent("customer.subscription.updated", { ...mine, customer: "cus_stranger" }))).status).toBe(200);
    expect(await planNow()).toBe("starter");
  });
});

describe("an organization", () => {
  test("buys seats, by who manages it, and has its own plan", async () => {
    const { organizationId, slug } = await newOrganization(app.stet.database.db);
    const there = { "x-organization-slug": slug };
    const { rows } = await sql<{ id: string }>`select id from "user" where email = ${me.email}`.execute(app.stet.database.db);
    await joinOrganization(app.stet.database.db, rows[0]!.id, organizationId);
    expect(await codeOf(await checkout({ plan: "professional", seats: 5 }, there))).toBe("403 not-allowed");
    expect((await app.request("/api/billing", { as: me, headers: there })).status).toBe(403);
    await sql`update member set role = 'admin' where "organizationId" = ${organizationId}`.execute(app.stet.database.db);
    expect(await codeOf(await checkout({ plan: "starter" }, there))).toBe("409 not-for-sale");
    expect((await checkout({ plan: "professional", seats: 5 }, there)).status).toBe(200);
    const session = stripe.asked.at(-1)!.form;
    expect(session).toMatchObject({ "line_items[0][price]": "price_seat", "line_items[0][quantity]": "5" });
    expect(session.success_url).toBe(`${app.stet.env.url}/organizations/${slug}/settings/organization/billing?done=paid`);
    const one = stripe.subscribe(session.customer!, { price: "price_seat", quantity: 5 });
    await deliver(stripeEvent("customer.subscription.created", one));
    expect((await stateOf(there)).plan).toBe("professional");
    expect(await planNow()).toBe("free");
    const seats = await sql<{ seats: number }>`select seats from organization where id = ${organizationId}`.execute(
      app.stet.database.db,
    );
    expect(seats.rows[0]!.seats).toBe(5);
  });

  test("is not deleted while it continues to pay", async () => {
    const { db } = app.stet.database;
    const { organizationId, slug, name } = await newOrganization(db);
    const there = { "x-organization-slug": slug };
    const { rows } = await sql<{ id: string }>`select id from "user" where email = ${me.email}`.execute(db);
    await joinOrganization(db, rows[0]!.id, organizationId, "owner");
    await checkout({ plan: "professional", seats: 2 }, there);
    const one = stripe.subscribe(stripe.asked.at(-1)!.form.customer!, { price: "price_seat", quantity: 2 });
    await deliver(stripeEvent("customer.subscription.created", one));
    const leave = async () =>
      codeOf(await app.request("/api/organization", { as: me, headers: there, method: "DELETE", body: { ...proof(), name } }));
    expect(await leave()).toBe("409 still-paying");
    one.cancelAtEnd = true;
    await deliver(stripeEvent("customer.subscription.updated", one));
    // The next thing that is asked of the owner.
    expect(await leave()).toBe("409 export-first");
  });
});

test("without keys nothing is sold, and an event finds no one", async () => {
  const other = await startApp();
  const somebody = await other.person();
  const state = (await (await other.request("/api/billing", { as: somebody })).json()) as BillingState;
  expect(state).toMatchObject({ plan: "professional", isSold: false, offers: [], subscription: null });
  const answer = await other.request("/api/billing/checkout", {
    as: somebody,
    body: { plan: "starter", password: somebody.password },
  });
  expect(await codeOf(answer)).toBe("409 not-for-sale");
  expect((await other.request("/api/billing/events", { body: {} })).status).toBe(404);
  await other.close();
});
