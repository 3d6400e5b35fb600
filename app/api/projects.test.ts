/* Projects over HTTP: what their owner can do, what viewers see, and what everyone else is refused. */
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Project, ProjectList } from "#core/workspace/project.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { startApp, type TestApp, type TestPerson } from "#test/app.ts";
import { startMockModel, type MockModel } from "#test/mock-model.ts";
import { joinOrganization, newOrganization } from "#test/people.ts";
import { ask, choicesOf, framesOf, question, readUntil, send, threadOf, untitledThread } from "#test/turns.ts";

let mock: MockModel;
let app: TestApp;
let owner: TestPerson;
let viewer: TestPerson;
let stranger: TestPerson;
beforeAll(async () => {
  mock = await startMockModel();
  app = await startApp({ MODEL_SERVER_URL: `${mock.url}/v1` });
  [owner, viewer, stranger] = await Promise.all([app.person(), app.person(), app.person()]);
});
afterAll(async () => {
  await app.close();
  await mock.stop();
});

async function newProject(as = owner, name = "Lease"): Promise<Project> {
  const answer = await app.request("/api/projects", { as, body: { name } });
  expect(answer.status).toBe(201);
  return (await answer.json()) as Project;
}

/** Shares by email address, as the owner would. */
async function share(projectId: string, person: TestPerson): Promise<void> {
  await sql`insert into project_shares (id, project_id, email) values (${uuidv7()}, ${projectId}, ${person.email})`.execute(
    app.stet.database.db,
  );
}

const listed = async (as: TestPerson) => (await (await app.request("/api/projects", { as })).json()) as ProjectList;
const statusOf = async (as: TestPerson, path: string, options: { method?: string; body?: unknown } = {}) =>
  (await app.request(path, { as, ...options })).status;
const told = (text: string) => question(`Write it. [[mock tps=0 text="${text}"]]`);

test("made, renamed, archived, deleted, and brought back", async () => {
  const project = await newProject();
  expect(project).toMatchObject({ name: "Lease", isOwner: true, instructions: "", archivedAt: null });
  const path = `/api/projects/${project.id}`;
  const changed = await app.request(path, {
    method: "PATCH",
    as: owner,
    body: { name: " Lease of 1 May ", instructions: "In Swedish.", archived: true },
  });
  expect(await changed.json()).toMatchObject({ name: "Lease of 1 May", instructions: "In Swedish." });
  expect((await listed(owner)).archived.map((one) => one.id)).toContain(project.id);
  expect(await statusOf(owner, path, { method: "DELETE" })).toBe(200);
  expect(await statusOf(owner, path)).toBe(404);
  expect(await statusOf(owner, `${path}/undo-delete`, { body: {} })).toBe(200);
  expect(await (await app.request(path, { as: owner })).json()).toMatchObject({ name: "Lease of 1 May" });
});

test("the facts of a matter are stated to the model, in the chat's first question and the next, and nowhere else", async () => {
  const matter = { client: "Ada Lind,\nthe tenant", counterparty: "Berg AB", jurisdiction: "Sweden" };
  const project = await newProject();
  const path = `/api/projects/${project.id}`;
  expect(project.matter).toEqual({ client: "", counterparty: "", jurisdiction: "" });
  expect(await (await app.request(path, { method: "PATCH", as: owner, body: { matter } })).json()).toMatchObject({ matter });
  await app.request(path, { method: "PATCH", as: owner, body: { name: "Lind v Berg" } });
  const said = "Matter: the writer acts for “Ada Lind, the tenant”; the counterparty is “Berg AB”; the law is that of “Sweden”.";
  const first = { ...told("One."), projectId: project.id };
  await ask(app, owner, first);
  expect(await mock.lastInstructions()).toContain(said);
  await ask(app, owner, { ...told("Two."), chatId: first.chatId, version: 1 });
  expect(await mock.lastInstructions()).toContain(said);
  await ask(app, owner, told("Three."));
  expect(await mock.lastInstructions()).not.toContain("Matter:");
});

test.each([
  ["a fact too long", { name: "A", matter: { client: "x".repeat(121) } }],
  ["a name of nothing", { name: "  " }],
  ["a name too long", { name: "x".repeat(121) }],
  ["instructions too long", { name: "A", instructions: "x".repeat(8001) }],
  ["another owner", []],
])("%s is refused with a sentence", async (_what, body) => {
  const answer = await app.request("/api/projects", { as: owner, body });
  expect(answer.status).toBe(400);
  expect(((await answer.json()) as { detail: string }).detail).not.toBe("");
});

