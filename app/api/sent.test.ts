/* Request records of one's own answers: complete, exact, free of secrets, and deleted with the chat. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Sent } from "#core/chat/sent.ts";
import { startApp, type TestApp, type TestPerson } from "#test/app.ts";
import { startMockModel, type MockModel } from "#test/mock-model.ts";
import { ask, choicesOf, question } from "#test/turns.ts";

const secrets = { AUTH_SECRET: "a secret of the server that nobody sees", MODEL_SERVER_KEY: "key-of-the-model-server" };
let app: TestApp;
let model: MockModel;
beforeAll(async () => {
  model = await startMockModel();
  app = await startApp({ MODEL_SERVER_URL: `${model.url}/v1`, ...secrets });
});
afterAll(async () => {
  await app.close();
  await model.stop();
});

type Kept = Extract<Sent, { isKept: true }>;

/** It is stored after the answer. */
async function sentFor(me: TestPerson, messageId: string): Promise<Kept> {
  const read = async () => (await (await app.request(`/api/messages/${messageId}/sent`, { as: me })).json()) as Sent;
  await expect.poll(read, { timeout: 15_000 }).toMatchObject({ isKept: true });
  return (await read()) as Kept;
}

const lease = Buffer.from("The rent is 900 euros.").toString("base64");
const attachments = [{ name: "lease.txt", contentType: "text/plain", url: `data:text/plain;base64,${lease}` }];

test("holds the instructions, the tools, the history, the files, and what the provider counted", async () => {
  const me = await app.person();
  await model.control({ text: "It is 900 euros.", tps: 0 });
  const first = question("How much is the rent?", {
    attachments: attachments as never,
    choices: { ...choicesOf("local:mock-model"), sources: ["SE"] as never },
  });
  await ask(app, me, first);
  const second = question("And the deposit?", { chatId: first.chatId, version: 1 });
  await ask(app, me, second);
  const sent = await sentFor(me, second.replyId);
  expect(sent).toMatchObject({ model: "mock-model", to: "this installation’s model server" });
  const [step] = sent.steps;
  expect(step!.instructions.trim()).toBe((await model.lastInstructions()).trim());
  expect(step!.tools.map(({ name }) => name)).toContain("measureText");
  expect(step!.messages.map(({ role }) => role)).toEqual(["user", "assistant", "user"]);
  expect(step!.messages[0]!.parts).toEqual([
    { kind: "text", text: '<data label="attached file lease.txt, source [[1]]">\nThe rent is 900 euros.\n</data>' },
    { kind: "text", text: "How much is the rent?" },
  ]);
  expect(step!.tokens).toMatchObject({ isReported: true, input: expect.any(Number) });
  const text = JSON.stringify(sent);
  for (const secret of [...Object.values(secrets), model.url]) expect(text).not.toContain(secret);
  // The first answer had fewer messages and different instructions.
  const before = await sentFor(me, first.replyId);
  expect(before.steps[0]!.messages).toHaveLength(1);
  expect(before.steps[0]!.instructions).toContain("Sweden");
});

test("with tools, each asking is a step, and their results stand fenced as they were told", async () => {
  const me = await app.person();
  await model.control({ tool: "getInformation", toolargs: JSON.stringify({ query: "rent" }), text: "900 euros. [[1]]", tps: 0 });
  const asked = question("How much is the rent?", { attachments: attachments as never });
  await ask(app, me, asked);
  const sent = await sentFor(me, asked.replyId);
  const steps = sent.steps.filter(({ purpose }) => purpose === undefined);
  expect(steps).toHaveLength(2);
  expect(steps[0]!.messages).toHaveLength(1);
  const [, called, told] = steps[1]!.messages;
  expect(called!.parts).toContainEqual({ kind: "tool-call", name: "getInformation", input: '{"query":"rent"}' });
  expect(told!.parts[0]).toMatchObject({
    kind: "tool-result",
    text: expect.stringMatching(/^<data label="result of getInformation">\n\{.*900 euros/),
  });
});

test("the built-in editor: nothing left this server", async () => {
  const me = await app.person();
  const asked = question("Fix: he go home.", { choices: choicesOf("stet-builtin") });
  await ask(app, me, asked);
  expect(await sentFor(me, asked.replyId)).toMatchObject({
    to: null,
    steps: expect.arrayContaining([expect.objectContaining({ tokens: expect.any(Object) })]),
  });
});

test("an answer without a record says so, and no one else's is there", async () => {
  const [me, other] = [await app.person(), await app.person()];
  const asked = question("Hello", { choices: choicesOf("stet-builtin") });
  await ask(app, me, asked);
  await sentFor(me, asked.replyId);
  const status = async (as: TestPerson, id: string) => (await app.request(`/api/messages/${id}/sent`, { as })).status;
  expect(await status(other, asked.replyId)).toBe(404);
  // A question has no request record of its own.
  expect(await status(me, asked.messageId)).toBe(404);
  expect(await status(me, "none")).toBe(404);
  await app.stet.database.db.deleteFrom("sent_requests").where("message_id", "=", asked.replyId).execute();
  const old = (await (await app.request(`/api/messages/${asked.replyId}/sent`, { as: me })).json()) as Sent;
  expect(old).toEqual({ isKept: false, reason: expect.stringContaining("wasn’t recorded") });
});

test("a piece is kept once per chat, and all goes with the chat", async () => {
  const me = await app.person();
  const first = question("First", { choices: choicesOf("stet-builtin") });
  await ask(app, me, first);
  await sentFor(me, first.replyId);
  const pieces = () => app.stet.database.db.selectFrom("sent_pieces").selectAll().where("chat_id", "=", first.chatId).execute();
  const before = await pieces();
  const second = question("Second", { chatId: first.chatId, version: 1, choices: choicesOf("stet-builtin") });
  await ask(app, me, second);
  await sentFor(me, second.replyId);
  // Only the first answer and the second question are new; instructions, tools and the first question are already
  // stored.
  expect((await pieces()).length - before.length).toBe(2);
  await app.request(`/api/chats/${first.chatId}`, { method: "DELETE", as: me });
  expect(await pieces()).toEqual([]);
});
