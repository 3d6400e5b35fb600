/* An organization's keys, usage and playground, as its members request them. */
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Membership, Role } from "#core/workspace/policy.ts";
import { startApp, type TestApp, type TestPerson } from "#test/app.ts";
import { startMockModel, type MockModel } from "#test/mock-model.ts";
import { joinOrganization, newOrganization } from "#test/people.ts";

let mock: MockModel;
let app: TestApp;
let organization: Membership;
const people = {} as Record<Role | "stranger", TestPerson>;
beforeAll(async () => {
  mock = await startMockModel();
  await mock.control({ tps: 0, chars: 80 });
  app = await startApp({ MODEL_SERVER_URL: `${mock.url}/v1` });
  organization = await newOrganization(app.stet.database.db);
  for (const role of ["owner", "admin", "member", "guest"] as const) {
    people[role] = await app.person();
    const { rows } = await sql<{ id: string }>`select id from "user" where email = ${people[role].email}`.execute(
      app.stet.database.db,
    );
    await joinOrganization(app.stet.database.db, rows[0]!.id, organization.organizationId, role);
  }
  people.stranger = await app.person();
});
afterAll(async () => {
  await app.close();
  await mock.stop();
});

type Options = { method?: string; body?: unknown };
const ask = (as: TestPerson, path: string, options: Options = {}) =>
  app.request(path, { as, headers: { "x-organization-slug": organization.slug }, ...options });
const wish = { name: "Site", scopes: ["chat", "models:read"], expiresInDays: 30 };
const make = (as: TestPerson, rest: object = {}) => ask(as, "/api/keys", { body: { ...wish, password: as.password, ...rest } });
const question = { model: "local:mock-model", messages: [{ role: "user", content: "Hello" }] };
const asKey = (secret: string, body: object = question) =>
  app.request("/v1/chat/completions", { headers: { authorization: `Bearer ${secret}` }, body });

test("a key is made with the password, works, is listed without its secret, and is revoked at once", async () => {
  const { owner } = people;
  expect((await make(owner, { password: "wrong" })).status).toBe(403);
  expect((await make(owner, { password: undefined })).status).toBe(403);
  const { id, secret } = (await (await make(owner)).json()) as { id: string; secret: string };
  expect((await asKey(secret)).status).toBe(200);
  const listed = await (await ask(owner, "/api/keys")).text();
  expect(listed).toContain(id);
  expect(listed).not.toContain(secret.slice(12));
  expect((await ask(owner, `/api/keys/${id}`, { method: "DELETE" })).status).toBe(200);
  expect((await asKey(secret)).status).toBe(401);
  const log = await app.stet.database.db
    .selectFrom("security_events")
    .select(["kind", "subject"])
    .where("organization_id", "=", organization.organizationId)
    .where("kind", "in", ["key-created", "key-revoked"])
    .orderBy("id")
    .execute();
  expect(log.map(({ kind }) => kind)).toEqual(["key-created", "key-revoked"]);
  expect(JSON.stringify(log)).not.toContain(secret.slice(12));
});

test.each([
  ["a name", { name: "" }],
  ["a scope", { scopes: [] }],
  ["a known scope", { scopes: ["everything"] }],
  ["a life of at most a year", { expiresInDays: 400 }],
])("a key needs %s", async (_, wrong) => {
  expect((await make(people.owner, wrong)).status).toBe(400);
});

describe("who may", () => {
  test.each([
    ["owner", 200, 200],
    ["admin", 200, 200],
    ["member", 403, 200],
    ["guest", 403, 403],
    ["stranger", 404, 404],
  ] as const)("%s: keys and usage %i, playground %i", async (role, managing, playing) => {
    const me = people[role];
    expect((await ask(me, "/api/keys")).status).toBe(managing);
    expect((await make(me)).status).toBe(managing);
    expect((await ask(me, "/api/usage?days=7")).status).toBe(managing);
    expect((await ask(me, "/api/usage.csv")).status).toBe(managing);
    expect((await ask(me, "/api/playground", { body: question })).status).toBe(playing);
  });

  test("no one, outside an organization", async () => {
    const at = (path: string, body?: object) => app.request(path, { as: people.owner, body });
    for (const path of ["/api/keys", "/api/usage", "/api/usage.csv"]) expect((await at(path)).status).toBe(404);
    expect((await at("/api/playground", question)).status).toBe(404);
    expect((await app.request("/api/playground", { body: question })).status).toBe(401);
  });

  test("no foreign page, with someone's cookie", async () => {
    const headers = { "x-organization-slug": organization.slug, origin: "https://evil.test" };
    expect((await app.request("/api/playground", { as: people.owner, headers, body: question })).status).toBe(403);
  });
});

test("what keys and the playground use shows, by day, key and model, also as a table for a spreadsheet", async () => {
  const { secret, id } = (await (await make(people.admin, { name: "=Report, weekly" })).json()) as { secret: string; id: string };
  await asKey(secret);
  expect((await asKey(secret, { ...question, model: "gpt-17" })).status).toBe(404);
  await (await ask(people.member, "/api/playground", { body: { ...question, stream: true } })).text();
  expect((await ask(people.member, "/api/playground", { body: { ...question, model: "" } })).status).toBe(400);
  await expect.poll(async () => (await read()).some((count) => count.keyId === null && count.outputTokens > 0)).toBe(true);
  const counts = await read();
  expect(counts).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ keyId: id, model: "local:mock-model", requests: 1, failures: 0 }),
      expect.objectContaining({ keyId: id, model: "gpt-17", requests: 1, failures: 1 }),
      expect.objectContaining({ keyId: null, model: "local:mock-model" }),
    ]),
  );
  const csv = await ask(people.admin, "/api/usage.csv?days=7");
  expect(csv.headers.get("content-disposition")).toMatch(/^attachment; filename="api-usage-organization-[\w-]+\.csv"$/);
  expect(await csv.text()).toContain(`"'=Report, weekly",gpt-17,1,1,0,0\r\n`);
  expect((await ask(people.admin, "/api/usage?days=8")).status).toBe(400);

  async function read(): Promise<{ keyId: string | null; outputTokens: number }[]> {
    await app.stet.usage.stored();
    return ((await (await ask(people.admin, "/api/usage?days=7")).json()) as { counts: never[] }).counts;
  }
});
