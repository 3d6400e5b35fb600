/* Devices' spell checker dictionaries merge on the server: per person and workspace, losing nothing. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SpellingMemory } from "#core/prose/spelling-memory.ts";
import { startApp, type TestApp, type TestPerson } from "#test/app.ts";
import { joinOrganization, newOrganization } from "#test/people.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

async function told(as: TestPerson, body?: object, headers: Record<string, string> = {}, query = ""): Promise<SpellingMemory> {
  const answer = await app.request(`/api/spelling${query}`, { as, ...(body && { body }), headers });
  expect(answer.status).toBe(200);
  return (await answer.json()) as SpellingMemory;
}

async function draftOf(as: TestPerson): Promise<string> {
  const post = async (path: string, body: object) => (await (await app.request(path, { as, body })).json()) as { id: string };
  const { id: projectId } = await post("/api/projects", { name: "House" });
  return (await post("/api/drafts", { projectId, name: "Lease", content: "The rent" })).id;
}

test("two devices add and remove, and both have all of it in the end", async () => {
  const me = await app.person();
  await told(me, { added: ["stet", "Krona"] });
  await Promise.all([told(me, { added: ["öre", "stet"] }), told(me, { added: ["zloty"], removed: ["krona"] })]);
  expect((await told(me)).words.toSorted()).toEqual(["stet", "zloty", "öre"]);
  expect((await told(me, { added: ["öre"] })).words.toSorted()).toEqual(["stet", "zloty", "öre"]);
  expect((await told(await app.person())).words).toEqual([]);
});

test("findings are waved off in one draft, by one person, who has to see it", async () => {
  const [me, other] = [await app.person(), await app.person()];
  const draftId = await draftOf(me);
  expect((await told(me, { draftId, ignored: ["AnA a honest"] })).ignored).toEqual(["AnA a honest"]);
  expect((await told(me, undefined, {}, `?draft=${draftId}`)).ignored).toEqual(["AnA a honest"]);
  expect((await told(me, undefined, {}, `?draft=${await draftOf(me)}`)).ignored).toEqual([]);
  expect((await app.request("/api/spelling", { as: other, body: { draftId, ignored: ["x"] } })).status).toBe(404);
  expect((await app.request(`/api/spelling?draft=${draftId}`, { as: other })).status).toBe(404);
  expect((await app.request("/api/spelling?draft=none", { as: me })).status).toBe(404);
});

test("the words of a place are that place's", async () => {
  const me = await app.person();
  const { organizationId, slug } = await newOrganization(app.stet.database.db);
  const { rows } = await sql<{ id: string }>`select id from "user" where email = ${me.email}`.execute(app.stet.database.db);
  await joinOrganization(app.stet.database.db, rows[0]!.id, organizationId, "guest");
  const inside = { "x-organization-slug": slug };
  await told(me, { added: ["mine"] });
  await told(me, { added: ["ours"] }, inside);
  expect([(await told(me)).words, (await told(me, undefined, inside)).words]).toEqual([["mine"], ["ours"]]);
});

test.each([
  [{ added: [""] }],
  [{ added: ["x".repeat(101)] }],
  [{ ignored: [7] }],
  [{ draftId: "none", ignored: ["x"] }],
  [{ added: "all" }],
])("nonsense is refused: %j", async (body) => {
  expect((await app.request("/api/spelling", { as: await app.person(), body })).status).toBe(400);
});
