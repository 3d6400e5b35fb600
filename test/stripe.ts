/*
 * A local server that implements the part of Stripe's API that we use: forms in, JSON out, a bearer key, errors in
 * its format. Events are signed by Stripe's own library, as Stripe signs them.
 */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { Stripe } from "stripe";

type Asked = { method: string; path: string; form: Record<string, string>; idempotencyKey: string | undefined };
export type TestSubscription = {
  id: string;
  customer: string;
  status: string;
  price: string;
  quantity: number;
  cancelAtEnd: boolean;
};
export type TestStripe = {
  url: string;
  asked: Asked[];
  subscriptions: Map<string, TestSubscription>;
  /** A subscription in the state that follows a checkout. */
  subscribe(customer: string, rest?: Partial<TestSubscription>): TestSubscription;
  /** While set, every request gets this status. */
  failing: number | null;
  /** Runs before a subscription is returned. */
  beforeAnswer: (id: string) => Promise<void>;
  stop(): Promise<void>;
};

export const stripeKeys = { STRIPE_SECRET_KEY: "sk_test_key", STRIPE_WEBHOOK_SECRET: "whsec_test" };
export const stripePrices = {
  STRIPE_PRICE_STARTER: "price_starter",
  STRIPE_PRICE_PROFESSIONAL: "price_professional",
  STRIPE_PRICE_SEAT: "price_seat",
};
export const periodEnd = 1_798_761_600;

export async function startStripe(): Promise<TestStripe> {
  const customers = new Map<string, string>();
  const stripe: Omit<TestStripe, "url" | "stop"> = {
    asked: [],
    subscriptions: new Map(),
    subscribe(customer, rest = {}) {
      const one = {
        id: `sub_${randomUUID()}`,
        customer,
        status: "active",
        price: "price_starter",
        quantity: 1,
        cancelAtEnd: false,
        ...rest,
      };
      stripe.subscriptions.set(one.id, one);
      return one;
    },
    failing: null,
    beforeAnswer: () => Promise.resolve(),
  };

  async function answer({ method, path, form, idempotencyKey = randomUUID() }: Asked): Promise<[number, object]> {
    if (stripe.failing !== null) return [stripe.failing, { error: { type: "api_error", message: "down, sk_test_key" } }];
    if (method === "POST" && path === "/v1/customers") {
      const id = customers.get(idempotencyKey) ?? `cus_${randomUUID()}`;
      customers.set(idempotencyKey, id);
      return [200, { object: "customer", id, ...form }];
    }
    const known = [...customers.values()].includes(form.customer ?? "");
    if (method === "POST" && !known)
      return [400, { error: { type: "invalid_request_error", code: "resource_missing", message: "No such customer" } }];
    if (path === "/v1/checkout/sessions")
      return [200, { object: "checkout.session", id: "cs_1", url: "https://checkout.example/cs_1" }];
    if (path === "/v1/billing_portal/sessions") return [200, { object: "billing_portal.session", url: "https://portal.example/1" }];
    const id = path.replace("/v1/subscriptions/", "");
    await stripe.beforeAnswer(id);
    const found = stripe.subscriptions.get(id);
    if (found === undefined)
      return [404, { error: { type: "invalid_request_error", code: "resource_missing", message: "No such subscription" } }];
    return [200, wireOf(found)];
  }

  const server = createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8");
    request.on("data", (piece: string) => (text += piece));
    request.on("end", () => {
      const one = {
        method: request.method ?? "",
        path: request.url ?? "",
        form: Object.fromEntries(new URLSearchParams(text)),
        idempotencyKey: request.headers["idempotency-key"] as string | undefined,
      };
      stripe.asked.push(one);
      const isKnown = request.headers.authorization === `Bearer ${stripeKeys.STRIPE_SECRET_KEY}`;
      const answered = isKnown
        ? answer(one)
        : Promise.resolve([401, { error: { type: "invalid_request_error" } }] as [number, object]);
      void answered.then(([status, body]) =>
        response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body)),
      );
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return Object.assign(stripe, {
    url: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  });
}

function wireOf({ id, customer, status, price, quantity, cancelAtEnd }: TestSubscription) {
  const item = {
    object: "subscription_item",
    id: "si_1",
    quantity,
    price: { object: "price", id: price },
    current_period_end: periodEnd,
  };
  const ends = { cancel_at: null, cancel_at_period_end: cancelAtEnd };
  return { object: "subscription", id, customer, status, ...ends, items: { object: "list", data: [item] } };
}

type Event = { body: string; headers: Record<string, string> };

/** A subscription event as Stripe posts it. Its state comes from `object`, and may be long out of date. */
export function stripeEvent(
  type: string,
  object: TestSubscription,
  { secret = stripeKeys.STRIPE_WEBHOOK_SECRET, timestamp = Math.floor(Date.now() / 1000), id = `evt_${randomUUID()}` } = {},
): Event {
  const body = JSON.stringify({ object: "event", id, type, created: timestamp, livemode: false, data: { object: wireOf(object) } });
  const stripe = new Stripe("sk_test_key", { telemetry: false });
  const signature = stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp });
  return { body, headers: { "content-type": "application/json; charset=utf-8", "stripe-signature": signature } };
}
