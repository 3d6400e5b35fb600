/*
 * Builds a `Model` from a wire, which defines a provider's requests and events. Shared here:
 * broken events, retries before anything of the answer is shown, error mapping, and retrying with
 * fewer options if a server rejects one it can do without.
 */
import { answerLimits } from "#core/chat/answer-limits.ts";
import type { ProblemCode } from "#core/workspace/problem.ts";
import type { Model, ModelEnd, ModelEvent, ModelRequest } from "./model.ts";
import { usageOf, Written } from "./estimated-usage.ts";
import { readEventStream, type StreamEnd, type StreamLimits } from "./event-stream.ts";
import { isLoose, parseJson, type Loose } from "./json-fields.ts";
import { refusalOfResponse, type Refusal } from "./refusal.ts";

export type Wire = {
  /** `without`: options this server has rejected before. */
  open(request: ModelRequest, onEvent: (event: ModelEvent) => void, without: ReadonlySet<string>): Exchange;
  /** The option to drop before retrying, if any. Remembered for the model, unless its name starts with "past-". */
  leaveOut?(refusal: Refusal, request: ModelRequest): string | undefined;
};

export type Exchange = { url: URL; headers: Record<string, string>; body: unknown; reader: WireReader };

export type WireReader = {
  /** True when the answer is complete. */
  read(event: Loose): boolean;
  /** How the answer ended, or undefined if the stream broke off. `sawDone`: the stream's final line arrived. */
  end(sawDone: boolean): ModelEnd | Refusal | undefined;
  usage(): Extract<ModelEvent, { kind: "usage" }> | undefined;
};

/** Providers count reasoning as output; limits set here are for visible text. */
const roomToReason = { off: 2000, low: 4000, medium: 12_000, high: 32_000 } as const;

/** The limit as sent, for reasoning and other models. */
export function outputLimit({ maxOutputTokens, reasoningEffort }: ModelRequest, reasons: boolean): number | undefined {
  if (maxOutputTokens === undefined || !reasons) return maxOutputTokens;
  return maxOutputTokens + roomToReason[reasoningEffort ?? "medium"];
}

/** Many newer models control sampling themselves and reject these options. */
export function refusesSampling({ said }: Refusal, { temperature, topP }: ModelRequest): boolean {
  return (temperature !== undefined || topP !== undefined) && /temperature|top_?p\b/i.test(said);
}

export type ModelLimits = StreamLimits & {
  /** Retries before anything of the answer has been shown. */
  retries: number;
  /** The first pause; doubles with each retry. */
  retryBaseMs: number;
  /** If a provider asks for a longer pause, give up. */
  maxRetrySeconds: number;
};

export const defaultLimits: ModelLimits = {
  connectMs: 10_000,
  firstByteMs: 300_000,
  silenceMs: 120_000,
  maxEventLength: answerLimits.eventCharacters,
  retries: 3,
  retryBaseMs: 500,
  maxRetrySeconds: 30,
};

/** Single broken events are skipped; this many in a row end the answer. */
const maxBrokenInRow = 5;
const maxLeftOut = 4;

export function createWireModel(wire: Wire, limits: ModelLimits): Model {
  // Per model: the same server may have one that supports tools and one that doesn't.
  const leftOut = new Map<string, ReadonlySet<string>>();

  async function ask(request: ModelRequest, onEvent: (event: ModelEvent) => void, signal: AbortSignal): Promise<ModelEnd> {
    let without = leftOut.get(request.model) ?? new Set<string>();
    for (let attempt = 0; ;) {
      const outcome = await askOnce(wire, request, onEvent, without, limits, signal);
      if (signal.aborted) return { reason: "stop" };
      if (!("refusal" in outcome)) return outcome.end;

      const { refusal, hasStarted, isFree } = outcome;
      const lesser = hasStarted ? undefined : wire.leaveOut?.(refusal, request);
      if (lesser !== undefined && !without.has(lesser) && without.size < maxLeftOut) {
        without = new Set([...without, lesser]);
        // A problem with this chat's history doesn't apply to the next chat.
        if (!lesser.startsWith("past-")) leftOut.set(request.model, new Set([...(leftOut.get(request.model) ?? []), lesser]));
        continue;
      }
      if (isFree) continue;
      const seconds = refusal.retryAfterSeconds ?? backoff(attempt, limits);
      const patience = request.patienceSeconds ?? limits.maxRetrySeconds;
      if (hasStarted || !refusal.isRetryable || attempt >= limits.retries || seconds > patience) return problemEnd(refusal);
      attempt++;
      onEvent({ kind: "waiting", code: refusal.code, seconds: Math.ceil(seconds * 10) / 10 });
      await pause(seconds * 1000, signal);
      if (signal.aborted) return { reason: "stop" };
    }
  }
  return { ask };
}

