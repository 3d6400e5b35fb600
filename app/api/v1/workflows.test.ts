/* Workflows and playbook checks by API key: listed, run, answered and read, only in its organization and within its scopes. */
import { APIError } from "openai";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Scope } from "#core/account/api-key.ts";
import { createApiKey } from "#server/data/accounts/api-keys.ts";
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
const status = (asked: Promise<unknown>) =>
  asked.then(
    () => 200,
    (error: unknown) => (error instanceof APIError ? (error.status as number) : Promise.reject(error as Error)),
  );
const newProject = async (by = holder) => (await post("/projects", { name: "Suppliers" }, by))["id"] as string;

const workflow = `---
kind: workflow
name: Agree on a text
---

## Inputs

- subject (text): Subject

## Approve
Do: person
Ask: approve

A letter about {{subject}}.
`;

async function newWorkflow() {
  const id = await createTemplate(holder.me, app.stet.db, workflow);
  await publishWorkflow(holder.me, app.stet.db, id, 1);
  return id;
}

test("a workflow is listed, run until it waits, answered, and done", async () => {
  const draft = await createTemplate(holder.me, app.stet.db, workflow.replace("Agree on", "Not yet"));
  const id = await newWorkflow();
  const { data } = await get("/workflows");
  expect(data).toContainEqual(expect.objectContaining({ id, object: "workflow", published_version: 1 }));
  expect(data).toContainEqual(expect.objectContaining({ id: draft, published_version: null }));
  expect(data).toContainEqual(expect.objectContaining({ id: "nda-triage", published_version: 0 }));
  expect(await status(get(`/workflows/${draft}`))).toBe(400);
  // By the words of its text, too.
  const found = async (query: string) => ((await get(`/workflows?query=${query}`))["data"] as Answered[]).map((one) => one["id"]);
  expect(await found("letter subject")).toEqual(expect.arrayContaining([id, draft]));
  expect((await get("/workflows?query=agree text"))["data"][0]).toMatchObject({ id, published_version: 1 });
  expect(await found("triage")).toContain("nda-triage");
  const read = await get(`/workflows/${id}`);
  expect(read["inputs"]).toEqual([{ name: "subject", type: "text", label: "Subject", is_optional: false, options: [] }]);
  expect(read["steps"]).toEqual([{ kind: "person", title: "Approve" }]);

  expect(await status(post(`/workflows/${id}/runs`, { inputs: {} }))).toBe(400);
  const project_id = await newProject();
  const inputs = { subject: { text: "the fence" } };
  const run = await post(`/workflows/${id}/runs`, { project_id, inputs, model: "stet-builtin" });
  expect(run).toMatchObject({ object: "workflow_run", workflow_id: id, version: 1, status: "working", project_id });
  await app.stet.jobs.settled();
  const path = `/workflow_runs/${run["id"]}`;
  const waiting = await get(path);
  expect(waiting["status"]).toBe("waiting");
  const [step] = waiting["steps"] as Answered[];
  expect(step).toMatchObject({ path: "1", kind: "person", state: "waiting", question: { ask: "approve" } });
  expect(JSON.stringify(step)).toContain("A letter about the fence.");
  expect((await get(`/workflow_runs?workflow_id=${id}&status=waiting`))["data"]).toMatchObject([{ id: run["id"] }]);
  await post(`${path}/answer`, { path: "1", answer: "yes" });
  await app.stet.jobs.settled();
  expect(await get(path)).toMatchObject({ status: "done", steps: [{ state: "done", answered_by: holder.me.name }] });
  // Once: a second answer to the same step changes nothing.
  expect(await status(post(`${path}/answer`, { path: "1", answer: "no" }))).toBe(409);

  const second = await post(`/workflows/${id}/runs`, { project_id, inputs, model: "stet-builtin" });
  await app.stet.jobs.settled();
  expect(await post(`/workflow_runs/${second["id"]}/cancel`, {})).toMatchObject({ status: "cancelled" });
});

