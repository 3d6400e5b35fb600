/* The models and the web search that an organization's managers allow, on every path to them. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ModelChoice } from "#core/models/models.ts";
import { clientOf, newKey } from "#test/api-key.ts";
import { startApp, type TestApp, type TestPerson } from "#test/app.ts";
import { joinOrganization, newOrganization } from "#test/people.ts";
import { sendEvents, startProvider, type Provider } from "#test/provider.ts";
import { choicesOf, question } from "#test/turns.ts";

let app: TestApp;
let provider: Provider;
beforeAll(async () => {
  provider = await startProvider();
  app = await startApp({
    OPENAI_API_KEY: "a key",
    OPENAI_BASE_URL: provider.url,
    DEFAULT_PLAN: "professional",
    WEB_SEARCH: "brave",
    WEB_SEARCH_KEY: "a key",
  });
});
afterAll(async () => {
  await app.close();
  await provider.stop();
});

const [allowed, withheld] = ["gpt-6-luna", "gpt-6.2-sol"];

async function newFirm() {
  const { db } = app.stet.database;
  const { organizationId, slug } = await newOrganization(db);
  const join = async (role: "owner" | "member"): Promise<TestPerson> => {
    const person = await app.person();
    const { rows } = await sql<{ id: string }>`select id from "user" where email = ${person.email}`.execute(db);
    await joinOrganization(db, rows[0]!.id, organizationId, role);
    return person;
  };
  const [owner, member] = [await join("owner"), await join("member")];
  const headers = { "x-organization-slug": slug };
  const setPolicies = (body: object, as = owner) =>
    app.request("/api/organization/policies", { as, headers, method: "PATCH", body });
  return { owner, member, headers, setPolicies };
}

/** The tools of the request for an answer; those for titles have none. */
async function toolsOffered(as: TestPerson, headers: Record<string, string>, model: string): Promise<string[] | string> {
  provider.answer((response) =>
    sendEvents(response, [{ type: "response.completed", response: { usage: { input_tokens: 1, output_tokens: 1 } } }]),
  );
  const body = { ...question("Who won?"), choices: { ...choicesOf(model), forceWebSearch: true } };
  const answer = await app.request("/api/chat", { as, headers, body });
  if (!answer.ok) return ((await answer.json()) as { code: string }).code;
  await answer.text();
  const tools = provider.asked.map((one) => (one.body["tools"] ?? []) as { name: string }[]);
  return tools.flat().map(({ name }) => name);
}

test("only what is allowed can be asked, is listed, and is the default", async () => {
  const { member, headers, setPolicies } = await newFirm();
  expect((await setPolicies({ models: [allowed] }, member)).status).toBe(403);
  expect((await setPolicies({ models: [allowed] })).status).toBe(200);

  expect(await toolsOffered(member, headers, withheld!)).toBe("model-not-allowed");
  expect(provider.asked).toEqual([]);
  expect(await toolsOffered(member, headers, allowed!)).toContain("webSearch");
  // Their own workspace has its own rules.
  expect(await toolsOffered(member, {}, withheld!)).toContain("webSearch");

  const listed = (await (await app.request("/api/models", { as: member, headers })).json()) as {
    models: ModelChoice[];
    defaultModel: string;
  };
  expect(listed.models.filter((one) => one.isAllowed).map(({ id }) => id)).toEqual(["stet-builtin", allowed]);
  expect(listed.defaultModel).toBe(allowed);

  const modify = { originalText: "Words", prompt: "Shorten it", model: withheld };
  const refused = await app.request("/api/text-modify", { as: member, headers, body: modify });
  expect(((await refused.json()) as { code: string }).code).toBe("model-not-allowed");

  await setPolicies({ models: [] });
  expect(await toolsOffered(member, headers, allowed!)).toBe("model-not-allowed");
  expect(await toolsOffered(member, headers, "stet-builtin")).toEqual([]);
  await setPolicies({ models: null });
  expect(await toolsOffered(member, headers, withheld!)).toContain("webSearch");
});

test("an organization's API keys find what is allowed, and nothing else", async () => {
  const { secret, organization } = await newKey(app);
  await sql`update organization set allowed_models = array[${allowed}]::text[] where id = ${organization.organizationId}`.execute(
    app.stet.database.db,
  );
  const client = clientOf(app, secret);
  expect((await client.models.list()).data.map(({ id }) => id)).toEqual(["stet-builtin", allowed]);
  const messages = [{ role: "user" as const, content: "Hello" }];
  await expect(client.chat.completions.create({ model: withheld!, messages })).rejects.toMatchObject({
    status: 403,
    code: "model_not_allowed",
  });
});

test("where web search is turned off, no model hears of it", async () => {
  const { member, owner, headers, setPolicies } = await newFirm();
  await setPolicies({ webSearch: false });
  expect(await toolsOffered(member, headers, allowed!)).not.toContain("webSearch");
  expect(provider.asked).not.toEqual([]);
  expect(await toolsOffered(member, {}, allowed!)).toContain("webSearch");
  await setPolicies({ webSearch: true });
  expect(await toolsOffered(member, headers, allowed!)).toContain("webSearch");
  const log = (await (await app.request("/api/organization/log", { as: owner, headers })).json()) as { events: object[] };
  expect(log.events).toContainEqual(expect.objectContaining({ kind: "policy-changed", subject: "web search off" }));
});
