/* Plans as a client meets them (B08): a model outside the plan is refused on every path, and in an organization its
   plan counts. */
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mayUseModel, planLimit, plans } from "#core/account/plans.ts";
import type { Plan } from "#core/workspace/policy.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { startApp, type TestApp, type TestPerson } from "#test/app.ts";
import { joinOrganization, newOrganization } from "#test/people.ts";
import { sendEvents, startProvider, type Provider } from "#test/provider.ts";
import { choicesOf, question } from "#test/turns.ts";

let app: TestApp;
let provider: Provider;
beforeAll(async () => {
  provider = await startProvider();
  provider.answer((response) => response.writeHead(401, { "content-type": "application/json" }).end("{}"));
  app = await startApp({ OPENAI_API_KEY: "a key", OPENAI_BASE_URL: provider.url, DEFAULT_PLAN: "free" });
});
afterAll(async () => {
  await app.close();
  await provider.stop();
});

const givePlan = (me: TestPerson, plan: Plan) =>
  sql`update "user" set plan = ${plan} where email = ${me.email}`.execute(app.stet.database.db);

async function asked(me: TestPerson, model: string, headers: Record<string, string> = {}, rest: object = {}) {
  const answer = await app.request("/api/chat", {
    as: me,
    headers,
    body: { ...question("Hello"), ...rest, choices: choicesOf(model) },
  });
  if (answer.ok) await answer.text();
  return answer.ok ? 200 : `${answer.status} ${((await answer.json()) as { code: string }).code}`;
}

describe.each(plans)("%s", (plan) => {
  const models = ["gpt-5", "gpt-5-mini", "o3", "gpt-6.2-sol", "stet-builtin"];
  test.each(models)("%s", async (model) => {
    const me = await app.person();
    await givePlan(me, plan);
    const before = provider.asked.length;
    expect(await asked(me, model)).toBe(mayUseModel(plan, model) ? 200 : "403 model-not-in-plan");
    if (!mayUseModel(plan, model)) expect(provider.asked).toHaveLength(before);
  });
});

test("in an organization its plan counts, not your own, and a chat of one place cannot be asked from the other", async () => {
  const me = await app.person();
  await givePlan(me, "professional");
  const { organizationId, slug } = await newOrganization(app.stet.database.db);
  const { rows } = await sql<{ id: string }>`select id from "user" where email = ${me.email}`.execute(app.stet.database.db);
  await joinOrganization(app.stet.database.db, rows[0]!.id, organizationId);
  const there = { "x-organization-slug": slug };

  // No plan of its own, so the plan of new accounts applies.
  expect(await asked(me, "gpt-5", there)).toBe("403 model-not-in-plan");
  expect(await asked(me, "gpt-5")).toBe(200);
  const inPlan = async (headers: Record<string, string>) => {
    const { models } = (await (await app.request("/api/models", { as: me, headers })).json()) as {
      models: { id: string; inPlan: boolean }[];
    };
    return models.find((row) => row.id === "gpt-5")?.inPlan;
  };
  expect([await inPlan(there), await inPlan({})]).toEqual([false, true]);

  const chatId = uuidv7();
  expect(await asked(me, "stet-builtin", there, { chatId })).toBe(200);
  expect(await asked(me, "gpt-5", {}, { chatId, version: 1 })).toBe("404 not-found");

  await sql`update organization set plan = 'professional' where id = ${organizationId}`.execute(app.stet.database.db);
  expect(await asked(me, "gpt-5", there)).toBe(200);
});

test("a day's tokens are used up by what models read and write, whatever is deleted, and built-in work continues", async () => {
  const me = await app.person();
  const usage = { input_tokens: planLimit("free", "tokensPerDay")! - 2, output_tokens: 2 };
  provider.answer((response) => sendEvents(response, [{ type: "response.completed", response: { usage } }]));
  const chatId = uuidv7();
  expect(await asked(me, "gpt-5-mini", {}, { chatId })).toBe(200);
  await expect.poll(() => asked(me, "gpt-5-mini")).toBe("403 plan-used-up");
  expect((await app.request(`/api/chats/${chatId}`, { as: me, method: "DELETE" })).status).toBe(200);
  expect(await asked(me, "gpt-5-mini")).toBe("403 plan-used-up");
  const modify = { originalText: "Words", prompt: "Shorten it", model: "gpt-5-mini" };
  expect((await app.request("/api/text-modify", { as: me, body: modify })).status).toBe(403);
  expect(await asked(me, "stet-builtin")).toBe(200);
  await givePlan(me, "professional");
  expect(await asked(me, "gpt-5-mini")).toBe(200);
});
