/* Research by API key: made, changed, run and read, only in its organization and within its scopes. */
import { APIError } from "openai";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Scope } from "#core/account/api-key.ts";
import { createApiKey } from "#server/data/accounts/api-keys.ts";
import { loadLaw } from "#server/knowledge/index-law.ts";
import { readSwedishLaw } from "#server/knowledge/forms/swedish-law.ts";
import { clientOf, newKey, type KeyHolder } from "#test/api-key.ts";
import { startApp, type TestApp } from "#test/app.ts";
import { swedishAct } from "#test/statutes.ts";

type Answered = Record<string, any>;

let app: TestApp;
let holder: KeyHolder;
beforeAll(async () => {
  app = await startApp({ LIVE_LAW: "off" });
  await loadLaw(app.stet.db, readSwedishLaw(swedishAct));
  app.stet.law.look();
  holder = await newKey(app);
});
afterAll(() => app.close());

const get = (path: string, by = holder) => clientOf(app, by.secret).get<Answered>(path);
const post = (path: string, body: object, by = holder) => clientOf(app, by.secret).post<Answered>(path, { body });
const status = (asked: Promise<unknown>) =>
  asked.then(
    () => 200,
    (error: unknown) => (error instanceof APIError ? (error.status as number) : Promise.reject(error as Error)),
  );
const question = "Hur lång är uppsägningstiden vid provarbete?";
const newProject = async (by = holder) => (await post("/projects", { name: "Trial work" }, by))["id"] as string;

test("a research is made, given a step, run and read, with every sentence's verdict and the log", async () => {
  const project_id = await newProject();
  const made = await post("/research", { project_id, question, jurisdictions: ["SE"], with_files: false, model: "stet-builtin" });
  expect(made).toMatchObject({ object: "research", project_id, question, memo: null });
  await app.stet.jobs.settled();
  const path = `/research/${made["id"]}`;
  await post(`${path}/steps`, { question: "Ska uppsägning vara skriftlig?", queries: [], position: 0 });
  await post(`${path}/runs`, { kind: "answer" });
  await app.stet.jobs.settled();
  const done = await get(path);
  expect(done["run"]).toBeNull();
  expect(done["steps"][0]).toMatchObject({ question: "Ska uppsägning vara skriftlig?", state: "found", searches: [] });
  const sentences = done["memo"].parts.flatMap((part: Answered) => part["sentences"]) as Answered[];
  expect(sentences.some(({ text }) => String(text).includes("uppsägningstiden fjorton dagar"))).toBe(true);
  expect(sentences.every(({ verdict }) => verdict === "verified")).toBe(true);
  expect(done["authorities"][0]).toMatchObject({ number: 1, title: "Lag (2099:10) om provarbete" });
  expect(done["changed_law"]).toEqual([]);
  const { data } = await get(`${path}/searches`);
  expect(data[0]).toMatchObject({ object: "research_search", searched: "law", step: "Ska uppsägning vara skriftlig?" });
  expect((await get(`/research?query=PROVARBETE&project_id=${project_id}`))["data"]).toHaveLength(1);
  expect((await get(`/research?query=unicorn`))["data"]).toEqual([]);
});

test("a key sees its own organization's alone, and does what its scopes say", async () => {
  const project_id = await newProject();
  const body = { project_id, question, model: "stet-builtin" };
  const { id } = await post("/research", body);
  const other = await newKey(app);
  const asked = [
    get(`/research/${id}`, other),
    get(`/research/${id}/searches`, other),
    post(`/research/${id}/steps`, { question: "What?", queries: [] }, other),
    post(`/research/${id}/runs`, { kind: "answer" }, other),
    post(`/research/${id}/cancel`, {}, other),
    post("/research", body, other),
  ];
  expect(await Promise.all(asked.map(status))).toEqual(asked.map(() => 404));
  await app.stet.jobs.settled();
  for (const [scope, expected] of [
    ["research:read", [200, 403]],
    ["research:write", [200, 200]],
    ["reviews:write", [403, 403]],
  ] satisfies [Scope, number[]][]) {
    const wish = { name: "Narrow", scopes: [scope], expiresInDays: 1 };
    const narrow = { ...holder, secret: (await createApiKey(holder.me, app.stet.database.db, wish)).secret };
    expect([scope, await status(get(`/research/${id}`, narrow)), await status(post("/research", body, narrow))]).toEqual([
      scope,
      ...expected,
    ]);
  }
});
