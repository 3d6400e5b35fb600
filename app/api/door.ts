/*
 * The checks every request passes before its handler, by its row in addresses.ts: origin, session, size, rate and
 * concurrency, body, and time limit.
 */
import { isIP } from "node:net";
import type { MiddlewareHandler } from "hono";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { barredFrom, withWorkspace, type Actor } from "#core/workspace/policy.ts";
import { twoFactorSentence } from "#core/workspace/organization.ts";
import { problem } from "#core/workspace/problem.ts";
import type { Stet } from "#server/stet.ts";
import { addressOf, type Address } from "./address-table.ts";
import { clientAddress } from "./edge.ts";
import type { ApiContext, ApiEnv } from "./context.ts";
import { network } from "./network.ts";
import { refuseByHead, takeBody } from "./take-body.ts";
import { createKeyReader } from "./v1/key.ts";

export function door(stet: Stet): MiddlewareHandler<ApiEnv> {
  const identify = createIdentify(stet);
  const refuseTooOften = createRates(stet);
  const enter = createTurnstile();
  return async (c, next) => {
    const address = addressOf(c);
    const { rules } = address;
    if (rules.origin === "own") refuseOtherOrigins(c, stet.env.url);
    if (rules.origin === "program") refuseOtherSites(c, stet.env);
    if (rules.who !== "unasked") await identify(c, rules.who);
    refuseByHead(c, rules);
    await refuseTooOften(c, address);
    const leave = enter(c, address);
    try {
      c.set("body", await takeBody(c, rules));
      await within(rules.seconds, next);
    } finally {
      leave();
    }
  };
}

/** Every unsafe method must come from our own origin: a cookie alone proves nothing. */
function refuseOtherOrigins(c: ApiContext, own: string): void {
  if (["GET", "HEAD", "OPTIONS"].includes(c.req.method)) return;
  const site = c.req.header("sec-fetch-site");
  const origin = c.req.header("origin");
  const isOwn =
    site === undefined ? origin !== undefined && (origin === own || origin === new URL(c.req.url).origin) : site === "same-origin";
  if (!isOwn) throw problem("wrong-origin");
}

/**
 * Programs name no origin; a browser does. A page whose name was made to point here (DNS rebinding) comes under that
 * name, which is neither ours nor an IP address. Behind a proxy the name is the proxy's business.
 */
function refuseOtherSites(c: ApiContext, { url, TRUSTED_PROXIES }: Stet["env"]): void {
  const [own, asked] = [new URL(url), new URL(c.req.url)];
  const isFixed = asked.hostname === "localhost" || isIP(asked.hostname.replace(/^\[|\]$/g, "")) !== 0;
  const origin = c.req.header("origin");
  const isOwn = origin === undefined || origin === own.origin || (isFixed && origin === asked.origin);
  if (!isOwn) throw problem("wrong-origin");
  if (TRUSTED_PROXIES === 0 && !isFixed && asked.hostname !== own.hostname) throw problem("wrong-origin", `Ask at ${own.origin}.`);
}

function createIdentify(stet: Stet) {
  const readKey = createKeyReader(stet);
  return async (c: ApiContext, who: "person" | "anyone" | "key"): Promise<void> => {
    if (who === "key") return readKey(c);
    const cookies: string[] = [];
    const { headers } = c.req.raw;
    const actor = await stet.actorOf(headers, (cookie) => cookies.push(cookie));
    c.set("renewed", cookies);
    const isPage = !c.req.path.startsWith("/api/");
    // A page's address names its organization, and the page decides who may open it.
    if (isPage) return c.set("actor", actor);
    for (const cookie of cookies) c.header("set-cookie", cookie, { append: true });
    if (who === "person" && actor.kind !== "person") throw problem("not-signed-in");
    const slug = slugOf(c);
    c.set("actor", placed(actor, slug));
    c.set("askAgain", async () => placed(await stet.actorOf(headers), slug));
  };
}

/**
 * The organization of a request. Requests that cannot send a header (an event stream, a frame) name it in the query.
 */
function slugOf(c: ApiContext): string | null {
  return c.req.header("x-organization-slug") || (c.req.method === "GET" && c.req.query("organization")) || null;
}

/** Resolved on every request, so leaving an organization takes effect immediately. */
function placed(actor: Actor, slug: string | null): Actor {
  if (actor.kind !== "person") return actor;
  const there = withWorkspace(actor, slug);
  if (there !== null) return there;
  const barred = barredFrom(actor, slug);
  throw barred === null ? problem("not-found") : problem("two-factor-required", twoFactorSentence(barred.name));
}

/** The key for rate limits: the person, or the network for everyone else. */
function asker(c: ApiContext, stet: Stet): string {
  const actor = c.get("actor");
  return actor?.kind === "person" ? actor.userId : network(clientAddress(c, stet.env.TRUSTED_PROXIES));
}

function createRates(stet: Stet) {
  const limiters = new Map<number, RateLimiterMemory>();
  return async (c: ApiContext, { name, rules: { perMinute } }: Address): Promise<void> => {
    const limiter = limiters.get(perMinute) ?? new RateLimiterMemory({ keyPrefix: "", points: perMinute, duration: 60 });
    limiters.set(perMinute, limiter);
    const key = `${name} ${asker(c, stet)}`;
    c.set("asker", key);
    try {
      await limiter.consume(key);
    } catch (thrown) {
      if (!(thrown instanceof RateLimiterRes)) throw thrown;
      throw tooMany(Math.ceil(thrown.msBeforeNext / 1000));
    }
  };
}

/** Counts requests in flight. A streamed response counts until the stream ends. */
function createTurnstile() {
  const inside = new Map<string, number>();
  return (c: ApiContext, { rules: { atOnce } }: Address): (() => void) => {
    const key = c.get("asker");
    const before = inside.get(key) ?? 0;
    if (before >= atOnce) throw tooMany(1);
    inside.set(key, before + 1);
    const leave = () => {
      const left = (inside.get(key) ?? 1) - 1;
      if (left === 0) inside.delete(key);
      else inside.set(key, left);
    };
    return () => {
      const outgoing = c.env?.outgoing;
      if (outgoing?.headersSent && !outgoing.closed) outgoing.once("close", leave);
      else leave();
    };
  };
}

function tooMany(seconds: number): Response {
  const refusal = problem("too-many-requests", `Try again in ${seconds} s.`);
  refusal.headers.set("retry-after", String(seconds));
  return refusal;
}

/** Limits the time until the response begins; the work itself cannot be canceled. */
async function within(seconds: number, next: () => Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(problem("took-too-long")), seconds * 1000);
  });
  try {
    await Promise.race([next(), late]);
  } finally {
    clearTimeout(timer);
  }
}
