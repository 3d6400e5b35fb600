/*
 * OpenAI's chat completions: the wire of Ollama, llama.cpp, vLLM, LM Studio and most gateways,
 * each with its own dialect. Known dialects: whole tool calls in one piece, without ids or all at
 * index 0; arguments as an object; reasoning in `reasoning_content` or `reasoning`; no [DONE]; no
 * streaming; an error event after a 200.
 */
import type { ModelEnd, ModelEvent, ModelMessage, ModelRequest } from "./model.ts";
import { isLoose, listAt, looseAt, numberAt, parseJson, textAt, type Loose } from "./json-fields.ts";
import { readableFile } from "./model-file.ts";
import { refusalOfEvent, type Refusal } from "./refusal.ts";
import { openSignature, sealSignature } from "./signature.ts";
import { openToolCall, outputText, type OpenToolCall } from "./tool-calls.ts";
import { refusesSampling, type Exchange, type Wire, type WireReader } from "./wire-model.ts";

export type OpenAiConnection = { baseUrl: string; key?: string };

/** For self-hosted servers and gateways. OpenAI's own models work better through openai-responses.ts. */
export function createChatWire(connection: OpenAiConnection): Wire {
  return {
    open: (request, onEvent, without) => openChat(connection, request, onEvent, without, "compatible"),
    leaveOut: leaveOutOfChat,
  };
}

export function openChat(
  { baseUrl, key }: OpenAiConnection,
  request: ModelRequest,
  onEvent: (event: ModelEvent) => void,
  without: ReadonlySet<string>,
  server: "openai" | "compatible",
): Exchange {
  return {
    url: new URL(`${baseUrl.replace(/(?<!\/)\/+$/, "")}/chat/completions`),
    headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
    body: chatBody(request, without, server),
    reader: createChatReader(request.model, onEvent),
  };
}

/** What a smaller server may reject and can do without. A required tool call can't be dropped. */
export function leaveOutOfChat(refusal: Refusal, request: ModelRequest): string | undefined {
  const { status, said } = refusal;
  if (status !== 400 && status !== 422 && status !== 500 && status !== 501) return undefined;
  if (refusesSampling(refusal, request)) return "sampling";
  // A server may support efforts but not "none".
  if (/think|reasoning|effort/i.test(said)) return request.reasoningEffort === "off" ? "effort-off" : "effort";
  if (/tool_choice/i.test(said) && request.requiredTool !== undefined) return "tool-choice";
  const mustCall = request.requiredTool !== undefined || request.toolChoice === "required";
  if (/\btools?\b|function call/i.test(said) && request.tools.length > 0 && !mustCall) return "tools";
  if (/stream_options|include_usage/i.test(said)) return "stream-options";
  return undefined;
}

function chatBody(request: ModelRequest, without: ReadonlySet<string>, server: "openai" | "compatible"): object {
  const hasTools = request.tools.length > 0 && !without.has("tools");
  const asked = request.reasoningEffort;
  const effort = without.has(asked === "off" ? "effort-off" : "effort") ? undefined : asked;
  const limit = request.maxOutputTokens;
  return {
    model: request.model,
    messages: [
      ...(request.instructions === "" ? [] : [{ role: "system", content: request.instructions }]),
      ...request.messages.flatMap((message) => chatMessages(message, server)),
    ],
    stream: true,
    ...(without.has("stream-options") ? {} : { stream_options: { include_usage: true } }),
    ...(hasTools
      ? { tools: request.tools.map(({ name, description, inputSchema }) => chatTool(name, description, inputSchema)) }
      : {}),
    ...(hasTools ? toolChoice(request, without) : {}),
    ...(without.has("sampling") ? {} : { temperature: request.temperature, top_p: request.topP }),
    // Older servers only support the old name; OpenAI's reasoning models reject it.
    ...(limit === undefined ? {} : server === "openai" ? { max_completion_tokens: limit } : { max_tokens: limit }),
    ...(effort === undefined ? {} : { reasoning_effort: effort === "off" ? "none" : effort }),
    ...(request.answerSchema === undefined ? {} : { response_format: { type: "json_schema", json_schema: request.answerSchema } }),
  };
}

