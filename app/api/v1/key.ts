/*
 * What a request of the public API passes before its handler: the key, in the
 * Authorization header and nowhere else, and its rate. A cookie means nothing
 * here, so no other site can make a browser ask; and no other site may read.
 */
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { apiKeyStart } from "#core/api-key.ts";
import { problem } from "#core/problem.ts";
import { readApiKey } from "#server/api-key-actor.ts";
import type { Stet } from "#server/stet.ts";
import { clientAddress, type ApiContext } from "../edge.ts";
import { network } from "../network.ts";
import { noteUse } from "./noted-use.ts";

const windowSeconds = 60;
const failuresPerMinute = 60;

/** Sets who asks from the key. */
export function createKeyReader(stet: Stet): (c: ApiContext) => Promise<void> {
  const failures = new RateLimiterMemory({ keyPrefix: "no-key", points: failuresPerMinute, duration: windowSeconds });
  const limit = createRateLimit(stet.env.API_REQUESTS_PER_MINUTE);
  return async (c) => {
    const secret = secretOf(c);
    const read = () => readApiKey(stet.db, secret, stet.env.DEFAULT_PLAN);
    const reading = await read();
    if ("refusal" in reading) {
      // Only those without a key are slowed: others at the same address may have one.
      const failed = await failures.penalty(network(clientAddress(c, stet.env.TRUSTED_PROXIES)));
      if (failed.consumedPoints > failuresPerMinute) throw tooMany(failed.msBeforeNext);
      throw problem("not-signed-in", `${reading.refusal} Keys are made under API keys in the organization.`);
    }
    const { me, keyId } = reading;
    const slug = c.req.header("x-organization-slug");
    if (slug !== undefined && slug !== me.memberships[0]?.slug) throw problem("not-found");
    c.set("actor", me);
    c.set("askAgain", async () => {
      const now = await read();
      return "refusal" in now ? { kind: "visitor" } : now.me;
    });
    noteUse(c, { organizationId: me.organizationId!, keyId });
    await limit(c, keyId);
  };
}

function secretOf(c: ApiContext): string {
  if (Object.values(c.req.queries()).some((values) => values.some((value) => value.includes(apiKeyStart))))
    throw problem(
      "not-signed-in",
      "A key does not belong in an address: addresses are written into logs. Revoke this one, and send another in the Authorization header.",
    );
  const match = /^Bearer +(\S+)$/i.exec(c.req.header("authorization")?.trim() ?? "");
  if (match === null) throw problem("not-signed-in", "Send your key in the header: Authorization: Bearer stet_…");
  return match[1]!;
}

/** So many requests a minute for each key (or person); every answer says how many are left. */
export function createRateLimit(perMinute: number): (c: ApiContext, of: string) => Promise<void> {
  const limiter = new RateLimiterMemory({ keyPrefix: "rate", points: perMinute, duration: windowSeconds });
  return async (c, of) => {
    const state = await limiter.consume(of).catch((thrown: unknown) => {
      if (thrown instanceof RateLimiterRes) return thrown;
      throw thrown;
    });
    const seconds = Math.max(1, Math.ceil(state.msBeforeNext / 1000));
    const left = Math.max(0, state.remainingPoints);
    c.header("x-ratelimit-limit-requests", String(perMinute));
    c.header("x-ratelimit-remaining-requests", String(left));
    c.header("x-ratelimit-reset-requests", `${seconds}s`);
    c.header("ratelimit-policy", `"requests";q=${perMinute};w=${windowSeconds}`);
    c.header("ratelimit", `"requests";r=${left};t=${seconds}`);
    if (state.consumedPoints > perMinute) throw tooMany(state.msBeforeNext);
  };
}

function tooMany(ms: number): Response {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  const refusal = problem("too-many-requests", `Try again in ${seconds} s.`);
  refusal.headers.set("retry-after", String(seconds));
  return refusal;
}
