/* The connection itself, over the chat wire: reuse, closing, timeouts and retries. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ask } from "#test/ask.ts";
import { sendEvents, startProvider, type Provider } from "#test/provider.ts";
import { createChatWire } from "./openai-chat.ts";
import { createWireModel, defaultLimits, type ModelLimits } from "./wire-model.ts";

let provider: Provider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.stop());

const limits = {
  ...defaultLimits,
  connectMs: 20_000,
  firstByteMs: 20_000,
  silenceMs: 20_000,
  retries: 2,
  retryBaseMs: 5,
  maxRetrySeconds: 1,
};
const modelAt = (baseUrl: string, more: Partial<ModelLimits> = {}) =>
  createWireModel(createChatWire({ baseUrl }), { ...limits, ...more });
const done = [{ choices: [{ delta: { content: "Yes." }, finish_reason: "stop" }] }, "[DONE]"];

test("one connection serves one question after the other", async () => {
  provider.answer((response) => sendEvents(response, done));
  const model = modelAt(provider.url);
  for (let i = 0; i < 4; i++) expect((await ask(model)).text).toBe("Yes.");
  expect(new Set(provider.asked.map(({ connection }) => connection)).size).toBe(1);
});

test("a kept connection that was closed in the meantime costs no try", async () => {
  provider.answer((response, _asked, nth) => {
    if (nth === 2) return response.socket?.resetAndDestroy();
    sendEvents(response, done);
  });
  const model = modelAt(provider.url, { retries: 0 });
  await ask(model);
  const { text, events } = await ask(model);
  expect(text).toBe("Yes.");
  expect(events.some((event) => event.kind === "waiting")).toBe(false);
});

test("slow but not silent: each piece gives time for the next", async () => {
  provider.answer((response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    let n = 0;
    const timer = setInterval(() => {
      if (n++ < 8) return response.write(n % 2 ? ": still here\n\n" : `data: {"choices":[{"delta":{"content":"a"}}]}\n\n`);
      clearInterval(timer);
      response.end('data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\n');
    }, 200);
  });
  expect(await ask(modelAt(provider.url, { silenceMs: 1500 }))).toMatchObject({ text: "aaaa", end: { reason: "stop" } });
});

test("an answer that is complete does not wait for a server that forgets to hang up", async () => {
  provider.answer((response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write('data: {"choices":[{"delta":{"content":"Yes."},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n');
  });
  expect(await ask(modelAt(provider.url, { silenceMs: 60_000 }))).toMatchObject({ text: "Yes.", end: { reason: "stop" } });
});

test("an event without end is not collected for ever", async () => {
  provider.answer((response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(`data: ${"x".repeat(50_000)}`);
  });
  expect((await ask(modelAt(provider.url, { maxEventLength: 10_000 }))).end).toEqual({
    reason: "problem",
    code: "model-event-too-long",
  });
});

describe("a server that cannot be reached", () => {
  test("nothing listens: tried again, then said", async () => {
    const { events, end } = await ask(modelAt("http://127.0.0.1:9/v1"));
    expect(end).toEqual({ reason: "problem", code: "model-unreachable", detail: "Nothing listens at its address." });
    expect(events.map((event) => event.kind)).toEqual(["waiting", "waiting"]);
  });

  test("a name that does not exist is not tried again", async () => {
    const { events, end } = await ask(modelAt("http://stet.invalid/v1"));
    expect(end).toMatchObject({ reason: "problem", code: "model-unreachable" });
    expect(events).toEqual([]);
  });

  test("a redirect is not followed: the key would go with it", async () => {
    provider.answer((response) => response.writeHead(302, { location: "http://elsewhere.invalid/" }).end());
    expect((await ask(modelAt(provider.url))).end).toEqual({
      reason: "problem",
      code: "model-refused",
      detail: "The model's server answered with status 302.",
    });
    expect(provider.asked).toHaveLength(1);
  });
});

describe("abort", () => {
  test("before, while connecting, while waiting for the next try", async () => {
    provider.answer((response) => response.writeHead(503, { "retry-after": "3600" }).end());
    expect((await ask(modelAt(provider.url), {}, AbortSignal.abort())).end).toEqual({ reason: "stop" });
    expect(provider.asked).toHaveLength(0);

    const stop = new AbortController();
    const model = modelAt(provider.url, { maxRetrySeconds: 7200 });
    const question = { model: "m", instructions: "", messages: [], tools: [] };
    const end = await model.ask(question, (event) => event.kind === "waiting" && stop.abort(), stop.signal);
    expect(end).toEqual({ reason: "stop" });
    expect(provider.asked).toHaveLength(1);
  });
});

test("a bug in a listener is not swallowed, and not taken for the provider's fault", async () => {
  provider.answer((response) => sendEvents(response, done));
  const model = modelAt(provider.url);
  const question = { model: "m", instructions: "", messages: [], tools: [] };
  const listening = model.ask(
    question,
    () => {
      throw new Error("ours");
    },
    new AbortController().signal,
  );
  await expect(listening).rejects.toThrow("ours");
});
