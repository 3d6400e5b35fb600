/*
 * Notifies a person of a sign-in from a new device. A device is recognized by a secret in its own cookie, stored as a
 * digest: IP addresses change constantly, and user agents are too alike.
 */
import { createHash, randomBytes } from "node:crypto";
import type { createAuthMiddleware } from "better-auth/api";
import { deviceOf } from "#core/account/own-session.ts";
import { theServer } from "#core/workspace/policy.ts";
import type { AccountMail } from "./account-notices.ts";
import { rememberDevice } from "../data/accounts/devices.ts";
import type { Db } from "../db/database.ts";

type Context = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];
type NewSession = NonNullable<Context["context"]["newSession"]>;

export function deviceCookieName(isHttps: boolean): string {
  return isHttps ? "__Host-stet_device" : "stet_device";
}

const secretForm = /^[\w-]{43}$/;
const newSecret = () => randomBytes(32).toString("base64url");
const digestOf = (secret: string) => createHash("sha256").update(secret).digest("base64url");

/** The digest of the device that sent these cookies, or null if it has none. */
export function deviceDigestIn(cookies: string, isHttps: boolean): string | null {
  const secret = deviceSecretIn(cookies, isHttps);
  return secret === null ? null : digestOf(secret);
}

function deviceSecretIn(cookies: string, isHttps: boolean): string | null {
  const start = `${deviceCookieName(isHttps)}=`;
  const cookie = cookies
    .split(";")
    .map((one) => one.trim())
    .find((one) => one.startsWith(start));
  const secret = cookie?.slice(start.length) ?? "";
  return secretForm.test(secret) ? secret : null;
}

/**
 * Trusts a device whose user has proven ownership in another way. Returns the cookie that identifies it from now on.
 */
export async function knowDevice(db: Db, userId: string, cookies: string, isHttps: boolean): Promise<string> {
  const secret = deviceSecretIn(cookies, isHttps) ?? newSecret();
  await rememberDevice(theServer, db, userId, digestOf(secret));
  const secure = isHttps ? "; Secure" : "";
  return `${deviceCookieName(isHttps)}=${secret}; Max-Age=${yearSeconds}; Path=/; HttpOnly; SameSite=Lax${secure}`;
}

const yearSeconds = 365 * 24 * 60 * 60;

export async function noticeDevice(ctx: Context, { user, session }: NewSession, db: Db, letters: AccountMail): Promise<void> {
  const isSecure = ctx.context.options.advanced?.defaultCookieAttributes?.secure === true;
  const name = deviceCookieName(isSecure);
  const given = ctx.getCookie(name);
  const secret = given && secretForm.test(given) ? given : newSecret();
  const seen = await rememberDevice(theServer, db, user.id, digestOf(secret));
  ctx.setCookie(name, secret, { httpOnly: true, sameSite: "lax", path: "/", secure: isSecure, maxAge: yearSeconds });
  if (seen !== "new") return;
  await letters.newDevice(user.email, {
    device: deviceOf(session.userAgent ?? ""),
    address: session.ipAddress ?? "",
    at: session.createdAt,
  });
}
