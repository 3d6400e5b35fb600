/*
 * Keeps strangers from flooding a mailbox: the emails anyone may request are limited per address and per client.
 * Requests are counted rather than emails sent, so the limit reveals nothing either.
 */
import type { MiddlewareHandler } from "hono";
import { problem } from "#core/workspace/problem.ts";
import { createLimiter, takePoints, type Limiter } from "#server/db/limiter.ts";
import type { Stet } from "#server/stet.ts";
import { clientAddress } from "./edge.ts";
import type { ApiEnv } from "./context.ts";
import { network } from "./network.ts";
import { accountOf } from "./sign-in-limit.ts";

const hour = 3600;

export function limitEmails(stet: Stet): MiddlewareHandler<ApiEnv> {
  const perRecipient = createLimiter(stet.db, { name: "letters", points: 3, seconds: hour });
  const perClient = createLimiter(stet.db, { name: "letters-from", points: 100, seconds: hour });
  return async (c, next) => {
    await consume(perClient, network(clientAddress(c, stet.env.TRUSTED_PROXIES)));
    await consume(perRecipient, `${c.req.path} ${accountOf(c)}`);
    await next();
  };
}

/** Takes one point, or refuses with the time until the next one is available. */
export async function consume(limiter: Limiter, key: string): Promise<void> {
  const { secondsToWait: seconds } = await takePoints([{ limiter, key }]);
  if (seconds === null) return;
  const refusal = problem("too-many-requests", `Try again in ${Math.ceil(seconds / 60)} minutes.`);
  refusal.headers.set("retry-after", String(seconds));
  throw refusal;
}
