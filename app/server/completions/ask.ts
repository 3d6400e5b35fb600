/*
 * A single model request from the API or the playground: who may ask which model, with what
 * limits, and its usage. Only the counts are stored.
 */
import type { AnswerCitation } from "#core/models/answer-citations.ts";
import type { CompletionRequest, FinishReason } from "#core/models/completion.ts";
import type { Usage } from "#core/chat/message.ts";
import { matchesSchema, type JsonSchema } from "#core/models/json-schema.ts";
import { takesAnswerSchema, type ModelRow } from "#core/models/models.ts";
import { isCounted } from "#core/account/plans.ts";
import { modelAccess } from "#core/models/model-access.ts";
import type { Person } from "#core/workspace/policy.ts";
import { problem, type ProblemCode } from "#core/workspace/problem.ts";
import { countTokens, refuseBeyondTokens } from "../data/accounts/plan-usage.ts";
import { longWork } from "../long-work/long-work.ts";
import { usageOf } from "../models/estimated-usage.ts";
import { parseJson } from "../models/json-fields.ts";
import type { Model, ModelEvent, ModelRequest } from "../models/model.ts";
import { secrecyAt } from "../models/secrecy.ts";
import type { Stet } from "../stet.ts";
import { modelRequestOf } from "./model-request.ts";
import { withOwnTools } from "./own-tools.ts";
import { stopSequences } from "./stop-sequences.ts";

/** A streamed piece of an answer. `index` is the call's position in the answer. */
export type Piece =
  | { kind: "text" | "reasoning"; text: string }
  | { kind: "call"; index: number; id: string; name: string }
  | { kind: "arguments"; index: number; text: string };

export type AskedModel = { asked: CompletionRequest; request: ModelRequest; row: ModelRow; model: Model };
export type CompletionEnd = {
  usage: Usage;
  /** The provider didn't report usage: the request was stopped, or it never does. */
  isEstimated: boolean;
} & (
  | { finish: FinishReason; /** One per marker, if sources were sent. */ citations?: readonly AnswerCitation[] }
  | { problem: ProblemCode; detail?: string; retryAfterSeconds?: number }
);

/** Throws a problem if the person, the plan or the request doesn't allow it, before anything is sent. */
export async function prepareCompletion(stet: Stet, me: Person, asked: CompletionRequest): Promise<AskedModel> {
  if (!stet.runs.isAccepting) throw problem("server-stopping");
  const found = await stet.models.find(asked.model, modelAccess(me));
  if ("problem" in found) throw problem(found.problem.code, found.problem.detail);
  const { row, reach } = found;
  if (isCounted(row.id)) await refuseBeyondTokens(me, stet.db);
  const request = modelRequestOf(asked, row.providerModel);
  if (request.answerSchema !== undefined && !takesAnswerSchema(row))
    throw problem("bad-request", `response_format: ${row.name} cannot be held to a JSON schema; choose another model`);
  const { organizationId, userId } = me;
  const model = reach(secrecyAt(stet.db, { organizationId, userId, projectId: null }));
  const isBuiltin = row.provider === "builtin";
  return { asked, request, row, model: isBuiltin ? withOwnTools(model, stet.tools, { me, log: stet.log }) : model };
}

/** Never rejects because of the model. Aborting the signal ends it; what was written until then is counted. */
export async function complete(
  stet: Stet,
  me: Person,
  { asked, request, row, model }: AskedModel,
  onPiece: (piece: Piece) => void,
  signal: AbortSignal,
): Promise<CompletionEnd> {
  const reading = readingOf(asked, onPiece);
  const whole = AbortSignal.any([signal, reading.stopped]);
  const end = await model.ask(request, reading.read, whole);
  reading.close();
  const isUnanswered = end.reason === "problem" && reading.written() === "";
  const usage = reading.usage() ?? (isUnanswered ? nothingUsed : usageOf(request, reading.written(), undefined, true));
  stet.metrics.tokens.inc({ kind: "input" }, usage.inputTokens);
  stet.metrics.tokens.inc({ kind: "output" }, usage.outputTokens);
  await countTokens(me, stet.db, { usage, model: row, about: null }).catch((error: unknown) =>
    stet.log.error({ err: error }, "tokens could not be counted"),
  );
  const counted = { usage, isEstimated: usage.isEstimated === true };
  if (end.reason === "stop" && !whole.aborted && missesSchema(request, reading.text()))
    return { ...counted, problem: "model-nonsense", detail: "The answer is not JSON of the schema that was asked for." };
  if (end.reason !== "problem") {
    const citations = await checkedCitations(stet, me, asked, signal.aborted ? "" : reading.text());
    return { ...counted, finish: finishOf[end.reason], ...(citations && { citations }) };
  }
  const { code, detail, retryAfterSeconds } = end;
  return { ...counted, problem: code, detail, retryAfterSeconds };
}

