import { describe, expect, test } from "vitest";
import { cleanSentence, refusalOfEvent, refusalOfResponse, retryAfterSeconds } from "./refusal.ts";

const now = Date.parse("2026-11-20T12:00:00Z");
const refused = (status: number, body: unknown, headers = {}) =>
  refusalOfResponse(status, headers, typeof body === "string" ? body : JSON.stringify(body), now);

describe("what a status and a body mean", () => {
  test.each<[string, number, unknown, object]>([
    [
      "401",
      401,
      { error: { message: "Incorrect API key provided: sk-abc123" } },
      { code: "model-key-refused", isRetryable: false },
    ],
    ["403", 403, { error: { message: "no access" } }, { code: "model-key-refused", isRetryable: false }],
    [
      "Gemini says 400 to a bad key",
      400,
      { error: { code: 400, message: "API key not valid.", status: "INVALID_ARGUMENT", details: [{ reason: "API_KEY_INVALID" }] } },
      { code: "model-key-refused" },
    ],
    ["429", 429, { error: { message: "slow down" } }, { code: "model-rate-limited", isRetryable: true, detail: "slow down" }],
    [
      "429 for want of money is no pause",
      429,
      {
        error: {
          message: "You exceeded your current quota, please check your plan and billing details.",
          code: "insufficient_quota",
        },
      },
      { code: "model-refused", isRetryable: false },
    ],
    [
      "a credit balance",
      400,
      { type: "error", error: { type: "invalid_request_error", message: "Your credit balance is too low" } },
      { code: "model-refused" },
    ],
    ["500", 500, "", { code: "model-overloaded", isRetryable: true }],
    [
      "529 of Anthropic",
      529,
      { type: "error", error: { type: "overloaded_error", message: "Overloaded" } },
      { code: "model-overloaded", isRetryable: true },
    ],
    ["a proxy's page is not shown", 502, "<html><body>Bad Gateway</body></html>", { code: "model-overloaded", isRetryable: true }],
    [
      "404 with the server's words",
      404,
      { error: 'model "llama9" not found, try pulling it first' },
      { code: "model-refused", detail: 'model "llama9" not found, try pulling it first' },
    ],
    ["plain text", 400, "Unknown model", { code: "model-refused", detail: "Unknown model" }],
    ["nothing said", 418, "", { code: "model-refused", detail: "The model's server answered with status 418." }],
    [
      "an array around the error",
      503,
      [{ error: { code: 503, message: "The model is overloaded.", status: "UNAVAILABLE" } }],
      { code: "model-overloaded", detail: "The model is overloaded." },
    ],
    ["FastAPI's form", 422, { detail: "bad field" }, { code: "model-refused", detail: "bad field" }],
  ])("%s", (_name, status, body, expected) => expect(refused(status, body)).toMatchObject(expected));

  test("no detail of a refused key, and none of a page", () => {
    expect(refused(401, { error: { message: "Incorrect API key provided: sk-abc123" } })).not.toHaveProperty("detail");
    expect(refused(502, "<html>secret</html>")).not.toHaveProperty("detail");
  });
});

describe("a context that is full, as each provider says it", () => {
  test.each<[number, unknown]>([
    [400, { error: { message: "This model's maximum context length is 8192 tokens.", code: "context_length_exceeded" } }],
    [400, { error: { type: "invalid_request_error", message: "prompt is too long: 210000 tokens > 200000 maximum" } }],
    [
      400,
      {
        error: {
          message: "The input token count (1100000) exceeds the maximum number of tokens allowed (1048576).",
          status: "INVALID_ARGUMENT",
        },
      },
    ],
    [400, { error: { code: 400, type: "exceed_context_size_error", message: "the request exceeds the available context size" } }],
    [413, { error: { type: "request_too_large", message: "Request exceeds the maximum size" } }],
    [400, { error: "the input length exceeds the context length" }],
  ])("%s %s", (status, body) => expect(refused(status, body).code).toBe("model-context-full"));
});

test.each<[object, string]>([
  [{ type: "overloaded_error", message: "Overloaded" }, "model-overloaded"],
  [{ type: "rate_limit_error", message: "x" }, "model-rate-limited"],
  [{ type: "authentication_error", message: "x" }, "model-key-refused"],
  [{ type: "invalid_request_error", message: "x" }, "model-refused"],
  [{ code: 503, message: "x", status: "UNAVAILABLE" }, "model-overloaded"],
  [{ code: 429, message: "x", status: "RESOURCE_EXHAUSTED" }, "model-rate-limited"],
  [{ code: "context_length_exceeded", message: "x" }, "model-context-full"],
  [{ code: "server_error", message: "x" }, "model-overloaded"],
  [{}, "model-overloaded"],
])("in mid-stream: %s", (error, code) => expect(refusalOfEvent(error as Record<string, unknown>).code).toBe(code));

test.each<[Record<string, string>, number | undefined]>([
  [{}, undefined],
  [{ "retry-after": "7" }, 7],
  [{ "retry-after": "0.5" }, 0.5],
  [{ "retry-after": "-3" }, 0],
  [{ "retry-after": "Fri, 20 Nov 2026 12:00:30 GMT" }, 30],
  [{ "retry-after": "Fri, 20 Nov 2026 11:00:00 GMT" }, 0],
  [{ "retry-after": "soon" }, undefined],
  [{ "retry-after-ms": "1500", "retry-after": "9" }, 1.5],
])("Retry-After %s", (headers, seconds) => expect(retryAfterSeconds(headers, now)).toBe(seconds));

test("Google's delay is in the body", () => {
  const error = { code: 429, status: "RESOURCE_EXHAUSTED", message: "quota", details: [{ "@type": "x" }, { retryDelay: "35.5s" }] };
  expect(refused(429, { error })).toMatchObject({ code: "model-rate-limited", retryAfterSeconds: 35.5 });
});

describe("a provider's sentence, made fit to be shown", () => {
  test.each([
    ["Unknown parameter: 'top_k'.", "Unknown parameter: 'top_k'."],
    ["See https://api.example.com/v1?key=abc for help.", "See … for help."],
    ["Key sk-proj-abcDEF123456 is wrong", "Key … is wrong"],
    ["Key AIzaSyA1234567890abcdefg is wrong", "Key … is wrong"],
    ["authorization: Bearer-abc123 was sent", "… was sent"],
    ["got Bearer eyJhbGciOi.x.y", "got …"],
    ["org 0123456789abcdef0123456789abcdef has no access", "org … has no access"],
    ["one\u0000two\n\n three\u202E", "one two three"],
    ["", ""],
  ])("%j", (said, shown) => expect(cleanSentence(said)).toBe(shown));

  test("is bounded", () => expect(cleanSentence("long words here ".repeat(10_000))).toMatch(/^.{250,299}…$/));
});
