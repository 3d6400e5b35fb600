/* Reviews by API key: made, run, read row by row and cancelled, only in its organization and within its scopes. */
import { APIError } from "openai";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Scope } from "#core/account/api-key.ts";
import { createApiKey } from "#server/data/accounts/api-keys.ts";
import { loadLaw } from "#server/knowledge/index-law.ts";
import { clientOf, newKey, type KeyHolder } from "#test/api-key.ts";
import { startApp, type TestApp } from "#test/app.ts";
import { startReviewModel, type AskedCell, type ReviewModel } from "#test/review-model.ts";
import { agreement, agreementColumns, readAgreement } from "#test/reviews.ts";

type Answered = Record<string, any>;

let model: ReviewModel;
let app: TestApp;
let holder: KeyHolder;
let answer: (cell: AskedCell) => object | Promise<object> = readAgreement;
beforeAll(async () => {
  model = await startReviewModel((cell) => answer(cell));
  app = await startApp({ MODEL_SERVER_URL: model.url, REVIEW_AT_ONCE: "2" });
  holder = await newKey(app);
});
afterAll(async () => {
  await app.close();
  await model.close();
});

const get = (path: string, by = holder) => clientOf(app, by.secret).get<Answered>(path);
const post = (path: string, body: object, by = holder) => clientOf(app, by.secret).post<Answered>(path, { body });
const status = (asked: Promise<unknown>) =>
  asked.then(
    () => 200,
    (error: unknown) => (error instanceof APIError ? (error.status as number) : Promise.reject(error as Error)),
  );

async function newProject(count: number, by = holder): Promise<{ project_id: string; files: string[] }> {
  const { id: project_id } = await post("/projects", { name: "Agreements" }, by);
  const files: string[] = [];
  for (let at = 1; at <= count; at++) {
    const { name, text } = agreement(at);
    const file = new File([text], name, { type: "text/plain" });
    const query = { project_id };
    const made = await clientOf(app, by.secret).files.create({ file, purpose: "user_data" }, { query });
    files.push(made.id);
  }
  return { project_id, files };
}

test("a review is made of files and questions, run, and read row by row with the words its answers stand on", async () => {
  answer = readAgreement;
  const { project_id, files } = await newProject(3);
  const body = { project_id, name: "Supply", instructions: "Be brief.", model: "local:reader", columns: agreementColumns };
  const made = await post("/reviews", { ...body, file_ids: files.slice(0, 2) });
  expect(made).toMatchObject({ object: "review", project_id, name: "Supply", documents: 2, instructions: "Be brief.", runs: [] });
  expect(made.columns.map(({ label }: Answered) => label)).toEqual(["Begins", "Governing law", "Notice"]);
  expect(await post(`/reviews/${made.id}/documents`, {})).toMatchObject({ added: 1 });
  expect((await get(`/reviews?project_id=${project_id}`)).data).toEqual([
    { id: made.id, object: "review", project_id, name: "Supply", documents: 3 },
  ]);

  const sample = await post(`/reviews/${made.id}/runs`, { first: 1 });
  expect(sample).toMatchObject({ object: "review_run", cells: 3 });
  await app.stet.jobs.settled();
  expect(await post(`/reviews/${made.id}/runs`, { all: true })).toMatchObject({ cells: 6 });
  await app.stet.jobs.settled();
  expect(await post(`/reviews/${made.id}/runs`, { all: true })).toMatchObject({ id: null, cells: 0 });
  const read = await get(`/reviews/${made.id}`);
  expect(read).toMatchObject({ runs: [], usage: { input_tokens: 900, output_tokens: 90, cost_usd: null } });
  expect(read.columns[0].counts).toEqual({ verified: 0, found: 3, not_present: 0, unclear: 0, failed: 0 });

  const first = await get(`/reviews/${made.id}/rows?limit=2`);
  expect(first).toMatchObject({ has_more: true, data: [{ filename: "Agreement 01.txt" }, { filename: "Agreement 02.txt" }] });
  expect(first.data[0].cells[0]).toMatchObject({
    column_id: made.columns[0].id,
    state: "found",
    value: "2001-03-01",
    passages: [{ text: "This agreement begins on 1 March 2001", verdict: "verified", start_index: expect.any(Number) }],
  });
  const rest = await get(`/reviews/${made.id}/rows?limit=2&after=${first.data[1].id}`);
  expect(rest).toMatchObject({ has_more: false, data: [{ filename: "Agreement 03.txt" }] });
});