function chatTool(name: string, description: string, parameters: object): object {
  return { type: "function", function: { name, description, parameters } };
}

function toolChoice({ requiredTool, toolChoice }: ModelRequest, without: ReadonlySet<string>): object {
  if (requiredTool === undefined) return toolChoice === undefined ? {} : { tool_choice: toolChoice };
  return { tool_choice: without.has("tool-choice") ? "required" : { type: "function", function: { name: requiredTool } } };
}

function chatMessages(message: ModelMessage, server: "openai" | "compatible"): object[] {
  switch (message.role) {
    case "user":
      return [{ role: "user", content: userContent(message.parts, server) }];
    case "assistant":
      return assistantMessage(message.parts);
    case "tool":
      return message.results.map(({ id, output }) => ({ role: "tool", tool_call_id: id, content: outputText(output) }));
  }
}

type UserParts = Extract<ModelMessage, { role: "user" }>["parts"];
type AssistantParts = Extract<ModelMessage, { role: "assistant" }>["parts"];

function userContent(parts: UserParts, server: "openai" | "compatible"): unknown {
  // Many servers accept only a plain string, so send one whenever possible.
  if (parts.every((part) => part.type === "text")) return parts.map((part) => part.text).join("\n\n");
  return parts.map((part) => {
    if (part.type === "text") return { type: "text", text: part.text };
    const file = readableFile(part, server);
    if (file.kind === "image") return { type: "image_url", image_url: { url: file.dataUrl } };
    if (file.kind === "pdf") return { type: "file", file: { filename: file.name, file_data: file.dataUrl } };
    return { type: "text", text: file.text };
  });
}

function assistantMessage(parts: AssistantParts): object[] {
  const text = parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("");
  const calls = parts.flatMap((part) => (part.type === "tool-call" ? [part] : []));
  if (text === "" && calls.length === 0) return [];
  // Some reasoning models lose track in a tool loop unless their reasoning is returned; others reject the field.
  const reasoning = calls.length === 0 ? "" : reasoningToReturn(parts);
  return [
    {
      role: "assistant",
      content: text === "" && calls.length > 0 ? null : text,
      ...(reasoning === "" ? {} : { reasoning_content: reasoning }),
      ...(calls.length === 0 ? {} : { tool_calls: calls.map(({ id, name, input }) => chatCall(id, name, input)) }),
    },
  ];
}

function chatCall(id: string, name: string, input: unknown): object {
  return { id, type: "function", function: { name, arguments: JSON.stringify(input ?? {}) } };
}

/** The server sent reasoning in this field, so it accepts it back. */
const returnedField = "reasoning_content";

function reasoningToReturn(parts: AssistantParts): string {
  const ours = parts.filter((part) => part.type === "reasoning" && openSignature(returnedField, part.signature) !== undefined);
  return ours.map((part) => (part.type === "reasoning" ? part.text : "")).join("");
}

type Reading = {
  readonly model: string;
  readonly onEvent: (event: ModelEvent) => void;
  readonly calls: ReturnType<typeof createCallList>;
  /** Reasoning arrived in a field that the server accepts back, and isn't marked as such yet. */
  isUnsealed: boolean;
  finish?: string;
  refusal?: Refusal;
  usage?: ReturnType<WireReader["usage"]>;
};

function createChatReader(model: string, onEvent: (event: ModelEvent) => void): WireReader {
  const reading: Reading = { model, onEvent, calls: createCallList(onEvent), isUnsealed: false };
  return {
    read: (event) => readEvent(reading, event),
    end(sawDone) {
      if (reading.refusal !== undefined) return reading.refusal;
      if (reading.finish === undefined && !sawDone) return undefined;
      reading.calls.close();
      return endOf(reading.finish, reading.calls.count());
    },
    usage: () => reading.usage,
  };
}

function readEvent(reading: Reading, event: Loose): boolean {
  if (event["error"] !== undefined && event["error"] !== null) {
    reading.refusal = refusalOfEvent(isLoose(event["error"]) ? event["error"] : event);
    return true;
  }
  const usage = usageOf(looseAt(event, "usage"));
  if (usage !== undefined) reading.usage = usage;
  const choice = listAt(event, "choices")[0];
  if (!isLoose(choice)) return false;
  const delta = looseAt(choice, "delta") ?? looseAt(choice, "message");
  if (delta !== undefined) readDelta(reading, delta);
  const finish = textAt(choice, "finish_reason");
  if (finish !== undefined) reading.finish = finish;
  // Usage follows in a separate event, so keep reading.
  return false;
}

