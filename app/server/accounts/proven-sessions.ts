/*
 * No session is created for a suspended account, nor, where email is configured, until the account's address is
 * verified, whatever the sign-in method. The user has proven the account is theirs, so the link is sent again: a few
 * times an hour, and after the response, so its timing reveals nothing.
 */
import { APIError, createEmailVerificationToken } from "better-auth/api";
import { theServer } from "#core/workspace/policy.ts";
import type { AccountMail } from "./account-notices.ts";
import { boundToken, readBoundToken } from "./bound-token.ts";
import { findAccountOf, findUnproven } from "../data/accounts/account-of-address.ts";
import { isSuspended } from "../data/upkeep/account-access.ts";
import type { Db } from "../db/database.ts";
import type { Env } from "../env.ts";
import { createLimiter, takePoints } from "../db/limiter.ts";
import type { Log } from "../log.ts";
import { sendsEmail } from "../email/email-transport.ts";
import { providersOf } from "./providers.ts";

type Parts = { env: Env; secret: string; db: Db; log: Log; letters: AccountMail };

/** To be called before a session of `userId` is created. */
export function createSessionRefusal({ env, secret, db, log, letters }: Parts): (userId: string) => Promise<void> {
  const perAddress = createLimiter(db, { name: "verification-again", points: 3, seconds: 3600 });

  async function send({ id, email, madeWith }: { id: string; email: string; madeWith: string }): Promise<void> {
    const { secondsToWait } = await takePoints([{ limiter: perAddress, key: email }]);
    if (secondsToWait !== null) return;
    const token = await createEmailVerificationToken(secret, email, undefined, env.MAIL_LINK_SECONDS);
    await letters.verifyAddress(email, boundToken(token, id, secret), providerOf(env, madeWith));
  }

  return async (userId) => {
    if (await isSuspended(theServer, db, userId))
      throw APIError.from("FORBIDDEN", { code: "ACCOUNT_SUSPENDED", message: "The account is suspended" });
    if (!sendsEmail(env)) return;
    const unproven = await findUnproven(theServer, db, userId);
    if (unproven === null) return;
    send(unproven).catch((error: unknown) => log.warn({ err: error }, "a verification email could not be sent"));
    throw APIError.from("FORBIDDEN", { code: "EMAIL_NOT_VERIFIED", message: "The address is not verified" });
  };
}

/**
 * The provider that an email's link would leave as a sign-in method besides the password, for the reader to confirm.
 */
export async function providerToConfirm(
  { auth, db, env }: { auth: { $context: Promise<{ secret: string }> }; db: Db; env: Env },
  token: string,
): Promise<string | undefined> {
  const bound = readBoundToken(token);
  const account = bound && (await findAccountOf(theServer, db, bound.email));
  const { secret } = await auth.$context;
  if (!bound || !account || !bound.isFor(account, secret)) return undefined;
  const unproven = await findUnproven(theServer, db, account);
  return providerOf(env, unproven?.madeWith);
}

function providerOf(env: Env, madeWith: string | undefined): string | undefined {
  return providersOf(env).find(({ id }) => id === madeWith)?.name;
}