test("sections of law become rows, and what was answered before says from where", async () => {
  answer = readAgreement;
  const { db } = app.stet.database;
  const act = "ProbeG-9";
  const sections = ["The notice is 30 days.", "The law of Norway governs."].map((text, at) => {
    const number = String(at + 1);
    return { ref: `${act}:${number}`, number, label: `§ ${number}`, heading: "", path: [], text, url: "", inForce: null };
  });
  const facts = { source: "test", jurisdiction: "DE", title: "Probegesetz", shortNames: ["ProbeG"], url: "", licence: "Free" };
  await loadLaw(db, [{ id: act, ...facts, version: "2026-01-01", inForce: "2020-01-01", sections }]);
  const { project_id } = await newProject(0);
  const body = { project_id, name: "Law", model: "local:reader", columns: agreementColumns, file_ids: undefined };
  const tables = [await post("/reviews", body), await post("/reviews", { ...body, name: "Again" })] as const;
  for (const { id } of tables) {
    expect(await post(`/reviews/${id}/documents`, { law: { act_id: act, query: "" } })).toMatchObject({
      added: 2,
      not_in_force: 0,
    });
    await post(`/reviews/${id}/runs`, { all: true });
    await app.stet.jobs.settled();
  }
  const rows = async ({ id }: Answered) => (await get(`/reviews/${id}/rows`)).data;
  const [first, again] = [await rows(tables[0]), await rows(tables[1])];
  expect(first.map(({ law }: Answered) => law)).toMatchObject([
    { act_id: act, label: expect.stringContaining("1"), is_amended: false },
    { act_id: act, label: expect.stringContaining("2"), is_amended: false },
  ]);
  const from = (all: Answered) =>
    all.flatMap(({ cells }: Answered) => cells.map((one: Answered) => one.reused_from?.review_id ?? null));
  expect(new Set(from(first))).toEqual(new Set([null]));
  expect(new Set(from(again))).toEqual(new Set([tables[0].id]));
  const law = { act_id: act, refs: [first[0].law.ref], query: "x" };
  expect(await status(post(`/reviews/${tables[0].id}/documents`, { law }))).toBe(400);
});

test("a run is cancelled; what was answered stays", async () => {
  let go = () => {};
  const gate = new Promise<void>((resolve) => (go = resolve));
  answer = async (cell) => (await gate, readAgreement(cell));
  const { project_id } = await newProject(2);
  const { id } = await post("/reviews", { project_id, name: "Supply", model: "local:reader", columns: agreementColumns });
  const before = model.asked.length;
  await post(`/reviews/${id}/runs`, { all: true });
  await expect.poll(() => model.asked.length - before).toBe(2);
  expect((await get(`/reviews/${id}`)).runs).toMatchObject([{ status: "running", cells: 6, left: 6 }]);
  expect(await post(`/reviews/${id}/cancel`, {})).toMatchObject({ runs: [] });
  go();
  await app.stet.jobs.settled();
  const states = async () =>
    (await get(`/reviews/${id}/rows`)).data.flatMap(({ cells }: Answered) => cells.map((one: Answered) => one.state));
  await expect.poll(async () => (await states()).filter((state: string) => state === "found").length).toBe(2);
  expect((await states()).filter((state: string) => state === "not_asked")).toHaveLength(4);
});

test("what is refused leaves no review behind, and a key sees its own organization's alone", async () => {
  const { project_id } = await newProject(1);
  const columns = [{ label: "Law", question: "Which?", format: "choice", choices: ["one"] }];
  expect(await status(post("/reviews", { project_id, name: "Wrong", columns }))).toBe(400);
  expect(await status(post("/reviews", { project_id, name: "Wrong", colour: "red" }))).toBe(400);
  expect((await get(`/reviews?project_id=${project_id}`)).data).toEqual([]);
  const { id } = await post("/reviews", { project_id, name: "Mine" });
  const other = await newKey(app);
  const asked = [
    get(`/reviews/${id}`, other),
    get(`/reviews/${id}/rows`, other),
    post(`/reviews/${id}/runs`, { all: true }, other),
    post(`/reviews/${id}/documents`, {}, other),
    post(`/reviews/${id}/cancel`, {}, other),
    post("/reviews", { project_id, name: "Theirs" }, other),
    get("/reviews/nothing"),
    get("/reviews/0190a000-0000-7000-8000-000000000000/rows"),
  ];
  expect(new Set(await Promise.all(asked.map(status)))).toEqual(new Set([404]));
  expect((await get(`/reviews?project_id=${project_id}`, other)).data).toEqual([]);
});

test.each<[Scope, number[]]>([
  ["reviews:read", [200, 200, 403, 403]],
  ["reviews:write", [200, 200, 200, 200]],
  ["projects:write", [403, 403, 403, 403]],
])("a key with %s may do what that says", async (scope, expected) => {
  const { project_id } = await newProject(1);
  const { id } = await post("/reviews", { project_id, name: "Supply" });
  const wish = { name: "Narrow", scopes: [scope], expiresInDays: 1 };
  const narrow = { ...holder, secret: (await createApiKey(holder.me, app.stet.database.db, wish)).secret };
  const asked = [
    get("/reviews", narrow),
    get(`/reviews/${id}/rows`, narrow),
    post("/reviews", { project_id, name: "Other" }, narrow),
    post(`/reviews/${id}/runs`, { all: true }, narrow),
  ];
  expect(await Promise.all(asked.map(status))).toEqual(expected);
});
