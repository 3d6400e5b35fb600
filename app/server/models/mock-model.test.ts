/* The three wires of our scriptable mock model, with all its failure modes. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { estimateTokens } from "#core/models/models.ts";
import { ask, lookUp } from "#test/ask.ts";
import { startMockModel, type MockModel } from "#test/mock-model.ts";
import { createAnthropicWire } from "./anthropic.ts";
import type { ModelEvent } from "./model.ts";
import { createChatWire } from "./openai-chat.ts";
import { createResponsesWire } from "./openai-responses.ts";
import { createWireModel, defaultLimits } from "./wire-model.ts";

let mock: MockModel;
beforeAll(async () => {
  mock = await startMockModel();
});
afterAll(() => mock.stop());

// A busy machine may delay what was sent; the short wait is only for a server that hangs.
const limits = { ...defaultLimits, firstByteMs: 20_000, silenceMs: 20_000, retries: 1, retryBaseMs: 5, maxRetrySeconds: 0.5 };
const hanging: Record<string, object> = {
  hang: { firstByteMs: 400 },
  noheaders: { firstByteMs: 400 },
  hangmid: { silenceMs: 400 },
};

const wires = [
  ["chat completions", () => createChatWire({ baseUrl: `${mock.url}/v1` })],
  ["responses", () => createResponsesWire({ baseUrl: `${mock.url}/v1`, key: "k" })],
  ["messages", () => createAnthropicWire({ baseUrl: mock.url, key: "k" })],
] as const;

describe.each(wires)("%s", (_name, wire) => {
  const model = (mode = "") => createWireModel(wire(), { ...limits, ...hanging[mode] });

  test("text, in order and whole, with its count of tokens", async () => {
    await mock.control({ tps: 0, text: "Große Wörter, 契約 und 😀.", tokchars: 3 });
    const { text, end, events } = await ask(model());
    expect(end).toEqual({ reason: "stop" });
    expect(text).toContain("Große Wörter, 契約 und 😀.");
    expect(events.at(-1)).toMatchObject({ kind: "usage", inputTokens: 10 });
    expect(events.filter((event) => event.kind === "usage")).toHaveLength(1);
  });

  test("a long answer, as fast as the socket takes it", async () => {
    await mock.control({ tps: 0, chars: 200_000, tokchars: 5, kind: "md" });
    const { text, end } = await ask(model());
    expect(end).toEqual({ reason: "stop" });
    expect(text.length).toBeGreaterThan(200_000);
    expect(text.endsWith("ENDMARK")).toBe(true);
  });

  test("reasoning comes before the answer and apart from it", async () => {
    await mock.control({ tps: 0, reasoning: 300, text: "So it is." });
    const { reasoning, text, events } = await ask(model(), { reasoningEffort: "high" });
    expect(reasoning.length).toBeGreaterThanOrEqual(300);
    expect(text).toBe("So it is. ENDMARK");
    const kinds = events.map((event) => event.kind);
    expect(kinds.lastIndexOf("reasoning")).toBeLessThan(kinds.indexOf("text"));
  });

  test("a tool call arrives in pieces and whole", async () => {
    await mock.control({ tps: 0, tool: "getInformation", toolargs: '{"query":"notice periods"}', tokchars: 4 });
    const { events, end } = await ask(model(), { tools: [lookUp] });
    expect(end).toEqual({ reason: "tool-calls" });
    const call = events.find((event) => event.kind === "tool-call");
    expect(call).toMatchObject({ name: "getInformation", input: { query: "notice periods" } });
    expect(
      events
        .filter((event) => event.kind === "tool-input")
        .map((event) => event.text)
        .join(""),
    ).toBe('{"query":"notice periods"}');
    expect(events.findIndex((event) => event.kind === "tool-input-start")).toBeLessThan(events.indexOf(call!));
  });

  test("one broken event is passed over", async () => {
    await mock.control({ tps: 0, mode: "badjson", text: "word ".repeat(100), cutat: 100 });
    const { text, end } = await ask(model());
    expect(end).toEqual({ reason: "stop" });
    expect(text).toBe(`${"word ".repeat(100)} ENDMARK`);
  });

  test.each([
    ["cut", "model-cut-off"],
    ["nodone", "model-cut-off"],
    ["hangmid", "model-silent"],
    ["errevent", "model-overloaded"],
  ])("%s in the middle: what came stays, and the end says what happened", async (mode, code) => {
    await mock.control({ tps: 0, mode, text: "word ".repeat(100), cutat: 100 });
    const { text, end, events } = await ask(model(mode));
    expect(end).toMatchObject({ reason: "problem", code });
    expect(text.startsWith("word word word")).toBe(true);
    const used = events.filter((event) => event.kind === "usage");
    expect(used).toMatchObject([{ inputTokens: expect.any(Number), isEstimated: true }]);
    expect(used[0]!.outputTokens).toBe(estimateTokens(text));
    expect(used[0]!.inputTokens).toBeGreaterThan(0);
    expect(events.some((event) => event.kind === "waiting")).toBe(false);
  });

  test.each([
    ["garbage", "model-nonsense", 0],
    ["hang", "model-silent", 0],
    ["noheaders", "model-silent", 0],
    ["401", "model-key-refused", 0],
    ["429", "model-rate-limited", 1],
    ["500", "model-overloaded", 1],
    ["503", "model-overloaded", 1],
    ["400", "model-refused", 0],
  ])("%s: a problem, asked again only where that may help", async (mode, code, waits) => {
    await mock.control({ tps: 0, mode });
    const { text, end, events } = await ask(model(mode));
    expect(end).toMatchObject({ reason: "problem", code });
    expect(text).toBe("");
    expect(events.map((event) => event.kind)).toEqual(Array.from({ length: waits }, () => "waiting"));
  });

  test("a pause longer than is waited for is handed on", async () => {
    await mock.control({ tps: 0, mode: "429", retryafter: 40 });
    const { end, events } = await ask(model());
    expect(end).toMatchObject({ reason: "problem", code: "model-rate-limited", retryAfterSeconds: 40 });
    expect(events).toEqual([]);
  });

  test("abort ends it immediately and closes the connection", async () => {
    await mock.control({ tps: 50, chars: 5000 });
    const before = await mock.stats();
    const stop = new AbortController();
    const texts: string[] = [];
    const used: ModelEvent[] = [];
    const end = await model().ask(
      { model: "mock-model", instructions: "", messages: [{ role: "user", parts: [{ type: "text", text: "hi" }] }], tools: [] },
      (event) => {
        if (event.kind === "usage") used.push(event);
        if (event.kind === "text" && texts.push(event.text) === 3) stop.abort();
      },
      stop.signal,
    );
    expect(end).toEqual({ reason: "stop" });
    expect(texts.length).toBeLessThan(10);
    expect(used).toMatchObject([{ outputTokens: estimateTokens(texts.join("")), isEstimated: true }]);
    await expect.poll(async () => (await mock.stats()).aborted).toBe(before.aborted + 1);
  });
});
