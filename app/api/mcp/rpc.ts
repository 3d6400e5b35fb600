/* Refusals of /mcp as JSON-RPC errors, with the status and the sentence that the public API gives. */
import type { Problem } from "#core/workspace/problem.ts";
import type { ApiContext } from "../context.ts";
import { apiErrorOf } from "../v1/refusal.ts";

/** Of the protocol: the first of the codes left to servers, and that a request is not one. */
const refused = -32_000;
const invalidRequest = -32_600;

type RpcError = { jsonrpc: "2.0"; id: string | number | null; error: { code: number; message: string } };

export async function inRpcForm(refusal: Response, c: ApiContext): Promise<{ status: number; body: RpcError; headers: Headers }> {
  const headers = new Headers(refusal.headers);
  const { status, body } = apiErrorOf((await refusal.json()) as Problem);
  headers.delete("content-length");
  headers.set("content-type", "application/json");
  if (status === 401) headers.set("www-authenticate", challengeOf(c));
  if (status === 405) headers.set("allow", "POST");
  const code = status === 400 ? invalidRequest : refused;
  return { status, body: { jsonrpc: "2.0", id: messageIn(c)?.id ?? null, error: { code, message: body.error.message } }, headers };
}

/** RFC 6750: an error is named only to those who sent a key. */
function challengeOf(c: ApiContext): string {
  const challenge = 'Bearer realm="Stet"';
  return c.req.header("authorization") === undefined ? challenge : `${challenge}, error="invalid_token"`;
}

export type RpcMessage = { id: string | number | null; method: string; params: { name?: unknown } };

/** What the message asks for; null if there is none, or several. */
export function messageIn(c: ApiContext): RpcMessage | null {
  // There is none if the door refused it.
  const body = c.get("body")?.json?.value as Partial<RpcMessage> | null | undefined;
  if (typeof body !== "object" || body === null || Array.isArray(body) || typeof body.method !== "string") return null;
  const { id, method, params } = body;
  const isId = typeof id === "string" || typeof id === "number";
  return { id: isId ? id : null, method, params: typeof params === "object" && params !== null ? params : {} };
}
