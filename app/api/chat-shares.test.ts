/* B07: chats shared by link. Created only by their owner, gone once revoked, and silent about who wrote them. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ChatShare } from "#core/chat/chat-share.ts";
import { theServer } from "#core/workspace/policy.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { getSharedChat, sweepChatShares } from "#server/data/chats/chat-shares.ts";
import { startApp, type TestApp, type TestPerson } from "#test/app.ts";
import { startMockModel, type MockModel } from "#test/mock-model.ts";
import { ask, question, readUntil, send } from "#test/turns.ts";

let mock: MockModel;
let app: TestApp;
let me: TestPerson;
beforeAll(async () => {
  mock = await startMockModel();
  app = await startApp({ MODEL_SERVER_URL: `${mock.url}/v1`, STET_URL: "https://stet.example" });
  me = await app.person();
});
afterAll(async () => {
  await app.close();
  await mock.stop();
});

const told = (text: string) => question(`Write it. [[mock tps=0 text="${text}"]]`);
const share = (as: TestPerson, chatId: string, expires = "month") =>
  app.request(`/api/chats/${chatId}/share`, { as, body: { expires } });
const listed = async (as: TestPerson) =>
  ((await (await app.request("/api/chat-shares", { as })).json()) as { shares: ChatShare[] }).shares;
const tokenIn = (url: string) => url.replace("https://stet.example/shared/", "");
const shown = (token: string) =>
  getSharedChat({ kind: "visitor" }, app.stet.database.db, token).then(
    (chat) => chat,
    (refusal: Response) => refusal.status,
  );

async function shared(as = me, text = "One.") {
  const asked = told(text);
  await ask(app, as, asked);
  const answer = await share(as, asked.chatId);
  expect(answer.status).toBe(200);
  const { data } = (await answer.json()) as { data: ChatShare & { shareUrl: string } };
  return { ...data, asked, token: tokenIn(data.shareUrl) };
}

test("a link shows what the chat was, to anyone, and nothing of its author", async () => {
  const { token, asked, chatId } = await shared();
  const chat = await shown(token);
  expect(chat).toMatchObject({ messages: [{ content: asked.content }, { content: expect.stringContaining("One.") }] });
  await ask(app, me, { ...told("Later."), chatId, version: 1 });
  expect(await shown(token)).toEqual(chat);
  const { rows } = await sql<{ id: string }>`select id from "user" where email = ${me.email}`.execute(app.stet.database.db);
  for (const secret of [me.email, me.name, rows[0]!.id, chatId, asked.messageId, asked.replyId])
    expect(JSON.stringify(chat)).not.toContain(secret);
});

test("of the link's token only a hash is stored", async () => {
  const { token } = await shared();
  expect(token).toMatch(/^[\w-]{43}$/);
  const { rows } = await sql<{ all: string }>`select json_agg(chat_shares)::text as all from chat_shares`.execute(
    app.stet.database.db,
  );
  expect(rows[0]!.all).not.toContain(token);
});

test("guessed, revoked or expired, it shows nothing", async () => {
  const { id, token } = await shared();
  const other = await shared();
  for (const guess of ["", "x", token.slice(1), `${token}a`, token.toLowerCase(), id, "../../etc", "%00"])
    expect(await shown(guess)).toBe(404);
  expect((await listed(me)).map((one) => one.id)).toEqual(expect.arrayContaining([id, other.id]));
  expect((await app.request(`/api/chat-shares/${id}`, { method: "DELETE", as: me })).status).toBe(200);
  expect(await shown(token)).toBe(404);
  expect((await listed(me)).map((one) => one.id)).not.toContain(id);
  await sql`update chat_shares set expires_at = now() - interval '1 second' where id = ${other.id}`.execute(app.stet.database.db);
  expect(await shown(other.token)).toBe(404);
  expect((await listed(me)).map((one) => one.id)).not.toContain(other.id);
  expect(await sweepChatShares(theServer, app.stet.database.db)).toBeGreaterThan(0);
});

test.each([
  ["day", 1],
  ["week", 7],
  ["month", 30],
  ["always", null],
])("it lasts as chosen: %s", async (expires, days) => {
  const asked = told("One.");
  await ask(app, me, asked);
  const { data } = (await (await share(me, asked.chatId, expires)).json()) as { data: ChatShare };
  const lasts = data.expiresAt === null ? null : Math.round((Date.parse(data.expiresAt) - Date.parse(data.createdAt)) / 86_400_000);
  expect(lasts).toBe(days);
});

test("it goes with its chat and with the chat's project", async () => {
  const project = (await (await app.request("/api/projects", { as: me, body: { name: "A" } })).json()) as { id: string };
  const asked = { ...told("One."), projectId: project.id };
  await ask(app, me, asked);
  const { data } = (await (await share(me, asked.chatId)).json()) as { data: { shareUrl: string } };
  await app.request(`/api/projects/${project.id}`, { method: "DELETE", as: me });
  expect(await shown(tokenIn(data.shareUrl))).toBe(404);
  await app.request(`/api/projects/${project.id}/undo-delete`, { as: me, body: {} });
  expect(await shown(tokenIn(data.shareUrl))).toMatchObject({ messages: [{}, {}] });
  await app.request(`/api/chats/${asked.chatId}`, { method: "DELETE", as: me });
  expect(await shown(tokenIn(data.shareUrl))).toBe(404);
});

test("viewers, strangers and temporary chats: Cannot share this chat, or nothing there", async () => {
  const [viewer, stranger] = await Promise.all([app.person(), app.person()]);
  const project = (await (await app.request("/api/projects", { as: me, body: { name: "A" } })).json()) as { id: string };
  await app.request("/api/functions/shareProject", { as: me, body: { projectId: project.id, emails: [viewer.email] } });
  const asked = { ...told("One."), projectId: project.id };
  await ask(app, me, asked);
  const refused = await share(viewer, asked.chatId);
  expect([refused.status, (await refused.json()).title]).toEqual([403, "Cannot share this chat"]);
  expect((await share(stranger, asked.chatId)).status).toBe(404);
  expect((await share(me, uuidv7())).status).toBe(404);
  const temporary = { ...told("One."), temporary: true };
  await ask(app, me, temporary);
  expect((await share(me, temporary.chatId)).status).toBe(403);
  const running = question("Write it. [[mock tps=20 chars=2000]]");
  const response = await send(app, me, running);
  expect((await share(me, running.chatId)).status).toBe(403);
  await app.request(`/api/chats/${running.chatId}`, { method: "DELETE", as: me });
  await readUntil(response, () => false);

  const { id, token } = await shared();
  expect((await app.request(`/api/chat-shares/${id}`, { method: "DELETE", as: stranger })).status).toBe(404);
  expect((await app.request(`/api/chat-shares/${id}`, { method: "DELETE", as: viewer })).status).toBe(404);
  expect(await shown(token)).not.toBe(404);
  expect(await listed(viewer)).toEqual([]);
});

test("it is in the security log by the chat's name", async () => {
  const { id, chatId } = await shared();
  await app.request(`/api/chats/${chatId}`, { method: "PATCH", as: me, body: { title: "Renamed" } });
  await app.request(`/api/chat-shares/${id}`, { method: "DELETE", as: me });
  const { rows } = await sql<{
    kind: string;
  }>`select kind from security_events where kind like 'chat-%shared' order by id desc limit 2`.execute(app.stet.database.db);
  expect(rows.map((row) => row.kind)).toEqual(["chat-unshared", "chat-shared"]);
});
