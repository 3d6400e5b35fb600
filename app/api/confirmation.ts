/*
 * Confirms identity before anything that would let an intruder keep an account, since an open session is not enough.
 * Users with a password enter it; others must have signed in recently.
 */
import type { Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { hasPassword } from "#server/data/accounts/connections.ts";
import { sendsEmail } from "#server/email/email-transport.ts";
import { createLimiter, forgetCount } from "#server/db/limiter.ts";
import type { Stet } from "#server/stet.ts";
import { libraryHeaders } from "./auth.ts";
import { personOf } from "./edge.ts";
import type { ApiContext } from "./context.ts";
import { consume } from "./email-limit.ts";

export type Proof = { password?: unknown };
/** The requester, once their identity is confirmed. */
export type Confirmed = (c: ApiContext, proof: Proof) => Promise<Person>;

/**
 * Sign-in methods may only be added once the address is verified, since anyone can register an address that is not
 * theirs. Without a mail server verification is impossible; anything added is then removed if the address is verified
 * later.
 */
export function refuseUnproven({ env }: Pick<Stet, "env">, me: Person): void {
  if (!me.isVerified && sendsEmail(env)) throw problem("not-verified");
}

const freshMs = 10 * 60 * 1000;

export function createConfirmation(stet: Stet): Confirmed {
  const guesses = createLimiter(stet.db, { name: "confirm", points: 10, seconds: 900 });
  return async (c, { password }) => {
    const me = personOf(c);
    const headers = libraryHeaders(stet, c);
    if (!(await hasPassword(me, stet.db))) {
      const session = await stet.auth.api.getSession({ headers });
      if (session === null || Date.now() - session.session.createdAt.getTime() > freshMs) throw problem("not-signed-in-lately");
      return me;
    }
    await consume(guesses, me.userId);
    if (typeof password !== "string" || password === "") throw problem("not-confirmed");
    await stet.auth.api.verifyPassword({ headers, body: { password } }).catch(() => {
      throw problem("not-confirmed");
    });
    await forgetCount({ limiter: guesses, key: me.userId });
    return me;
  };
}
