/*
 * What every request meets before any handler: an id, the question whether it
 * comes from our own pages, who asks, and the one place where what was thrown
 * becomes an answer.
 */
import { randomUUID } from "node:crypto";
import type { Context, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { HttpBindings } from "@hono/node-server";
import type { z } from "zod";
import { placedIn, type Actor, type Person } from "#core/policy.ts";
import { problem, problemOf } from "#core/problem.ts";
import { parseStorable } from "#core/storable.ts";
import type { Stet } from "#server/stet.ts";
import type { NotedUse } from "./v1/noted-use.ts";

/** `use` is what a request of the public API notes for its row of usage. */
export type ApiEnv = { Bindings: Partial<HttpBindings>; Variables: { requestId: string; actor: Actor; use?: NotedUse } };
export type ApiContext = Context<ApiEnv>;

/** The address the request came from, past as many proxies as we were told to trust. */
export function clientAddress(c: ApiContext, trustedProxies: number): string {
  const peer = c.env?.incoming?.socket.remoteAddress ?? "in-process";
  if (trustedProxies === 0) return peer;
  const hops = (c.req.header("x-forwarded-for") ?? "").split(",").map((hop) => hop.trim());
  return hops.at(-trustedProxies) || peer;
}

export function observed(stet: Stet): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const requestId = randomUUID();
    c.set("requestId", requestId);
    const started = performance.now();
    try {
      await next();
    } catch (thrown) {
      // Hono hands only Errors to onError; a refusal is a Response and comes up to here.
      c.res = await answerError(stet)(thrown, c);
    }
    const seconds = (performance.now() - started) / 1000;
    const area = c.req.path.split("/", 3).slice(1, 3).join("/");
    const status = c.env?.outgoing?.headersSent ? c.env.outgoing.statusCode : c.res.status;
    const isPage = !c.req.path.startsWith("/api/") && !c.req.path.startsWith("/v1/");
    stet.metrics.requests.observe({ method: c.req.method, area: isPage ? "pages" : area, status }, seconds);
    stet.log.info(
      { requestId, method: c.req.method, path: loggedPath(c.req.path), status, ms: Math.round(seconds * 1000) },
      "request",
    );
    if (!c.env?.outgoing?.headersSent) c.res.headers.set("x-request-id", requestId);
  };
}

/** Whoever reads the log does not thereby get to what is shared by link. */
function loggedPath(path: string): string {
  return path.replace(/(?<=^\/shared\/)[^/.]+/, "…");
}

/** Every unsafe method must come from our own origin: a cookie alone is no proof. */
export function sameOrigin(stet: Stet): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    if (!["GET", "HEAD", "OPTIONS"].includes(c.req.method) && !isOwnOrigin(c, stet.env.url)) throw problem("wrong-origin");
    await next();
  };
}

function isOwnOrigin(c: ApiContext, own: string): boolean {
  const site = c.req.header("sec-fetch-site");
  if (site !== undefined) return site === "same-origin";
  const origin = c.req.header("origin");
  return origin !== undefined && (origin === own || origin === new URL(c.req.url).origin);
}

/** Where a form with a file is sent; everywhere else a body is JSON. */
const formPaths = new Set(["/api/transcribe", "/api/upload"]);

export const jsonBodies: MiddlewareHandler<ApiEnv> = async (c, next) => {
  if (formPaths.has(c.req.path)) return next();
  const hasBody = c.req.header("content-length") !== undefined || c.req.header("transfer-encoding") !== undefined;
  if (hasBody && c.req.header("content-length") !== "0" && !/^application\/json\b/i.test(c.req.header("content-type") ?? "")) {
    throw problem("wrong-content-type");
  }
  await next();
};

export function atMost(bytes: number): MiddlewareHandler<ApiEnv> {
  const limit = bodyLimit({ maxSize: bytes, onError: () => problem("too-large") });
  return (c, next) => {
    const { raw } = c.req;
    const isChunked = raw.headers.has("transfer-encoding");
    // Off the wire a DELETE has a body stream even when it has no body.
    if (c.env.incoming !== undefined && !isChunked && !raw.headers.has("content-length")) return next();
    // The limit builds a new Request from this one, which the server's light stand-in for a Request does not allow.
    if (isChunked)
      c.req.raw = new Request(raw.url, { method: raw.method, headers: raw.headers, body: raw.body, duplex: "half" } as RequestInit);
    return limit(c, next);
  };
}

export function known(stet: Stet): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const actor = await stet.actorOf(c.req.raw.headers, (cookie) => c.header("set-cookie", cookie, { append: true }));
    c.set("actor", placed(actor, slugOf(c)));
    await next();
  };
}

/** The organization a request is about. What cannot send a header (an event stream, a frame) names it in its query. */
function slugOf(c: ApiContext): string | null {
  return c.req.header("x-organization-slug") || (c.req.method === "GET" && c.req.query("organization")) || null;
}

/** Resolved at every request: whoever has left an organization is out of it at once. */
function placed(actor: Actor, slug: string | null): Actor {
  if (actor.kind !== "person") return actor;
  const there = placedIn(actor, slug);
  if (there === null) throw problem("not-found");
  return there;
}

/** The person who asks; a visitor is refused here. */
export function personOf(c: ApiContext): Person {
  const actor = c.get("actor");
  if (actor.kind !== "person") throw problem("not-signed-in");
  return actor;
}

/** The body, held against its schema. What does not fit is refused with the first thing that is wrong. */
export async function bodyOf<T>(c: ApiContext, schema: z.ZodType<T>): Promise<T> {
  const text = await c.req.text();
  let json: unknown;
  try {
    json = parseStorable(text);
  } catch {
    throw problem("bad-request", "The body is not JSON.");
  }
  const result = schema.safeParse(json);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw problem("bad-request", `${issue?.path.join(".") || "body"}: ${issue?.message ?? "not of the expected form"}`);
}

/** A thrown Response is a refusal and goes out as it is; anything else is a bug. */
export function answerError(stet: Stet) {
  return async (error: unknown, c: ApiContext): Promise<Response> => {
    const requestId = c.get("requestId");
    if (error instanceof Response) return withRequestId(error, requestId);
    stet.log.error({ requestId, path: c.req.path, err: error }, "bug");
    return Response.json({ ...problemOf("something-went-wrong"), requestId }, { status: 500 });
  };
}

async function withRequestId(response: Response, requestId: string): Promise<Response> {
  const headers = new Headers(response.headers);
  headers.set("x-request-id", requestId);
  return new Response(response.body, { status: response.status, headers });
}
