/*
 * Anthropic's Messages API. Its peculiarities: signed thinking must be returned unchanged within a
 * tool loop, cache points have to be marked, and thinking options differ between model
 * generations.
 */
import type { ModelEnd, ModelEvent, ModelMessage, ModelRequest } from "./model.ts";
import { looseAt, numberAt, textAt, type Loose } from "./json-fields.ts";
import { readableFile } from "./model-file.ts";
import { refusalOfEvent, type Refusal } from "./refusal.ts";
import { openSignature, sealSignature } from "./signature.ts";
import { openToolCall, outputText, type OpenToolCall } from "./tool-calls.ts";
import { outputLimit, refusesSampling, type Exchange, type Wire, type WireReader } from "./wire-model.ts";

export type AnthropicConnection = { baseUrl: string; key: string };

export function createAnthropicWire(connection: AnthropicConnection): Wire {
  return { open: (request, onEvent, without) => openMessages(connection, request, onEvent, without), leaveOut };
}

function leaveOut(refusal: Refusal, request: ModelRequest): string | undefined {
  const { status, said } = refusal;
  if (status !== 400) return undefined;
  if (refusesSampling(refusal, request)) return "sampling";
  if (/tool_choice|forced tool/i.test(said)) return "tool-choice";
  // Models with a thinking budget can't resume, with thinking, work begun without it or by another model.
  if (/expected .?(?:redacted_)?thinking/i.test(said)) return "past-unthought";
  // Signed thinking is bound to its model and conversation; an edited history may invalidate it.
  if (/signature|thinking.*block|block.*thinking/i.test(said)) return "past-thinking";
  // Without the format it would not be what was asked for.
  if (request.answerSchema !== undefined && /format|schema/i.test(said)) return undefined;
  if (/thinking|effort|output_config/i.test(said)) return "thinking";
  return undefined;
}

function openMessages(
  { baseUrl, key }: AnthropicConnection,
  request: ModelRequest,
  onEvent: (event: ModelEvent) => void,
  without: ReadonlySet<string>,
): Exchange {
  const base = baseUrl.replace(/(?<!\/)\/+$/, "").replace(/\/v1$/, "");
  return {
    url: new URL(`${base}/v1/messages`),
    headers: { "x-api-key": key, "anthropic-version": "2023-06-01" },
    body: messagesBody(request, without),
    reader: createMessagesReader(request.model, onEvent),
  };
}

/** The API requires a limit. It covers thinking and answer together, and unused tokens aren't billed. */
const defaultOutputTokens = 32_000;
const thinkingBudgets = { low: 4000, medium: 10_000, high: 24_000 } as const;

/** Up to Claude 4.5, thinking takes a token budget; later models decide for themselves what an effort level means. */
function thinksByBudget(model: string): boolean {
  return /^claude-(3|opus-4(-[0-5])?(-|$)|sonnet-4(-[0-5])?(-|$)|haiku-4)/.test(model);
}

/** What "off" means: most models can disable thinking; the largest always think and can only be limited to little. */
function withoutThinking(model: string): Thinking {
  if (thinksByBudget(model)) return {};
  if (model.startsWith("claude-sonnet-5-5")) return { thinking: { type: "between_tools" } };
  if (/^claude-(fable|mythos|opus-5-)/.test(model)) return { thinking: adaptive, output_config: { effort: "low" } };
  return { thinking: { type: "disabled" } };
}

/** Newer models don't return their thinking unless asked. */
const adaptive = { type: "adaptive", display: "summarized" } as const;

type Thinking = { thinking?: { type: string; display?: string; budget_tokens?: number }; output_config?: { effort: string } };

function isThinking({ thinking }: Thinking): boolean {
  return thinking?.type === "adaptive" || thinking?.type === "enabled";
}

