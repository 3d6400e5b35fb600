/*
 * Google's Gemini, by streamGenerateContent. Its events are whole parts, not deltas: text, a
 * thought, or a complete function call, possibly with a signature that Gemini 3 and later require
 * back.
 */
import type { ModelEnd, ModelEvent, ModelMessage, ModelRequest } from "./model.ts";
import { isLoose, listAt, looseAt, numberAt, textAt, type Loose } from "./json-fields.ts";
import { readableFile } from "./model-file.ts";
import { refusalOfEvent, type Refusal } from "./refusal.ts";
import { openSignature, sealSignature } from "./signature.ts";
import { isAppliedId, openToolCall } from "./tool-calls.ts";
import { outputLimit, refusesSampling, type Exchange, type Wire, type WireReader } from "./wire-model.ts";

export type GeminiConnection = { baseUrl: string; key: string };

export function createGeminiWire(connection: GeminiConnection): Wire {
  return { open: (request, onEvent, without) => openGemini(connection, request, onEvent, without), leaveOut };
}

function leaveOut(refusal: Refusal, request: ModelRequest): string | undefined {
  const { status, said } = refusal;
  if (status !== 400) return undefined;
  if (refusesSampling(refusal, request)) return "sampling";
  if (/thought.?signature/i.test(said)) return "past-signatures";
  if (/thinking|thought/i.test(said)) return "thinking";
  return undefined;
}

function openGemini(
  { baseUrl, key }: GeminiConnection,
  request: ModelRequest,
  onEvent: (event: ModelEvent) => void,
  without: ReadonlySet<string>,
): Exchange {
  const base = baseUrl.replace(/(?<!\/)\/+$/, "").replace(/\/v1(beta)?$/, "");
  return {
    url: new URL(`${base}/v1beta/models/${encodeURIComponent(request.model)}:streamGenerateContent?alt=sse`),
    // In a header, because URLs end up in logs.
    headers: { "x-goog-api-key": key },
    body: geminiBody(request, without),
    reader: createGeminiReader(request.model, onEvent),
  };
}

function geminiBody(request: ModelRequest, without: ReadonlySet<string>): object {
  const { instructions, messages, model, tools, answerSchema } = request;
  const thinking = without.has("thinking") ? undefined : thinkingConfig(model, request.reasoningEffort);
  const limit = outputLimit(request, thinking !== undefined);
  return {
    ...(instructions === "" ? {} : { systemInstruction: { parts: [{ text: instructions }] } }),
    contents: messages.map((message) => content(message, model, without)).filter(({ parts }) => parts.length > 0),
    ...(tools.length === 0 ? {} : { tools: [{ functionDeclarations: tools.map(declaration) }] }),
    ...toolConfig(request),
    generationConfig: {
      ...(limit === undefined ? {} : { maxOutputTokens: limit }),
      ...(without.has("sampling") ? {} : { temperature: request.temperature, topP: request.topP }),
      ...(thinking === undefined ? {} : { thinkingConfig: thinking }),
      ...(answerSchema === undefined ? {} : { responseMimeType: "application/json", responseJsonSchema: answerSchema.schema }),
    },
  };
}

function toolConfig({ tools, requiredTool, toolChoice }: ModelRequest): object {
  if (requiredTool !== undefined)
    return { toolConfig: { functionCallingConfig: { mode: "ANY", allowedFunctionNames: [requiredTool] } } };
  if (toolChoice === undefined || tools.length === 0) return {};
  return { toolConfig: { functionCallingConfig: { mode: toolChoice === "none" ? "NONE" : "ANY" } } };
}

function declaration({ name, description, inputSchema }: ModelRequest["tools"][number]): object {
  return { name, description, parametersJsonSchema: inputSchema };
}

const budgets = { off: 0, low: 2048, medium: 8192, high: 24_576 } as const;

/** Gemini 2.5 takes a token budget; later ones take a level and can't turn thinking off; 2.0 doesn't think. */
function thinkingConfig(model: string, effort: ModelRequest["reasoningEffort"]): object | undefined {
  if (/^gemini-(1|2\.0)/.test(model)) return undefined;
  const includeThoughts = effort !== "off";
  if (effort === undefined) return { includeThoughts };
  if (model.startsWith("gemini-2.5")) return { includeThoughts, thinkingBudget: budgets[effort] };
  return { includeThoughts, thinkingLevel: effort === "off" ? "low" : effort };
}

function content(message: ModelMessage, model: string, without: ReadonlySet<string>): { role: string; parts: object[] } {
  switch (message.role) {
    case "user":
      return { role: "user", parts: message.parts.map(userPart) };
    case "assistant":
      return { role: "model", parts: message.parts.flatMap((part) => modelPart(part, model, without)) };
    case "tool":
      return { role: "user", parts: message.results.map(resultPart) };
  }
}

function userPart(part: Extract<ModelMessage, { role: "user" }>["parts"][number]): object {
  if (part.type === "text") return { text: part.text };
  const file = readableFile(part, "google");
  if (file.kind === "text") return { text: file.text };
  return { inlineData: { mimeType: file.kind === "pdf" ? "application/pdf" : file.mediaType, data: file.data } };
}

