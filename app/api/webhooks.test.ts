/* Webhooks: what ends is reported, signed, to those who may know; and what cannot be delivered is tried again. */
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { webhookLimits, type Webhook } from "#core/webhooks/webhook.ts";
import { clientOf } from "#test/api-key.ts";
import { startApp, type TestApp, type TestPerson } from "#test/app.ts";
import { startReviewModel, type ReviewModel } from "#test/review-model.ts";
import { agreementColumns, readAgreement } from "#test/reviews.ts";
import { reachHere } from "#test/tool-server.ts";
import { startWebhookReceiver, verified, type WebhookReceiver } from "#test/webhook-receiver.ts";

type Said = Record<string, any>;

let model: ReviewModel;
let receiver: WebhookReceiver;
let app: TestApp;
beforeAll(async () => {
  [model, receiver] = [await startReviewModel(readAgreement), await startWebhookReceiver()];
  app = await startApp({ MODEL_SERVER_URL: model.url }, { reachTools: reachHere });
});
afterAll(async () => {
  await app.close();
  await Promise.all([model.close(), receiver.close()]);
});
beforeEach(() => {
  receiver.received.length = 0;
  receiver.answer = { status: 204 };
});

type Firm = { owner: TestPerson; slug: string; ask: (path: string, body?: object, method?: string) => Promise<Said> };

let firms = 0;
async function newFirm(of = app): Promise<Firm> {
  const owner = await of.person();
  const slug = `firm-${++firms}-${Date.now()}`;
  await of.request("/api/organizations", { as: owner, body: { name: `Firm ${firms}`, slug } });
  const ask: Firm["ask"] = async (path, body, method) => {
    const options = { as: owner, headers: { "x-organization-slug": slug }, ...(body !== undefined && { body }) };
    const response = await of.request(path, { ...options, ...(method !== undefined && { method }) });
    return { status: response.status, ...((await response.json()) as object) };
  };
  return { owner, slug, ask };
}

const add = ({ ask, owner }: Firm, events = ["review.ended", "library.changed"], url = receiver.url) =>
  ask("/api/webhooks", { url, events, password: owner.password });
const list = async ({ ask }: Firm): Promise<Webhook[]> => (await ask("/api/webhooks"))["webhooks"] as Webhook[];
const template = (name: string) => ({ source: `---\nname: ${name}\njurisdiction: GB\n---\n\nWords` });

/** A finished review of one document. */
async function runReview(firm: Firm): Promise<Said> {
  const wish = { name: "For reviews", scopes: ["projects:write", "files:write", "reviews:write"], expiresInDays: 1 };
  const { secret } = await firm.ask("/api/keys", { ...wish, password: firm.owner.password });
  const v1 = clientOf(app, secret as string);
  const { id: project_id } = await v1.post<Said>("/projects", { body: { name: "Confidential matter" } });
  const file = new File(["This agreement begins on 1 March 2001."], "Agreement.txt", { type: "text/plain" });
  await v1.files.create({ file, purpose: "user_data" }, { query: { project_id } });
  const review = { project_id, name: "Confidential", model: "local:reader", columns: agreementColumns.slice(0, 1) };
  const { id } = await v1.post<Said>("/reviews", { body: review });
  const run = await v1.post<Said>(`/reviews/${id}/runs`, { body: { all: true } });
  await app.stet.jobs.settled();
  return { project_id, review_id: id as string, run_id: run["id"] as string };
}

/** What waits for its next attempt is due at once; `tried`: as if that often already. */
async function again(tried?: number): Promise<void> {
  await sql`update jobs set due_at = now(), attempts = coalesce(${tried ?? null}::int, attempts)
    where kind = 'deliver-webhook' and state = 'queued'`.execute(app.stet.database.db);
  app.stet.jobs.look();
  await app.stet.jobs.settled();
}

test("a review that has ended is reported once, signed, by its ids and with no content", async () => {
  const firm = await newFirm();
  const { secret } = await add(firm);
  await add(firm, ["research.ended"]);
  const ids = await runReview(firm);
  expect(receiver.received).toHaveLength(1);
  const message = verified(secret as string, receiver.received[0]!);
  expect(message).toMatchObject({ type: "review.ended", data: { ...ids, outcome: "done" } });
  expect(message.data["url"]).toBe(`${app.stet.env.url}/organizations/${firm.slug}/review/${ids["review_id"]}`);
  expect(receiver.received[0]!.body).not.toMatch(/Confidential|Agreement|March/);
  expect(() => verified(`whsec_${Buffer.alloc(32).toString("base64")}`, receiver.received[0]!)).toThrow();
  const [, listening] = await list(firm);
  expect(listening!.deliveries).toMatchObject([{ type: "review.ended", state: "delivered", attempts: 1, status: 204 }]);
});

test("what changes in the library is reported, and nothing while the webhook is paused", async () => {
  const firm = await newFirm();
  const { id } = await add(firm);
  const made = await firm.ask("/api/library/templates", template("Lease of a harbour"));
  await app.stet.jobs.settled();
  await firm.ask(`/api/webhooks/${id}`, { isPaused: true }, "PATCH");
  await firm.ask("/api/library/templates", template("Unheard"));
  await app.stet.jobs.settled();
  await firm.ask(`/api/webhooks/${id}`, { isPaused: false }, "PATCH");
  await firm.ask(`/api/library/templates/${made["id"]}`, {}, "DELETE");
  await app.stet.jobs.settled();
  const changes = receiver.received.map(({ body }) => (JSON.parse(body) as { data: Said }).data);
  expect(changes).toMatchObject([
    { item_id: made["id"], change: "added" },
    { item_id: made["id"], change: "removed" },
  ]);
});

