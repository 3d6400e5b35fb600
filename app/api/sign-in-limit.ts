/*
 * Slows password guessing by network and by account. An attempt costs a point until it succeeds. A device its owner
 * has signed in from is recognized by its cookie and counted separately, so distributed guessing locks out only other
 * strangers. On a new device the owner gets in by a link: setting a new password by email marks the device as known
 * (auth.ts).
 */
import type { MiddlewareHandler } from "hono";
import { theServer } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { isTrustedDevice } from "#server/data/accounts/devices.ts";
import { createLimiter, forgetCount, givePointsBack, takePoints, type Counted } from "#server/db/limiter.ts";
import { deviceDigestIn } from "#server/accounts/new-device.ts";
import type { Stet } from "#server/stet.ts";
import { clientAddress } from "./edge.ts";
import type { ApiContext, ApiEnv } from "./context.ts";
import { network } from "./network.ts";

const minute = 60;

export function limitSignIn(stet: Stet): MiddlewareHandler<ApiEnv> {
  const { db, env } = stet;
  const perNetwork = createLimiter(db, { name: "sign-in-network", points: 60, seconds: 15 * minute });
  const perAccount = createLimiter(db, { name: "sign-in-account", points: 6, seconds: 15 * minute });
  const perDevice = createLimiter(db, { name: "sign-in-device", points: 6, seconds: 15 * minute });

  return async (c, next) => {
    const account = accountOf(c);
    const device = deviceDigestIn(c.req.header("cookie") ?? "", env.isHttps);
    const isKnown = device !== null && (await isTrustedDevice(theServer, db, account, device));
    const own: Counted = isKnown ? { limiter: perDevice, key: `${account} ${device}` } : { limiter: perAccount, key: account };
    const counted = [{ limiter: perNetwork, key: network(clientAddress(c, env.TRUSTED_PROXIES)) }, own];
    const { secondsToWait } = await takePoints(counted);
    if (secondsToWait !== null) throw tooManyTries(secondsToWait);
    await next();
    if (c.res.status === 401) return;
    await givePointsBack(counted);
    if (c.res.ok) await forgetCount(own);
  };
}

function tooManyTries(seconds: number): Response {
  const wait = `Try again in ${Math.ceil(seconds / minute)} minutes, or choose “Forgot your password?” to sign in by email.`;
  const refusal = problem("too-many-requests", wait);
  refusal.headers.set("retry-after", String(seconds));
  return refusal;
}

/** The account a request is about: the address in its body. */
export function accountOf(c: ApiContext): string {
  const body = c.get("body").json?.value;
  if (typeof body === "object" && body !== null && "email" in body && typeof body.email === "string")
    return body.email.trim().toLowerCase().slice(0, 320);
  // The library itself refuses an invalid address.
  return "";
}
