/* Actions on a conversation, as a browser requests them, and the notifications to its other windows. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { uuidv7 } from "#core/text/uuid.ts";
import type { TestApp, TestPerson } from "#test/app.ts";
import { startAppWithModel } from "#test/app-with-model.ts";
import type { MockModel } from "#test/mock-model.ts";
import { ask, choicesOf, question, readUntil, send, threadOf } from "#test/turns.ts";

let mock: MockModel;
let app: TestApp;
let me: TestPerson;
beforeAll(async () => {
  ({ app, mock, me } = await startAppWithModel());
});
afterAll(() => app.close());

const told = (text: string) => question(`Write it. [[mock tps=0 text="${text}"]]`);
const post = async (path: string, body: unknown) => (await app.request(path, { as: me, body })).json();
const contents = async (chatId: string) =>
  (await threadOf(app, me, chatId)).messages.map((message) => message.content.replace(" ENDMARK", ""));

test("edit, then undo: the old words are back, the new ones a version away", async () => {
  const asked = told("One.");
  const { chatId } = asked;
  await ask(app, me, asked);
  const edit = { ...told("Two."), trigger: "edit", chatId, version: 1, editedId: asked.messageId };
  await ask(app, me, edit);
  expect(await contents(chatId)).toEqual([edit.content, "Two."]);
  const { undo } = await threadOf(app, me, chatId);
  expect(undo).toMatchObject({ kind: "edit", removed: 2 });
  expect(await post(`/api/chats/${chatId}/undo`, { operationId: undo!.operationId, version: 2 })).toMatchObject({ version: 3 });
  expect(await contents(chatId)).toEqual([asked.content, "One."]);
  await post(`/api/chats/${chatId}/switch`, { messageId: edit.messageId, version: 3 });
  expect(await contents(chatId)).toEqual([edit.content, "Two."]);
});

test("regenerate, by the answer or by its question", async () => {
  const asked = told("One.");
  const { chatId } = asked;
  await ask(app, me, asked);
  for (const [version, regeneratedId] of [[1, asked.replyId] as const, [2, asked.messageId] as const]) {
    const again = {
      trigger: "regenerate",
      chatId,
      version,
      regeneratedId,
      replyId: uuidv7(),
      choices: choicesOf("local:mock-model"),
    };
    await ask(app, me, again);
    const { messages } = await threadOf(app, me, chatId);
    expect(messages.map((message) => message.id)).toEqual([asked.messageId, again.replyId]);
  }
  expect((await threadOf(app, me, chatId)).messages[1]!.versions).toHaveLength(3);
});

test("after a turn in a long chat only its two messages are read", async () => {
  const asked = told("One.");
  const { chatId } = asked;
  await ask(app, me, asked);
  for (let version = 1; version < 5; version++) {
    const text = "A sentence of an answer. ".repeat(20);
    await ask(app, me, { ...question(`Write it. [[mock tps=0 text="${text}"]]`, { chatId, version }) });
  }
  const before = (await threadOf(app, me, chatId)).messages;
  const last = told("Last.");
  await ask(app, me, { ...last, chatId, version: 5 });
  const response = await app.request(`/api/chats/${chatId}?limit=50&after=${before.at(-1)!.seq}`, { as: me });
  const text = await response.text();
  const { chat, messages } = JSON.parse(text) as Awaited<ReturnType<typeof threadOf>>;
  expect(chat.version).toBe(6);
  expect(messages.map(({ id }) => id)).toEqual([last.messageId, last.replyId]);
  expect(text.length).toBeLessThan(2_048);
});

test("a checkpoint is restored and the restoring undone", async () => {
  const first = told("One.");
  const { chatId } = first;
  await ask(app, me, first);
  const second = { ...told("Two."), chatId, version: 1 };
  await ask(app, me, second);
  const before = await contents(chatId);
  const done = await post(`/api/chats/${chatId}/restore`, { messageId: second.messageId, version: 2 });
  expect(done).toMatchObject({ deletedCount: 2, version: 3 });
  expect(await contents(chatId)).toEqual(before.slice(0, 2));
  await post(`/api/chats/${chatId}/undo`, { operationId: done.operationId, version: 3 });
  expect(await contents(chatId)).toEqual(before);
  expect(await post(`/api/chats/${chatId}/undo`, { operationId: done.operationId, version: 4 })).toMatchObject({
    code: "nothing-to-undo",
  });
  expect(await post(`/api/chats/${chatId}/restore`, { messageId: first.messageId, version: 1 })).toMatchObject({
    code: "chat-changed",
  });
});

test("the specification's functions answer in its words", async () => {
  const asked = told("One.");
  const { chatId } = asked;
  await ask(app, me, asked);
  const updated = await post("/api/functions/updateChatMessage", {
    chatSessionId: chatId,
    messageId: asked.messageId,
    content: "Other",
  });
  expect(updated).toEqual({ success: true, messageId: asked.messageId });
  expect(await contents(chatId)).toEqual(["Other", "One."]);
  const names = { chatSessionId: chatId, referenceMessageId: asked.messageId };
  expect(await post("/api/functions/deleteChatMessagesAfter", names)).toEqual({ success: true, deletedCount: 1 });
  expect(await contents(chatId)).toEqual(["Other"]);
  expect(await post("/api/functions/deleteChatMessagesAfter", { ...names, includeReference: true })).toEqual({
    success: true,
    deletedCount: 1,
  });
});

test("a chat gets a model's title after its first answer, and keeps a person's", async () => {
  const asked = told("One.");
  await ask(app, me, asked);
  await expect.poll(async () => (await threadOf(app, me, asked.chatId)).chat.title).toBe("Mock title");
  await app.request(`/api/chats/${asked.chatId}`, { method: "PATCH", as: me, body: { title: " Mine " } });
  await ask(app, me, { ...told("Two."), chatId: asked.chatId, version: 1 });
  expect((await threadOf(app, me, asked.chatId)).chat.title).toBe("Mine");
});

test("a chat deleted while it is being answered stops its model and ends its stream", async () => {
  const asked = question("Write it. [[mock tps=50 chars=4000]]");
  const response = await send(app, me, asked);
  const reading = readUntil(response, () => false);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect((await app.request(`/api/chats/${asked.chatId}`, { method: "DELETE", as: me })).status).toBe(200);
  await reading;
  await expect.poll(async () => (await mock.stats()).active).toBe(0);
  expect((await app.request(`/api/chats/${asked.chatId}`, { as: me })).status).toBe(404);
});

test("windows are notified of a turn, its end, a name and a deletion, and no one else is", async () => {
  const other = await app.person();
  const listen = async (as: TestPerson) => {
    const response = await app.request("/api/updates", { as });
    const heard: { type: string; id?: string; chatId?: string; chat?: { id: string; title: string; running: boolean } }[] = [];
    void (async () => {
      const decoder = new TextDecoder();
      for await (const bytes of response.body!) {
        for (const line of decoder.decode(bytes).split("\n")) if (line.startsWith("data: ")) heard.push(JSON.parse(line.slice(6)));
      }
    })().catch(() => {});
    return heard;
  };
  const heard = await listen(me);
  const theirs = await listen(other);
  const asked = told("One.");
  const { chatId } = asked;
  await ask(app, me, asked);
  await expect.poll(() => heard.find((one) => one.type === "thread" && one.chatId === chatId)).toMatchObject({ version: 1 });
  await expect.poll(() => heard.find((one) => one.chat?.id === chatId && !one.chat.running)).toBeDefined();
  await app.request(`/api/chats/${chatId}`, { method: "PATCH", as: me, body: { title: "Named" } });
  await expect.poll(() => heard.find((one) => one.chat?.title === "Named")).toBeDefined();
  await app.request(`/api/chats/${chatId}`, { method: "DELETE", as: me });
  await expect.poll(() => heard.find((one) => one.type === "chat-removed")).toMatchObject({ id: chatId });
  expect(theirs).toEqual([]);
});

test("the catalogue says what can be asked, and what is missing", async () => {
  const { models, defaultModel } = await (await app.request("/api/models", { as: me })).json();
  const byId = new Map(models.map((model: { id: string }) => [model.id, model]));
  expect(defaultModel).toBe("local:mock-model");
  expect(byId.get("local:mock-model")).toMatchObject({ available: true, inPlan: true });
  expect(byId.get("gemini-2.5-flash")).toMatchObject({ available: false, missingSetting: "GOOGLE_API_KEY", inPlan: true });
});
