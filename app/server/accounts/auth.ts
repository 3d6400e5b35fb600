/*
 * Configures better-auth, which handles accounts and sessions.
 *
 * Over https our cookie has the __Host- prefix, which pins it to this host. `transaction: false`, because on the
 * embedded engine a hook that queries outside a running transaction would deadlock. Signing up does not sign in, so the
 * response is the same for new and taken addresses.
 */
import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { betterAuth } from "better-auth";
import { createEmailVerificationToken } from "better-auth/api";
import { twoFactor } from "better-auth/plugins";
import { theServer } from "#core/workspace/policy.ts";
import { accountMail, requestOf } from "./account-notices.ts";
import { authHooks } from "./auth-hooks.ts";
import { boundToken } from "./bound-token.ts";
import { proveByReset } from "../data/accounts/recovery.ts";
import { recordAccountEvent } from "../data/accounts/security-events.ts";
import type { Database } from "../db/engine.ts";
import type { Env } from "../env.ts";
import type { Log } from "../log.ts";
import { awaitsSecondFactor } from "./two-factor.ts";
import type { Mail } from "../email/email-queue.ts";
import { sendsEmail } from "../email/email-transport.ts";
import { createSessionRefusal } from "./proven-sessions.ts";
import { passkeySignIn } from "./passkey-sign-in.ts";
import { socialProvidersOf } from "./providers.ts";
import { refusedSignUp, signUpRefused } from "./sign-up.ts";

/** Set on a password reset to keep the account's other sign-in methods. Set only by api/auth.ts. */
export const keepMethodsHeader = "x-stet-keep-methods";

export type Auth = ReturnType<typeof createAuth>;
type AuthParts = { env: Env; secret: string; database: Database; log: Log; mail: Mail };

const day = 24 * 60 * 60;
/** Seconds: how long an unused session is valid, and after how long an active one is renewed. */
export const sessionLasts = 7 * day;
export const sessionProlongedAfter = day;

export function sessionCookieName(isHttps: boolean): string {
  return isHttps ? "__Host-stet_s" : "stet_s";
}

