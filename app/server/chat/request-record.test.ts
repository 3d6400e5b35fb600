/* The record of what was sent, compared with what each provider's wire carries: text, a picture, a PDF, a file that no
 * model reads, tools, a call and its result. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ProviderId } from "#core/models/models.ts";
import { ask, files, lookUp } from "#test/ask.ts";
import { startProvider, type Provider } from "#test/provider.ts";
import { createAnthropicWire } from "../models/anthropic.ts";
import { createGeminiWire } from "../models/gemini.ts";
import type { ModelMessage } from "../models/model.ts";
import { createChatWire } from "../models/openai-chat.ts";
import { createResponsesWire } from "../models/openai-responses.ts";
import { createWireModel, defaultLimits, type Wire } from "../models/wire-model.ts";
import { recorded, sentMessage, type RecordedStep } from "./request-record.ts";
import { titleByModel } from "./title.ts";

let provider: Provider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.stop());

const messages: ModelMessage[] = [
  files,
  {
    role: "assistant",
    parts: [
      { type: "text", text: "I look it up." },
      { type: "tool-call", id: "c1", name: "getInformation", input: { query: "rent" } },
    ],
  },
  { role: "tool", results: [{ id: "c1", name: "getInformation", output: { found: 1 } }] },
  { role: "user", parts: [{ type: "text", text: "And the deposit?" }] },
];

/** Found in the body whatever the shape: texts, files by their bytes, calls and results. */
function carriedIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(carriedIn);
  if (typeof value !== "object" || value === null) return [];
  const one = value as Record<string, unknown>;
  const data = [
    one["image_url"],
    (one["file"] as Record<string, unknown> | undefined)?.["file_data"],
    one["file_data"],
    one["source"],
    one["inlineData"],
  ].find((given) => given !== undefined);
  if (data !== undefined) return [`file ${/(image\/png|application\/pdf)/.exec(JSON.stringify(data))?.[0]}`];
  const call = (one["function"] ??
    one["functionCall"] ??
    (one["type"] === "tool_use" || one["type"] === "function_call" ? one : undefined)) as Record<string, unknown> | undefined;
  if (call?.["name"] !== undefined) {
    const input = call["arguments"] ?? call["args"] ?? call["input"];
    return [`call ${String(call["name"])} ${typeof input === "string" ? input : JSON.stringify(input)}`];
  }
  const result =
    one["role"] === "tool" || one["type"] === "tool_result" ? one["content"] : (one["output"] ?? one["functionResponse"]);
  if (result !== undefined) return [`result ${/\{\\*"found\\*":1\}/.exec(JSON.stringify(result))?.[0].replaceAll("\\", "")}`];
  if (typeof one["text"] === "string") return [`text ${one["text"]}`];
  if (typeof one["content"] === "string") return [`text ${one["content"]}`, ...carriedIn(one["tool_calls"])];
  return carriedIn(one["content"] ?? one["parts"]);
}

function recordedAs(by: ProviderId, asked: readonly ModelMessage[] = messages): string[] {
  return asked.flatMap((message) =>
    sentMessage(message, by).parts.map((part) => {
      if (part.kind === "file") return `file ${part.mediaType}`;
      if (part.kind === "tool-call") return `call ${part.name} ${part.input}`;
      return part.kind === "tool-result" ? `result ${/\{"found":1\}/.exec(part.text)?.[0]}` : `text ${part.text}`;
    }),
  );
}

const limits = { ...defaultLimits, firstByteMs: 20_000, silenceMs: 20_000, retries: 0 };

const wires: [string, ProviderId, (baseUrl: string) => Wire, model: string][] = [
  ["Anthropic's", "anthropic", (url) => createAnthropicWire({ baseUrl: `${url}/v1/`, key: "k" }), "claude-sonnet-5-5"],
  ["Google's", "google", (url) => createGeminiWire({ baseUrl: `${url}/v1beta`, key: "k" }), "gemini-2.5-flash"],
  ["OpenAI's responses", "openai", (url) => createResponsesWire({ baseUrl: `${url}/v1`, key: "k" }), "gpt-6.2-sol"],
  ["another server's chat completions", "compatible", (url) => createChatWire({ baseUrl: `${url}/v1` }), "local"],
];

/** What was said on the wire, and what it was to be answered by. */
function carried(): { conversation: string[]; instructions: string } {
  const { body } = provider.asked[0]!;
  const conversation = ((body["messages"] ?? body["input"] ?? body["contents"]) as { role?: string }[]).filter(
    ({ role }) => role !== "system",
  );
  const instructions = body["system"] ?? body["instructions"] ?? body["systemInstruction"] ?? body["messages"];
  return { conversation: carriedIn(conversation), instructions: JSON.stringify(instructions) };
}

test.each(wires)("%s wire carries what the record says", async (_, by, wireTo, model) => {
  provider.answer((response) => response.writeHead(400, { "content-type": "application/json" }).end("{}"));
  await ask(createWireModel(wireTo(provider.url), limits), { model, messages, tools: [lookUp] });
  expect(carried().conversation).toEqual(recordedAs(by));
  expect(carried().instructions).toContain("Answer in one sentence.");
  expect(JSON.stringify(provider.asked[0]!.body["tools"])).toContain(JSON.stringify(lookUp.inputSchema).slice(1, -1));
});

test.each(wires)("%s wire carries the request for a title as it is recorded", async (_, by, wireTo, model) => {
  provider.answer((response) => response.writeHead(400, { "content-type": "application/json" }).end("{}"));
  const steps: RecordedStep[] = [];
  const wired = recorded(createWireModel(wireTo(provider.url), limits), steps, "title");
  await titleByModel({ model: wired, providerModel: model }, { question: "What is a quay?", answer: "A place where ships land." });
  expect(steps.map(({ purpose }) => purpose)).toEqual(["title"]);
  const { request } = steps[0]!;
  expect(carried().conversation).toEqual(recordedAs(by, request.messages));
  expect(carried().conversation.join(" ")).toContain("What is a quay?");
  expect(carried().conversation.join(" ")).toContain("A place where ships land.");
  expect(carried().instructions).toContain(JSON.stringify(request.instructions).slice(1, -1));
});
