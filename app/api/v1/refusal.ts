/*
 * Refusals of the public API in the format OpenAI's clients read: {"error": {message, type, param, code}}. They
 * arrive as problems of the catalog and are converted here, in one place.
 */
import { problemOf, type Problem, type ProblemCode } from "#core/workspace/problem.ts";

type Form = { status: number; code: string };

/** Where OpenAI uses a specific code or status that its clients act on. They retry after 408, 409, 429 and 5xx. */
const forms: Partial<Record<ProblemCode, Form>> = {
  "not-signed-in": { status: 401, code: "invalid_api_key" },
  "model-unknown": { status: 404, code: "model_not_found" },
  "model-not-configured": { status: 400, code: "model_not_configured" },
  "model-context-full": { status: 400, code: "context_length_exceeded" },
  "model-rate-limited": { status: 429, code: "rate_limit_exceeded" },
  "too-many-requests": { status: 429, code: "rate_limit_exceeded" },
  "plan-used-up": { status: 403, code: "insufficient_quota" },
};

/** Problems whose message is about a page; the detail is enough. */
const sentences: Partial<Record<ProblemCode, string>> = {
  "not-signed-in": "",
  "not-allowed": "",
  "bad-request": "",
  "draft-changed": "The draft is no longer at this version. Read it again, and send the version that you changed.",
};

export type ApiError = { error: { message: string; type: string; param: string | null; code: string } };

export function apiErrorOf({ code, detail }: Pick<Problem, "code" | "detail">): { status: number; body: ApiError } {
  const { status, title } = problemOf(code);
  const form = forms[code] ?? { status, code: code.replaceAll("-", "_") };
  const message = [sentences[code] ?? title, detail].filter(Boolean).join(" ") || title;
  const param = code === "bad-request" ? (/^([a-z]\w*(?:\.\w+)*): /.exec(detail ?? "")?.[1] ?? null) : null;
  return { status: form.status, body: { error: { message, type: typeOf(form.status), param, code: form.code } } };
}

function typeOf(status: number): string {
  if (status === 401) return "authentication_error";
  if (status === 403) return "permission_error";
  if (status === 429) return "rate_limit_error";
  return status >= 500 ? "server_error" : "invalid_request_error";
}

/** Headers of the refusal, such as Retry-After, are kept. */
export async function inApiForm(refusal: Response): Promise<{ status: number; body: ApiError; headers: Headers }> {
  const headers = new Headers(refusal.headers);
  const { status, body } = apiErrorOf((await refusal.json()) as Problem);
  headers.delete("content-length");
  headers.set("content-type", "application/json");
  if (status === 401) headers.set("www-authenticate", "Bearer");
  return { status, body, headers };
}
