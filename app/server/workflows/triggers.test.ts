/* Workflows that run automatically: once for each time and each file, as the person who set that up. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RunSummary, WorkflowRun } from "#core/workflows/run.ts";
import type { WorkflowTrigger } from "#core/workflows/trigger.ts";
import { theServer } from "#core/workspace/policy.ts";
import { startApp, type TestApp, type TestPerson } from "#test/app.ts";
import { joinOrganization, newOrganization } from "#test/people.ts";
import { listDueStarts } from "../data/workflows/triggers.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(async () => app.close());

type Asked = { body?: unknown; method?: string; slug?: string };

async function ask<T>(as: TestPerson, path: string, { body, method, slug }: Asked = {}): Promise<T> {
  const response = await app.request(path, {
    as,
    ...(slug !== undefined && { headers: { "x-organization-slug": slug } }),
    ...(body !== undefined && { body }),
    ...(method !== undefined && { method }),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

const source = (words: string) =>
  `---\nkind: workflow\nname: Note\n---\n\n## Inputs\n\n- who (text): For whom\n- paper (file, optional): The paper\n\n## Say\nDo: output\n\n${words} {{who}} {{paper}}\n`;
const daily = { kind: "schedule", schedule: { every: "day", hour: 8 }, timeZone: "Europe/Stockholm" };

async function world(slug?: string, as?: TestPerson) {
  const me = as ?? (await app.person());
  const at = slug === undefined ? {} : { slug };
  const { id: projectId } = await ask<{ id: string }>(me, "/api/projects", { ...at, body: { name: "Alder" } });
  const { id: workflowId } = await ask<{ id: string }>(me, "/api/library/templates", { ...at, body: { source: source("Hello") } });
  const publish = (version: number | null) =>
    ask(me, `/api/workflows/${workflowId}/published`, { ...at, body: { version }, method: "PUT" });
  await publish(1);
  const path = `/api/workflows/${workflowId}/triggers`;
  const set = async (when: object, inputs: object = { who: { text: "Ada" } }) =>
    (await ask<{ id: string }>(me, path, { ...at, body: { when, inputs, projectId } })).id;
  const runs = async () => {
    const { runs: all } = await ask<{ runs: RunSummary[] }>(me, `/api/workflow-runs?workflowId=${workflowId}`, at);
    return Promise.all(all.map(async ({ id }) => (await ask<{ run: WorkflowRun }>(me, `/api/workflow-runs/${id}`, at)).run));
  };
  return { me, projectId, workflowId, publish, path, set, runs };
}

/** Its next time was that long ago. */
const letPass = (id: string, interval: string) =>
  sql`update workflow_triggers set next_at = date_trunc('second', now()) - ${interval}::interval where id = ${id}`.execute(
    app.stet.database.db,
  );
const idOf = async ({ email }: TestPerson) => {
  const { rows } = await sql<{ id: string }>`select id from "user" where email = ${email}`.execute(app.stet.database.db);
  return rows[0]!.id;
};
const stored = async (id: string) => {
  const { rows } = await sql<{
    state: WorkflowTrigger["state"];
    problem: string | null;
    isLater: boolean;
    starts: number;
  }>`select state, problem, next_at > now() as "isLater",
    (select count(*)::int from workflow_trigger_starts where trigger_id = id) as starts from workflow_triggers where id = ${id}`.execute(
    app.stet.database.db,
  );
  return rows[0]!;
};
async function look() {
  await app.stet.workflowTriggers.work({ signal: new AbortController().signal });
  await app.stet.jobs.settled();
}

test("a time that was missed for days starts one run, with the version that is published then", async () => {
  const { me, set, runs, workflowId, publish } = await world();
  const id = await set(daily);
  await look();
  expect(await runs()).toEqual([]);
  await ask(me, `/api/library/templates/${workflowId}`, { body: { source: source("Good day"), version: 1 }, method: "PUT" });
  await publish(2);
  await letPass(id, "3 days");
  await look();
  await look();
  const [run, ...others] = await runs();
  expect(others).toEqual([]);
  expect(run).toMatchObject({ version: 2, state: "done", projectName: "Alder" });
  expect(run!.steps[0]!.result).toEqual({ type: "text", text: "Good day Ada " });
  expect(await stored(id)).toMatchObject({ state: "active", problem: null, isLater: true, starts: 1 });
});

test("two processes that see the same time start one run, and one that fails leaves none behind", async () => {
  const { set, runs } = await world();
  const id = await set(daily);
  await letPass(id, "1 minute");
  const due = (await listDueStarts(theServer, app.stet.db, 100)).find((one) => one.triggerId === id);
  expect(due?.key).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  await Promise.all([1, 2, 3].map(() => app.stet.workflowTriggers.work({ signal: new AbortController().signal })));
  await app.stet.jobs.settled();
  expect(await runs()).toHaveLength(1);
  // As if the time had not been counted: the start is known.
  const key = due!.key;
  await sql`update workflow_triggers set next_at = ${key}::timestamptz where id = ${id}`.execute(app.stet.database.db);
  await look();
  expect(await runs()).toHaveLength(1);
});

