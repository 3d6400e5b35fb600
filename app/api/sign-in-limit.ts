/*
 * Guessing a password is made slow from three sides: one address, one account,
 * and one account from one address. Every failed try costs a point; a success
 * gives the account's points back. Where somebody has signed in before, the
 * account's own count does not stop them: strangers who guess from many places
 * shall not lock its owner out.
 */
import { RateLimiterMemory, type RateLimiterAbstract } from "rate-limiter-flexible";
import type { MiddlewareHandler } from "hono";
import { problem } from "#core/problem.ts";
import type { Stet } from "#server/stet.ts";
import { clientAddress, type ApiContext, type ApiEnv } from "./edge.ts";
import { network } from "./network.ts";

const minute = 60;
const day = 24 * 60 * minute;

export function limitSignIn(stet: Stet): MiddlewareHandler<ApiEnv> {
  const perAddress = new RateLimiterMemory({ keyPrefix: "address", points: 60, duration: 15 * minute });
  const perAccount = new RateLimiterMemory({ keyPrefix: "account", points: 6, duration: 15 * minute });
  const perBoth = new RateLimiterMemory({ keyPrefix: "both", points: 6, duration: 15 * minute });

  const known = new RateLimiterMemory({ keyPrefix: "known", points: 1, duration: 20 * day });

  return async (c, next) => {
    const address = network(clientAddress(c, stet.env.TRUSTED_PROXIES));
    const account = accountOf(c);
    const both = `${account} ${address}`;
    const keys: [RateLimiterAbstract, string][] = [
      [perAddress, address],
      [perBoth, both],
    ];
    if ((await known.get(both)) === null) keys.push([perAccount, account]);
    for (const [limiter, key] of keys) await refuseWhenSpent(limiter, key);
    await next();
    if (c.res.status === 401) await Promise.all(keys.map(([limiter, key]) => limiter.penalty(key, 1)));
    else if (c.res.ok) {
      await Promise.all([perAccount.delete(account), perBoth.delete(both)]);
      await known.set(both, 1, 20 * day);
    }
  };
}

async function refuseWhenSpent(limiter: RateLimiterAbstract, key: string): Promise<void> {
  const state = await limiter.get(key);
  if (state === null || state.consumedPoints < limiter.points) return;
  const seconds = Math.ceil(state.msBeforeNext / 1000);
  const refusal = problem("too-many-requests", `Try again in ${Math.ceil(seconds / minute)} minutes.`);
  refusal.headers.set("retry-after", String(seconds));
  throw refusal;
}

/** Whom a request is about: the address in its body. */
export function accountOf(c: ApiContext): string {
  const body = c.get("body").json?.value;
  if (typeof body === "object" && body !== null && "email" in body && typeof body.email === "string")
    return body.email.trim().toLowerCase().slice(0, 320);
  // What is no address is refused by the library itself.
  return "";
}