function readDelta(reading: Reading, delta: Loose): void {
  const own = delta[returnedField];
  const reasoning = typeof own === "string" ? own : delta["reasoning"];
  if (typeof reasoning === "string" && reasoning !== "") {
    reading.isUnsealed = reasoning === own;
    reading.onEvent({ kind: "reasoning", text: reasoning });
  }
  const text = textOf(delta);
  if (text !== "") {
    sealReasoning(reading);
    reading.onEvent({ kind: "text", text });
  }
  if (delta["tool_calls"] === undefined) return;
  sealReasoning(reading);
  for (const call of listAt(delta, "tool_calls")) if (isLoose(call)) reading.calls.read(call);
}

function sealReasoning(reading: Reading): void {
  if (!reading.isUnsealed) return;
  reading.isUnsealed = false;
  reading.onEvent({ kind: "signature", signature: sealSignature(returnedField, reading.model) });
}

/** Usually a string; some servers send a list of parts, and OpenAI has a separate field for refusals. */
function textOf(delta: Loose): string {
  const content = delta["content"];
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return textAt(delta, "refusal") ?? "";
  return content.map((part) => (isLoose(part) ? (textAt(part, "text") ?? "") : "")).join("");
}

function endOf(finish: string | undefined, calls: number): ModelEnd {
  if (finish === "length") return { reason: "length" };
  if (finish === "content_filter") return { reason: "filtered" };
  // Some servers end a tool call with "stop".
  return { reason: calls > 0 ? "tool-calls" : "stop" };
}

/** Assigns pieces to calls: by index, unless a new id or name says otherwise. */
function createCallList(onEvent: (event: ModelEvent) => void) {
  type Entry = { call: OpenToolCall; givenId: string | undefined; raw: string };
  const byIndex = new Map<number, Entry>();
  const all: Entry[] = [];

  function entryFor(index: number | undefined, id: string | undefined, name: string | undefined): Entry | undefined {
    const known = index === undefined ? all.at(-1) : byIndex.get(index);
    const isOther = known !== undefined && id !== undefined && known.givenId !== undefined && id !== known.givenId;
    const isNext = known !== undefined && id === undefined && name !== undefined && parseJson(known.raw) !== undefined;
    if (known !== undefined && !isOther && !isNext) return known;
    if (name === undefined) return known;
    const entry = { call: openToolCall(onEvent, name, id), givenId: id, raw: "" };
    all.push(entry);
    byIndex.set(index ?? all.length - 1, entry);
    return entry;
  }

  return {
    read(piece: Loose): void {
      const made = looseAt(piece, "function");
      const name = textAt(made, "name");
      const entry = entryFor(numberAt(piece, "index"), textAt(piece, "id") || undefined, name === "" ? undefined : name);
      if (entry === undefined) return;
      const given = made?.["arguments"];
      const text = typeof given === "string" ? given : isLoose(given) ? JSON.stringify(given) : "";
      entry.raw += text;
      entry.call.append(text);
    },
    close(): void {
      for (const { call } of all) call.close();
    },
    count: () => all.length,
  };
}

function usageOf(usage: Loose | undefined): ReturnType<WireReader["usage"]> {
  const inputTokens = numberAt(usage, "prompt_tokens");
  const outputTokens = numberAt(usage, "completion_tokens");
  if (inputTokens === undefined || outputTokens === undefined) return undefined;
  const reasoningTokens = numberAt(looseAt(usage, "completion_tokens_details"), "reasoning_tokens");
  const cachedInputTokens = numberAt(looseAt(usage, "prompt_tokens_details"), "cached_tokens");
  return {
    kind: "usage",
    inputTokens,
    outputTokens,
    ...(reasoningTokens === undefined ? {} : { reasoningTokens }),
    ...(cachedInputTokens === undefined ? {} : { cachedInputTokens }),
  };
}