function thinkingFields(
  { model, reasoningEffort, requiredTool, toolChoice }: ModelRequest,
  without: ReadonlySet<string>,
): Thinking {
  if (without.has("thinking")) return {};
  if (reasoningEffort === "off" || without.has("past-unthought")) return withoutThinking(model);
  if (!thinksByBudget(model)) {
    return { thinking: adaptive, ...(reasoningEffort === undefined ? {} : { output_config: { effort: reasoningEffort } }) };
  }
  // With a budget, thinking is off unless requested, and can't be combined with a forced tool.
  if (reasoningEffort === undefined || requiredTool !== undefined || toolChoice === "required") return {};
  return { thinking: { type: "enabled", budget_tokens: thinkingBudgets[reasoningEffort] } };
}

function messagesBody(request: ModelRequest, without: ReadonlySet<string>): object {
  const { model } = request;
  const tools = request.tools.length > 0 ? request.tools : toolsOfPast(request.messages);
  const thinking = thinkingFields(request, without);
  const mayForce = thinksByBudget(model) && !without.has("tool-choice");
  const firstOfTurn = request.messages.findLastIndex((message) => message.role === "user");
  return {
    model,
    max_tokens: outputLimit(request, isThinking(thinking)) ?? defaultOutputTokens,
    stream: true,
    ...system(request.instructions, mayForce ? undefined : callRequest(request)),
    messages: withCacheMarks(
      request,
      request.messages.map((message, at) => wireMessage(message, model, at > firstOfTurn && !without.has("past-thinking"))),
    ),
    ...(tools.length === 0
      ? {}
      : { tools: tools.map(({ name, description, inputSchema }) => ({ name, description, input_schema: inputSchema })) }),
    ...(tools.length === 0 ? {} : toolChoice(request, mayForce)),
    // Thinking has a fixed temperature; otherwise the maximum is 1.
    ...(isThinking(thinking) || without.has("sampling")
      ? {}
      : { temperature: atMostOne(request.temperature), top_p: request.topP }),
    ...thinking,
    ...answerFormat(request, thinking),
  };
}

/** It shares its field with the effort. */
function answerFormat({ answerSchema }: ModelRequest, { output_config: effort }: Thinking): object {
  if (answerSchema === undefined) return {};
  return { output_config: { ...effort, format: { type: "json_schema", schema: answerSchema.schema } } };
}

function atMostOne(temperature: number | undefined): number | undefined {
  return temperature === undefined ? undefined : Math.min(1, temperature);
}

function toolChoice({ tools, requiredTool, toolChoice }: ModelRequest, mayForce: boolean): object {
  if (tools.length === 0 || toolChoice === "none") return { tool_choice: { type: "none" } };
  if (!mayForce) return {};
  if (requiredTool !== undefined) return { tool_choice: { type: "tool", name: requiredTool } };
  return toolChoice === "required" ? { tool_choice: { type: "any" } } : {};
}

/** Newer models reject a forced tool; asking in the prompt works. */
function callRequest({ requiredTool, toolChoice }: ModelRequest): string | undefined {
  if (requiredTool !== undefined) return `Call the tool ${requiredTool} now, before you answer.`;
  return toolChoice === "required" ? "Call one of the tools now, before you answer." : undefined;
}

/** If the history contains calls, tools must be sent even when no more may be called. */
function toolsOfPast(messages: readonly ModelMessage[]): ModelRequest["tools"] {
  const parts = messages.flatMap((message) => (message.role === "assistant" ? message.parts : []));
  const names = new Set(parts.flatMap((part) => (part.type === "tool-call" ? [part.name] : [])));
  return [...names].map((name) => ({ name, description: "No longer at hand.", inputSchema: { type: "object" } }));
}

const ephemeral = { type: "ephemeral" } as const;

/** The instructions are the same in every turn of a chat, so they (and the tools before them) can be cached. */
function system(instructions: string, callRequest: string | undefined): object {
  const blocks: object[] = instructions === "" ? [] : [{ type: "text", text: instructions, cache_control: ephemeral }];
  if (callRequest !== undefined) blocks.push({ type: "text", text: callRequest });
  return blocks.length === 0 ? {} : { system: blocks };
}

