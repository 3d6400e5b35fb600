/* The built-in editor in the whole application, over HTTP and with nothing configured. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { applyPatches } from "#core/changes/patch.ts";
import { parseReply } from "#core/chat/reply.ts";
import { stopGrammarChecker } from "#server/prose/harper.ts";
import { startApp, type TestApp } from "#test/app.ts";
import { ask, choicesOf, question, threadOf } from "#test/turns.ts";

let app: TestApp;
beforeAll(async () => void (app = await startApp()));
afterAll(async () => {
  await app.close();
  await stopGrammarChecker();
});

async function turn(content: string, rest: Partial<ReturnType<typeof question>> = {}) {
  const me = await app.person();
  const body = question(content, { choices: choicesOf("stet-builtin"), ...rest });
  const read = await ask(app, me, body);
  const thread = await threadOf(app, me, body.chatId);
  return { read, thread, answer: thread.messages.at(-1)! };
}

test("a text is corrected: the call is shown with its result, the patches apply, the chat gets a title", async () => {
  const text = "He go to school and and he eat a apple .";
  const { read, thread, answer } = await turn(`Please fix the grammar: ${text}`);
  expect(read.finish).toMatchObject({ messageMetadata: { status: "done" } });
  expect(read.content).toBe(answer.content);
  expect(answer.toolInvocations).toEqual([expect.objectContaining({ toolName: "rewrite", state: "result" })]);
  const patches = parseReply(answer.content).flatMap((block) => (block.kind === "patch" ? (block.reading?.patches ?? []) : []));
  expect(applyPatches(text, patches)).toMatchObject({ ok: true, text: "He goes to school and he eats an apple." });
  expect(thread.chat.title).toMatch(/fix the grammar/i);
});

test("a question about a file is answered from it, and the source is kept with the message", async () => {
  const lease = "1. Rent\n\nThe rent is 900 euros a month.\n\n2. Animals\n\nThe tenant may keep one dog.";
  const { answer } = await turn("How much is the rent?", {
    attachments: [
      { name: "lease.txt", contentType: "text/plain", url: `data:text/plain;base64,${Buffer.from(lease).toString("base64")}` },
    ],
  });
  expect(answer.content).toContain("> The rent is 900 euros a month. [[1]]");
  expect(answer.sources).toEqual([expect.objectContaining({ name: "lease.txt", number: 1 })]);
});

test("the editor's selection is the text", async () => {
  const { answer } = await turn("Proofread this", { editorSelection: "Today he go home." });
  expect(answer.content).toContain("goes");
});

test("a forced web search is called, and its refusal is reported", async () => {
  const { answer } = await turn("What is new about bees?", { choices: { ...choicesOf("stet-builtin"), forceWebSearch: true } });
  expect(answer.toolInvocations).toEqual([expect.objectContaining({ toolName: "webSearch", state: "result" })]);
  expect(answer.content).toMatch(/^Nothing was searched on the web/);
});
