/*
 * OpenAI's Responses API: the only one where its reasoning models return reasoning summaries and
 * the newest use tools while reasoning. Nothing is stored at the provider (`store: false`); we
 * keep the encrypted reasoning as a signature.
 *
 * A gateway behind OPENAI_BASE_URL may not support it; this request and all later ones then use
 * chat completions.
 */
import type { ModelEnd, ModelEvent, ModelMessage, ModelRequest } from "./model.ts";
import { isLoose, listAt, looseAt, numberAt, parseJson, textAt, type Loose } from "./json-fields.ts";
import { readableFile } from "./model-file.ts";
import { leaveOutOfChat, openChat, type OpenAiConnection } from "./openai-chat.ts";
import { refusalOfEvent, type Refusal } from "./refusal.ts";
import { openSignature, sealSignature } from "./signature.ts";
import { openToolCall, outputText, type OpenToolCall } from "./tool-calls.ts";
import { outputLimit, type Exchange, type Wire, type WireReader } from "./wire-model.ts";

export function createResponsesWire(connection: OpenAiConnection): Wire {
  return {
    open: (request, onEvent, without) =>
      without.has("responses")
        ? openChat(connection, request, onEvent, without, "openai")
        : openResponses(connection, request, onEvent, without),
    leaveOut,
  };
}

function leaveOut(refusal: Refusal, request: ModelRequest): string | undefined {
  const { status, said } = refusal;
  if ((status === 404 || status === 405 || status === 501) && !/model/i.test(said)) return "responses";
  // Only verified organizations get summaries.
  if (status === 400 && /summary|verified/i.test(said)) return "summary";
  if (status === 400 && /encrypted|reasoning.*item|item.*reasoning/i.test(said)) return "past-reasoning";
  return leaveOutOfChat(refusal, request);
}

function openResponses(
  { baseUrl, key }: OpenAiConnection,
  request: ModelRequest,
  onEvent: (event: ModelEvent) => void,
  without: ReadonlySet<string>,
): Exchange {
  return {
    url: new URL(`${baseUrl.replace(/(?<!\/)\/+$/, "")}/responses`),
    headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
    body: responsesBody(request, without),
    reader: createResponsesReader(request.model, onEvent),
  };
}

/** GPT-4 models don't reason and reject the option. */
function reasons(model: string): boolean {
  return !/^gpt-(3|4)/.test(model);
}

/**
 * The lowest effort a model accepts. "none" came with GPT-5.1 and went with GPT-6.1; before it
 * there was "minimal", or nothing.
 */
function leastEffort(model: string): string {
  if (/^gpt-5(-|$)/.test(model)) return "minimal";
  if (/^gpt-(5\.|6(-|$))/.test(model)) return "none";
  return "low";
}

function responsesBody(request: ModelRequest, without: ReadonlySet<string>): object {
  const { model, tools, requiredTool } = request;
  const limit = outputLimit(request, reasons(model));
  const firstOfTurn = request.messages.findLastIndex((message) => message.role === "user");
  const asked = request.reasoningEffort;
  const effort = without.has(asked === "off" ? "effort-off" : "effort") ? undefined : asked;
  const reasoning = {
    ...(without.has("summary") ? {} : { summary: "auto" }),
    ...(effort === undefined ? {} : { effort: effort === "off" ? leastEffort(model) : effort }),
  };
  return {
    model,
    ...(request.instructions === "" ? {} : { instructions: request.instructions }),
    input: request.messages.flatMap((message, at) =>
      inputItems(message, at > firstOfTurn && !without.has("past-reasoning") ? model : undefined),
    ),
    stream: true,
    store: false,
    ...(reasons(model) ? { reasoning, include: ["reasoning.encrypted_content"] } : {}),
    ...(without.has("stream-options") ? {} : { stream_options: { include_obfuscation: false } }),
    ...(tools.length === 0 || without.has("tools") ? {} : { tools: tools.map(functionTool) }),
    ...(requiredTool === undefined
      ? { tool_choice: tools.length === 0 ? undefined : request.toolChoice }
      : { tool_choice: without.has("tool-choice") ? "required" : { type: "function", name: requiredTool } }),
    ...(without.has("sampling") ? {} : { temperature: request.temperature, top_p: request.topP }),
    ...(limit === undefined ? {} : { max_output_tokens: limit }),
    ...(request.answerSchema === undefined ? {} : { text: { format: { type: "json_schema", ...request.answerSchema } } }),
  };
}

function functionTool({ name, description, inputSchema }: ModelRequest["tools"][number]): object {
  // Strict schemas require every field to be required; ours have optional ones.
  return { type: "function", name, description, parameters: inputSchema, strict: false };
}

/** `model`: whose reasoning is returned with the message. Reasoning of earlier turns is ignored, so it is omitted. */
function inputItems(message: ModelMessage, model: string | undefined): object[] {
  switch (message.role) {
    case "user":
      return [{ role: "user", content: message.parts.map(inputContent) }];
    case "assistant":
      return message.parts.flatMap((part): object[] => {
        if (part.type === "text") return part.text === "" ? [] : [{ role: "assistant", content: part.text }];
        if (part.type === "tool-call") {
          return [{ type: "function_call", call_id: part.id, name: part.name, arguments: JSON.stringify(part.input ?? {}) }];
        }
        const item = model === undefined ? undefined : parseJson(openSignature(model, part.signature) ?? "");
        return isLoose(item) ? [{ type: "reasoning", ...item, summary: summaryOf(part.text) }] : [];
      });
    case "tool":
      return message.results.map(({ id, output }) => ({ type: "function_call_output", call_id: id, output: outputText(output) }));
  }
}

function summaryOf(text: string): object[] {
  return text === "" ? [] : [{ type: "summary_text", text }];
}

