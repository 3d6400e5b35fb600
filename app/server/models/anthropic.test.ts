/* The requests sent to Anthropic, and what of an answer is returned in the next step. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { ask, files, lookUp, nextStep } from "#test/ask.ts";
import { sendEvents, startProvider, type Provider } from "#test/provider.ts";
import { createAnthropicWire } from "./anthropic.ts";
import type { ModelMessage, ModelRequest } from "./model.ts";
import { createWireModel, defaultLimits } from "./wire-model.ts";

let provider: Provider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.stop());

const limits = { ...defaultLimits, firstByteMs: 20_000, silenceMs: 20_000, retries: 0 };
const anthropic = () => createWireModel(createAnthropicWire({ baseUrl: `${provider.url}/v1/`, key: "secret" }), limits);
const body = (nth = 0) => provider.asked[nth]!.body;
const stop = [{ type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 3 } }, { type: "message_stop" }];
const asking = (more: Partial<ModelRequest>) => {
  provider.answer((response) => sendEvents(response, stop));
  return ask(anthropic(), { model: "claude-sonnet-5-5", ...more });
};

test("address, key, cached instructions, files, tools", async () => {
  await asking({ messages: [files], tools: [lookUp] });
  expect(provider.asked[0]!.url).toBe("/v1/messages");
  expect(provider.asked[0]!.headers).toMatchObject({ "x-api-key": "secret", "anthropic-version": "2023-06-01" });
  expect(body()).toMatchObject({
    system: [{ type: "text", text: "Answer in one sentence.", cache_control: { type: "ephemeral" } }],
    max_tokens: 32_000,
    stream: true,
    tools: [{ name: "getInformation", input_schema: lookUp.inputSchema }],
    messages: [
      {
        role: "user",
        content: [
          { type: "text", text: "Look" },
          { type: "image", source: { type: "base64", media_type: "image/png", data: "aGk=" } },
          { type: "document", title: "b.pdf", source: { type: "base64", media_type: "application/pdf", data: "aGk=" } },
          { type: "text", text: expect.stringContaining('cannot read: "c.docx"') },
        ],
      },
    ],
  });
});

test.each<[string, ModelRequest["reasoningEffort"], object]>([
  ["claude-sonnet-5-5", undefined, { thinking: { type: "adaptive", display: "summarized" } }],
  ["claude-sonnet-5-5", "high", { thinking: { type: "adaptive", display: "summarized" }, output_config: { effort: "high" } }],
  ["claude-sonnet-5-5", "off", { thinking: { type: "between_tools" } }],
  ["claude-haiku-5-5", "off", { thinking: { type: "disabled" } }],
  ["claude-opus-5-5", "off", { thinking: { type: "adaptive", display: "summarized" }, output_config: { effort: "low" } }],
  ["claude-fable-5-2", "off", { thinking: { type: "adaptive", display: "summarized" }, output_config: { effort: "low" } }],
  ["claude-opus-4-1", "medium", { thinking: { type: "enabled", budget_tokens: 10_000 } }],
  ["claude-opus-4-1", undefined, { thinking: undefined }],
  ["claude-opus-4-1", "off", { thinking: undefined }],
])("thinking of %s at %s", async (model, reasoningEffort, expected) => {
  await asking({ model, ...(reasoningEffort === undefined ? {} : { reasoningEffort }) });
  expect({ thinking: body()["thinking"], output_config: body()["output_config"] }).toEqual({
    output_config: undefined,
    ...expected,
  });
});

test.each([
  ["claude-opus-5-5", "off", 2400],
  ["claude-haiku-5-5", "off", 400],
  ["claude-sonnet-5-5", "off", 400],
  ["claude-opus-4-1", "off", 400],
  ["claude-opus-4-1", "high", 32_400],
] as const)("a limit is meant for what is said: %s at %s gets %i", async (model, reasoningEffort, limit) => {
  await asking({ model, reasoningEffort, maxOutputTokens: 400 });
  expect(body()).toMatchObject({ max_tokens: limit });
});

test("a tool that must be called: by choice where that is allowed, else in words", async () => {
  await asking({ model: "claude-opus-4-1", tools: [lookUp], requiredTool: "getInformation", reasoningEffort: "high" });
  expect(body()).toMatchObject({ tool_choice: { type: "tool", name: "getInformation" } });
  expect(body()).not.toHaveProperty("thinking");
  await asking({ tools: [lookUp], requiredTool: "getInformation" });
  expect(body()).not.toHaveProperty("tool_choice");
  expect(body()["system"]).toMatchObject([{}, { text: "Call the tool getInformation now, before you answer." }]);
});

test("calls of the past keep their tools, even when none may be called any more", async () => {
  const call = { type: "tool-call" as const, id: "t1", name: "getInformation", input: {} };
  const messages: ModelMessage[] = [
    { role: "user", parts: [{ type: "text", text: "hi" }] },
    { role: "assistant", parts: [call] },
    { role: "tool", results: [{ id: "t1", name: "getInformation", output: "" }] },
  ];
  await asking({ messages, tools: [] });
  expect(body()).toMatchObject({ tools: [{ name: "getInformation" }], tool_choice: { type: "none" } });
  await asking({ tools: [] });
  expect(body()).not.toHaveProperty("tools");
  expect(body()).not.toHaveProperty("tool_choice");
});

test("signed thinking goes back unchanged within the turn, to the model that signed it, and no further", async () => {
  provider.answer((response) =>
    sendEvents(response, [
      { type: "content_block_start", index: 0, content_block: { type: "thinking", thinking: "", signature: "" } },
      { type: "content_block_delta", index: 0, delta: { type: "thinking_delta", thinking: "I must look." } },
      { type: "content_block_delta", index: 0, delta: { type: "signature_delta", signature: "sig==" } },
      { type: "content_block_stop", index: 0 },
      { type: "content_block_start", index: 1, content_block: { type: "redacted_thinking", data: "blob==" } },
      { type: "content_block_stop", index: 1 },
      { type: "content_block_start", index: 2, content_block: { type: "tool_use", id: "t1", name: "getInformation", input: {} } },
      { type: "content_block_stop", index: 2 },
      { type: "message_delta", delta: { stop_reason: "tool_use" }, usage: { output_tokens: 9 } },
      { type: "message_stop" },
    ]),
  );
  const { events, end } = await ask(anthropic(), { model: "claude-sonnet-5-5", tools: [lookUp] });
  expect(end).toEqual({ reason: "tool-calls" });
  const messages = nextStep(events);
  const call = { type: "tool_use", id: "t1", name: "getInformation", input: {} };

  await asking({ messages });
  expect(body()["messages"]).toMatchObject([
    {},
    {
      role: "assistant",
      content: [
        { type: "thinking", thinking: "I must look.", signature: "sig==" },
        { type: "redacted_thinking", data: "blob==" },
        call,
      ],
    },
    { role: "user", content: [{ type: "tool_result", tool_use_id: "t1", content: '{"found":1}' }] },
  ]);
  await asking({ messages, model: "claude-opus-5-5" });
  expect(body()["messages"]).toMatchObject([{}, { content: [call] }, {}]);
  await asking({ messages: [...messages, { role: "user", parts: [{ type: "text", text: "And now?" }] }] });
  expect(body()["messages"]).toMatchObject([{}, { content: [call] }, {}, {}]);
});

test("tokens read from the cache are part of the input", async () => {
  provider.answer((response) =>
    sendEvents(response, [
      {
        type: "message_start",
        message: { usage: { input_tokens: 10, cache_read_input_tokens: 100, cache_creation_input_tokens: 5, output_tokens: 1 } },
      },
      {
        type: "message_delta",
        delta: { stop_reason: "end_turn" },
        usage: { input_tokens: null, output_tokens: 42, output_tokens_details: { thinking_tokens: 30 } },
      },
      { type: "message_stop" },
    ]),
  );
  const { events } = await ask(anthropic());
  expect(events).toEqual([
    { kind: "usage", inputTokens: 115, outputTokens: 42, cachedInputTokens: 100, cacheWriteTokens: 5, reasoningTokens: 30 },
  ]);
});

test.each([
  ["max_tokens", "length"],
  ["model_context_window_exceeded", "length"],
  ["refusal", "filtered"],
  ["stop_sequence", "stop"],
])("%s ends as %s", async (stop_reason, reason) => {
  provider.answer((response) =>
    sendEvents(response, [{ type: "message_delta", delta: { stop_reason } }, { type: "message_stop" }]),
  );
  expect((await ask(anthropic())).end).toEqual({ reason });
});

test("thinking that no longer fits its conversation is left away, for this question only", async () => {
  provider.answer((response, _asked, nth) => {
    if (nth > 1) return sendEvents(response, stop);
    response.writeHead(400).end(
      JSON.stringify({
        type: "error",
        error: { type: "invalid_request_error", message: "Invalid `signature` in `thinking` block" },
      }),
    );
  });
  const model = anthropic();
  const parts = [
    { type: "reasoning" as const, text: "x", signature: "claude-sonnet-5-5\nsig==" },
    { type: "tool-call" as const, id: "t", name: "n", input: {} },
  ];
  const messages: ModelMessage[] = [
    { role: "user", parts: [{ type: "text", text: "hi" }] },
    { role: "assistant", parts },
    { role: "tool", results: [{ id: "t", name: "n", output: "" }] },
  ];
  await ask(model, { model: "claude-sonnet-5-5", messages });
  await ask(model, { model: "claude-sonnet-5-5", messages });
  expect(provider.asked.map((asked) => JSON.stringify(asked.body).includes("sig=="))).toEqual([true, false, true]);
});

test("work begun without thinking is gone on with without it, where the model demands that it had begun with it", async () => {
  provider.answer((response, _asked, nth) => {
    if (nth > 1) return sendEvents(response, stop);
    const message = "messages.1.content.0.type: Expected `thinking` or `redacted_thinking`, but found `tool_use`.";
    response.writeHead(400).end(JSON.stringify({ type: "error", error: { type: "invalid_request_error", message } }));
  });
  const messages: ModelMessage[] = [
    { role: "user", parts: [{ type: "text", text: "hi" }] },
    { role: "assistant", parts: [{ type: "tool-call", id: "t", name: "n", input: {} }] },
    { role: "tool", results: [{ id: "t", name: "n", output: "" }] },
  ];
  const { end } = await ask(anthropic(), { model: "claude-opus-4-1", reasoningEffort: "high", messages });
  expect(end).toEqual({ reason: "stop" });
  expect(provider.asked.map((asked) => "thinking" in asked.body)).toEqual([true, false]);
});