/** Documented by Google for calls made by another model, which have no signature. */
const noSignature = "skip_thought_signature_validator";

function modelPart(
  part: Extract<ModelMessage, { role: "assistant" }>["parts"][number],
  model: string,
  without: ReadonlySet<string>,
): object[] {
  if (part.type === "text") return part.text === "" ? [] : [{ text: part.text }];
  if (part.type === "reasoning") return [];
  const functionCall = { ...(isAppliedId(part.id) ? {} : { id: part.id }), name: part.name, args: part.input ?? {} };
  if (/^gemini-(1|2)/.test(model)) return [{ functionCall }];
  const own = without.has("past-signatures") ? undefined : openSignature(model, part.signature);
  // In parallel calls only the first is signed; our marker says that the others need no signature.
  if (own === unsigned) return [{ functionCall }];
  return [{ functionCall, thoughtSignature: own ?? noSignature }];
}

const unsigned = "-";

function resultPart({ id, name, output, isError }: Extract<ModelMessage, { role: "tool" }>["results"][number]): object {
  const result = isError === true ? { error: output } : isLoose(output) ? output : { result: output };
  return { functionResponse: { ...(isAppliedId(id) ? {} : { id }), name, response: result } };
}

type Reading = {
  readonly model: string;
  readonly onEvent: (event: ModelEvent) => void;
  calls: number;
  finish?: string;
  isBlocked: boolean;
  refusal?: Refusal;
  usage?: ReturnType<WireReader["usage"]>;
};

function createGeminiReader(model: string, onEvent: (event: ModelEvent) => void): WireReader {
  const reading: Reading = { model, onEvent, calls: 0, isBlocked: false };
  return {
    read: (event) => readEvent(reading, event),
    end() {
      if (reading.refusal !== undefined) return reading.refusal;
      if (reading.isBlocked) return { reason: "filtered" };
      return reading.finish === undefined ? undefined : endOf(reading.finish, reading.calls);
    },
    usage: () => reading.usage,
  };
}

function readEvent(reading: Reading, event: Loose): boolean {
  if (event["error"] !== undefined) {
    reading.refusal = refusalOfEvent(looseAt(event, "error") ?? event);
    return true;
  }
  const usage = usageOf(looseAt(event, "usageMetadata"));
  if (usage !== undefined) reading.usage = usage;
  reading.isBlocked ||= textAt(looseAt(event, "promptFeedback"), "blockReason") !== undefined;
  const candidate = listAt(event, "candidates")[0];
  if (!isLoose(candidate)) return false;
  for (const part of listAt(looseAt(candidate, "content"), "parts")) if (isLoose(part)) readPart(reading, part);
  const finish = textAt(candidate, "finishReason");
  if (finish !== undefined) reading.finish = finish;
  // There is no final line; the stream just closes, and token counts may still follow.
  return false;
}

function readPart(reading: Reading, part: Loose): void {
  const { model, onEvent } = reading;
  const functionCall = looseAt(part, "functionCall");
  if (functionCall === undefined) {
    const text = textAt(part, "text") ?? "";
    if (text !== "") onEvent({ kind: part["thought"] === true ? "reasoning" : "text", text });
    return;
  }
  reading.calls++;
  const call = openToolCall(onEvent, textAt(functionCall, "name") ?? "", textAt(functionCall, "id"));
  call.append(JSON.stringify(looseAt(functionCall, "args") ?? {}));
  call.close(sealSignature(model, textAt(part, "thoughtSignature") ?? unsigned));
}

function endOf(finish: string, calls: number): ModelEnd | Refusal {
  switch (finish) {
    case "STOP":
    case "FINISH_REASON_UNSPECIFIED":
      return { reason: calls > 0 ? "tool-calls" : "stop" };
    case "MAX_TOKENS":
      return { reason: "length" };
    case "MALFORMED_FUNCTION_CALL":
    case "UNEXPECTED_TOOL_CALL":
      // On retry it usually makes a valid call.
      return {
        code: "model-nonsense",
        detail: "It tried to call a tool in a way that cannot be read.",
        isRetryable: true,
        said: "",
      };
    default:
      // SAFETY, RECITATION, BLOCKLIST, PROHIBITED_CONTENT, SPII, LANGUAGE, and any future filters.
      return { reason: "filtered" };
  }
}

function usageOf(usage: Loose | undefined): ReturnType<WireReader["usage"]> {
  const inputTokens = numberAt(usage, "promptTokenCount");
  if (inputTokens === undefined) return undefined;
  const reasoningTokens = numberAt(usage, "thoughtsTokenCount");
  const cachedInputTokens = numberAt(usage, "cachedContentTokenCount");
  return {
    kind: "usage",
    inputTokens,
    // Thoughts are billed as output but counted separately.
    outputTokens: (numberAt(usage, "candidatesTokenCount") ?? 0) + (reasoningTokens ?? 0),
    ...(reasoningTokens === undefined ? {} : { reasoningTokens }),
    ...(cachedInputTokens === undefined ? {} : { cachedInputTokens }),
  };
}
