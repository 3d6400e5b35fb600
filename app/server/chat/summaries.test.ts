/*
 * A chat longer than its model can read, over a provider's wire: what replaces the oldest
 * messages, which model is asked for it and when, and what happens without a summary.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { uuidv7 } from "#core/text/uuid.ts";
import { startApp, type TestApp, type TestPerson } from "#test/app.ts";
import { sendEvents, startProvider, type Asked, type Provider } from "#test/provider.ts";
import { ask, choicesOf, question, threadOf } from "#test/turns.ts";

let provider: Provider;
let app: TestApp;
let me: TestPerson;
let summary: { text: string } | { status: number };
beforeAll(async () => {
  provider = await startProvider();
  app = await startApp({ MODEL_SERVER_URL: `${provider.url}/v1` });
  me = await app.person();
});
afterAll(async () => {
  await app.close();
  await provider.stop();
});

const isSummary = ({ body }: Asked) => JSON.stringify(body).includes("Summarize the conversation below");
const isTitle = ({ body }: Asked) => JSON.stringify(body).includes("Generate a title");
const answers = () => provider.asked.filter((asked) => asked.url.endsWith("/completions") && !isSummary(asked) && !isTitle(asked));
const summaries = () => provider.asked.filter(isSummary);
const said = (asked: Asked) => JSON.stringify(asked.body["messages"]);
const delta = (content: string) => ({ choices: [{ index: 0, delta: { content }, finish_reason: null }] });
const stop = { choices: [{ index: 0, delta: {}, finish_reason: "stop" }] };

beforeEach(() => {
  summary = { text: "# Facts\nThe tenant is Ms Ekholm; the rent is EUR 1,200." };
  let nth = 0;
  provider.answer((response, asked) => {
    if (asked.url.endsWith("/models"))
      return response
        .writeHead(200, { "content-type": "application/json" })
        .end(JSON.stringify({ data: [{ id: "small", context_length: 8_000 }] }));
    if (isSummary(asked) && "status" in summary) return response.writeHead(summary.status).end("{}");
    const text = isSummary(asked)
      ? (summary as { text: string }).text
      : isTitle(asked)
        ? "A title"
        : `Answer ${++nth}. ${"word ".repeat(300)}`;
    sendEvents(response, [delta(text), stop, "[DONE]"]);
  });
});

/** Asks `count` long questions in sequence; each exchange is about 800 of the 5,200 tokens available. */
async function talk(count: number, chatId = uuidv7()): Promise<string> {
  let version =
    (await app.stet.database.db.selectFrom("chats").select("version").where("id", "=", chatId).executeTakeFirst())?.version ?? 0;
  for (let i = 0; i < count; i++) {
    const content = `Question ${version + 1}. ${"text ".repeat(300)}`;
    await ask(app, me, question(content, { chatId, version, choices: choicesOf("local:small") }));
    version = (await threadOf(app, me, chatId)).chat.version;
  }
  return chatId;
}

test("a summary is made behind an answer, stands for the oldest messages, and stays the same from turn to turn", async () => {
  const chatId = await talk(4);
  await expect
    .poll(async () => (await threadOf(app, me, chatId)).summary)
    .toMatchObject({ text: expect.stringContaining("Ms Ekholm") });
  expect(summaries()).toHaveLength(1);
  expect(said(summaries()[0]!)).toContain("Question 1.");
  const { summary: shown, messages } = await threadOf(app, me, chatId);
  expect(messages.findIndex(({ id }) => id === shown!.throughId)).toBe(shown!.messages - 1);
  await talk(2, chatId);
  const [fifth, sixth] = answers().slice(4);
  for (const asked of [fifth!, sixth!]) {
    expect(said(asked)).toContain("earlier messages of this chat, summarized");
    expect(said(asked)).toContain("Ms Ekholm");
    expect(said(asked)).not.toContain("Question 1.");
  }
  const [before, after] = [fifth!, sixth!].map((asked) => (asked.body["messages"] as unknown[]).map((one) => JSON.stringify(one)));
  expect(after!.slice(0, before!.length)).toEqual(before);
});

test("the next summary is made of the one before and what came since", async () => {
  const chatId = await talk(4);
  await expect.poll(async () => (await threadOf(app, me, chatId)).summary).not.toBeNull();
  const first = (await threadOf(app, me, chatId)).summary!.messages;
  summary = { text: "The rent was raised." };
  await talk(3, chatId);
  await expect.poll(async () => (await threadOf(app, me, chatId)).summary).toMatchObject({ text: "The rent was raised." });
  expect((await threadOf(app, me, chatId)).summary!.messages).toBeGreaterThan(first);
  const again = said(summaries()[1]!);
  expect(again).toContain("Ms Ekholm");
  expect(again).not.toContain("Question 1.");
});

test("where a summary fails, the oldest messages are left out, and model and person learn why", async () => {
  summary = { status: 400 };
  const chatId = await talk(8);
  await expect.poll(async () => (await threadOf(app, me, chatId)).summary).toMatchObject({ problem: "model-refused" });
  const last = answers().at(-1)!;
  expect(said(last)).toContain("not shown to you because the chat is longer than you can read");
  expect(said(last)).not.toContain("Question 1.");
  expect(said(last)).toContain("Question 8.");
});

test("a summary is no longer used once a message that it stands for was edited", async () => {
  const chatId = await talk(4);
  await expect.poll(async () => (await threadOf(app, me, chatId)).summary).not.toBeNull();
  const { messages } = await threadOf(app, me, chatId);
  const content = `Question 1, edited. ${"text ".repeat(300)}`;
  const body = { chatSessionId: chatId, messageId: messages[0]!.id, content };
  const edited = await app.request("/api/functions/updateChatMessage", { as: me, body });
  expect(edited.status).toBe(200);
  expect((await threadOf(app, me, chatId)).summary).toBeNull();
  await talk(1, chatId);
  expect(said(answers().at(-1)!)).not.toContain("Ms Ekholm");
  expect(said(answers().at(-1)!)).toContain("Question 1, edited.");
});

test("who sees the chat through its project is not shown its summary", async () => {
  const viewer = await app.person();
  const { id: projectId } = (await (await app.request("/api/projects", { as: me, body: { name: "Lease" } })).json()) as {
    id: string;
  };
  const body = { projectId, emails: [viewer.email], removeUsers: [], role: "viewer" };
  expect((await app.request("/api/functions/shareProject", { as: me, body })).status).toBe(200);
  await app.request(`/api/projects/${projectId}`, { as: viewer });
  const chatId = await talk(4);
  await app.stet.database.db.updateTable("chats").set({ project_id: projectId }).where("id", "=", chatId).execute();
  await expect.poll(async () => (await threadOf(app, me, chatId)).summary).not.toBeNull();
  const seen = await threadOf(app, viewer, chatId);
  expect(seen.messages).toHaveLength(8);
  expect(seen.summary).toBeNull();
});
