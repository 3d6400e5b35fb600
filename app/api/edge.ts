/*
 * What wraps every request: its id, log line and response headers, and the one place where thrown values become
 * responses. Access checks are in door.ts.
 */
import { randomUUID } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import type { z } from "zod";
import type { Person } from "#core/workspace/policy.ts";
import { problem, problemOf, type Problem } from "#core/workspace/problem.ts";
import { retryAfterSeconds, storageRefusal } from "#server/db/unavailable.ts";
import { answerHeaders } from "#server/pages/security-headers.ts";
import type { Stet } from "#server/stet.ts";
import type { ApiEnv, ApiContext } from "./context.ts";

/** The client's address, skipping as many proxies as we are configured to trust. */
export function clientAddress(c: ApiContext, trustedProxies: number): string {
  const peer = c.env?.incoming?.socket.remoteAddress ?? "in-process";
  if (trustedProxies === 0) return peer;
  const hops = (c.req.header("x-forwarded-for") ?? "").split(",").map((hop) => hop.trim());
  return hops.at(-trustedProxies) || peer;
}

/** The request's id, its log line, and the headers of every response unless it sets its own. */
export function observed(stet: Stet): MiddlewareHandler<ApiEnv> {
  const headers = Object.entries(answerHeaders(stet.env.isHttps));
  return async (c, next) => {
    const requestId = randomUUID();
    c.set("requestId", requestId);
    // Responses created from the context get these, event streams included; others get them below.
    for (const [name, value] of headers) c.header(name, value);
    const started = performance.now();
    try {
      await next();
    } catch (thrown) {
      // Hono passes only Errors to onError; a refusal is a Response and arrives here.
      c.res = await answerError(stet)(thrown, c);
    }
    const seconds = (performance.now() - started) / 1000;
    const area = c.req.path.split("/", 3).slice(1, 3).join("/");
    const status = c.env?.outgoing?.headersSent ? c.env.outgoing.statusCode : c.res.status;
    const isPage = !/^\/(?:api|v1)\/|^\/mcp$/.test(c.req.path);
    stet.metrics.requests.observe({ method: c.req.method, area: isPage ? "pages" : area, status }, seconds);
    stet.log.info(
      { requestId, method: c.req.method, path: loggedPath(c.req.path), status, ms: Math.round(seconds * 1000) },
      "request",
    );
    if (c.env?.outgoing?.headersSent) return;
    c.res.headers.set("x-request-id", requestId);
    for (const [name, value] of headers) if (!c.res.headers.has(name)) c.res.headers.set(name, value);
  };
}

/** Reading the log must not give access to what is shared by link. */
function loggedPath(path: string): string {
  return path.replace(/(?<=^\/shared\/)[^/.]+/, "…");
}

/** While the disk is almost full, existing data can be read and deleted but nothing is added. */
export function refuseWhenFull(stet: Stet): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const isSmall = c.req.path.startsWith("/api/auth/") || c.req.path.endsWith("/stop");
    if (["POST", "PUT", "PATCH"].includes(c.req.method) && !isSmall) stet.diskSpace.refuseWhenLow();
    await next();
  };
}

/** The signed-in person; visitors are refused here. */
export function personOf(c: ApiContext): Person {
  const actor = c.get("actor");
  if (actor.kind !== "person") throw problem("not-signed-in");
  return actor;
}

/** The query parameters, validated in the same way. */
export function queryOf<T>(c: ApiContext, schema: z.ZodType<T>): T {
  const query = schema.safeParse(c.req.query());
  if (query.success) return query.data;
  throw problem(
    "bad-request",
    `${query.error.issues[0]?.path.join(".") || "query"}: ${query.error.issues[0]?.message ?? "not understood"}`,
  );
}

/** The body, validated against its schema and refused with the first error. */
export async function bodyOf<T>(c: ApiContext, schema: z.ZodType<T>): Promise<T> {
  const { json } = c.get("body");
  if (json === undefined) throw problem("bad-request", "The body is not JSON.");
  const result = schema.safeParse(json.value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw problem("bad-request", `${issue?.path.join(".") || "body"}: ${issue?.message ?? "not of the expected form"}`);
}

/** A thrown Response is a refusal and is sent as is; anything else is a bug. */
export function answerError(stet: Stet) {
  return async (error: unknown, c: ApiContext): Promise<Response> => {
    const requestId = c.get("requestId");
    if (error instanceof Response) return withRequestId(error, requestId);
    const refusal = storageRefusal(error);
    if (refusal !== null) {
      stet.log.error({ requestId, path: c.req.path, err: error }, "the storage failed");
      refusal.headers.set("retry-after", String(retryAfterSeconds));
      return withRequestId(wantsPage(c) ? await asPage(refusal) : refusal, requestId);
    }
    stet.log.error({ requestId, path: c.req.path, err: error }, "bug");
    return Response.json({ ...problemOf("something-went-wrong"), requestId }, { status: 500 });
  };
}

/** A browser navigating to an address, as opposed to a script's request. */
function wantsPage(c: ApiContext): boolean {
  return !/^\/(?:api|v1)\/|^\/mcp$/.test(c.req.path) && (c.req.header("accept") ?? "").includes("text/html");
}

/** Rendered without the application's frame, which needs a signed-in user. */
async function asPage(refusal: Response): Promise<Response> {
  const { title } = (await refusal.json()) as Problem;
  const head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Stet</title>';
  const headers = new Headers(refusal.headers);
  headers.set("content-type", "text/html; charset=utf-8");
  headers.set("content-security-policy", "default-src 'none'");
  return new Response(`<!doctype html><html lang="en">${head}<h1>Stet</h1><p>${title}</p></html>`, {
    status: refusal.status,
    headers,
  });
}

async function withRequestId(response: Response, requestId: string): Promise<Response> {
  const headers = new Headers(response.headers);
  headers.set("x-request-id", requestId);
  return new Response(response.body, { status: response.status, headers });
}