/**
 * Marks the prefixes the next request will share: everything so far, and what precedes the
 * question, because facts sent with a question aren't repeated. A single message without tools
 * isn't marked.
 */
function withCacheMarks({ messages, tools }: ModelRequest, sent: WireMessage[][]): WireMessage[] {
  if (messages.length > 1 || tools.length > 0) {
    const question = messages.findLastIndex(({ role }) => role === "user");
    markLast(sent.slice(0, question));
    markLast(sent);
  }
  return sent.flat();
}

function markLast(sent: readonly WireMessage[][]): void {
  const content = sent.flat().at(-1)?.content;
  const at = content?.findLastIndex(({ type }) => !type.endsWith("thinking")) ?? -1;
  if (content !== undefined && at >= 0) content[at] = { ...content[at]!, cache_control: ephemeral };
}

type Block = { type: string; cache_control?: typeof ephemeral; [field: string]: unknown };
type WireMessage = { role: string; content: Block[] };

function wireMessage(message: ModelMessage, model: string, isInThisTurn: boolean): WireMessage[] {
  switch (message.role) {
    case "user":
      return [{ role: "user", content: message.parts.map(userBlock).filter((block) => block !== undefined) }];
    case "assistant": {
      const content = message.parts.flatMap((part) => assistantBlock(part, model, isInThisTurn));
      return content.length === 0 ? [] : [{ role: "assistant", content }];
    }
    case "tool":
      return [{ role: "user", content: message.results.map(resultBlock) }];
  }
}

function userBlock(part: Extract<ModelMessage, { role: "user" }>["parts"][number]): Block | undefined {
  // The API rejects empty text.
  if (part.type === "text") return part.text.trim() === "" ? undefined : { type: "text", text: part.text };
  const file = readableFile(part, "anthropic");
  if (file.kind === "image") return { type: "image", source: { type: "base64", media_type: file.mediaType, data: file.data } };
  if (file.kind === "text") return { type: "text", text: file.text };
  return { type: "document", title: file.name, source: { type: "base64", media_type: "application/pdf", data: file.data } };
}

const redacted = "redacted:";

function assistantBlock(
  part: Extract<ModelMessage, { role: "assistant" }>["parts"][number],
  model: string,
  isInThisTurn: boolean,
): Block[] {
  if (part.type === "text") return part.text.trim() === "" ? [] : [{ type: "text", text: part.text }];
  if (part.type === "tool-call") return [{ type: "tool_use", id: part.id, name: part.name, input: part.input ?? {} }];
  // Thinking of earlier turns may be omitted, and then can't be rejected.
  const signature = isInThisTurn ? openSignature(model, part.signature) : undefined;
  if (signature === undefined) return [];
  if (signature.startsWith(redacted)) return [{ type: "redacted_thinking", data: signature.slice(redacted.length) }];
  return [{ type: "thinking", thinking: part.text, signature }];
}

function resultBlock({ id, output, isError }: Extract<ModelMessage, { role: "tool" }>["results"][number]): Block {
  return { type: "tool_result", tool_use_id: id, content: outputText(output), ...(isError === true ? { is_error: true } : {}) };
}

type Reading = {
  readonly model: string;
  readonly onEvent: (event: ModelEvent) => void;
  call?: OpenToolCall;
  /** The current block has returned some thinking. */
  hasThought: boolean;
  stopReason?: string;
  isStopped: boolean;
  refusal?: Refusal;
  counted: Loose;
};

function createMessagesReader(model: string, onEvent: (event: ModelEvent) => void): WireReader {
  const reading: Reading = { model, onEvent, hasThought: false, isStopped: false, counted: {} };
  return {
    read: (event) => readEvent(reading, event),
    end: () => reading.refusal ?? (reading.isStopped || reading.stopReason !== undefined ? endOf(reading.stopReason) : undefined),
    usage: () => usageOf(reading.counted),
  };
}