test("a draft is held against a playbook, rule by rule, and its changes wait as proposals", async () => {
  const project_id = await newProject();
  const content = "# Agreement\n\nThe Recipient keeps the Confidential Information secret for an unlimited time.";
  const { id } = await post("/drafts", { project_id, name: "NDA", content });
  const path = `/drafts/${id}/playbook_check`;
  expect(await status(get(path))).toBe(404);
  expect(await status(post(path, { playbook_id: "mutual-nda" }))).toBe(400);
  const begun = await post(path, { playbook_id: "nda-recipient", model: "stet-builtin" });
  expect(begun).toMatchObject({ object: "playbook_check", draft_id: id, model: "stet-builtin" });
  await app.stet.jobs.settled();
  const done = await get(path);
  expect(done["status"]).toBe("done");
  const rules = done["rules"] as Answered[];
  expect(rules.length).toBeGreaterThan(3);
  expect(rules.every(({ position }) => position !== "waiting")).toBe(true);
  expect(rules.some(({ position }) => position === "absent")).toBe(true);
  expect((await get(`/drafts/${id}`))["content"]).toContain("unlimited time");
});

test("the status of an item is given, and narrows the list", async () => {
  const id = await createTemplate(holder.me, app.stet.db, "---\nkind: clause\nname: Notices\n---\n\n## One\n\nWords\n");
  const found = async (query: string) =>
    ((await get(`/library?shelf=clauses&${query}`))["data"] as Answered[]).map((one) => one["id"]);
  expect(await get(`/library/${id}`)).toMatchObject({ status: "draft", is_built_in: false });
  expect(await get("/library/notices")).toMatchObject({ status: null, is_built_in: true });
  expect(await found("status=unapproved")).toContain(id);
  expect(await found("status=approved")).toEqual([]);
});

test("a key sees its own organization's alone, and does what its scopes say", async () => {
  const id = await newWorkflow();
  const body = { project_id: await newProject(), inputs: { subject: { text: "a fence" } }, model: "stet-builtin" };
  const run = await post(`/workflows/${id}/runs`, body);
  const draft = await post("/drafts", { project_id: body.project_id, name: "NDA", content: "Words" });
  await app.stet.jobs.settled();
  const other = await newKey(app);
  const check = { playbook_id: "nda-recipient" };
  const asked = [
    get(`/workflows/${id}`, other),
    post(`/workflows/${id}/runs`, body, other),
    get(`/workflow_runs/${run["id"]}`, other),
    post(`/workflow_runs/${run["id"]}/answer`, { path: "1", answer: "Yes" }, other),
    post(`/workflow_runs/${run["id"]}/cancel`, {}, other),
    get(`/drafts/${draft["id"]}/playbook_check`, other),
    post(`/drafts/${draft["id"]}/playbook_check`, check, other),
  ];
  expect(await Promise.all(asked.map(status))).toEqual(asked.map(() => 404));
  expect((await get("/workflow_runs", other))["data"]).toEqual([]);
  for (const [scope, expected] of [
    ["workflows:read", [200, 403, 403]],
    ["workflows:write", [200, 200, 403]],
    ["drafts:propose", [403, 403, 200]],
  ] satisfies [Scope, number[]][]) {
    const wish = { name: "Narrow", scopes: [scope], expiresInDays: 1 };
    const narrow = { ...holder, secret: (await createApiKey(holder.me, app.stet.database.db, wish)).secret };
    const got = [
      await status(get(`/workflow_runs/${run["id"]}`, narrow)),
      await status(post(`/workflows/${id}/runs`, body, narrow)),
      await status(post(`/drafts/${draft["id"]}/playbook_check`, { ...check, model: "stet-builtin" }, narrow)),
    ];
    expect([scope, got]).toEqual([scope, expected]);
    await app.stet.jobs.settled();
  }
});