/** An answer that can't be checked is given without verdicts. */
async function checkedCitations(
  stet: Stet,
  me: Person,
  { sources }: CompletionRequest,
  text: string,
): Promise<AnswerCitation[] | undefined> {
  if (!sources?.length) return undefined;
  return longWork(me, "citationsOf", { text, sources }).catch((error: unknown) => {
    stet.log.error({ err: error }, "citations could not be checked");
    return undefined;
  });
}

/** Smaller servers ignore a format they do not know. */
function missesSchema({ answerSchema }: ModelRequest, text: string): boolean {
  if (answerSchema?.strict !== true) return false;
  const value = parseJson(text);
  return value === undefined || !matchesSchema(value, answerSchema.schema as JsonSchema);
}

const nothingUsed: Usage = { inputTokens: 0, outputTokens: 0 };

const finishOf = { stop: "stop", "tool-calls": "tool_calls", length: "length", filtered: "content_filter" } as const;

function readingOf({ stop }: CompletionRequest, onPiece: (piece: Piece) => void) {
  const stopping = new AbortController();
  const sequences = stopSequences(typeof stop === "string" ? [stop] : (stop ?? []));
  const indexes = new Map<string, number>();
  let usage: Usage | undefined;
  let written = "";
  let text = "";

  function send(piece: Piece): void {
    if (piece.kind === "text") text += piece.text;
    if (piece.kind !== "call") written += piece.text;
    if (piece.kind === "call" || piece.text !== "") onPiece(piece);
  }

  function read(event: ModelEvent): void {
    if (event.kind === "usage") usage = added(usage, event);
    if (stopping.signal.aborted) return;
    if (event.kind === "reasoning") send({ kind: "reasoning", text: event.text });
    if (event.kind === "text") {
      send({ kind: "text", text: sequences.pass(event.text) });
      if (sequences.hasStopped()) stopping.abort();
    }
    if (event.kind === "tool-input-start") {
      send({ kind: "text", text: sequences.rest() });
      if (sequences.hasStopped()) return stopping.abort();
      const index = indexes.size;
      indexes.set(event.id, index);
      send({ kind: "call", index, id: event.id, name: event.name });
    }
    if (event.kind === "tool-input") send({ kind: "arguments", index: indexes.get(event.id) ?? 0, text: event.text });
    if (event.kind === "tool-call" && event.raw.trim() === "") {
      send({ kind: "arguments", index: indexes.get(event.id) ?? 0, text: "{}" });
    }
  }

  return {
    read,
    close: () => send({ kind: "text", text: sequences.rest() }),
    stopped: stopping.signal,
    usage: () => usage,
    written: () => written,
    text: () => text,
  };
}

/** Each step of the built-in editor is a separate model answer. */
function added(before: Usage | undefined, now: Extract<ModelEvent, { kind: "usage" }>): Usage {
  const { inputTokens, outputTokens, reasoningTokens, cachedInputTokens } = now;
  const isEstimated = now.isEstimated ?? before?.isEstimated;
  return {
    inputTokens: inputTokens + (before?.inputTokens ?? 0),
    outputTokens: outputTokens + (before?.outputTokens ?? 0),
    reasoningTokens,
    cachedInputTokens,
    ...(isEstimated && { isEstimated }),
  };
}
