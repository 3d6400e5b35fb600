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

function send(headers: Record<string, string>, chatId: string, version: number): Promise<Response> {
  const [messageId, replyId] = [uuidv7(), uuidv7()];
  const body = { trigger: "send", chatId, version, messageId, replyId, content: "Hello", choices: choicesOf("stet-builtin") };
  return app.request("/api/chat", { as: me, headers, body });
}

async function newChat(headers: Record<string, string> = {}): Promise<string> {
  const chatId = uuidv7();
  const answer = await send(headers, chatId, 0);
  expect(answer.status).toBe(200);
  await answer.text();
  return chatId;
}

/** A new organization that `me` is in, as the header that names it. */
async function joined(): Promise<Record<string, string>> {
  const { db } = app.stet.database;
  const { organizationId, slug } = await newOrganization(db);
  const { rows } = await sql<{ id: string }>`select id from "user" where email = ${me.email}`.execute(db);
  await joinOrganization(db, rows[0]!.id, organizationId);
  return { "x-organization-slug": slug };
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

test("a chat goes on only where it was made: the workspace's plan pays for it", async () => {
  const inside = await joined();
  const [own, theirs] = [await newChat(), await newChat(inside)];
  const versionOf = async (id: string) =>
    ((await (await app.request(`/api/chats/${id}`, { as: me })).json()) as { chat: { version: number } }).chat.version;
  for (const [id, here, elsewhere] of [
    [own, {}, inside],
    [theirs, inside, {}],
  ] as const) {
    const version = await versionOf(id);
    expect((await send(elsewhere, id, version)).status).toBe(404);
    expect(await versionOf(id)).toBe(version);
    const answer = await send(here, id, version);
    expect(answer.status).toBe(200);
    await answer.text();
  }
});

test("a window is told of the chats and projects of its own workspace", async () => {
  const inside = await joined();
  const listen = async (headers: Record<string, string>) => {
    const response = await app.request("/api/updates", { as: me, headers });
    const heard: { type: string; chat?: { id: string }; project?: { id: string } }[] = [];
    const reading = (async () => {
      const decoder = new TextDecoder();
      for await (const bytes of response.body!)
        for (const line of decoder.decode(bytes).split("\n")) if (line.startsWith("data: ")) heard.push(JSON.parse(line.slice(6)));
    })();
    reading.catch(() => {});
    return heard;
  };
  const newProject = async (headers: Record<string, string>) =>
    ((await (await app.request("/api/projects", { as: me, headers, body: { name: "Lease" } })).json()) as { id: string }).id;
  const rename = (kind: "chats" | "projects", id: string, headers: Record<string, string>) =>
    app.request(`/api/${kind}/${id}`, {
      method: "PATCH",
      as: me,
      headers,
      body: kind === "chats" ? { title: "Last" } : { name: "Last" },
    });
  const [own, theirs] = [await newChat(), await newChat(inside)];
  const [ownProject, theirProject] = [await newProject({}), await newProject(inside)];
  const [here, there] = [await listen({}), await listen(inside)];
  await rename("projects", theirProject, inside);
  await rename("chats", theirs, inside);
  await rename("projects", ownProject, {});
  await rename("chats", own, {});
  const ids = (heard: typeof here) => [...new Set(heard.flatMap(({ chat, project }) => chat?.id ?? project?.id ?? []))].toSorted();
  await expect.poll(() => [ids(here), ids(there)]).toEqual([[own, ownProject].toSorted(), [theirs, theirProject].toSorted()]);
});
