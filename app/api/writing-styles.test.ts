/* A style is measured from samples, belongs to one person or organization, and stores no text. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { longestSample, mostSamples, type StoredStyle } from "#core/style/writing-style.ts";
import { startApp, type TestApp, type TestPerson } from "#test/app.ts";
import { startMockModel, type MockModel } from "#test/mock-model.ts";
import { joinOrganization, newOrganization } from "#test/people.ts";
import { choicesOf, question } from "#test/turns.ts";

let app: TestApp;
let model: MockModel;
beforeAll(async () => {
  model = await startMockModel();
  app = await startApp({ MODEL_SERVER_URL: `${model.url}/v1` });
});
afterAll(async () => {
  await app.close();
  await model.stop();
});

const english = "We don't let the house to everybody. The tenant pays the rent, and we keep the colour of the door. ".repeat(10);
const french = "Je pense que nous avons raison. Vous pourriez peut-être attendre la réponse du tribunal avant de partir. ".repeat(
  12,
);

type Sent = { method?: string; body?: object; slug?: string };
async function send(as: TestPerson, path: string, { method = "POST", body, slug }: Sent) {
  const headers: Record<string, string> = slug === undefined ? {} : { "x-organization-slug": slug };
  const answer = await app.request(path, { as, method, headers, ...(body && { body }) });
  return { status: answer.status, json: (await answer.json()) as { id?: string; words?: number; detail?: string } };
}

async function stored(column: "user_id" | "organization_id", id: string): Promise<StoredStyle | undefined> {
  const { rows } =
    await sql<StoredStyle>`select samples, description, house from writing_styles where ${sql.ref(column)} = ${id}`.execute(
      app.stet.database.db,
    );
  return rows[0];
}

async function idOf(person: TestPerson): Promise<string> {
  const { rows } = await sql<{ id: string }>`select id from "user" where email = ${person.email}`.execute(app.stet.database.db);
  return rows[0]!.id;
}

test("pasted text, a file and a draft are measured; their text is not kept", async () => {
  const me = await app.person();
  const pasted = await send(me, "/api/style/samples", { body: { text: `${english}\n\nUNKEPT end of it.`, name: "Letter" } });
  expect(pasted).toMatchObject({ status: 200, json: { words: 204 } });
  const file = Buffer.from(french).toString("base64");
  expect(await send(me, "/api/style/samples", { body: { file, name: "lettre.txt" } })).toMatchObject({ status: 200 });
  const { json: project } = await send(me, "/api/projects", { body: { name: "House" } });
  const { json: draft } = await send(me, "/api/drafts", { body: { projectId: project.id, name: "Lease", content: english } });
  expect(await send(me, "/api/style/samples", { body: { draftId: draft.id } })).toMatchObject({
    status: 200,
    json: { words: 200 },
  });
  const style = (await stored("user_id", await idOf(me)))!;
  expect(style.samples.map(({ name, counts }) => [name, counts.language, counts.words])).toEqual([
    ["Letter", "en", 204],
    ["lettre.txt", "fr", 204],
    ["Lease", "en", 200],
  ]);
  expect(JSON.stringify(style)).not.toContain("UNKEPT");
  expect(await send(me, `/api/style/samples/${style.samples[0]!.id}`, { method: "DELETE" })).toMatchObject({ status: 200 });
  expect((await stored("user_id", await idOf(me)))!.samples.map(({ name }) => name)).toEqual(["lettre.txt", "Lease"]);
  await send(me, "/api/style", { method: "DELETE", body: {} });
  expect(await stored("user_id", await idOf(me))).toBeUndefined();
});

test("what cannot be measured says why", async () => {
  const [me, other] = [await app.person(), await app.person()];
  const refused = async (body: object) => {
    const { status, json } = await send(me, "/api/style/samples", { body });
    expect([400, 404, 413, 422]).toContain(status);
    return json.detail;
  };
  expect(await refused({ text: "Too short to say anything about anybody's style." })).toMatch(/at least 100 words/u);
  expect(await refused({ text: "Ik ga naar huis\n".repeat(60) })).toMatch(/full sentences; this one has 0/u);
  expect(await refused({ text: "Il gatto è sul tavolo e il cane dorme sotto la sedia della cucina. ".repeat(12) })).toMatch(
    /another language/u,
  );
  expect(await refused({ file: Buffer.from([0, 1, 2, 3]).toString("base64"), name: "none.pdf" })).toBeTruthy();
  const { json: project } = await send(other, "/api/projects", { body: { name: "House" } });
  const { json: draft } = await send(other, "/api/drafts", { body: { projectId: project.id, name: "Lease", content: english } });
  expect((await send(me, "/api/style/samples", { body: { draftId: draft.id } })).status).toBe(404);
  expect((await send(me, "/api/style", { method: "PUT", body: { description: "x".repeat(601) } })).status).toBe(400);
});

test("of a long text the beginning is measured, and there is an end to how many samples there are", async () => {
  const me = await app.person();
  const long = english.repeat(600);
  expect(long.length).toBeGreaterThan(longestSample * 0.5);
  expect(await send(me, "/api/style/samples", { body: { text: long } })).toMatchObject({ status: 200 });
  for (let count = 1; count < mostSamples; count++) await send(me, "/api/style/samples", { body: { text: english } });
  expect(await send(me, "/api/style/samples", { body: { text: english } })).toMatchObject({
    status: 400,
    json: { detail: "A style can have at most 20 samples. Remove one first." },
  });
});

test("samples added by two windows at once are both there", async () => {
  const me = await app.person();
  await Promise.all([1, 2, 3, 4].map((at) => send(me, "/api/style/samples", { body: { text: english, name: `Text ${at}` } })));
  const { samples } = (await stored("user_id", await idOf(me)))!;
  expect(samples.map(({ name }) => name).toSorted()).toEqual(["Text 1", "Text 2", "Text 3", "Text 4"]);
});

test("an organization's style is written by those who manage it, and is another than theirs", async () => {
  const [head, member] = [await app.person(), await app.person()];
  const { organizationId, slug } = await newOrganization(app.stet.database.db);
  await joinOrganization(app.stet.database.db, await idOf(head), organizationId, "admin");
  await joinOrganization(app.stet.database.db, await idOf(member), organizationId, "member");
  const put = (as: TestPerson, description: string | null) =>
    send(as, "/api/organization/style", { method: "PUT", body: { description }, slug });
  expect((await put(member, "Mine.")).status).toBe(403);
  expect((await put(await app.person(), "Mine.")).status).toBe(404);
  expect((await put(head, "Short sentences.")).status).toBe(200);
  expect(await stored("organization_id", organizationId)).toEqual({ samples: [], description: "Short sentences.", house: null });
  expect(await stored("user_id", await idOf(head))).toBeUndefined();
  await put(head, null);
  expect((await stored("organization_id", organizationId))!.description).toBeNull();
});

test("a model is given your own style, and the organization's where one has none", async () => {
  const me = await app.person();
  const { organizationId, slug } = await newOrganization(app.stet.database.db);
  await joinOrganization(app.stet.database.db, await idOf(me), organizationId, "admin");
  const inside = { "x-organization-slug": slug };
  const instructions = async (headers: Record<string, string>) => {
    await model.control({ text: "Yes.", tps: 0 });
    const first = question("May I?", { choices: choicesOf("local:mock-model") });
    await (await app.request("/api/chat", { as: me, body: first, headers })).text();
    return model.lastInstructions();
  };
  expect(await instructions(inside)).not.toContain("# Style");
  await send(me, "/api/organization/style", { method: "PUT", body: { description: "Plain and brief." }, slug });
  expect(await instructions(inside)).toMatch(/# Style\n.* Plain and brief\.\n/u);
  expect(await instructions({})).not.toContain("# Style");
  await send(me, "/api/style/samples", { body: { text: english } });
  expect(await instructions(inside)).toMatch(/# Style\n.* Short sentences, .*British spelling\.\n/u);
  await send(me, "/api/style", { method: "PUT", body: { description: "Long and winding." } });
  expect(await instructions({})).toMatch(/# Style\n.* Long and winding\.\n/u);
});

test("the house style is kept as it was decided, given to models, and comes with a draft", async () => {
  const me = await app.person();
  const house = {
    spelling: "British",
    address: null,
    terms: [{ avoid: "e-mail", use: "email" }],
    citations: "[2020] UKSC 5",
    rules: "No exclamation marks.",
  };
  expect((await send(me, "/api/style", { method: "PUT", body: { house: { ...house, spelling: "Klingon" } } })).status).toBe(400);
  expect((await send(me, "/api/style", { method: "PUT", body: { house } })).status).toBe(200);
  expect(await stored("user_id", await idOf(me))).toMatchObject({ house });
  await model.control({ text: "Yes.", tps: 0 });
  const body = question("May I?", { choices: choicesOf("local:mock-model") });
  await (await app.request("/api/chat", { as: me, body })).text();
  const told = await model.lastInstructions();
  for (const said of ["British spelling in English.", "Cite like this: [2020] UKSC 5.", "Not “e-mail” but “email”."])
    expect(told).toContain(said);
});