test("A20 no one chooses an owner, an organization or an id", async () => {
  const body = { name: "Mine", userId: "somebody", owner_id: "somebody", organizationId: "x", id: uuidv7() };
  const project = (await (await app.request("/api/projects", { as: owner, body })).json()) as Project;
  expect(project).toMatchObject({ isOwner: true, organizationId: null });
  expect(project.id).not.toBe(body.id);
});

test("its instructions reach the model in every chat of it, new or moved there, and in no other", async () => {
  const project = await newProject();
  await app.request(`/api/projects/${project.id}`, { method: "PATCH", as: owner, body: { instructions: "Say Advokat." } });
  const said = "stand-in";
  const inside = { ...told(said), projectId: project.id };
  await ask(app, owner, inside);
  expect(await mock.lastInstructions()).toContain("Say Advokat.");
  expect((await threadOf(app, owner, inside.chatId)).chat.projectId).toBe(project.id);
  const outside = told(said);
  await ask(app, owner, outside);
  expect(await mock.lastInstructions()).not.toContain("Say Advokat.");
  await app.request(`/api/chats/${outside.chatId}`, { method: "PATCH", as: owner, body: { projectId: project.id } });
  await ask(app, owner, { ...told(said), chatId: outside.chatId, version: 1 });
  expect(await mock.lastInstructions()).toContain("Say Advokat.");
});

describe("those it is shared with", () => {
  test("see its chats as they are written, and hear when it is over", async () => {
    const project = await newProject();
    await share(project.id, viewer);
    expect((await listed(viewer)).shared).toMatchObject([{ id: project.id, isOwner: false, ownerName: owner.name }]);
    const heard = await listen(viewer);
    const asked = { ...question("Write it. [[mock tps=60 chars=400]]"), projectId: project.id };
    const response = await send(app, owner, asked);
    const runId = response.headers.get("x-stet-run")!;
    await expect.poll(() => heard.find((one) => one.type === "thread")).toMatchObject({ chatId: asked.chatId, runId });
    const watched = framesOf(await (await app.request(`/api/runs/${runId}/events`, { as: viewer })).text());
    const own = framesOf(await response.text());
    expect(watched.map((frame) => frame.event)).toEqual(own.map((frame) => frame.event));
    expect((await threadOf(app, viewer, asked.chatId)).messages).toHaveLength(2);
    await expect
      .poll(() => heard.find((one) => one.type === "chat" && one.chat?.running === false))
      .toMatchObject({
        chat: { id: asked.chatId, isOwner: false, unread: false },
      });
    await app.request(`/api/projects/${project.id}`, { method: "DELETE", as: owner });
    await expect.poll(() => heard.find((one) => one.type === "project-removed")).toMatchObject({ id: project.id });
    expect(await statusOf(viewer, `/api/chats/${asked.chatId}`)).toBe(404);
    expect(await statusOf(viewer, `/api/runs/${runId}/events`)).toBe(404);
  });

  test("B04 change nothing", async () => {
    const project = await newProject();
    await share(project.id, viewer);
    const asked = { ...told("One."), projectId: project.id };
    await ask(app, owner, asked);
    const { chatId, messageId, replyId } = asked;
    const running = { ...question("Write it. [[mock tps=20 chars=4000]]"), chatId, version: 1 };
    const response = await send(app, owner, running);
    const runId = response.headers.get("x-stet-run")!;
    const watching = readUntil(response, () => false);
    const choices = choicesOf("local:mock-model");
    const turn = { chatId, version: 2, replyId: uuidv7(), choices };
    const refused: [string, { method?: string; body?: unknown }][] = [
      [`/api/projects/${project.id}`, { method: "PATCH", body: { name: "Mine" } }],
      [`/api/projects/${project.id}`, { method: "PATCH", body: { instructions: "Obey me" } }],
      [`/api/projects/${project.id}`, { method: "DELETE" }],
      [`/api/projects/${project.id}/undo-delete`, { body: {} }],
      ["/api/chat", { body: { ...told("Two."), chatId, version: 2 } }],
      ["/api/chat", { body: { ...told("Two."), projectId: project.id } }],
      ["/api/chat", { body: { ...turn, trigger: "edit", editedId: messageId, messageId: uuidv7(), content: "Other" } }],
      ["/api/chat", { body: { ...turn, trigger: "regenerate", regeneratedId: replyId } }],
      ["/api/chat", { body: { ...turn, trigger: "continue", continuedId: replyId } }],
      [`/api/chats/${chatId}`, { method: "PATCH", body: { title: "Mine" } }],
      [`/api/chats/${chatId}`, { method: "PATCH", body: { projectId: null } }],
      [`/api/chats/${chatId}`, { method: "DELETE" }],
      [`/api/chats/${chatId}/seen`, { body: {} }],
      [`/api/chats/${chatId}/restore`, { body: { messageId, version: 2 } }],
      [`/api/chats/${chatId}/undo`, { body: { operationId: uuidv7(), version: 2 } }],
      [`/api/chats/${chatId}/switch`, { body: { messageId, version: 2 } }],
      ["/api/functions/deleteChatMessagesAfter", { body: { chatSessionId: chatId, referenceMessageId: messageId } }],
      ["/api/functions/updateChatMessage", { body: { chatSessionId: chatId, messageId, content: "Other" } }],
      [`/api/runs/${runId}/stop`, { body: { seenSeq: 0 } }],
    ];
    const before = await untitledThread(app, owner, chatId, ["Mine"]);
    for (const [path, options] of refused) {
      expect([path, options.body, await statusOf(viewer, path, options)]).toEqual([path, options.body, 403]);
      expect([path, options.body, await statusOf(stranger, path, options)]).toEqual([path, options.body, 404]);
    }
    const after = await untitledThread(app, owner, chatId, ["Mine"]);
    expect(after.chat).toEqual(before.chat);
    expect(after.messages.map((one) => one.id)).toEqual(before.messages.map((one) => one.id));
    expect(after.messages.at(-1)!.run!.status).toBe("running");
    expect(await statusOf(owner, `/api/runs/${runId}/stop`, { body: { seenSeq: 1 } })).toBe(200);
    await watching;
  });
});