async function upload(as: TestPerson, projectId: string, name: string): Promise<void> {
  const form = new FormData();
  form.append("file", new File([`The paper ${name}.`], name, { type: "text/plain" }));
  const whole = new Response(form);
  const headers = { cookie: as.cookie, origin: app.stet.env.url, "content-type": whole.headers.get("content-type") ?? "" };
  const url = new URL(`/api/upload?project=${projectId}`, app.stet.env.url);
  const response = await app.fetch(new Request(url, { method: "POST", headers, body: await whole.arrayBuffer() }));
  if (!response.ok) throw new Error(await response.text());
}

test("each file that is uploaded into the project starts one run, but none from before or while it was paused", async () => {
  const { me, set, runs, projectId, path } = await world();
  await upload(me, projectId, "before.txt");
  const id = await set({ kind: "upload", input: "paper" });
  await upload(me, projectId, "one.txt");
  await upload(me, projectId, "two.txt");
  await upload(me, projectId, "two.txt");
  await look();
  await look();
  const said = async () =>
    (await runs()).map(({ steps }) => steps[0]?.result).toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  const both = ["one.txt", "two.txt"].map((name) => ({ type: "text", text: `Hello Ada ${name}` }));
  expect(await said()).toEqual(both);
  const paused = (isPaused: boolean) => ask(me, `/api/workflow-triggers/${id}/paused`, { method: "PUT", body: { isPaused } });
  await paused(true);
  await upload(me, projectId, "three.txt");
  await look();
  await paused(false);
  await look();
  expect(await said()).toEqual(both);
  await ask(me, `/api/workflow-triggers/${id}`, { method: "DELETE" });
  await upload(me, projectId, "four.txt");
  await look();
  expect(await said()).toEqual(both);
  await expect(ask(me, path, { body: { when: { kind: "upload", input: "who" }, projectId } })).rejects.toThrow(
    "can’t be an uploaded file",
  );
  await expect(ask(me, path, { body: { when: daily, projectId } })).rejects.toThrow("“For whom” is missing.");
});

test("one whose maker lost access stops with the reason, and only its maker resumes it", async () => {
  const { database } = app.stet;
  const [head, maker] = [await app.person(), await app.person()];
  const { organizationId, slug } = await newOrganization(database.db);
  await joinOrganization(database.db, await idOf(head), organizationId, "owner");
  await joinOrganization(database.db, await idOf(maker), organizationId);
  const { id: projectId } = await ask<{ id: string }>(head, "/api/projects", { slug, body: { name: "Shared" } });
  const makerId = await idOf(maker);
  await ask(head, "/api/functions/shareProject", { slug, body: { projectId, emails: [maker.email], role: "editor" } });
  const body = { when: daily, projectId };
  const { id } = await ask<{ id: string }>(maker, "/api/workflows/nda-triage/triggers", {
    slug,
    body: { ...body, inputs: { document: { pasted: "An NDA" }, playbook: { itemId: "nda-recipient" } } },
  });
  await ask(head, `/api/workflow-triggers/${id}/paused`, { slug, method: "PUT", body: { isPaused: true } });
  await expect(
    ask(head, `/api/workflow-triggers/${id}/paused`, { slug, method: "PUT", body: { isPaused: false } }),
  ).rejects.toThrow("403");
  await ask(maker, `/api/workflow-triggers/${id}/paused`, { slug, method: "PUT", body: { isPaused: false } });
  await sql`delete from project_shares where project_id = ${projectId}`.execute(database.db);
  await letPass(id, "1 minute");
  await look();
  expect(await stored(id)).toMatchObject({ state: "stopped", starts: 0 });
  expect((await stored(id)).problem).toContain("lost access");
  await sql`update workflow_triggers set state = 'active' where id = ${id}`.execute(database.db);
  await sql`delete from member where "userId" = ${makerId}`.execute(database.db);
  await look();
  expect(await stored(id)).toMatchObject({ state: "stopped", problem: "The person it runs as is no longer a member.", starts: 0 });
});

test("one whose workflow is a draft again stops and says so", async () => {
  const { me, set, publish } = await world();
  const id = await set(daily);
  await publish(null);
  await letPass(id, "1 minute");
  await look();
  expect((await stored(id)).problem).toContain("Publish it first");
  await expect(ask(me, `/api/workflow-triggers/${id}/paused`, { method: "PUT", body: { isPaused: "no" } })).rejects.toThrow("400");
});
