/* Exports of other products over HTTP: previewed, imported, imported again, undone, and refused. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ChatThread } from "#core/chat/chat.ts";
import type { ThreadMessage } from "#core/chat/message.ts";
import { startApp, type TestApp, type TestPerson } from "#test/app.ts";
import { branchedChat, chatgptChat, chatgptExport, zipOf } from "#test/exports.ts";
import { importing, type Importing } from "#test/importing.ts";

let app: TestApp;
let uploaded: Importing["uploaded"];
let settled: Importing["settled"];
let brought: Importing["brought"];
let imported: Importing["imported"];
beforeAll(async () => {
  app = await startApp();
  ({ uploaded, settled, brought, imported } = importing(app));
});
afterAll(() => app.close());

type Listed = { id: string; title: string; createdAt: string; updatedAt: string };
async function chatsOf(as: TestPerson): Promise<Listed[]> {
  const found: Listed[] = [];
  for (let before = ""; ;) {
    const { sessions, hasOlder } = (await (await app.request(`/api/chat-sessions?limit=100${before}`, { as })).json()) as {
      sessions: Listed[];
      hasOlder: boolean;
    };
    found.push(...sessions);
    if (!hasOlder) return found;
    before = `&before=${sessions.at(-1)!.updatedAt}`;
  }
}
const threadOf = async (as: TestPerson, id: string) => (await (await app.request(`/api/chats/${id}`, { as })).json()) as ChatThread;
const words = (messages: readonly ThreadMessage[]) => messages.map(({ content }) => content);

describe("a ChatGPT export", () => {
  test("is previewed before anything is written, imported with its branches and dates, and comes once", async () => {
    const me = await app.person();
    const file = chatgptExport([branchedChat(1), branchedChat(2), branchedChat(2), { 5: 5 }]);
    const preview = await brought(me, file, "ChatGPT.zip");
    expect(preview).toMatchObject({
      fileName: "ChatGPT.zip",
      status: "ready",
      result: null,
      undo: { chats: 0, drafts: 0, things: 0, kept: 0 },
    });
    expect(preview.found).toMatchObject({
      chats: { chatgpt: 2 },
      messages: 10,
      branches: 4,
      known: 0,
      from: "2020-09-13",
      to: "2020-09-13",
    });
    expect(preview.found!.leftOut.listed.map(({ what }) => what).sort()).toEqual(["Chat 2", "Chat 4"]);
    expect(await chatsOf(me)).toEqual([]);

    expect((await app.request(`/api/imports/${preview.id}/start`, { as: me, body: {} })).status).toBe(202);
    const done = await settled(me, preview.id);
    expect(done).toMatchObject({ status: "done", undo: { chats: 2, kept: 0 } });
    expect(done.result).toMatchObject({ chats: 2, messages: 10, known: 0, leftOut: { count: 2 } });
    const chats = await chatsOf(me);
    expect(chats.map(({ title, createdAt }) => [title, createdAt])).toEqual([
      ["Chat 2", new Date(1_600_002_000_000).toISOString()],
      ["Chat 1", new Date(1_600_001_000_000).toISOString()],
    ]);
    expect(readdirSync(join(app.stet.env.STET_DATA, "imports"))).toEqual([]);

    const again = await imported(me, file);
    expect(again.found).toMatchObject({ known: 2 });
    expect(again.result).toMatchObject({ chats: 0, known: 2 });
    expect(await chatsOf(me)).toHaveLength(2);
    // Imports are per person.
    expect((await imported(await app.person(), file)).result).toMatchObject({ chats: 2 });
  });

  test("its branches are versions that can be shown, and there is nothing to undo in the chat", async () => {
    const me = await app.person();
    await imported(me, chatgptExport([branchedChat(7)]));
    const [chat] = await chatsOf(me);
    const shown = await threadOf(me, chat!.id);
    expect(words(shown.messages)).toEqual(["Second wording of chat 7", "Third answer of chat 7"]);
    expect(shown.undo).toBeNull();
    expect(shown.messages.map(({ versions }) => versions.length)).toEqual([2, 2]);
    const show = async (messageId: string, version: number) => {
      const body = { messageId, version };
      const answer = await app.request(`/api/chats/${chat!.id}/switch`, { as: me, body });
      expect(answer.status).toBe(200);
      return threadOf(me, chat!.id);
    };
    const second = await show(shown.messages[1]!.versions[0]!, shown.chat.version);
    expect(words(second.messages)).toEqual(["Second wording of chat 7", "Second answer of chat 7"]);
    const first = await show(second.messages[0]!.versions[0]!, second.chat.version);
    expect(words(first.messages)).toEqual(["First wording of chat 7", "First answer of chat 7"]);
    const back = await show(first.messages[0]!.versions[1]!, first.chat.version);
    expect(words(back.messages)).toEqual(["Second wording of chat 7", "Second answer of chat 7"]);
  });

  test("its files come with their chats and go with them", async () => {
    const me = await app.person();
    const question = {
      id: "q",
      parent: null,
      role: "user",
      text: "Read it.",
      metadata: {
        attachments: [
          { id: "file-Lease1", name: "Lease.txt" },
          { id: "file-Empty", name: "Empty.txt" },
        ],
      },
    };
    const chat = chatgptChat("with files", "Files", [question, { id: "a", parent: "q", role: "assistant", text: "Read." }]);
    const entries = { "file-Lease1-Lease.txt": "The tenant pays.", "file-Empty-Empty.txt": "" };
    const done = await imported(me, chatgptExport([chat], entries));
    expect(done.result).toMatchObject({ chats: 1, files: 1, parts: { file: 1 } });
    expect(done.result!.leftOut.listed[0]).toEqual({ what: "Empty.txt", why: "“Empty.txt” is empty." });
    const [{ id }] = (await chatsOf(me)) as [Listed];
    const [asked] = (await threadOf(me, id)).messages;
    const attachment = asked!.experimental_attachments![0]!;
    expect(await (await app.request(attachment.url, { as: me })).text()).toBe("The tenant pays.");
    expect((await app.request(attachment.url, { as: await app.person() })).status).toBe(404);
    expect(await (await app.request(`/api/imports/${done.id}/undo`, { as: me, body: {} })).json()).toEqual({ deleted: 1 });
    expect((await app.request(attachment.url, { as: me })).status).toBe(404);
  });
});

test("one undo takes a whole import back, but not what was worked in since; then it can come again", async () => {
  const me = await app.person();
  const file = chatgptExport([branchedChat(1), branchedChat(2), branchedChat(3)]);
  const done = await imported(me, file);
  const [kept] = await chatsOf(me);
  const { chat, messages } = await threadOf(me, kept!.id);
  const body = { messageId: messages[1]!.versions[0]!, version: chat.version };
  expect((await app.request(`/api/chats/${chat.id}/switch`, { as: me, body })).status).toBe(200);
  expect((await settled(me, done.id)).undo).toEqual({ chats: 2, drafts: 0, things: 0, kept: 1 });
  // Its chats still exist, so its record cannot be deleted.
  expect((await app.request(`/api/imports/${done.id}`, { as: me, method: "DELETE", body: {} })).status).toBe(400);
  const undo = () => app.request(`/api/imports/${done.id}/undo`, { as: me, body: {} });
  expect(await (await undo()).json()).toEqual({ deleted: 2 });
  expect(await (await undo()).json()).toEqual({ deleted: 0 });
  expect((await chatsOf(me)).map(({ id }) => id)).toEqual([chat.id]);
  expect((await imported(me, file)).result).toMatchObject({ chats: 2, known: 1 });
});

test("two thousand chats with branches, twice", async () => {
  const me = await app.person();
  const file = chatgptExport(Array.from({ length: 2000 }, (_, at) => branchedChat(at)));
  expect((await imported(me, file)).result).toMatchObject({ chats: 2000, messages: 10_000, known: 0, leftOut: { count: 0 } });
  const again = await imported(me, file);
  expect(again.found).toMatchObject({ chats: { chatgpt: 2000 }, branches: 4000, known: 2000 });
  expect(again.result).toMatchObject({ chats: 0, known: 2000 });
  const chats = await chatsOf(me);
  expect(new Set(chats.map(({ title }) => title)).size).toBe(2000);
  expect(chats).toHaveLength(2000);
  const { rows } = await sql<{
    live: number;
    all: number;
  }>`select count(*)::int as all, count(*) filter (where removed_by is null)::int as live
    from messages join chats on chats.id = messages.chat_id join "user" on "user".id = chats.owner_id where email = ${me.email}`.execute(
    app.stet.database.db,
  );
  expect(rows).toEqual([{ live: 4000, all: 10_000 }]);
}, 180_000);

test("what is damaged is left out with a sentence, and the rest is imported", async () => {
  const me = await app.person();
  const deep = `{"id":"deep","mapping":${"[".repeat(5000)}${"]".repeat(5000)}}`;
  const nul = branchedChat(3);
  nul.title = "Half \ud83d and nothing \u0000";
  const circle = chatgptChat("circle", "Circle", [
    { id: "a", parent: "b", role: "user", text: "One" },
    { id: "b", parent: "a", role: "assistant", text: "Two" },
  ]);
  const pieces = [
    JSON.stringify(branchedChat(1)),
    deep,
    '{"broken": }',
    JSON.stringify(nul),
    JSON.stringify(circle),
    '{"id": "cut',
  ];
  const done = await imported(me, zipOf({ "conversations.json": `[${pieces.join(",")}` }));
  expect(done.status).toBe("done");
  expect(done.result).toMatchObject({ chats: 3, parts: { repaired: 1 } });
  expect(done.result!.leftOut.listed.map(({ why }) => why.slice(0, 25))).toEqual([
    "It is nested too deeply t",
    "It is damaged: it is not ",
    "The file ends in the midd",
  ]);
  expect((await chatsOf(me)).map(({ title }) => title).sort()).toEqual(["Chat 1", "Circle", "Half \ufffd and nothing"]);
});

test.each([
  ["no archive", Buffer.from("Dear Sir or Madam")],
  ["a damaged archive", chatgptExport([branchedChat(1)]).subarray(0, 300)],
  ["an archive without chats", zipOf({ "readme.txt": "Hello" })],
  ["an empty list", zipOf({ "conversations.json": "[]" })],
])("%s is refused with a sentence, and can be removed from the list", async (_what, file) => {
  const me = await app.person();
  const failed = await brought(me, file);
  expect(failed.status).toBe("failed");
  expect(failed.problem).toMatch(/^(?:This|There) .*\.$/);
  expect((await app.request(`/api/imports/${failed.id}`, { as: me, method: "DELETE", body: {} })).status).toBe(200);
  expect(await settled(me, failed.id)).toBeUndefined();
});

test("an import can be cancelled while its file is still being read", async () => {
  const me = await app.person();
  const id = await uploaded(me, chatgptExport(Array.from({ length: 500 }, (_, at) => branchedChat(at))));
  expect((await app.request(`/api/imports/${id}`, { as: me, method: "DELETE", body: {} })).status).toBe(200);
  expect(await settled(me, id)).toBeUndefined();
  expect(readdirSync(join(app.stet.env.STET_DATA, "imports"))).not.toContain(id);
});

test("an import whose process has died continues by itself", async () => {
  const me = await app.person();
  const { id } = await brought(me, chatgptExport([branchedChat(1)]));
  const { db } = app.stet.database;
  await sql`update imports set status = 'importing' where id = ${id}`.execute(db);
  await sql`update jobs set kind = 'import-chats', state = 'running', attempts = 1, process_id = '7', ended_at = null,
    claim_id = gen_random_uuid(), leased_until = now() + interval '50 seconds' where key = ${id}`.execute(db);
  app.stet.jobs.look();
  expect(await settled(me, id)).toMatchObject({ status: "done", result: { chats: 1 } });
});

test("a Claude export's texts of attachments are files", async () => {
  const me = await app.person();
  const chat = {
    uuid: "k1",
    name: "Lease",
    created_at: "2024-05-01T10:00:00Z",
    updated_at: "2024-05-01T10:00:00Z",
    chat_messages: [
      {
        uuid: "q",
        sender: "human",
        text: "Sum it up.",
        attachments: [{ file_name: "Lease.docx", extracted_content: "The tenant pays." }],
      },
      { uuid: "a", sender: "assistant", text: "It is a lease." },
    ],
  };
  const file = zipOf({ "conversations.json": JSON.stringify([chat]), "projects.json": "[]", "users.json": "[]" });
  const done = await imported(me, file);
  expect(done.result).toMatchObject({ chats: 1, files: 1, leftOut: { listed: [{ what: "projects.json" }] } });
  const [{ id }] = (await chatsOf(me)) as [Listed];
  const { messages } = await threadOf(me, id);
  expect(words(messages)).toEqual(["Sum it up.", "It is a lease."]);
  expect(messages[0]!.experimental_attachments![0]!.name).toBe("Lease.docx.txt");
});

type AtWork = { id: string; kind: string; name: string; state: string; problem: string | null };
async function atWork(as: TestPerson): Promise<AtWork[]> {
  return ((await (await app.request("/api/jobs", { as })).json()) as { jobs: AtWork[] }).jobs;
}
const change = async (as: TestPerson, id: string, action: string) =>
  (await app.request(`/api/jobs/${id}`, { as, body: { action } })).status;

test("an import at work is seen, paused and resumed by its owner alone, and brings everything once", async () => {
  const [me, other] = [await app.person(), await app.person()];
  const { id } = await brought(me, chatgptExport(Array.from({ length: 200 }, (_, at) => branchedChat(at))));
  expect(await atWork(me)).toEqual([]);
  expect((await app.request(`/api/imports/${id}/start`, { as: me, body: {} })).status).toBe(202);
  const [job] = (await atWork(me)) as [AtWork];
  expect(job).toMatchObject({ kind: "import-chats", name: "export.zip" });
  expect(await change(other, job.id, "pause")).toBe(404);
  expect(await change(me, job.id, "pause")).toBe(200);
  await app.stet.jobs.settled();
  expect(await atWork(me)).toMatchObject([{ id: job.id, state: "paused" }]);
  expect(await settled(me, id)).toMatchObject({ status: "importing", isPaused: true });
  expect(await change(me, job.id, "resume")).toBe(200);
  expect(await settled(me, id)).toMatchObject({ status: "done", isPaused: false, result: { chats: 200 } });
  expect(await atWork(me)).toEqual([]);
  expect(await change(me, job.id, "pause")).toBe(404);
});

test("one that is cancelled ends with what it has brought; one that failed is listed until it is removed", async () => {
  const me = await app.person();
  const { id } = await brought(me, chatgptExport(Array.from({ length: 200 }, (_, at) => branchedChat(at))));
  expect((await app.request(`/api/imports/${id}/start`, { as: me, body: {} })).status).toBe(202);
  expect(await change(me, (await atWork(me))[0]!.id, "cancel")).toBe(200);
  expect(await settled(me, id)).toMatchObject({ status: "failed", problem: expect.stringContaining("was stopped") as string });
  await brought(me, Buffer.from("Dear Sir or Madam"));
  const [failed] = (await atWork(me)) as [AtWork];
  expect(failed).toMatchObject({ kind: "read-export", state: "failed", problem: expect.stringMatching(/^This .*\.$/) as string });
  expect(await change(me, failed.id, "cancel")).toBe(200);
  expect(await atWork(me)).toEqual([]);
});