/**
 * `isFree`: a keep-alive connection turned out closed, which says nothing about the provider; the
 * retry uses no attempt and no pause.
 */
type Outcome = { end: ModelEnd } | { refusal: Refusal; hasStarted: boolean; isFree: boolean };

async function askOnce(
  wire: Wire,
  request: ModelRequest,
  onEvent: (event: ModelEvent) => void,
  without: ReadonlySet<string>,
  limits: ModelLimits,
  signal: AbortSignal,
): Promise<Outcome> {
  let hasStarted = false;
  const written = new Written();
  const emit = (event: ModelEvent) => {
    hasStarted = true;
    written.read(event);
    onEvent(event);
  };
  const { url, headers, body, reader } = wire.open(request, emit, without);
  const events = eventsOf(reader);
  const stream = await readEventStream({ url, headers, body: JSON.stringify(body) }, events.take, limits, signal);
  if (stream.kind === "aborted") {
    if (hasStarted) onEvent(usageOf(request, written.text, reader.usage(), false));
    return { end: { reason: "stop" } };
  }

  const end = events.isNonsense() ? undefined : reader.end(events.sawDone());
  const strangeLines = stream.kind === "closed" ? stream.strangeLines : 0;
  const isNonsense = events.isNonsense() || (!hasStarted && events.brokenCount() + strangeLines > 0);
  const outcome = end ?? refusalOfEnd(stream, isNonsense);
  const isWhole = "reason" in outcome && outcome.reason !== "problem";
  const usage = hasStarted ? usageOf(request, written.text, reader.usage(), isWhole) : reader.usage();
  if (usage !== undefined && (hasStarted || "reason" in outcome)) onEvent(usage);
  if ("reason" in outcome) return { end: outcome };
  return { refusal: outcome, hasStarted, isFree: stream.kind === "failed" && stream.staleConnection === true };
}

function eventsOf(reader: WireReader) {
  let broken = 0;
  let brokenInRow = 0;
  let sawDone = false;
  return {
    take(data: string): boolean {
      if (data.startsWith("[DONE]")) {
        sawDone = true;
        return true;
      }
      const event = parseJson(data);
      if (!isLoose(event)) {
        broken++;
        return ++brokenInRow > maxBrokenInRow;
      }
      brokenInRow = 0;
      return reader.read(event);
    },
    sawDone: () => sawDone,
    brokenCount: () => broken,
    isNonsense: () => brokenInRow > maxBrokenInRow,
  };
}

function refusalOfEnd(end: Exclude<StreamEnd, { kind: "aborted" }>, isNonsense: boolean): Refusal {
  if (end.kind === "refused") return refusalOfResponse(end.status, end.headers, end.body, Date.now());
  if (isNonsense) return plain("model-nonsense", false);
  if (end.kind === "closed") return plain("model-cut-off", true);
  switch (end.why) {
    case "unreachable":
      return { ...plain("model-unreachable", isPassing(end.errno)), ...reasonOf(end.errno) };
    case "silent":
      return plain("model-silent", false);
    case "cut-off":
      return plain("model-cut-off", true);
    case "too-long":
      return plain("model-event-too-long", false);
  }
}

function plain(code: ProblemCode, isRetryable: boolean): Refusal {
  return { code, isRetryable, said: "" };
}

/** Waiting doesn't fix an unknown host or a bad certificate. */
function isPassing(errno: string | undefined): boolean {
  return errno !== undefined && ["ECONNREFUSED", "ECONNRESET", "EPIPE", "EAI_AGAIN", "ENETUNREACH", "EHOSTUNREACH"].includes(errno);
}

function reasonOf(errno: string | undefined): { detail?: string } {
  if (errno === "ECONNREFUSED") return { detail: "Nothing listens at its address." };
  if (errno === "ENOTFOUND") return { detail: "Its host name does not exist." };
  if (errno === "ETIMEDOUT") return { detail: "It did not take up the connection in time." };
  if (errno?.includes("CERT") || errno?.includes("SELF_SIGNED")) return { detail: "Its certificate could not be trusted." };
  return {};
}

function problemEnd({ code, detail, retryAfterSeconds }: Refusal): ModelEnd {
  return {
    reason: "problem",
    code,
    ...(detail === undefined ? {} : { detail }),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  };
}

/** Exponential, with jitter so that many chats don't retry at the same moment. */
function backoff(attempt: number, { retryBaseMs }: ModelLimits): number {
  return (Math.min(8000, retryBaseMs * 2 ** attempt) * (0.5 + Math.random() / 2)) / 1000;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(finish, ms);
    function finish(): void {
      clearTimeout(timer);
      signal.removeEventListener("abort", finish);
      resolve();
    }
    signal.addEventListener("abort", finish);
    if (signal.aborted) finish();
  });
}