test("a message that fails is sent again under the same id, until it is delivered", async () => {
  const firm = await newFirm();
  await add(firm);
  receiver.answer = { status: 503 };
  await firm.ask("/api/library/templates", template("One"));
  await app.stet.jobs.settled();
  expect((await list(firm))[0]!.deliveries).toMatchObject([
    { state: "waiting", attempts: 1, status: 503, problem: "The server answered 503." },
  ]);
  receiver.answer = { status: 200 };
  await again();
  expect((await list(firm))[0]!.deliveries).toMatchObject([{ state: "delivered", attempts: 2, status: 200, problem: null }]);
  const [first, second] = receiver.received;
  expect(second).toMatchObject({ body: first!.body });
  expect(second!.headers["webhook-id"]).toBe(first!.headers["webhook-id"]);
});

test("too many messages in a row that cannot be delivered pause the webhook; one is sent again by hand", async () => {
  const firm = await newFirm();
  const { id } = await add(firm);
  // Leads on, where a message must not follow.
  receiver.answer = { status: 302, location: receiver.url };
  for (let at = 1; at <= webhookLimits.givenUp; at++) {
    await firm.ask("/api/library/templates", template(`Number ${at}`));
    await app.stet.jobs.settled();
    await again(11);
  }
  const [failing] = await list(firm);
  expect(failing).toMatchObject({ pausedBecause: "failing" });
  expect(failing!.deliveries.map(({ state }) => state)).toEqual(Array(webhookLimits.givenUp).fill("given-up"));
  const last = failing!.deliveries[0]!.id;
  expect(await firm.ask(`/api/webhook-deliveries/${last}/repeat`, {})).toMatchObject({ status: 409, code: "webhook-is-paused" });
  await firm.ask(`/api/webhooks/${id}`, { isPaused: false }, "PATCH");
  receiver.answer = { status: 204 };
  await firm.ask(`/api/webhook-deliveries/${last}/repeat`, {});
  await app.stet.jobs.settled();
  expect((await list(firm))[0]).toMatchObject({
    pausedBecause: null,
    deliveries: [{ id: last, state: "delivered" }, {}, {}, {}, {}],
  });
});

test("an address that is gone for good is paused at once", async () => {
  const firm = await newFirm();
  const { id } = await add(firm);
  receiver.answer = { status: 410 };
  await firm.ask(`/api/webhooks/${id}/test`, {});
  await app.stet.jobs.settled();
  expect(await list(firm)).toMatchObject([{ pausedBecause: "gone", deliveries: [{ type: "webhook.test", state: "given-up" }] }]);
});

test("a webhook hears only of what its maker sees, and of nothing once they no longer manage the organization", async () => {
  const firm = await newFirm();
  await add(firm);
  const { db } = app.stet.database;
  const admin = await app.person();
  const { rows } = await sql<{ id: string }>`select id from organization where slug = ${firm.slug}`.execute(db);
  await sql`insert into member (id, "organizationId", "userId", role, "createdAt")
    select ${admin.email}, ${rows[0]!.id}, id, 'admin', now() from "user" where email = ${admin.email}`.execute(db);
  const asAdmin: Firm = {
    ...firm,
    owner: admin,
    async ask(path, body) {
      const response = await app.request(path, { as: admin, headers: { "x-organization-slug": firm.slug }, body });
      return { status: response.status, ...((await response.json()) as object) };
    },
  };
  // The admin's own project, not shared.
  await runReview(asAdmin);
  expect(receiver.received).toEqual([]);
  await sql`update member set role = 'member' where "organizationId" = ${rows[0]!.id} and "userId" <> (select id from "user" where email = ${admin.email})`.execute(
    db,
  );
  await asAdmin.ask("/api/library/templates", template("After"));
  await app.stet.jobs.settled();
  expect(receiver.received).toEqual([]);
  expect(await list(asAdmin)).toMatchObject([{ hasMaker: false }]);
});

test("nothing is sent to an address inside the network", async () => {
  const guarded = await startApp();
  try {
    const firm = await newFirm(guarded);
    const { id } = await add(firm);
    await firm.ask(`/api/webhooks/${id}/test`, {});
    await guarded.stet.jobs.settled();
    expect(receiver.received).toEqual([]);
    expect((await list(firm))[0]!.deliveries).toMatchObject([
      { state: "waiting", status: null, problem: "This address is not on the public web." },
    ]);
  } finally {
    await guarded.close();
  }
});

test("adding one asks for the password, and a wrong wish is refused with a sentence", async () => {
  const firm = await newFirm();
  const wish = { url: receiver.url, events: ["review.ended"] };
  expect(await firm.ask("/api/webhooks", wish)).toMatchObject({ status: 403, code: "not-confirmed" });
  for (const wrong of [{ url: "hooks.example.test" }, { events: [] }, { events: ["everything"] }])
    expect(await firm.ask("/api/webhooks", { ...wish, ...wrong, password: firm.owner.password })).toMatchObject({ status: 400 });
  for (let at = 0; at < webhookLimits.webhooks; at++) expect(await add(firm)).toMatchObject({ status: 200 });
  expect(await add(firm)).toMatchObject({ status: 409, code: "too-many-webhooks" });
});
