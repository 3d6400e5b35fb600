/*
 * Tells a person when somebody has signed in from where nobody had before. A
 * device is known by a secret in a cookie of its own, of which we keep the
 * digest: addresses change with every train ride, and browsers all call
 * themselves alike.
 */
import { createHash, randomBytes } from "node:crypto";
import type { createAuthMiddleware } from "better-auth/api";
import { deviceOf } from "#core/own-session.ts";
import { theServer } from "#core/policy.ts";
import type { AccountMail } from "./account-mail.ts";
import { rememberDevice } from "./data/known-devices.ts";
import type { Db } from "./db/database.ts";

type Context = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];
type NewSession = NonNullable<Context["context"]["newSession"]>;

export function deviceCookieName(isHttps: boolean): string {
  return isHttps ? "__Host-stet_device" : "stet_device";
}

const yearSeconds = 365 * 24 * 60 * 60;

export async function noticeDevice(ctx: Context, { user, session }: NewSession, db: Db, letters: AccountMail): Promise<void> {
  const isSecure = ctx.context.options.advanced?.defaultCookieAttributes?.secure === true;
  const name = deviceCookieName(isSecure);
  const given = ctx.getCookie(name);
  const secret = given && /^[\w-]{43}$/.test(given) ? given : randomBytes(32).toString("base64url");
  const digest = createHash("sha256").update(secret).digest("base64url");
  const seen = await rememberDevice(theServer, db, user.id, digest);
  ctx.setCookie(name, secret, { httpOnly: true, sameSite: "lax", path: "/", secure: isSecure, maxAge: yearSeconds });
  if (seen !== "new") return;
  await letters.newDevice(user.email, {
    device: deviceOf(session.userAgent ?? ""),
    address: session.ipAddress ?? "",
    at: session.createdAt,
  });
}
