/* Contacts by API key: listed, made, changed without losing what is not given, only in the organization and within scopes. */
import { APIError } from "openai";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Scope } from "#core/account/api-key.ts";
import { createApiKey } from "#server/data/accounts/api-keys.ts";
import { addRelation } from "#server/data/contacts/contact-relations.ts";
import { createTemplate } from "#server/data/library/templates.ts";
import { publishWorkflow } from "#server/data/workflows/published.ts";
import { clientOf, newKey, type KeyHolder } from "#test/api-key.ts";
import { startApp, type TestApp } from "#test/app.ts";

type Answered = Record<string, any>;

let app: TestApp;
let holder: KeyHolder;
beforeAll(async () => {
  app = await startApp({ LIVE_LAW: "off" });
  holder = await newKey(app);
});
afterAll(() => app.close());

const get = (path: string, by = holder) => clientOf(app, by.secret).get<Answered>(path);
const post = (path: string, body: object, by = holder) => clientOf(app, by.secret).post<Answered>(path, { body });
const patch = (path: string, body: object, by = holder) => clientOf(app, by.secret).patch<Answered>(path, { body });
const status = (asked: Promise<unknown>) =>
  asked.then(
    () => 200,
    (error: unknown) => (error instanceof APIError ? (error.status as number) : Promise.reject(error as Error)),
  );

test("a contact is made, found, and changed on top of the version that was read", async () => {
  const given = { kind: "company", name: "Birch AB", roles: ["client"], emails: ["a@example.se"], notes: "Old" };
  const made = await post("/contacts", { ...given, identifiers: [{ kind: "se-organisation", value: "5560160680" }] });
  expect(made).toMatchObject({ ...given, object: "contact", version: 1, phones: [], relations: [] });
  expect(made["identifiers"]).toEqual([{ kind: "se-organisation", value: "556016-0680" }]);
  const path = `/contacts/${made["id"]}`;
  const changed = await patch(path, { version: 1, phones: ["08 1"], languages: ["Swedish", "de_AT"] });
  expect(changed).toMatchObject({
    ...given,
    identifiers: made["identifiers"],
    phones: ["08 1"],
    version: 2,
    languages: ["sv", "de-AT"],
  });
  expect(await status(patch(path, { version: 1, name: "Other" }))).toBe(409);
  expect(await status(patch(path, { version: 2, nickname: "Other" }))).toBe(400);
  expect(await status(post("/contacts", { ...given, identifiers: [{ kind: "lei", value: "1" }] }))).toBe(400);

  const { id: anna } = await post("/contacts", { kind: "person", name: "Anna Berg" });
  await addRelation(holder.me, app.stet.db, { id: anna as string, kind: "director", isFrom: true, otherId: made["id"] as string });
  expect((await get(path))["relations"]).toMatchObject([
    { kind: "director", is_from: false, words: "Has as director", contact_id: anna, name: "Anna Berg" },
  ]);
  const names = async (query: string) =>
    ((await get(`/contacts?${query}`))["data"] as Answered[]).map(({ name }) => name as string);
  expect(await names("")).toEqual(["Anna Berg", "Birch AB"]);
  expect(await names(`after=${anna}`)).toEqual(["Birch AB"]);
  expect(await names("role=client")).toEqual(["Birch AB"]);
  expect(await names("query=5560160680")).toEqual(["Birch AB"]);
  expect(await status(get("/contacts?role=friend"))).toBe(400);
});

test("a workflow is run with a contact, by a key that may read contacts", async () => {
  const source =
    "---\nkind: workflow\nname: Greet\n---\n\n## Inputs\n\n- whom (contact): Whom\n\n## Greet\nDo: output\n\nHello {{whom}}\n";
  const workflow = await createTemplate(holder.me, app.stet.db, source);
  await publishWorkflow(holder.me, app.stet.db, workflow, 1);
  const { id: contactId } = await post("/contacts", { kind: "company", name: "Cedar GmbH" });
  const body = { inputs: { whom: { contactId } }, model: "stet-builtin" };
  const { id } = await post(`/workflows/${workflow}/runs`, body);
  await app.stet.jobs.settled();
  expect((await get(`/workflow_runs/${id}`))["steps"]).toMatchObject([{ result: "Hello Cedar GmbH" }]);
  const wish = { name: "Narrow", scopes: ["workflows:write" as const], expiresInDays: 1 };
  const narrow = { ...holder, secret: (await createApiKey(holder.me, app.stet.database.db, wish)).secret };
  expect(await status(post(`/workflows/${workflow}/runs`, body, narrow))).toBe(404);
});

test("a key sees its own organization's alone, and does what its scopes say", async () => {
  const { id, version } = await post("/contacts", { kind: "company", name: "Alder Ltd" });
  const other = await newKey(app);
  expect((await get("/contacts", other))["data"]).toEqual([]);
  for (const asked of [get(`/contacts/${id}`, other), patch(`/contacts/${id}`, { version, name: "Mine" }, other)])
    expect(await status(asked)).toBe(404);
  for (const [scope, expected] of [
    ["contacts:read", [200, 200, 403, 403]],
    ["contacts:write", [200, 200, 200, 200]],
    ["projects:write", [403, 403, 403, 403]],
  ] satisfies [Scope, number[]][]) {
    const wish = { name: "Narrow", scopes: [scope], expiresInDays: 1 };
    const narrow = { ...holder, secret: (await createApiKey(holder.me, app.stet.database.db, wish)).secret };
    const present = (await get(`/contacts/${id}`))["version"] as number;
    const asked = [
      await status(get("/contacts", narrow)),
      await status(get(`/contacts/${id}`, narrow)),
      await status(post("/contacts", { kind: "company", name: "New" }, narrow)),
      await status(patch(`/contacts/${id}`, { version: present, name: "Alder Limited" }, narrow)),
    ];
    expect([scope, asked]).toEqual([scope, expected]);
  }
});
