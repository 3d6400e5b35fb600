/*
 * Full agent runs over the Anthropic, Gemini and OpenAI Responses wires, each against a peer that
 * rejects what the real API would.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ProposeResult } from "#core/agent/agent.ts";
import type { MessagePart } from "#core/chat/message.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { startApp, type TestApp, type TestPerson } from "#test/app.ts";
import { dialects, startPeer, type Peer } from "#test/model-peers.ts";
import type { Said } from "#test/peers/dialect.ts";
import { ask, choicesOf, framesOf, foldFrames, question, readUntil, send, threadOf, type Read } from "#test/turns.ts";

const contract = `# Services Agreement

## Payment

The Client shall pay the Fee within 30 days. In the event that the fee is late, interest is due.

## Term

This agreement begins on signature. The Supplier shall provide the Services in order to help the Client.`;

const limits = { isOn: true, maxSteps: 12, maxTokens: 100_000, applies: true };
const plan = {
  name: "plan",
  args: { summary: "Plainer words", items: [{ what: "Plainer words", where: "Payment" }, { what: "Term" }] },
};
const read = (section: string) => ({ name: "readDocument", args: { item: 1, sections: [section] } });
const propose = (original: string, replacement: string) => ({
  name: "proposeChanges",
  args: { item: 1, changes: [{ original, replacement, summary: "Plainer." }] },
});
const first = propose("In the event that the fee is late", "If the fee is late");
const second = propose("in order to help the Client", "to help the Client");

function callsIn(parts: readonly MessagePart[]) {
  return parts.flatMap((part) => (part.type === "tool-invocation" ? [part.toolInvocation] : []));
}

function replacedIn(parts: readonly MessagePart[]): string[] {
  return callsIn(parts)
    .flatMap(({ toolName, result }) => (toolName === "proposeChanges" ? [result as Partial<ProposeResult>] : []))
    .flatMap(({ changes }) => (changes ?? []).map(({ replacement }) => replacement));
}

describe.each(Object.entries(dialects))("over the wire of %s", (_, dialect) => {
  let app: TestApp;
  let me: TestPerson;
  let peer: Peer;
  beforeAll(async () => {
    peer = await startPeer(dialect);
    app = await startApp(peer.settings);
    me = await app.person();
  });
  afterAll(async () => {
    await app.close();
    await peer.stop();
  });

  async function beside() {
    const post = async (path: string, body: object) => (await (await app.request(path, { as: me, body })).json()) as { id: string };
    const { id: projectId } = await post("/api/projects", { name: "Work" });
    const { id: draftId } = await post("/api/drafts", { projectId, name: "Agreement", content: contract });
    return question("Make it plainer", {
      projectId,
      draft: { draftId, caret: null, blocks: [] },
      choices: { ...choicesOf(peer.dialect.model), agent: limits, reasoningEffort: "medium" as const },
    });
  }

  async function work(said: readonly Said[]): Promise<Read> {
    peer.script(said);
    const done = await ask(app, me, await beside());
    expect(peer.mistakes).toEqual([]);
    return done;
  }

  test("thinks, plans, reads, proposes several changes at once, and answers; its thinking goes back with the results", async () => {
    const done = await work([
      { thinking: "A plan first, then I read.", calls: [plan] },
      { thinking: "Both sections at once.", text: "I read both sections.", calls: [read("s1"), read("s2")] },
      { calls: [first, second] },
      { thinking: "That is all.", text: "Two changes." },
    ]);
    expect(done.finish?.messageMetadata).toMatchObject({ status: "done" });
    expect(callsIn(done.parts).map(({ toolName, state }) => `${toolName} ${state}`)).toEqual([
      "plan result",
      "readDocument result",
      "readDocument result",
      "proposeChanges result",
      "proposeChanges result",
    ]);
    expect(replacedIn(done.parts)).toEqual(["If the fee is late", "to help the Client"]);
    expect(done.content).toContain("Two changes.");
    // The model got back what it had read, along with its own reasoning.
    expect(peer.asked).toHaveLength(4);
    expect(JSON.stringify(peer.asked[2]).includes("In the event that the fee is late")).toBe(true);
    expect(JSON.stringify(peer.asked[3]).match(/(sig|enc)-\d+==/g)?.length).toBeGreaterThanOrEqual(2);
  });

  test("a call that is no JSON is told so, or asked for again, and the work continues", async () => {
    const done = await work([
      { calls: [plan] },
      { calls: [{ name: "readDocument", args: '{"sections": ["s2"' }] },
      { calls: [first] },
      { text: "One." },
    ]);
    expect(done.finish?.messageMetadata.status).toBe("done");
    expect(replacedIn(done.parts)).toEqual(["If the fee is late"]);
  });

  test.each([
    ["a list", '["s2"]'],
    ["a text", '"s2"'],
    ["nothing", "null"],
  ])("a call with %s for its fields is refused with the reason, and never sent back as it was", async (_name, args) => {
    const done = await work([{ calls: [{ name: "readDocument", args }] }, { calls: [first] }, { text: "One." }]);
    expect(done.finish?.messageMetadata.status).toBe("done");
    expect(replacedIn(done.parts)).toEqual(["If the fee is late"]);
  });

  test("a call that is longer than the model may write is told so, and done in smaller pieces", async () => {
    const done = await work([
      { thinking: "All at once.", calls: [first], ends: "cut-call" },
      { calls: [second] },
      { text: "One." },
    ]);
    // Gemini never sends incomplete calls: there the answer ends as if it had hit its limit.
    if (callsIn(done.parts).length === 0) return expect(done.finish?.messageMetadata.status).toBe("done");
    expect(JSON.stringify(callsIn(done.parts)[0]!.result)).toContain("longer than you can write at once");
    expect(replacedIn(done.parts)).toEqual(["to help the Client"]);
  });

  test("ids that are counted from the start in each step are calls of their own", async () => {
    const done = await work([
      { calls: [first], countsAnew: true },
      { calls: [second, read("s1")], countsAnew: true },
      { text: "Both." },
    ]);
    expect(callsIn(done.parts).map(({ toolCallId }) => toolCallId)).toEqual(["call_0", "call_0-2", "call_1"]);
    expect(replacedIn(done.parts)).toEqual(["If the fee is late", "to help the Client"]);
  });

  test("a refusal ends it, and what was called before is not done", async () => {
    const done = await work([{ calls: [plan] }, { thinking: "No.", calls: [first], ends: "refusal" }]);
    expect(done.finish?.messageMetadata).toMatchObject({ status: "failed", problem: "model-filtered" });
    expect(replacedIn(done.parts)).toEqual([]);
  });

  test.each([429, 529])("a provider that answers %d in the middle is waited for", async (status) => {
    const done = await work([
      { calls: [plan] },
      { status, retryAfter: "0" },
      { status, retryAfter: "0.1" },
      { calls: [first] },
      { text: "One." },
    ]);
    expect(done.finish?.messageMetadata.status).toBe("done");
    expect(replacedIn(done.parts)).toEqual(["If the fee is late"]);
  });

  test("one that asks for a longer pause than anyone waits ends it, and the work continues when it is asked for", async () => {
    peer.script([{ calls: [plan] }, { thinking: "First.", calls: [first] }, { status: 429, retryAfter: "600" }]);
    const body = await beside();
    const ended = await ask(app, me, body);
    expect(ended.finish?.messageMetadata).toMatchObject({ status: "failed", problem: "model-rate-limited" });
    expect(replacedIn(ended.parts)).toEqual(["If the fee is late"]);
    const more = await resume(body, [{ thinking: "The rest.", calls: [second] }, { text: "Both." }]);
    expect(more.finish?.messageMetadata.status).toBe("done");
    expect(replacedIn(more.parts)).toEqual(["If the fee is late", "to help the Client"]);
  });

  test("one that breaks down while it answers: what was called whole is done, and the next step resumes from there", async () => {
    const done = await work([
      { calls: [plan] },
      { thinking: "The first.", calls: [first], ends: "overload" },
      { thinking: "And then", ends: "overload" },
      { thinking: "The second.", calls: [second] },
      { text: "Both." },
    ]);
    expect(done.finish?.messageMetadata.status).toBe("done");
    expect(replacedIn(done.parts)).toEqual(["If the fee is late", "to help the Client"]);
  });

  test("one that breaks down again and again ends it with what was done", async () => {
    const done = await work([{ calls: [first] }, { text: "So", ends: "overload" }]);
    expect(done.finish?.messageMetadata).toMatchObject({ status: "failed", problem: "model-overloaded" });
    expect(peer.asked).toHaveLength(4);
    expect(replacedIn(done.parts)).toEqual(["If the fee is late"]);
  });

  test("stopped in the middle it resumes from there, with the thinking of the steps before", async () => {
    peer.script([
      { thinking: "A plan.", calls: [plan] },
      { thinking: "First.", calls: [first, read("s2")] },
      { status: 429, retryAfter: "60" },
    ]);
    const body = await beside();
    const response = await send(app, me, body);
    // An agent waits for the provider where a reader wouldn't.
    const frames = await readUntil(response, ({ event }) => event.type === "data-stet-notice");
    const runId = response.headers.get("x-stet-run");
    const stopped = await app.request(`/api/runs/${runId}/stop`, { as: me, body: { seenSeq: frames.at(-1)!.seq } });
    expect(((await stopped.json()) as { status: string }).status).toBe("stopped");
    expect(replacedIn(foldFrames(frames).parts)).toEqual(["If the fee is late"]);
    const more = await resume(body, [{ thinking: "The rest.", calls: [second] }, { text: "Both." }]);
    expect(more.finish?.messageMetadata.status).toBe("done");
    expect(replacedIn(more.parts)).toEqual(["If the fee is late", "to help the Client"]);
    expect(peer.mistakes).toEqual([]);
    // Reread from its log, it is the same message.
    const again = framesOf(await (await app.request(`/api/runs/${more.runId}/events?after=0`, { as: me })).text());
    expect(foldFrames(again).parts).toEqual(more.parts);
  });

  async function resume(body: Awaited<ReturnType<typeof beside>>, said: readonly Said[]) {
    const { chat } = await threadOf(app, me, body.chatId);
    peer.script(said);
    const { chatId, replyId: continuedId, choices } = body;
    const done = await ask(app, me, {
      trigger: "continue",
      chatId,
      version: chat.version,
      continuedId,
      replyId: uuidv7(),
      choices,
    });
    expect(peer.mistakes).toEqual([]);
    return done;
  }
});