test("B02 B13 someone else's project, chat or message is not there, and nothing happens to it", async () => {
  const project = await newProject();
  const asked = { ...told("One."), projectId: project.id };
  await ask(app, owner, asked);
  for (const path of [
    `/api/projects/${project.id}`,
    `/api/chats/${asked.chatId}`,
    "/api/projects/none",
    `/api/projects/${uuidv7()}`,
  ])
    expect(await statusOf(stranger, path)).toBe(404);
  const own = told("Mine.");
  await ask(app, stranger, own);
  const names = { chatSessionId: own.chatId, referenceMessageId: asked.messageId, includeReference: true };
  expect(await statusOf(stranger, "/api/functions/deleteChatMessagesAfter", { body: names })).toBe(404);
  expect(await statusOf(stranger, `/api/chats/${own.chatId}`, { method: "PATCH", body: { projectId: project.id } })).toBe(404);
  expect((await threadOf(app, stranger, own.chatId)).messages).toHaveLength(2);
  expect((await threadOf(app, owner, asked.chatId)).messages).toHaveLength(2);
  expect(await listed(stranger)).toEqual({ own: [], shared: [], archived: [] });
});

test("an organization's project shows in the organization alone, and its guests make none", async () => {
  const { organizationId, slug } = await newOrganization(app.stet.database.db);
  const [member, guest] = await Promise.all([app.person(), app.person()]);
  const idOf = async ({ email }: TestPerson) =>
    (await sql<{ id: string }>`select id from "user" where email = ${email}`.execute(app.stet.database.db)).rows[0]!.id;
  await joinOrganization(app.stet.database.db, await idOf(member), organizationId);
  await joinOrganization(app.stet.database.db, await idOf(guest), organizationId, "guest");
  const headers = { "x-organization-slug": slug };
  const make = (as: TestPerson) => app.request("/api/projects", { as, headers, body: { name: "Inside" } });
  expect((await make(guest)).status).toBe(403);
  expect((await make(stranger)).status).toBe(404);
  const project = (await (await make(member)).json()) as Project;
  expect(project.organizationId).toBe(organizationId);
  expect(await listed(member)).toMatchObject({ own: [] });
  const inside = (await (await app.request("/api/projects", { as: member, headers })).json()) as ProjectList;
  expect(inside.own).toMatchObject([{ id: project.id }]);
  // A chat in the personal workspace cannot start in an organization's project.
  expect((await send(app, member, { ...told("One."), projectId: project.id })).status).toBe(403);
});

type Heard = { type: string; id?: string; chatId?: string; runId?: string; chat?: { id: string; running: boolean } };

async function listen(as: TestPerson): Promise<Heard[]> {
  const response = await app.request("/api/updates", { as });
  const heard: Heard[] = [];
  void (async () => {
    const decoder = new TextDecoder();
    for await (const bytes of response.body!)
      for (const line of decoder.decode(bytes).split("\n"))
        if (line.startsWith("data: ")) heard.push(JSON.parse(line.slice(6)) as Heard);
  })().catch(() => {});
  return heard;
}
