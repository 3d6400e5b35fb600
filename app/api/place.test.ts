/* Personal workspaces and organizations: nothing shows outside the workspace it was made in, and leaving takes effect
   immediately. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { uuidv7 } from "#core/text/uuid.ts";
import { startApp, type TestApp, type TestPerson } from "#test/app.ts";
import { joinOrganization, newOrganization } from "#test/people.ts";
import { choicesOf } from "#test/turns.ts";

let app: TestApp;
let me: TestPerson;
beforeAll(async () => {
  app = await startApp();
  me = await app.person();
});
afterAll(() => app.close());

const listed = async (headers: Record<string, string> = {}) => {
  const answer = await app.request("/api/chat-sessions", { as: me, headers });
  return answer.ok ? ((await answer.json()) as { sessions: { id: string }[] }).sessions.map((chat) => chat.id) : answer.status;
};

async function newChat(headers: Record<string, string> = {}): Promise<string> {
  const [chatId, messageId, replyId] = [uuidv7(), uuidv7(), uuidv7()];
  const body = { trigger: "send", chatId, version: 0, messageId, replyId, content: "Hello", choices: choicesOf("stet-builtin") };
  const answer = await app.request("/api/chat", { as: me, headers, body });
  expect(answer.status).toBe(200);
  await answer.text();
  return chatId;
}

test("a chat shows where it was made and nowhere else", async () => {
  const { organizationId, slug } = await newOrganization(app.stet.database.db);
  const inside = { "x-organization-slug": slug };
  expect(await listed(inside)).toBe(404);
  const { rows } = await sql<{ id: string }>`select id from "user" where email = ${me.email}`.execute(app.stet.database.db);
  await joinOrganization(app.stet.database.db, rows[0]!.id, organizationId);
  const [own, theirs] = [await newChat(), await newChat(inside)];
  expect(await listed()).toEqual([own]);
  expect(await listed(inside)).toEqual([theirs]);
  expect((await app.request(`/api/chats/${theirs}`, { as: me })).status).toBe(200);

  await sql`delete from member where "organizationId" = ${organizationId}`.execute(app.stet.database.db);
  expect(await listed(inside)).toBe(404);
  expect((await app.request(`/api/chats/${theirs}`, { as: me })).status).toBe(404);
  expect(await listed()).toEqual([own]);
});

test("an organization that does not exist is not told from one that is not ours", async () => {
  for (const slug of ["nobody", "../a b", "%00", "x".repeat(5000)]) expect(await listed({ "x-organization-slug": slug })).toBe(404);
});
