/* Prompts belong to one person in one workspace. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { mostPrompts, type Prompt } from "#core/chat/prompt.ts";
import { startApp, type TestApp, type TestPerson } from "#test/app.ts";
import { joinOrganization, newOrganization } from "#test/people.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

type Asked = { method?: string; body?: unknown; headers?: Record<string, string> };

async function asked(as: TestPerson, path = "/api/prompts", options: Asked = {}): Promise<Prompt[]> {
  const answer = await app.request(path, { as, ...options });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { prompts: Prompt[] }).prompts;
}
const keep = (as: TestPerson, text: string, headers: Record<string, string> = {}) =>
  asked(as, "/api/prompts", { body: { text }, headers });
const texts = (prompts: readonly Prompt[]) => prompts.map(({ text }) => text);

test("kept newest first, each text once, and removed by who kept them alone", async () => {
  const [me, other] = [await app.person(), await app.person()];
  await keep(me, "One");
  await keep(me, "Two");
  expect(texts(await keep(me, " One "))).toEqual(["One", "Two"]);
  expect(await asked(other)).toEqual([]);
  const [one] = await asked(me);
  expect((await app.request(`/api/prompts/${one!.id}`, { method: "DELETE", as: other })).status).toBe(404);
  expect(texts(await asked(me, `/api/prompts/${one!.id}`, { method: "DELETE" }))).toEqual(["Two"]);
  expect((await app.request("/api/prompts", { as: me, body: { text: "  " } })).status).toBe(400);
});

test("kept twice at the same time is kept once", async () => {
  const me = await app.person();
  await Promise.all([keep(me, "The same"), keep(me, "The same"), keep(me, "The same")]);
  expect(texts(await asked(me))).toEqual(["The same"]);
});

test("those of an organization show there and nowhere else; a guest keeps none there", async () => {
  const [me, guest] = [await app.person(), await app.person()];
  const { organizationId, slug } = await newOrganization(app.stet.database.db);
  const inside = { "x-organization-slug": slug };
  for (const [person, role] of [[me, "member"] as const, [guest, "guest"] as const]) {
    const { rows } = await sql<{ id: string }>`select id from "user" where email = ${person.email}`.execute(app.stet.database.db);
    await joinOrganization(app.stet.database.db, rows[0]!.id, organizationId, role);
  }
  await keep(me, "Mine");
  await keep(me, "Ours", inside);
  expect(texts(await asked(me))).toEqual(["Mine"]);
  expect(texts(await asked(me, "/api/prompts", { headers: inside }))).toEqual(["Ours"]);
  expect((await app.request("/api/prompts", { as: guest, headers: inside, body: { text: "Mine" } })).status).toBe(403);
});

test("there is an end to it, and it is said", async () => {
  const me = await app.person();
  const { rows } = await sql<{ id: string }>`select id from "user" where email = ${me.email}`.execute(app.stet.database.db);
  await sql`insert into prompts (id, owner_id, text) select gen_random_uuid(), ${rows[0]!.id}, 'Prompt ' || n
    from generate_series(1, ${mostPrompts}) n`.execute(app.stet.database.db);
  const answer = await app.request("/api/prompts", { as: me, body: { text: "One too many" } });
  expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining("at most 200 prompts")]);
  expect(await asked(me)).toHaveLength(mostPrompts);
});
