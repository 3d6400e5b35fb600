/*
 * Plans are sold through Stripe if its keys are set: payment and changes happen on Stripe's pages, and the outcome
 * arrives in Stripe's events. Without keys nothing is sold, and an administrator sets the plan with scripts/plan.ts.
 */
import type { default as StripeClient } from "stripe";
import type { Offer } from "#core/account/billing.ts";
import { planNames } from "#core/account/plans.ts";
import { workspacePath } from "#core/workspace/place.ts";
import { membershipOf, theServer, type Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { isLive, type PaidPlan, type Subscription } from "#core/account/subscription.ts";
import {
  findCustomer,
  hasSeenEvent,
  keepAnswer,
  keepEvent,
  listSubscriptions,
  numberQuestion,
  saveCustomer,
} from "../data/accounts/subscriptions.ts";
import type { Db } from "../db/database.ts";
import type { Env } from "../env.ts";
import type { Log } from "../log.ts";

export type Billing = {
  offersIn(organizationId: string | null): Offer[];
  /** The URL of Stripe's checkout page. */
  checkout(me: Person, order: { plan: PaidPlan; seats: number }): Promise<string>;
  /** The URL of Stripe's page for changing or canceling. */
  portal(me: Person): Promise<string>;
  /** Handles a raw event. Throws a problem if it is not from Stripe. */
  receive(body: string, signature: string): Promise<void>;
};

type BillingParts = { env: Env; db: Db; log: Log };
type Keys = { secretKey: string; webhookSecret: string };
type Shop = BillingParts & { stripe: StripeClient; prices: Price[]; webhookSecret: string };
type Price = Offer & { id: string };

/** Null if no keys are set. */
export async function createBilling(parts: BillingParts): Promise<Billing | null> {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = parts.env;
  if (secretKey === undefined || webhookSecret === undefined) return null;
  const shop: Shop = {
    ...parts,
    stripe: await clientOf(parts.env, { secretKey, webhookSecret }),
    prices: pricesOf(parts.env),
    webhookSecret,
  };
  return {
    offersIn: (organizationId) => pricesIn(shop, organizationId).map(offerOf),
    checkout: (me, order) => reached(shop, () => checkout(shop, me, order)),
    portal: (me) => reached(shop, () => portal(shop, me)),
    receive: (body, signature) => receive(shop, body, signature),
  };
}

async function clientOf(env: Env, { secretKey }: Keys): Promise<StripeClient> {
  // Loaded only where it is used, because it is large.
  const { default: Stripe } = await import("stripe");
  const elsewhere = env.STRIPE_URL === undefined ? null : new URL(env.STRIPE_URL);
  return new Stripe(secretKey, {
    telemetry: false,
    timeout: 20_000,
    maxNetworkRetries: 2,
    ...(elsewhere && {
      host: elsewhere.hostname,
      port: elsewhere.port || (elsewhere.protocol === "https:" ? 443 : 80),
      protocol: elsewhere.protocol === "https:" ? ("https" as const) : ("http" as const),
    }),
  });
}

function pricesOf(env: Env): Price[] {
  const price = (id: string | undefined, plan: PaidPlan, shown: string | undefined, isPerSeat = false): Price[] =>
    id === undefined ? [] : [{ id, plan, name: isPerSeat ? "Seats" : planNames[plan], price: shown ?? null, isPerSeat }];
  return [
    ...price(env.STRIPE_PRICE_STARTER, "starter", env.PRICE_STARTER),
    ...price(env.STRIPE_PRICE_PROFESSIONAL, "professional", env.PRICE_PROFESSIONAL),
    ...price(env.STRIPE_PRICE_SEAT, "professional", env.PRICE_SEAT, true),
  ];
}

function offerOf({ plan, name, price, isPerSeat }: Price): Offer {
  return { plan, name, price, isPerSeat };
}

/** A person buys a plan, an organization buys seats. */
function pricesIn({ prices }: Shop, organizationId: string | null): Price[] {
  return prices.filter(({ isPerSeat }) => isPerSeat === (organizationId !== null));
}

async function checkout(shop: Shop, me: Person, { plan, seats }: { plan: PaidPlan; seats: number }): Promise<string> {
  const price = pricesIn(shop, me.organizationId).find((one) => one.plan === plan);
  if (price === undefined) throw problem("not-for-sale");
  if ((await listSubscriptions(me, shop.db)).some(isLive)) throw problem("has-subscription");
  const session = await shop.stripe.checkout.sessions.create({
    mode: "subscription",
    customer: (await findCustomer(me, shop.db)) ?? (await newCustomer(shop, me)),
    line_items: [{ price: price.id, quantity: price.isPerSeat ? seats : 1 }],
    success_url: `${pageOf(shop, me)}?done=paid`,
    cancel_url: pageOf(shop, me),
  });
  if (session.url === null) throw new Error("Stripe opened a checkout without an address");
  return session.url;
}

async function newCustomer(shop: Shop, me: Person): Promise<string> {
  const organization = membershipOf(me, me.organizationId);
  const place = organization === null ? `user-${me.userId}` : `organization-${organization.organizationId}`;
  const customer = await shop.stripe.customers.create(
    { email: me.email, name: organization?.name ?? me.name, metadata: { place } },
    // Concurrent checkouts create only one customer.
    { idempotencyKey: `customer-${place}` },
  );
  return saveCustomer(me, shop.db, customer.id);
}

async function portal(shop: Shop, me: Person): Promise<string> {
  const customer = await findCustomer(me, shop.db);
  if (customer === null) throw problem("no-subscription");
  const session = await shop.stripe.billingPortal.sessions.create({ customer, return_url: pageOf(shop, me) });
  return session.url;
}

/** The page with the person's bills, to which Stripe redirects back. */
function pageOf({ env }: Shop, me: Person): string {
  const organization = membershipOf(me, me.organizationId);
  const path = organization === null ? "/settings/account" : workspacePath(organization.slug, "/settings/organization/billing");
  return env.url + path;
}

async function receive(shop: Shop, body: string, signature: string): Promise<void> {
  const { stripe, db, log } = shop;
  let event;
  try {
    event = stripe.webhooks.constructEvent(body, signature, shop.webhookSecret);
  } catch {
    throw problem("bad-signature");
  }
  if (await hasSeenEvent(theServer, db, event.id)) return;
  const about = subscriptionIn(event);
  if (about !== null) {
    const question = await numberQuestion(theServer, db, about);
    if (question === null) log.warn({ event: event.id }, "an event is about a customer who is not ours");
    else await keepAnswer(theServer, db, { ...about, question, state: await reached(shop, () => readState(shop, about.id)) });
  }
  // Only now: Stripe resends an event that failed.
  await keepEvent(theServer, db, event.id);
}

function subscriptionIn(event: StripeClient.Event): { id: string; customerId: string } | null {
  const { object } = event.data;
  if (object.object === "subscription") return { id: object.id, customerId: idOf(object.customer) };
  if (object.object !== "checkout.session" || object.subscription === null || object.customer === null) return null;
  return { id: idOf(object.subscription), customerId: idOf(object.customer) };
}

const idOf = (thing: string | { id: string }) => (typeof thing === "string" ? thing : thing.id);

async function readState({ stripe, prices }: Shop, id: string): Promise<Subscription> {
  const found = await stripe.subscriptions.retrieve(id);
  const item = found.items.data[0];
  const endsAt = item?.current_period_end ?? null;
  return {
    plan: prices.find((price) => price.id === item?.price.id)?.plan ?? null,
    status: found.status,
    seats: item?.quantity ?? 1,
    renewsAt: timeOf(endsAt),
    cancelsAt: timeOf(found.cancel_at ?? (found.cancel_at_period_end ? endsAt : null)),
  };
}

/** Stripe uses seconds. */
function timeOf(seconds: number | null): string | null {
  return seconds === null ? null : new Date(seconds * 1000).toISOString();
}

/** Logs errors from Stripe and hides their text from the user. */
async function reached<T>({ log }: Shop, asked: () => Promise<T>): Promise<T> {
  try {
    return await asked();
  } catch (error) {
    // Stripe errors have a `type`: StripeConnectionError, StripeInvalidRequestError and so on.
    if (!(error instanceof Error && "type" in error && String(error.type).startsWith("Stripe"))) throw error;
    const { type, code, statusCode, requestId } = error as {
      type: unknown;
      code?: unknown;
      statusCode?: unknown;
      requestId?: unknown;
    };
    log.error({ type, code, statusCode, requestId, reason: error.message }, "Stripe refused or did not answer");
    throw problem("billing-unreachable");
  }
}
