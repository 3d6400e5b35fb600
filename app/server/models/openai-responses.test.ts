/* The requests sent to OpenAI, and what of an answer is returned in the next step. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { ask, files, lookUp, nextStep } from "#test/ask.ts";
import { sendEvents, startProvider, type Provider } from "#test/provider.ts";
import { createResponsesWire } from "./openai-responses.ts";
import type { ModelRequest } from "./model.ts";
import { createWireModel, defaultLimits } from "./wire-model.ts";

let provider: Provider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.stop());

const limits = { ...defaultLimits, firstByteMs: 20_000, silenceMs: 20_000, retries: 0 };
const openai = () => createWireModel(createResponsesWire({ baseUrl: `${provider.url}/v1`, key: "secret" }), limits);
const body = (nth = 0) => provider.asked[nth]!.body;
const stop = [{ type: "response.completed", response: { usage: { input_tokens: 1, output_tokens: 2 } } }];
const asking = (more: Partial<ModelRequest>) => {
  provider.answer((response) => sendEvents(response, stop));
  return ask(openai(), { model: "gpt-6.2-sol", ...more });
};

test("nothing is kept at the provider; files, tools, the tool that must be called", async () => {
  await asking({
    messages: [files],
    tools: [lookUp],
    requiredTool: "getInformation",
    maxOutputTokens: 50,
    reasoningEffort: "medium",
  });
  expect(provider.asked[0]!.url).toBe("/v1/responses");
  expect(provider.asked[0]!.headers.authorization).toBe("Bearer secret");
  expect(body()).toEqual({
    model: "gpt-6.2-sol",
    instructions: "Answer in one sentence.",
    stream: true,
    store: false,
    stream_options: { include_obfuscation: false },
    reasoning: { effort: "medium", summary: "auto" },
    include: ["reasoning.encrypted_content"],
    tools: [
      {
        type: "function",
        name: "getInformation",
        description: lookUp.description,
        parameters: lookUp.inputSchema,
        strict: false,
      },
    ],
    tool_choice: { type: "function", name: "getInformation" },
    max_output_tokens: 12_050,
    input: [
      {
        role: "user",
        content: [
          { type: "input_text", text: "Look" },
          { type: "input_image", image_url: "data:image/png;base64,aGk=" },
          { type: "input_file", filename: "b.pdf", file_data: "data:application/pdf;base64,aGk=" },
          { type: "input_text", text: expect.stringContaining('cannot read: "c.docx"') },
        ],
      },
    ],
  });
});

test("a limit is meant for what is said: reasoning gets room of its own, where there is any", async () => {
  await asking({ model: "gpt-6.2-sol", maxOutputTokens: 400, reasoningEffort: "off" });
  expect(body()).toMatchObject({ max_output_tokens: 2400 });
  await asking({ model: "gpt-4", maxOutputTokens: 400, reasoningEffort: "off" });
  expect(body()).toMatchObject({ max_output_tokens: 400 });
});

test.each<[string, unknown]>([
  ["gpt-6.2-sol", "low"],
  ["gpt-6-luna", "none"],
  ["gpt-5.6-terra", "none"],
  ["gpt-5", "minimal"],
  ["gpt-5-mini", "minimal"],
  ["o3", "low"],
  ["gpt-4", undefined],
])("the least that %s can reason is %s", async (model, effort) => {
  await asking({ model, reasoningEffort: "off" });
  expect((body()["reasoning"] as { effort?: string } | undefined)?.effort).toBe(effort);
});

test("encrypted reasoning goes back with its summary, to the model that made it", async () => {
  provider.answer((response) =>
    sendEvents(response, [
      { type: "response.output_item.added", output_index: 0, item: { type: "reasoning", id: "rs_1" } },
      { type: "response.reasoning_summary_part.added", output_index: 0 },
      { type: "response.reasoning_summary_text.delta", output_index: 0, delta: "First." },
      { type: "response.output_item.done", output_index: 0, item: { type: "reasoning", id: "rs_1", encrypted_content: "enc==" } },
      {
        type: "response.output_item.added",
        output_index: 1,
        item: { type: "function_call", call_id: "c1", name: "getInformation" },
      },
      { type: "response.function_call_arguments.delta", output_index: 1, delta: '{"query":"a"}' },
      {
        type: "response.output_item.done",
        output_index: 1,
        item: { type: "function_call", call_id: "c1", name: "getInformation", arguments: '{"query":"a"}' },
      },
      ...stop,
    ]),
  );
  const { events, end } = await ask(openai(), { model: "gpt-6.2-sol", tools: [lookUp] });
  expect(end).toEqual({ reason: "tool-calls" });
  const messages = nextStep(events);
  const call = { type: "function_call", call_id: "c1", name: "getInformation", arguments: '{"query":"a"}' };
  await asking({ messages });
  expect(body()["input"]).toMatchObject([
    {},
    { type: "reasoning", id: "rs_1", encrypted_content: "enc==", summary: [{ type: "summary_text", text: "First." }] },
    call,
    { type: "function_call_output", call_id: "c1", output: '{"found":1}' },
  ]);
  await asking({ messages, model: "gpt-6-luna" });
  expect(body()["input"]).toMatchObject([{}, call, {}]);
  await asking({ messages: [...messages, { role: "user", parts: [{ type: "text", text: "And now?" }] }] });
  expect(body()["input"]).toMatchObject([{}, call, {}, {}]);
});

test("a gateway that knows only chat completions is asked so, then and later", async () => {
  provider.answer((response, asked) => {
    if (asked.url.endsWith("/responses")) return response.writeHead(404).end("Not Found");
    sendEvents(response, [{ choices: [{ delta: { content: "By chat." }, finish_reason: "stop" }] }]);
  });
  const model = openai();
  expect((await ask(model, { maxOutputTokens: 9 })).text).toBe("By chat.");
  expect((await ask(model)).text).toBe("By chat.");
  expect(provider.asked.map(({ url }) => url)).toEqual(["/v1/responses", "/v1/chat/completions", "/v1/chat/completions"]);
  expect(body(1)).toMatchObject({ max_completion_tokens: 9 });
});

test("summaries that only verified organizations see are done without", async () => {
  provider.answer((response, asked) => {
    const { summary } = asked.body["reasoning"] as { summary?: string };
    if (summary === undefined) return sendEvents(response, stop);
    response
      .writeHead(400)
      .end(JSON.stringify({ error: { message: "Your organization must be verified to generate reasoning summaries." } }));
  });
  expect((await ask(openai(), { model: "gpt-5" })).end).toEqual({ reason: "stop" });
});

test.each<[string, object, object]>([
  [
    "cut short",
    { type: "response.incomplete", response: { incomplete_details: { reason: "max_output_tokens" } } },
    { reason: "length" },
  ],
  [
    "filtered",
    { type: "response.incomplete", response: { incomplete_details: { reason: "content_filter" } } },
    { reason: "filtered" },
  ],
  [
    "failed",
    { type: "response.failed", response: { error: { code: "server_error", message: "broke" } } },
    { reason: "problem", code: "model-overloaded", detail: "broke" },
  ],
  [
    "an error event",
    { type: "error", code: "rate_limit_exceeded", message: "slow" },
    { reason: "problem", code: "model-rate-limited", detail: "slow" },
  ],
  ["nothing: cut off", { type: "response.created" }, { reason: "problem", code: "model-cut-off" }],
])("%s", async (_name, event, end) => {
  provider.answer((response) => sendEvents(response, [event]));
  expect((await ask(openai())).end).toMatchObject(end);
});
