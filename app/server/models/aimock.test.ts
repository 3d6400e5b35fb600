/* Each provider's wire format, against an independent implementation. */
import { LLMock } from "@copilotkit/aimock";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ask, lookUp } from "#test/ask.ts";
import { createAnthropicWire } from "./anthropic.ts";
import { createGeminiWire } from "./gemini.ts";
import { createChatWire } from "./openai-chat.ts";
import { createResponsesWire } from "./openai-responses.ts";
import { createWireModel, defaultLimits } from "./wire-model.ts";

const peer = new LLMock({ port: 0, host: "127.0.0.1", logLevel: "silent" });
beforeAll(() => peer.start());
afterAll(() => peer.stop());
beforeEach(() => peer.reset());

const limits = { ...defaultLimits, firstByteMs: 20_000, silenceMs: 20_000, retries: 2, retryBaseMs: 5, maxRetrySeconds: 2 };

const wires = [
  ["OpenAI chat completions", "gpt-4", () => createChatWire({ baseUrl: `${peer.url}/v1`, key: "k" })],
  ["OpenAI responses", "gpt-5", () => createResponsesWire({ baseUrl: `${peer.url}/v1`, key: "k" })],
  ["Anthropic", "claude-sonnet-5-5", () => createAnthropicWire({ baseUrl: peer.url, key: "k" })],
  ["Gemini", "gemini-3.8-flash", () => createGeminiWire({ baseUrl: peer.url, key: "k" })],
] as const;

describe.each(wires)("%s", (_name, name, wire) => {
  const model = (more: Partial<typeof limits> = {}) => createWireModel(wire(), { ...limits, ...more });
  const asking = (more: Parameters<typeof ask>[1] = {}) => ask(model(), { model: name, ...more });

  test("text", async () => {
    peer.onMessage("hello", { content: "Guten Tag, 世界 😀!" }, { chunkSize: 2 });
    const { text, end, events } = await asking();
    expect(text).toBe("Guten Tag, 世界 😀!");
    expect(end).toEqual({ reason: "stop" });
    expect(events.filter((event) => event.kind === "text").length).toBeGreaterThan(3);
    expect(events.at(-1)).toMatchObject({ kind: "usage", inputTokens: expect.any(Number), outputTokens: expect.any(Number) });
  });

  test("reasoning, then text", async () => {
    peer.onMessage("hello", { content: "Yes.", reasoning: "Let me see whether it holds." }, { chunkSize: 4 });
    const { text, reasoning, end } = await asking({ reasoningEffort: "medium" });
    expect({ text, reasoning, end }).toEqual({ text: "Yes.", reasoning: "Let me see whether it holds.", end: { reason: "stop" } });
  });

  test("two tool calls, and their results in the next step", async () => {
    peer.on(
      { userMessage: "hello", hasToolResult: false },
      {
        // Gemini has no finish reason for tool calls.
        ...(name.startsWith("gemini") ? { finishReason: "stop" } : {}),
        toolCalls: [
          { name: "getInformation", arguments: '{"query":"a \\"quoted\\" word"}', id: "call_1" },
          { name: "getInformation", arguments: "{}", id: "call_2" },
        ],
      },
      { chunkSize: 5 },
    );
    peer.on({ userMessage: "hello", hasToolResult: true }, { content: "Found it." });

    const first = await asking({ tools: [lookUp] });
    expect(first.end).toEqual({ reason: "tool-calls" });
    const calls = first.events.filter((event) => event.kind === "tool-call");
    expect(calls.map(({ input }) => input)).toEqual([{ query: 'a "quoted" word' }, {}]);
    expect(new Set(calls.map(({ id }) => id)).size).toBe(2);

    const signatures = new Map(
      first.events.flatMap((event) => (event.kind === "signature" ? [[event.toolCallId, event.signature]] : [])),
    );
    const second = await asking({
      tools: [lookUp],
      messages: [
        { role: "user", parts: [{ type: "text", text: "hello" }] },
        {
          role: "assistant",
          parts: calls.map(({ id, name, input }) => {
            const signature = signatures.get(id);
            return { type: "tool-call", id, name, input, ...(signature === undefined ? {} : { signature }) };
          }),
        },
        { role: "tool", results: calls.map(({ id, name }) => ({ id, name, output: { found: 1 } })) },
      ],
    });
    expect(second).toMatchObject({ text: "Found it.", end: { reason: "stop" } });
  });

  test("429 with Retry-After: waits as instructed, then continues", async () => {
    peer.on(
      { userMessage: "hello", sequenceIndex: 0 },
      { error: { message: "slow down", type: "rate_limit_error" }, status: 429, retryAfter: 1 },
    );
    peer.onMessage("hello", { content: "Here." });
    const { text, events, end } = await asking();
    expect(events[0]).toEqual({ kind: "waiting", code: "model-rate-limited", seconds: 1 });
    expect({ text, end }).toEqual({ text: "Here.", end: { reason: "stop" } });
  });

  test("500 once: asked again; always: a problem", async () => {
    peer.on({ userMessage: "hello", sequenceIndex: 0 }, { error: { message: "oops", type: "server_error" }, status: 500 });
    peer.onMessage("hello", { content: "Here." });
    expect(await asking()).toMatchObject({ text: "Here.", end: { reason: "stop" } });

    peer.reset();
    peer.onMessage("hello", { error: { message: "oops", type: "server_error" }, status: 500 });
    const { events, end } = await asking();
    expect(end).toEqual({ reason: "problem", code: "model-overloaded", detail: "oops" });
    expect(events.map((event) => event.kind)).toEqual(["waiting", "waiting"]);
  });

  test("a body that is no answer", async () => {
    peer.onMessage("hello", { content: "never seen" }, { chaos: { malformedRate: 1 } });
    expect((await asking()).end).toMatchObject({ reason: "problem", code: "model-nonsense" });
  });

  test("silence in the middle", async () => {
    peer.onMessage(
      "hello",
      { content: "one two three four five six" },
      { chunkSize: 4, streamingProfile: { ttft: 1, tps: 1, jitter: 0 } },
    );
    const { end } = await ask(model({ silenceMs: 300 }), { model: name });
    expect(end).toMatchObject({ reason: "problem", code: "model-silent" });
  });

  test("a cut connection", async () => {
    peer.onMessage("hello", { content: "one two three four five six" }, { chunkSize: 4, latency: 5, truncateAfterChunks: 6 });
    const { text, end } = await asking();
    expect(end).toMatchObject({ reason: "problem", code: "model-cut-off" });
    expect("one two three four five six".startsWith(text)).toBe(true);
  });
});
