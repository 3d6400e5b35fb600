/*
 * "It is me": asked before whatever would let somebody keep an account that is
 * not theirs. A session left open is not enough. Who has a password shows it;
 * who comes in another way has just come in.
 */
import type { Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { hasPassword } from "#server/data/accounts/connections.ts";
import { sendsEmail } from "#server/email/email-transport.ts";
import { createLimiter, forgetCount } from "#server/db/limiter.ts";
import type { Stet } from "#server/stet.ts";
import { libraryHeaders } from "./auth.ts";
import { personOf, type ApiContext } from "./edge.ts";
import { consume } from "./email-limit.ts";

export type Proof = { password?: unknown };
/** The person who asks and has shown that it is they. */
export type Confirmed = (c: ApiContext, proof: Proof) => Promise<Person>;

/**
 * What opens an account is added by those who have proven its address: anybody can make an account with an address that
 * is not theirs. Where no letters go out, nobody can prove one; what was added then goes when it is proven after all.
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