function inputContent(part: Extract<ModelMessage, { role: "user" }>["parts"][number]): object {
  if (part.type === "text") return { type: "input_text", text: part.text };
  const file = readableFile(part, "openai");
  if (file.kind === "image") return { type: "input_image", image_url: file.dataUrl };
  if (file.kind === "pdf") return { type: "input_file", filename: file.name, file_data: file.dataUrl };
  return { type: "input_text", text: file.text };
}

type Reading = {
  readonly model: string;
  readonly onEvent: (event: ModelEvent) => void;
  readonly calls: Map<number, OpenToolCall>;
  /** Number of summary parts in the current reasoning. */
  summaryParts: number;
  end?: ModelEnd;
  refusal?: Refusal;
  usage?: ReturnType<WireReader["usage"]>;
};

function createResponsesReader(model: string, onEvent: (event: ModelEvent) => void): WireReader {
  const reading: Reading = { model, onEvent, calls: new Map(), summaryParts: 0 };
  return {
    read: (event) => readEvent(reading, event),
    end: () => reading.refusal ?? reading.end,
    usage: () => reading.usage,
  };
}

function readEvent(reading: Reading, event: Loose): boolean {
  const { onEvent, calls } = reading;
  switch (event["type"]) {
    case "response.output_text.delta":
    case "response.refusal.delta":
      sendText("text", event, onEvent);
      return false;
    case "response.reasoning_summary_text.delta":
    case "response.reasoning_text.delta":
      reading.summaryParts ||= 1;
      sendText("reasoning", event, onEvent);
      return false;
    case "response.reasoning_summary_part.added":
      if (reading.summaryParts++ > 0) onEvent({ kind: "reasoning", text: "\n\n" });
      return false;
    case "response.function_call_arguments.delta":
      calls.get(indexOf(event))?.append(textAt(event, "delta") ?? "");
      return false;
    case "response.output_item.added":
      startItem(reading, indexOf(event), looseAt(event, "item"));
      return false;
    case "response.output_item.done":
      finishItem(reading, indexOf(event), looseAt(event, "item"));
      return false;
    case "response.completed":
    case "response.incomplete":
    case "response.failed":
      return finish(reading, looseAt(event, "response"), String(event["type"]).slice("response.".length));
    case "error":
      reading.refusal = refusalOfEvent(looseAt(event, "error") ?? event);
      return true;
    default:
      return event["object"] === "response" ? readWhole(reading, event) : false;
  }
}

function indexOf(event: Loose): number {
  return numberAt(event, "output_index") ?? 0;
}

function startItem(reading: Reading, index: number, item: Loose | undefined): void {
  if (item?.["type"] === "reasoning") reading.summaryParts = 0;
  if (item?.["type"] !== "function_call" || reading.calls.has(index)) return;
  reading.calls.set(index, openToolCall(reading.onEvent, textAt(item, "name") ?? "", textAt(item, "call_id")));
}

function finishItem(reading: Reading, index: number, item: Loose | undefined): void {
  const { model, onEvent, calls } = reading;
  if (item?.["type"] === "function_call") {
    startItem(reading, index, item);
    calls.get(index)?.close();
  }
  const id = textAt(item, "id");
  const encrypted = textAt(item, "encrypted_content");
  if (item?.["type"] !== "reasoning" || id === undefined || encrypted === undefined) return;
  // Reasoning without a summary must be returned too, so it needs a part to be stored with.
  if (reading.summaryParts === 0) onEvent({ kind: "reasoning", text: "" });
  onEvent({ kind: "signature", signature: sealSignature(model, JSON.stringify({ id, encrypted_content: encrypted })) });
}

function finish(reading: Reading, response: Loose | undefined, status: string): boolean {
  const usage = usageOf(looseAt(response, "usage"));
  if (usage !== undefined) reading.usage = usage;
  const reason = textAt(looseAt(response, "incomplete_details"), "reason");
  if (status === "failed") reading.refusal = refusalOfEvent(looseAt(response, "error") ?? {});
  else if (reason === "content_filter") reading.end = { reason: "filtered" };
  else if (status === "incomplete") reading.end = { reason: "length" };
  else reading.end = { reason: reading.calls.size > 0 ? "tool-calls" : "stop" };
  return true;
}

/** A gateway that doesn't stream returns the whole response. */
function readWhole(reading: Reading, response: Loose): boolean {
  listAt(response, "output").forEach((item, index) => {
    if (!isLoose(item)) return;
    for (const part of listAt(item, "content"))
      if (isLoose(part)) reading.onEvent({ kind: "text", text: textAt(part, "text") ?? "" });
    startItem(reading, index, item);
    reading.calls.get(index)?.append(textAt(item, "arguments") ?? "");
    finishItem(reading, index, item);
  });
  return finish(reading, response, textAt(response, "status") ?? "completed");
}

function sendText(kind: "text" | "reasoning", event: Loose, onEvent: (event: ModelEvent) => void): void {
  const text = event["delta"];
  if (typeof text === "string" && text !== "") onEvent({ kind, text });
}

function usageOf(usage: Loose | undefined): ReturnType<WireReader["usage"]> {
  const inputTokens = numberAt(usage, "input_tokens");
  const outputTokens = numberAt(usage, "output_tokens");
  if (inputTokens === undefined || outputTokens === undefined) return undefined;
  const reasoningTokens = numberAt(looseAt(usage, "output_tokens_details"), "reasoning_tokens");
  const cachedInputTokens = numberAt(looseAt(usage, "input_tokens_details"), "cached_tokens");
  return {
    kind: "usage",
    inputTokens,
    outputTokens,
    ...(reasoningTokens === undefined ? {} : { reasoningTokens }),
    ...(cachedInputTokens === undefined ? {} : { cachedInputTokens }),
  };
}