export function createAuth({ env, secret, database, log, mail }: AuthParts) {
  const letters = accountMail(env, mail);
  const refuseSession = createSessionRefusal({ env, secret, db: database.db, log, letters });
  const sendVerificationEmail = ({ user, token }: { user: { id: string; email: string }; token: string }) =>
    // Confirming a new address requires a session, which binds it to its owner.
    letters.verifyAddress(user.email, requestOf(token) === null ? boundToken(token, user.id, secret) : token);
  const sendProof = async (user: { id: string; email: string }) =>
    sendVerificationEmail({
      user,
      token: await createEmailVerificationToken(secret, user.email, undefined, env.MAIL_LINK_SECONDS),
    });
  return betterAuth({
    appName: "Stet",
    baseURL: env.url,
    basePath: "/api/auth",
    secret,
    trustedOrigins: [env.url],
    telemetry: { enabled: false },
    logger: { level: "error", log: (level, message) => void log[level === "debug" ? "debug" : level](`auth: ${message}`) },
    database: { db: database.db as never, type: "postgres", transaction: false },
    emailAndPassword: {
      enabled: true,
      autoSignIn: false,
      minPasswordLength: 8,
      maxPasswordLength: 256,
      password: { hash: hashPassword, verify: ({ hash, password }) => verifyPassword(hash, password) },
      resetPasswordTokenExpiresIn: env.MAIL_LINK_SECONDS,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: ({ user, token }) => letters.resetPassword(user.email, token),
      async onPasswordReset({ user }, request) {
        const keepMethods = request?.headers.get(keepMethodsHeader) === "yes";
        await proveByReset(theServer, database.db, user.id, { keepMethods });
        await recordAccountEvent(theServer, database.db, user.email, { kind: "password-reset", address: "" });
        await letters.passwordChanged(user.email);
      },
      onExistingUserSignUp: ({ user }) => letters.addressTaken(user.email),
    },
    emailVerification: {
      // For provider sign-ins the hook below sends it when it refuses the session.
      sendOnSignUp: false,
      expiresIn: env.MAIL_LINK_SECONDS,
      sendVerificationEmail,
    },
    socialProviders: socialProvidersOf(env),
    account: {
      updateAccountOnSignIn: false,
      // Linked automatically only if both sides have verified the address; by the signed-in owner, with any verified
      // one.
      accountLinking: { enabled: true, allowDifferentEmails: true },
    },
    databaseHooks: {
      user: {
        create: {
          before: (user) => Promise.resolve({ data: { ...user, name: nameOf(user), image: null } }),
          after: (user, ctx) => (ctx?.path === "/sign-up/email" ? sendProof(user) : Promise.resolve()),
        },
      },
      session: { create: { before: ({ userId }) => refuseSession(userId) } },
      account: { create: { before: (account) => Promise.resolve({ data: { ...account, ...withoutTokens } }) } },
    },
    onAPIError: { errorURL: `${env.url}/auth/error` },
    user: {
      // Asked wherever an account is made, by whichever way in; an address that was changed makes none.
      async validateUserInfo({ user, source }) {
        if (source.action !== "create-user") return undefined;
        // Without email the address could never be verified.
        if (source.method === "oauth" && user.emailVerified !== true && !sendsEmail(env)) return { error: "address_not_verified" };
        const refusal = await refusedSignUp({ env, db: database.db }, user.email ?? "");
        return refusal === null ? undefined : { error: signUpRefused };
      },
      additionalFields: { plan: { type: "string", required: false, defaultValue: env.DEFAULT_PLAN, input: false } },
      changeEmail: {
        enabled: true,
        sendChangeEmailConfirmation: ({ user, newEmail, token }) => letters.confirmChange(user.email, newEmail, token),
      },
    },
    session: { expiresIn: sessionLasts, updateAge: sessionProlongedAfter, cookieCache: { enabled: false } },
    // We limit per account and per address (api/sign-in-limit.ts), better-auth only per address.
    rateLimit: { enabled: false },
    hooks: authHooks(env, database.db, letters),
    plugins: [secondStep(), passkeySignIn(database.db, env)],
    advanced: {
      useSecureCookies: false,
      cookies: { session_token: { name: sessionCookieName(env.isHttps) } },
      defaultCookieAttributes: { httpOnly: true, sameSite: "lax", path: "/", secure: env.isHttps },
      ipAddress: { ipAddressHeaders: ["x-stet-client"] },
    },
  });
}

/** better-auth requires two-factor authentication only after a password. We require it for provider sign-ins too. */
function secondStep() {
  const plugin = twoFactor({ issuer: "Stet", allowPasswordless: true });
  const after = plugin.hooks.after.map((hook) => ({ ...hook, matcher: awaitsSecondFactor }));
  return { ...plugin, hooks: { ...plugin.hooks, after } };
}

/** Some providers send no name. */
function nameOf({ name, email }: { name: string; email: string }): string {
  return (name.trim() || email.split("@", 1)[0]!).slice(0, 100);
}

const withoutTokens = { accessToken: null, refreshToken: null, idToken: null };

const derive = promisify(argon2);
/** Based on RFC 9106's second recommended option, with less memory: 19 MiB, 2 passes (OWASP's minimum). */
const cost = { parallelism: 1, tagLength: 32, memory: 19_456, passes: 2 };

export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await derive("argon2id", { ...cost, message: password.normalize("NFKC"), nonce });
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=1$${unpadded(nonce)}$${unpadded(tag)}`;
}

export async function verifyPassword(hash: string, password: string): Promise<boolean> {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(hash);
  if (match === null) return false;
  const [memory, passes, parallelism] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const nonce = Buffer.from(match[4]!, "base64");
  const expected = Buffer.from(match[5]!, "base64");
  const tag = await derive("argon2id", {
    memory,
    passes,
    parallelism,
    tagLength: expected.length,
    message: password.normalize("NFKC"),
    nonce,
  });
  return timingSafeEqual(tag, expected);
}

function unpadded(bytes: Buffer): string {
  return bytes.toString("base64").replaceAll("=", "");
}
