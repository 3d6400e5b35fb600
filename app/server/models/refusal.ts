/*
 * Maps provider errors to problem codes. Providers report the same few conditions in many ways: as
 * a status, a code or type in the body, a mid-stream event, or only in a sentence.
 *
 * The provider's message is often the most helpful ("model llama9 not found, try pulling it
 * first"), so it is passed on without anything that could be a key, an address or a whole page.
 */
import type { ProblemCode } from "#core/workspace/problem.ts";
import { isLoose, listAt, looseAt, numberAt, parseJson, textAt, type Loose } from "./json-fields.ts";

export type Refusal = {
  code: ProblemCode;
  /** Absent if the catalog's own message is enough. */
  detail?: string;
  retryAfterSeconds?: number;
  /** The same request may succeed a little later. */
  isRetryable: boolean;
  status?: number;
  /** The provider's raw message, for matching but never shown. */
  said: string;
};

type Headers = { readonly [name: string]: string | string[] | undefined };

export function refusalOfResponse(status: number, headers: Headers, body: string, now: number): Refusal {
  const parsed = parseJson(body);
  // Gemini wraps stream errors in an array.
  const outer: unknown = Array.isArray(parsed) ? parsed[0] : parsed;
  const error = isLoose(outer) ? outer : undefined;
  const said = wordsOf(error) ?? (error === undefined && !body.trimStart().startsWith("<") ? body : "");
  const kind = kindsOf(error).join(" ");
  const code = status >= 300 && status < 400 ? "model-refused" : codeOf(status, kind, said);
  const seconds = retryAfterSeconds(headers, now) ?? retryDelayOf(error);
  const detail = detailOf(code, status, said);
  return {
    code,
    said,
    status,
    isRetryable: (code === "model-rate-limited" || code === "model-overloaded") && !isQuota(kind, said),
    ...(detail === undefined ? {} : { detail }),
    ...(seconds === undefined ? {} : { retryAfterSeconds: seconds }),
  };
}

/** An error sent as a stream event. */
export function refusalOfEvent(error: Loose): Refusal {
  const status = numberAt(error, "code") ?? numberAt(error, "status") ?? numberAt(looseAt(error, "error"), "code");
  const said = wordsOf(error) ?? "";
  const kind = kindsOf(error).join(" ");
  const code = codeOf(status, kind, said);
  const detail = detailOf(code, status, said);
  return {
    code,
    said,
    isRetryable: (code === "model-rate-limited" || code === "model-overloaded") && !isQuota(kind, said),
    ...(status === undefined ? {} : { status }),
    ...(detail === undefined ? {} : { detail }),
  };
}

function codeOf(status: number | undefined, kind: string, said: string): ProblemCode {
  if (/context_length|exceed_context|context_window/i.test(kind) || status === 413 || tellsOfFullContext(said))
    return "model-context-full";
  if (status === 401 || status === 403) return "model-key-refused";
  if (/invalid_api_key|authentication|permission_(denied|error)|API_KEY_INVALID|UNAUTHENTICATED/i.test(kind))
    return "model-key-refused";
  if (isQuota(kind, said)) return "model-refused";
  if (status === 429 || /rate_limit|RESOURCE_EXHAUSTED|too_many_requests/i.test(kind)) return "model-rate-limited";
  if (status !== undefined && status >= 500) return "model-overloaded";
  if (status !== undefined && status >= 300) return "model-refused";
  if (/invalid_request|not_found|INVALID_ARGUMENT|invalid_prompt/i.test(kind)) return "model-refused";
  // An unknown mid-stream error means that the server failed while writing.
  return "model-overloaded";
}

/** A key without credit or a plan without quota: waiting doesn't help, and the provider's message says what does. */
function isQuota(kind: string, said: string): boolean {
  return /insufficient_quota|billing|credit/i.test(kind) || /credit balance|check your plan and billing/i.test(said);
}

function tellsOfFullContext(said: string): boolean {
  return (
    /prompt is too long|maximum context|context (length|window|size)|too many input tokens/i.test(said) ||
    /(input|prompt)[^.]{0,60}exceeds?[^.]{0,60}(token|context|length)/i.test(said)
  );
}

function detailOf(code: ProblemCode, status: number | undefined, said: string): string | undefined {
  // The message for a rejected key often quotes the key.
  if (code === "model-key-refused") return undefined;
  const clean = cleanSentence(said);
  if (clean !== "") return clean;
  if (code === "model-refused" && status !== undefined) return `The model's server answered with status ${status}.`;
  return undefined;
}

const maxSentence = 300;

/** A provider's message without addresses, keys and control characters, truncated. */
export function cleanSentence(text: string): string {
  const clean = text
    .slice(0, 4000)
    .replaceAll(/\bhttps?:\/\/\S+/gi, "…")
    .replaceAll(/\b(?:bearer|x-api-key|api[-_ ]?key|authorization)\b\s*[:=]\s*\S+/gi, "…")
    .replaceAll(/\bbearer\s+\S+/gi, "…")
    .replaceAll(/\b(?:sk|pk|rk|key|AIza|ya29|xai|gsk|hf)[-_][\w*.-]{6,}/g, "…")
    .replaceAll(/\bAIza[\w-]{10,}/g, "…")
    // Anything long that mixes letters and digits is more likely a secret than a word.
    .replaceAll(/(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{28,}/gi, "…")
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .trim();
  return clean.length <= maxSentence ? clean : `${clean.slice(0, maxSentence - 1).trimEnd()}…`;
}

/** Retry-After in seconds or as a date, and OpenAI's finer retry-after-ms. */
export function retryAfterSeconds(headers: Headers, now: number): number | undefined {
  const ms = Number(headers["retry-after-ms"] ?? Number.NaN);
  if (Number.isFinite(ms) && ms >= 0) return ms / 1000;
  const text = headers["retry-after"];
  if (typeof text !== "string" || text.trim() === "") return undefined;
  const seconds = Number(text);
  if (Number.isFinite(seconds)) return Math.max(0, seconds);
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, (date - now) / 1000);
}

/** Google puts it in the body: {"retryDelay": "35s"}. */
function retryDelayOf(error: Loose | undefined): number | undefined {
  for (const detail of listAt(looseAt(error, "error"), "details")) {
    const delay = isLoose(detail) ? /^([\d.]+)s$/.exec(textAt(detail, "retryDelay") ?? "") : null;
    if (delay) return Number(delay[1]);
  }
  return undefined;
}

function wordsOf(error: Loose | undefined): string | undefined {
  if (error === undefined) return undefined;
  const inner = looseAt(error, "error") ?? looseAt(error, "detail");
  return (
    textAt(inner, "message") ??
    textAt(error, "message") ??
    textAt(error, "error") ??
    textAt(error, "detail") ??
    textAt(error, "error_description")
  );
}

function kindsOf(error: Loose | undefined): string[] {
  const inner = looseAt(error, "error");
  const reasons = listAt(inner, "details").map((detail) => (isLoose(detail) ? textAt(detail, "reason") : undefined));
  const named = [error, inner].flatMap((level) => [textAt(level, "code"), textAt(level, "type"), textAt(level, "status")]);
  return [...named, ...reasons].filter((kind) => kind !== undefined);
}
