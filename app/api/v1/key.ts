/*
 * The checks of a public API request: the key, from the Authorization header only, and its rate. Cookies are ignored,
 * so no other site can make a browser send a request; nor can one read the answer.
 */
import { apiKeyStart } from "#core/account/api-key.ts";
import { isAddressOf } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { readApiKey } from "#server/accounts/api-key-actor.ts";
import { createLimiter, takePoints } from "#server/db/limiter.ts";
import type { Stet } from "#server/stet.ts";
import { clientAddress } from "../edge.ts";
import type { ApiContext } from "../context.ts";
import { network } from "../network.ts";
import { noteUse } from "./noted-use.ts";

const windowSeconds = 60;
const failuresPerMinute = 60;

/** Sets the requester from the key. */
export function createKeyReader(stet: Stet): (c: ApiContext) => Promise<void> {
  const failures = createLimiter(stet.db, { name: "no-key", points: failuresPerMinute, seconds: windowSeconds });
  const limit = createRateLimit(stet);
  return async (c) => {
    const secret = secretOf(c);
    const read = () => readApiKey(stet.db, secret, stet.env.DEFAULT_PLAN);
    const reading = await read();
    if ("refusal" in reading) {
      // Only requests without a valid key are slowed: others at the same address may have one.
      const { secondsToWait } = await takePoints([{ limiter: failures, key: network(clientAddress(c, stet.env.TRUSTED_PROXIES)) }]);
      if (secondsToWait !== null) throw tooMany(secondsToWait);
      throw problem("not-signed-in", `${reading.refusal} Keys are made under API keys in the organization.`);
    }
    const { me, keyId } = reading;
    const slug = c.req.header("x-organization-slug");
    if (slug !== undefined && !isAddressOf(me.memberships[0]!, slug)) throw problem("not-found");
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

/** Limits requests per minute for each key (or person); every response states how many are left. */
export function createRateLimit({ db, env }: Pick<Stet, "db" | "env">): (c: ApiContext, of: string) => Promise<void> {
  const perMinute = env.API_REQUESTS_PER_MINUTE;
  const limiter = createLimiter(db, { name: "key-rate", points: perMinute, seconds: windowSeconds });
  return async (c, of) => {
    const { secondsToWait, left, secondsLeft } = await takePoints([{ limiter, key: of }]);
    c.header("x-ratelimit-limit-requests", String(perMinute));
    c.header("x-ratelimit-remaining-requests", String(left));
    c.header("x-ratelimit-reset-requests", `${secondsLeft}s`);
    c.header("ratelimit-policy", `"requests";q=${perMinute};w=${windowSeconds}`);
    c.header("ratelimit", `"requests";r=${left};t=${secondsLeft}`);
    if (secondsToWait !== null) throw tooMany(secondsToWait);
  };
}

function tooMany(seconds: number): Response {
  const refusal = problem("too-many-requests", `Try again in ${seconds} s.`);
  refusal.headers.set("retry-after", String(seconds));
  return refusal;
}
