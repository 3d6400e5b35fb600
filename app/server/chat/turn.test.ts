/* What a bug in the writing of one answer leaves behind. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startApp, type TestApp, type TestPerson } from "#test/app.ts";
import { ask, choicesOf, question, threadOf } from "#test/turns.ts";

let app: TestApp;
let me: TestPerson;
beforeAll(async () => {
  app = await startApp();
  me = await app.person();
});
afterAll(() => app.close());

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

/** The same object, one function of which throws. */
function broken<T extends object>(whole: T, name: keyof T & string): T {
  return Object.assign(Object.create(whole) as T, {
    [name]() {
      throw new Error("a bug of ours");
    },
  });
}
