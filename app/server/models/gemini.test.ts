/* The requests sent to Gemini, and what of an answer is returned in the next step. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { ask, files, lookUp, nextStep } from "#test/ask.ts";
import { sendEvents, startProvider, type Provider } from "#test/provider.ts";
import { createGeminiWire } from "./gemini.ts";
import type { ModelRequest } from "./model.ts";
import { createWireModel, defaultLimits } from "./wire-model.ts";

let provider: Provider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.stop());

const limits = { ...defaultLimits, firstByteMs: 20_000, silenceMs: 20_000, retries: 0 };
const gemini = () => createWireModel(createGeminiWire({ baseUrl: provider.url, key: "secret" }), limits);
const body = (nth = 0) => provider.asked[nth]!.body;
const stop = [
  { candidates: [{ content: { parts: [{ text: "ok" }] }, finishReason: "STOP" }], usageMetadata: { promptTokenCount: 7 } },
];
const asking = (more: Partial<ModelRequest>) => {
  provider.answer((response) => sendEvents(response, stop));
  return ask(gemini(), { model: "gemini-3.8-flash", ...more });
};

test("address, key out of the address, instructions, files, tools, the tool that must be called", async () => {
  await asking({ messages: [files], tools: [lookUp], requiredTool: "getInformation", maxOutputTokens: 50 });
  expect(provider.asked[0]!.url).toBe("/v1beta/models/gemini-3.8-flash:streamGenerateContent?alt=sse");
  expect(provider.asked[0]!.headers).toMatchObject({ "x-goog-api-key": "secret" });
  expect(body()).toEqual({
    systemInstruction: { parts: [{ text: "Answer in one sentence." }] },
    contents: [
      {
        role: "user",
        parts: [
          { text: "Look" },
          { inlineData: { mimeType: "image/png", data: "aGk=" } },
          { inlineData: { mimeType: "application/pdf", data: "aGk=" } },
          { text: expect.stringContaining('cannot read: "c.docx"') },
        ],
      },
    ],
    tools: [
      {
        functionDeclarations: [
          { name: "getInformation", description: lookUp.description, parametersJsonSchema: lookUp.inputSchema },
        ],
      },
    ],
    toolConfig: { functionCallingConfig: { mode: "ANY", allowedFunctionNames: ["getInformation"] } },
    generationConfig: { maxOutputTokens: 12_050, thinkingConfig: { includeThoughts: true } },
  });
});

test.each<[string, ModelRequest["reasoningEffort"], unknown]>([
  ["gemini-3.8-flash", "high", { includeThoughts: true, thinkingLevel: "high" }],
  ["gemini-3.8-flash", "off", { includeThoughts: false, thinkingLevel: "low" }],
  ["gemini-2.5-flash", "low", { includeThoughts: true, thinkingBudget: 2048 }],
  ["gemini-2.5-flash", "off", { includeThoughts: false, thinkingBudget: 0 }],
  ["gemini-2.0-flash", "high", undefined],
])("thinking of %s at %s", async (model, reasoningEffort, expected) => {
  await asking({ model, ...(reasoningEffort === undefined ? {} : { reasoningEffort }) });
  expect((body()["generationConfig"] as { thinkingConfig?: unknown }).thinkingConfig).toEqual(expected);
});

test("signatures of calls go back with their calls, to the model that signed them", async () => {
  provider.answer((response) =>
    sendEvents(response, [
      { candidates: [{ content: { parts: [{ text: "Hm.", thought: true }] } }] },
      {
        candidates: [
          {
            content: {
              parts: [
                { functionCall: { id: "g1", name: "getInformation", args: { query: "a" } }, thoughtSignature: "sig==" },
                { functionCall: { name: "getInformation", args: { query: "b" } } },
              ],
            },
            finishReason: "STOP",
          },
        ],
        usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5, thoughtsTokenCount: 20, cachedContentTokenCount: 4 },
      },
    ]),
  );
  const { events, end, reasoning } = await ask(gemini(), { model: "gemini-3.8-flash", tools: [lookUp] });
  expect({ end, reasoning }).toEqual({ end: { reason: "tool-calls" }, reasoning: "Hm." });
  expect(events.at(-1)).toEqual({ kind: "usage", inputTokens: 10, outputTokens: 25, reasoningTokens: 20, cachedInputTokens: 4 });

  const messages = nextStep(events, "plain text");
  await asking({ messages });
  expect(body()["contents"]).toEqual([
    { role: "user", parts: [{ text: "hello" }] },
    {
      role: "model",
      parts: [
        { functionCall: { id: "g1", name: "getInformation", args: { query: "a" } }, thoughtSignature: "sig==" },
        { functionCall: { name: "getInformation", args: { query: "b" } } },
      ],
    },
    {
      role: "user",
      parts: [
        { functionResponse: { id: "g1", name: "getInformation", response: { result: "plain text" } } },
        { functionResponse: { name: "getInformation", response: { result: "plain text" } } },
      ],
    },
  ]);
  await asking({ messages, model: "gemini-3.5-flash" });
  expect(JSON.stringify(body())).not.toContain("sig==");
  expect(JSON.stringify(body()).match(/skip_thought_signature_validator/g)).toHaveLength(2);
  await asking({ messages, model: "gemini-2.5-flash" });
  expect(JSON.stringify(body())).not.toContain("thoughtSignature");
});

test.each<[string, object, object]>([
  ["SAFETY", { candidates: [{ finishReason: "SAFETY" }] }, { reason: "filtered" }],
  ["a kind of filter we do not know", { candidates: [{ finishReason: "SOMETHING_NEW" }] }, { reason: "filtered" }],
  ["a blocked prompt", { promptFeedback: { blockReason: "PROHIBITED_CONTENT" } }, { reason: "filtered" }],
  ["MAX_TOKENS", { candidates: [{ finishReason: "MAX_TOKENS" }] }, { reason: "length" }],
  [
    "MALFORMED_FUNCTION_CALL",
    { candidates: [{ finishReason: "MALFORMED_FUNCTION_CALL" }] },
    { reason: "problem", code: "model-nonsense" },
  ],
  ["no reason: cut off", { candidates: [{ content: { parts: [{ text: "a" }] } }] }, { reason: "problem", code: "model-cut-off" }],
  [
    "an error in the stream",
    { error: { code: 503, message: "busy", status: "UNAVAILABLE" } },
    { reason: "problem", code: "model-overloaded", detail: "busy" },
  ],
])("%s", async (_name, event, end) => {
  provider.answer((response) => sendEvents(response, [event]));
  expect((await ask(gemini())).end).toMatchObject(end);
});
