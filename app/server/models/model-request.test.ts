/* The API's request options in each provider's format. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ask, lookUp, question } from "#test/ask.ts";
import { sendEvents, startProvider, type Provider } from "#test/provider.ts";
import { createAnthropicWire } from "./anthropic.ts";
import { createGeminiWire } from "./gemini.ts";
import type { ModelRequest } from "./model.ts";
import { createChatWire } from "./openai-chat.ts";
import { createResponsesWire } from "./openai-responses.ts";
import { createWireModel, defaultLimits, type Wire } from "./wire-model.ts";

const connection = { baseUrl: "http://127.0.0.1:9", key: "k" };
const wires = {
  chat: createChatWire(connection),
  responses: createResponsesWire(connection),
  anthropic: createAnthropicWire(connection),
  gemini: createGeminiWire(connection),
};
const models = { chat: "llama3.2", responses: "gpt-4", anthropic: "claude-opus-4-1", gemini: "gemini-2.5-flash" };

function bodyOf(name: keyof typeof wires, rest: Partial<ModelRequest>): Record<string, any> {
  const request = { ...question, model: models[name], ...rest };
  const { body } = wires[name].open(request, () => {}, new Set());
  return JSON.parse(JSON.stringify(body)) as Record<string, any>;
}

const tools = [lookUp];

test("temperature and top p, where the provider takes them", () => {
  const asked = { temperature: 1.5, topP: 0.9 };
  expect(bodyOf("chat", asked)).toMatchObject({ temperature: 1.5, top_p: 0.9 });
  expect(bodyOf("responses", asked)).toMatchObject({ temperature: 1.5, top_p: 0.9 });
  expect(bodyOf("anthropic", asked)).toMatchObject({ temperature: 1, top_p: 0.9 });
  expect(bodyOf("anthropic", { ...asked, reasoningEffort: "high" })).not.toHaveProperty("temperature");
  expect(bodyOf("gemini", asked).generationConfig).toMatchObject({ temperature: 1.5, topP: 0.9 });
  for (const name of Object.keys(wires) as (keyof typeof wires)[])
    expect(JSON.stringify(bodyOf(name, {}))).not.toMatch(/temperature|top_?p/i);
});

test.each([
  ["chat", "required", { tool_choice: "required" }],
  ["chat", "none", { tool_choice: "none" }],
  ["responses", "required", { tool_choice: "required" }],
  ["responses", "none", { tool_choice: "none" }],
  ["anthropic", "required", { tool_choice: { type: "any" } }],
  ["anthropic", "none", { tool_choice: { type: "none" } }],
  ["gemini", "required", { toolConfig: { functionCallingConfig: { mode: "ANY" } } }],
  ["gemini", "none", { toolConfig: { functionCallingConfig: { mode: "NONE" } } }],
] as const)("%s: a tool choice of %s", (name, toolChoice, wanted) => {
  expect(bodyOf(name, { tools, toolChoice })).toMatchObject(wanted);
  expect(bodyOf(name, { tools })).not.toHaveProperty("tool_choice");
  expect(bodyOf(name, { tools })).not.toHaveProperty("toolConfig");
});

test("a model that refuses a forced call is asked for it in words", () => {
  const body = bodyOf("anthropic", { model: "claude-sonnet-5-5", tools, toolChoice: "required" });
  expect(body).not.toHaveProperty("tool_choice");
  expect(JSON.stringify(body.system)).toContain("Call one of the tools now");
});

describe("a temperature that is refused is left out, and nothing else", () => {
  let provider: Provider;
  beforeAll(async () => void (provider = await startProvider()));
  afterAll(() => provider.stop());
  const done: Record<string, object[]> = {
    chat: [{ choices: [{ delta: { content: "Fine." } }] }, { choices: [{ delta: {}, finish_reason: "stop" }] }],
    anthropic: [
      { type: "content_block_delta", delta: { type: "text_delta", text: "Fine." } },
      { type: "message_delta", delta: { stop_reason: "end_turn" } },
      { type: "message_stop" },
    ],
  };
  const create: Record<string, (url: string) => Wire> = {
    chat: (baseUrl) => createChatWire({ baseUrl }),
    anthropic: (baseUrl) => createAnthropicWire({ baseUrl, key: "k" }),
  };
  test.each(["chat", "anthropic"])("%s", async (name) => {
    provider.answer((response, { body }) => {
      if (!("temperature" in body)) return sendEvents(response, done[name]!);
      const message = "`temperature` may only be set to 1 when thinking is enabled, or with this model not at all.";
      response.writeHead(400, { "content-type": "application/json" }).end(JSON.stringify({ error: { message } }));
    });
    const model = createWireModel(create[name]!(provider.url), { ...defaultLimits, retryBaseMs: 1 });
    const request = { model: "claude-opus-4-1", temperature: 0.2, maxOutputTokens: 50 };
    expect(await ask(model, request)).toMatchObject({ text: "Fine.", end: { reason: "stop" } });
    await ask(model, request);
    expect(provider.asked.map(({ body }) => "temperature" in body)).toEqual([true, false, false]);
    expect(provider.asked[1]!.body.max_tokens).toBe(50);
  });
});