function readEvent(reading: Reading, event: Loose): boolean {
  switch (event["type"]) {
    case "content_block_delta":
      readDelta(reading, looseAt(event, "delta"));
      return false;
    case "content_block_start":
      startBlock(reading, looseAt(event, "content_block"));
      return false;
    case "content_block_stop":
      reading.call?.close();
      delete reading.call;
      return false;
    case "message_start":
      reading.counted = { ...looseAt(looseAt(event, "message"), "usage") };
      return false;
    case "message_delta": {
      const stopReason = textAt(looseAt(event, "delta"), "stop_reason");
      if (stopReason !== undefined) reading.stopReason = stopReason;
      reading.counted = { ...reading.counted, ...known(looseAt(event, "usage")) };
      return false;
    }
    case "message_stop":
      reading.isStopped = true;
      return true;
    case "error":
      reading.refusal = refusalOfEvent(looseAt(event, "error") ?? event);
      return true;
    default:
      return false;
  }
}

function startBlock(reading: Reading, block: Loose | undefined): void {
  reading.hasThought = false;
  if (block?.["type"] === "tool_use") {
    reading.call = openToolCall(reading.onEvent, textAt(block, "name") ?? "", textAt(block, "id"));
  }
  if (block?.["type"] === "redacted_thinking") sign(reading, redacted + (textAt(block, "data") ?? ""));
  const text = textAt(block, "text") ?? "";
  if (text !== "") reading.onEvent({ kind: "text", text });
}

function readDelta(reading: Reading, delta: Loose | undefined): void {
  switch (delta?.["type"]) {
    case "text_delta":
      reading.onEvent({ kind: "text", text: textAt(delta, "text") ?? "" });
      return;
    case "thinking_delta":
      reading.hasThought = true;
      reading.onEvent({ kind: "reasoning", text: textAt(delta, "thinking") ?? "" });
      return;
    case "signature_delta":
      sign(reading, textAt(delta, "signature") ?? "");
      return;
    case "input_json_delta":
      reading.call?.append(textAt(delta, "partial_json") ?? "");
  }
}

function sign({ model, onEvent, hasThought }: Reading, signature: string): void {
  // Hidden thinking must be returned too, so it needs a part to be stored with.
  if (!hasThought) onEvent({ kind: "reasoning", text: "" });
  onEvent({ kind: "signature", signature: sealSignature(model, signature) });
}

function endOf(stopReason: string | undefined): ModelEnd {
  switch (stopReason) {
    case "tool_use":
      return { reason: "tool-calls" };
    case "max_tokens":
    case "model_context_window_exceeded":
      return { reason: "length" };
    case "refusal":
      return { reason: "filtered" };
    default:
      return { reason: "stop" };
  }
}

/** The last event repeats some counts as null. */
function known(usage: Loose | undefined): Loose {
  return Object.fromEntries(Object.entries(usage ?? {}).filter(([, value]) => value !== null));
}

function usageOf(counted: Loose): ReturnType<WireReader["usage"]> {
  const fresh = numberAt(counted, "input_tokens");
  const outputTokens = numberAt(counted, "output_tokens");
  if (fresh === undefined || outputTokens === undefined) return undefined;
  // Anthropic's input count excludes cached tokens; ours is the whole prompt.
  const cachedInputTokens = numberAt(counted, "cache_read_input_tokens") ?? 0;
  const written = numberAt(counted, "cache_creation_input_tokens") ?? 0;
  const reasoningTokens = numberAt(looseAt(counted, "output_tokens_details"), "thinking_tokens");
  return {
    kind: "usage",
    inputTokens: fresh + cachedInputTokens + written,
    outputTokens,
    ...(cachedInputTokens === 0 ? {} : { cachedInputTokens }),
    ...(written === 0 ? {} : { cacheWriteTokens: written }),
    ...(reasoningTokens === undefined ? {} : { reasoningTokens }),
  };
}
