/* What a turn leaves behind when it is refused or fails because of a bug. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { MockModel } from "#test/mock-model.ts";
import type { TestApp, TestPerson } from "#test/app.ts";
import { startAppWithModel } from "#test/app-with-model.ts";
import { ask, choicesOf, question, readUntil, send, threadOf } from "#test/turns.ts";

let mock: MockModel;
let app: TestApp;
let me: TestPerson;
beforeAll(async () => {
  ({ app, mock, me } = await startAppWithModel());
});
afterAll(() => app.close());

test("what the database refuses is refused, though the model was asked meanwhile: that is called off, and no word of it is kept", async () => {
  const first = question("First. [[mock tps=0 chars=40]]");
  await ask(app, me, first);
  const before = await mock.stats();
  const taken = question("Second. [[mock tps=100 chars=4000]]", { messageId: first.messageId });
  const refused = await send(app, me, taken);
  expect(refused.status).toBe(400);
  expect(await refused.json()).toMatchObject({ code: "bad-request", detail: "This message id is already taken." });
  await expect.poll(async () => (await mock.stats()).active).toBe(0);
  expect((await mock.stats()).served).toBeLessThanOrEqual(before.served + 1);
  expect(app.stet.runs.running).toBe(0);
  expect((await app.request(`/api/chats/${taken.chatId}`, { as: me })).status).toBe(404);
});

for (const [where, fault] of [
  ["when it begins", () => ({ metrics: { ...app.stet.metrics, runsStarted: broken(app.stet.metrics.runsStarted, "inc") } })],
  ["when it ends", () => ({ sent: broken(app.stet.sent, "keep") })],
] as const) {
  test(`a bug ${where} ends the run as failed, with its text, and the chat can be asked again`, async () => {
    const whole = { ...app.stet };
    Object.assign(app.stet, fault());
    const asked = question("Write one sentence.", { choices: choicesOf("stet-builtin") });
    const read = await ask(app, me, asked).finally(() => Object.assign(app.stet, whole));
    expect(read.finish?.messageMetadata).toMatchObject({ status: "failed", problem: "something-went-wrong" });
    const thread = await threadOf(app, me, asked.chatId);
    expect(thread.messages[1]).toMatchObject({ content: read.content, run: { status: "failed" } });
    const { chatId } = asked;
    const next = await ask(
      app,
      me,
      question("Once more.", { chatId, version: thread.chat.version, choices: choicesOf("stet-builtin") }),
    );
    expect(next.finish?.messageMetadata).toMatchObject({ status: "done" });
  });
}

/** The same object with one function that throws. */
function broken<T extends object>(whole: T, name: keyof T & string): T {
  return Object.assign(Object.create(whole) as T, {
    [name]() {
      throw new Error("a bug of ours");
    },
  });
}

test("a chat whose title did not come with its first answer gets one with the next", async () => {
  const first = question("What is a quay? [[mock tps=0 chars=40]]");
  await ask(app, me, first);
  const titleOf = async () => (await threadOf(app, me, first.chatId)).chat.title;
  await expect.poll(titleOf).not.toContain("What is a quay?");
  const title = await titleOf();
  const { chatId } = first;
  await app.stet.database.db
    .updateTable("chats")
    .set({ title: "What is a quay?", title_by: "first-words" })
    .where("id", "=", chatId)
    .execute();
  const { chat } = await threadOf(app, me, chatId);
  await ask(app, me, question("And a pier? [[mock tps=0 chars=40]]", { chatId, version: chat.version }));
  await expect.poll(titleOf).toBe(title);
});

test("a first answer that is stopped leaves a title all the same", async () => {
  const asked = question("What is a quay, and what is a pier? [[mock tps=50 chars=4000]]");
  const response = await send(app, me, asked);
  await readUntil(response, ({ seq }) => seq > 20);
  await app.request(`/api/runs/${response.headers.get("x-stet-run")}/stop`, { as: me, body: { seenSeq: 20 } });
  const thread = async () => threadOf(app, me, asked.chatId);
  await expect.poll(async () => (await thread()).chat.title).toBe("Mock title");
  expect((await thread()).messages[1]!.run).toMatchObject({ status: "stopped" });
});
