/* Stopping, failing, continuing and being watched: the life of a run. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cancelledToolResult } from "#core/chat/message.ts";
import { estimateTokens } from "#core/models/models.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import type { TestApp, TestPerson } from "#test/app.ts";
import { startAppWithModel } from "#test/app-with-model.ts";
import type { MockModel } from "#test/mock-model.ts";
import { ask, choicesOf, foldFrames, framesOf, question, readUntil, send, threadOf, untitledThread } from "#test/turns.ts";

let mock: MockModel;
let app: TestApp;
let me: TestPerson;
beforeAll(async () => {
  ({ app, mock, me } = await startAppWithModel({ MODEL_SILENCE_SECONDS: "1", MODEL_FIRST_BYTE_SECONDS: "1" }));
});
afterAll(() => app.close());

const told = (directive: string) => question(`Write it. [[mock ${directive}]]`);
const stop = async (runId: string | null, seenSeq: number, as = me) =>
  (await app.request(`/api/runs/${runId}/stop`, { as, body: { seenSeq } })).json() as Promise<{
    status: string;
    content: string;
    lastSeq: number;
    version: number;
  }>;
const eventsOf = async (runId: string | null, after = 0) =>
  framesOf(await (await app.request(`/api/runs/${runId}/events?after=${after}`, { as: me })).text());

test("a reader that does not follow gets what has happened so far, and the rest later", async () => {
  const response = await send(app, me, told("tps=150 chars=2000"));
  const runId = response.headers.get("x-stet-run");
  await readUntil(response, (frame) => frame.seq === 6);
  const now = async (after: number) =>
    framesOf(await (await app.request(`/api/runs/${runId}/events?after=${after}&follow=false`, { as: me })).text());
  const first = await now(0);
  expect(first.length).toBeGreaterThanOrEqual(6);
  expect(first.some(({ event }) => event.type === "finish")).toBe(false);
  const rest = await eventsOf(runId, first.at(-1)!.seq);
  expect([...first, ...rest].map(({ seq }) => seq)).toEqual([...first, ...rest].map((_, at) => at + 1));
  expect(rest.at(-1)!.event.type).toBe("finish");
  expect(await now(rest.at(-1)!.seq)).toEqual([]);
});

describe("a stop", () => {
  test("ends the text at exactly what the reader had seen, for ever", async () => {
    for (const seen of [0, 1, 3, 4, 9, 17, 30]) {
      const asked = told("tps=150 chars=2000");
      const response = await send(app, me, asked);
      const runId = response.headers.get("x-stet-run");
      const all = await readUntil(response, (frame) => frame.seq >= seen + 3);
      const stopped = await stop(runId, seen);
      const expected = foldFrames(all.filter((frame) => frame.seq <= seen)).content;
      expect(stopped, `seen ${seen}`).toMatchObject({ status: "stopped", content: expected, version: 1 });
      // A reader who was ahead is corrected, and one who starts over reads the same.
      const ahead = await eventsOf(runId, all.at(-1)!.seq);
      expect(foldFrames([...all, ...ahead]).content).toBe(expected);
      expect(foldFrames(await eventsOf(runId)).content).toBe(expected);
      expect(ahead.at(-1)?.event).toMatchObject({ type: "finish", messageMetadata: { status: "stopped" } });
      await new Promise((resolve) => setTimeout(resolve, 300));
      const [, reply] = (await threadOf(app, me, asked.chatId)).messages;
      expect(reply).toMatchObject({ content: expected, run: { status: "stopped", lastSeq: stopped.lastSeq } });
    }
    await expect.poll(async () => (await mock.stats()).active).toBe(0);
  });

  test("counts what was read and written until then", async () => {
    const asked = told("tps=150 chars=2000");
    const response = await send(app, me, asked);
    await readUntil(response, (frame) => frame.seq === 12);
    await stop(response.headers.get("x-stet-run"), 8);
    const usage = async () => (await threadOf(app, me, asked.chatId)).messages[1]!.run!.usage;
    await expect.poll(usage, { timeout: 15_000 }).toMatchObject({ isEstimated: true });
    expect((await usage())!.outputTokens).toBeGreaterThan(0);
    expect((await usage())!.inputTokens).toBeGreaterThan(20);
  });

  test("asked for twice answers the same", async () => {
    const response = await send(app, me, told("tps=150"));
    const runId = response.headers.get("x-stet-run");
    await readUntil(response, (frame) => frame.seq === 10);
    const once = await stop(runId, 8);
    expect(await stop(runId, 10)).toEqual(once);
  });

  test("asked for by several windows at once is one stop, and all are told how it ended", async () => {
    const response = await send(app, me, told("tps=150"));
    const runId = response.headers.get("x-stet-run");
    await readUntil(response, (frame) => frame.seq === 12);
    const [first, ...others] = await Promise.all([stop(runId, 6), stop(runId, 9), stop(runId, 11)]);
    expect(first!.status).toBe("stopped");
    expect(others).toEqual([first, first]);
  });

  test("after the end changes nothing", async () => {
    const read = await ask(app, me, told("tps=0 chars=200"));
    expect(await stop(read.runId, 2)).toMatchObject({ status: "done", content: read.content, lastSeq: read.seq });
  });

  test("before the model has said a word leaves an empty answer", async () => {
    const asked = told("delay=900");
    const response = await send(app, me, asked);
    await readUntil(response, (frame) => frame.event.type === "start-step");
    expect(await stop(response.headers.get("x-stet-run"), 2)).toMatchObject({ status: "stopped", content: "" });
    // The next question is accepted immediately.
    const next = { ...told("tps=0 chars=40"), chatId: asked.chatId, version: 1 };
    expect((await ask(app, me, next)).finish?.messageMetadata.status).toBe("done");
  });

  test("in the middle of a tool call leaves a result that says so", async () => {
    const asked = told(`tps=20 tool=evaluate toolargs={"text":"${"word".repeat(50)}"}`);
    const response = await send(app, me, asked);
    const frames = await readUntil(response, (frame) => frame.event.type === "tool-input-delta");
    await stop(response.headers.get("x-stet-run"), frames.at(-1)!.seq);
    const [, reply] = (await threadOf(app, me, asked.chatId)).messages;
    expect(reply!.toolInvocations).toMatchObject([{ toolName: "evaluate", state: "result", result: cancelledToolResult }]);
  });
});

describe("a model that fails", () => {
  test.each([
    ["401", "model-key-refused"],
    ["500", "model-overloaded"],
    ["429", "model-rate-limited"],
    ["garbage", "model-nonsense"],
    ["hang", "model-silent"],
  ])("with %s gives the problem %s, and the chat continues", async (mode, code) => {
    const asked = told(`mode=${mode} retryafter=60`);
    const read = await ask(app, me, asked);
    expect(read.finish?.messageMetadata).toMatchObject({ status: "failed", problem: code });
    const { messages } = await threadOf(app, me, asked.chatId);
    expect(messages[1]).toMatchObject({ content: "", run: { status: "failed", problem: code } });
    const next = { ...told("tps=0 chars=40"), chatId: asked.chatId, version: 1 };
    expect((await ask(app, me, next)).finish?.messageMetadata.status).toBe("done");
  });

  test.each([
    ["cut", "model-cut-off"],
    ["hangmid", "model-silent"],
    ["errevent", "model-overloaded"],
  ])("in the middle (%s) keeps what arrived, and can be continued", async (mode, code) => {
    const asked = told(`mode=${mode} cutat=100 tps=0 chars=400`);
    const read = await ask(app, me, asked);
    expect(read.finish?.messageMetadata).toMatchObject({ status: "failed", problem: code });
    expect(read.content.length).toBeGreaterThanOrEqual(100);
    const thread = await threadOf(app, me, asked.chatId);
    expect(thread.messages[1]!.content).toBe(read.content);
    const { usage } = thread.messages[1]!.run!;
    expect(usage).toMatchObject({ outputTokens: estimateTokens(read.content), isEstimated: true });
    expect(usage!.inputTokens).toBeGreaterThan(20);

    await mock.control({ tps: 0, text: " and so on." });
    const resume = {
      trigger: "continue",
      chatId: asked.chatId,
      version: 1,
      continuedId: asked.replyId,
      replyId: uuidv7(),
      choices: choicesOf("local:mock-model"),
    };
    // The mock reads its directive from the last message, which is now our request to continue.
    const longer = await ask(app, me, resume);
    expect(longer.content).toBe(`${read.content} and so on. ENDMARK`);
    const after = await threadOf(app, me, asked.chatId);
    expect(after.messages[1]).toMatchObject({ content: longer.content, versions: [asked.replyId, resume.replyId] });
    await mock.control({});
  });
});

describe("tools", () => {
  test("are run, shown with input and result, and told back to the model", async () => {
    const asked = told(`tps=0 chars=80 tool=evaluate toolargs={"text":"He_go_to_school."}`);
    const read = await ask(app, me, asked);
    const [, reply] = (await threadOf(app, me, asked.chatId)).messages;
    expect(reply!.toolInvocations).toMatchObject([{ toolName: "evaluate", state: "result", args: { text: "He_go_to_school." } }]);
    expect(reply!.parts.map((part) => part.type)).toEqual(["tool-invocation", "text"]);
    expect(reply!.content).toBe(read.content);
    expect(read.content).toContain("ENDMARK");
  });

  test("with input that does not fit answer with an error the model can read", async () => {
    const asked = told(`tps=0 chars=80 tool=evaluate toolargs={"wrong":1}`);
    const read = await ask(app, me, asked);
    expect(read.finish?.messageMetadata.status).toBe("done");
    const [, reply] = (await threadOf(app, me, asked.chatId)).messages;
    expect(reply!.toolInvocations![0]!.result).toMatchObject({ error: expect.stringContaining("text") });
  });
});

describe("when the log is gone", () => {
  test("the row answers, whole or in place of what was read, numbered on from any reader's place", async () => {
    const asked = told(`tps=0 chars=300 tool=evaluate toolargs={"text":"He_go_to_school."}`);
    const { runId, frames, content, seq } = await ask(app, me, asked);
    await app.stet.database.db.deleteFrom("run_events").where("run_id", "=", runId).execute();
    const [, reply] = (await threadOf(app, me, asked.chatId)).messages;
    for (let after = 0; after <= seq + 2; after++) {
      const again = await eventsOf(runId, after);
      if (after === seq) {
        expect(again).toEqual([]);
        continue;
      }
      const folded = { parts: foldFrames(frames.slice(0, after)).parts, sources: [] };
      const read = foldFrames(again, { seq: after, folded });
      expect([after, read.content]).toEqual([after, content]);
      expect(read.parts).toEqual(reply!.parts);
      expect(read.finish?.messageMetadata.status).toBe("done");
    }
  });
});

describe("someone else", () => {
  test("gets 404 for everything of a chat, as for one that is not there", async () => {
    const asked = told("tps=0 chars=40");
    const { runId } = await ask(app, me, asked);
    const other = await app.person();
    const { chatId, messageId } = asked;
    const edit = { ...asked, trigger: "edit", editedId: messageId, messageId: uuidv7(), replyId: uuidv7(), version: 1 };
    const tries: [string, string, unknown?][] = [
      ["GET", `/api/chats/${chatId}`],
      ["PATCH", `/api/chats/${chatId}`, { title: "Mine" }],
      ["DELETE", `/api/chats/${chatId}`],
      ["POST", `/api/chats/${chatId}/seen`, {}],
      ["POST", `/api/chats/${chatId}/restore`, { messageId, version: 1 }],
      ["POST", `/api/chats/${chatId}/undo`, { operationId: uuidv7(), version: 1 }],
      ["POST", `/api/chats/${chatId}/switch`, { messageId, version: 1 }],
      ["GET", `/api/runs/${runId}/events`],
      ["POST", `/api/runs/${runId}/stop`, { seenSeq: 1 }],
      [
        "POST",
        "/api/functions/deleteChatMessagesAfter",
        { chatSessionId: chatId, referenceMessageId: messageId, includeReference: true },
      ],
      ["POST", "/api/functions/updateChatMessage", { chatSessionId: chatId, messageId, content: "Mine" }],
      ["POST", "/api/chat", asked],
      ["POST", "/api/chat", edit],
    ];
    const before = await untitledThread(app, me, chatId, ["Mine"]);
    for (const [method, path, body] of tries) {
      const theirs = await app.request(path, { method, as: other, ...(body === undefined ? {} : { body }) });
      expect([path, theirs.status]).toEqual([path, 404]);
      const visitors = await app.request(path, { method, ...(body === undefined ? {} : { body }) });
      expect([path, visitors.status]).toEqual([path, 401]);
    }
    expect(await untitledThread(app, me, chatId, ["Mine"])).toEqual(before);
    const { sessions } = await (await app.request("/api/chat-sessions", { as: other })).json();
    expect(sessions).toEqual([]);
  });

  test("cannot put a message into a chat of their own under an id that is mine", async () => {
    const asked = told("tps=0 chars=40");
    await ask(app, me, asked);
    const other = await app.person();
    const stolen = await send(app, other, { ...asked, chatId: uuidv7(), replyId: uuidv7() });
    expect(stolen.status).toBe(400);
    expect((await threadOf(app, me, asked.chatId)).messages).toHaveLength(2);
  });
});
