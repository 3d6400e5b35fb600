/*
 * Hooks around better-auth: an authenticator code is marked as used before it is checked, and the account owner is
 * notified of security changes.
 */
import { APIError, createAuthMiddleware, getSessionFromCtx } from "better-auth/api";
import { accountRefusal, minimumPasswordLength } from "#core/account/account-refusal.ts";
import { theServer } from "#core/workspace/policy.ts";
import type { AccountMail } from "./account-notices.ts";
import { isCommonPassword } from "./common-passwords.ts";
import { awaitsSecondFactor } from "./two-factor.ts";
import { noticeDevice } from "./new-device.ts";
import { takeBackDeletion } from "../data/accounts/account-deletion.ts";
import { takeCode } from "../data/upkeep/used-codes.ts";
import type { Db } from "../db/database.ts";
import type { Env } from "../env.ts";
import { refusedSignUp, signUpRefused, type SignUpParts } from "./sign-up.ts";

type Context = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

export function authHooks(env: Env, db: Db, letters: AccountMail) {
  return {
    before: createAuthMiddleware(async (ctx) => {
      // Before the library looks whether the address has an account.
      if (ctx.path === "/sign-up/email") await refuseSignUp({ env, db }, ctx);
      await refuseCommonPassword(ctx);
      if (ctx.path !== "/two-factor/verify-totp") return;
      const { code } = (ctx.body ?? {}) as { code?: unknown };
      const userId = await challenged(ctx);
      if (typeof code !== "string" || userId === null) return;
      // better-auth rejects and counts codes of any other form.
      if (/^\d{6}$/.test(code) && !(await takeCode(theServer, db, userId, code)))
        throw APIError.from("UNAUTHORIZED", { code: "INVALID_CODE", message: "Invalid code" });
    }),
    after: createAuthMiddleware(async (ctx) => {
      const { returned, newSession } = ctx.context;
      if (newSession && isComingIn(ctx, newSession)) {
        await noticeDevice(ctx, newSession, db, letters);
        const { id, email } = newSession.user;
        if (await takeBackDeletion(theServer, db, id)) await letters.deletionTakenBack(email);
      }
      if (returned instanceof Error || typeof returned !== "object" || returned === null) return;
      if (ctx.path === "/two-factor/verify-backup-code") await tellOfRecoveryCode(ctx, letters, returned);
      if (ctx.path === "/two-factor/disable" && ctx.context.session)
        await letters.twoFactorChanged(ctx.context.session.user.email, false);
    }),
  };
}

async function refuseSignUp(parts: SignUpParts, ctx: Context): Promise<void> {
  const { email } = (ctx.body ?? {}) as { email?: unknown };
  const message = await refusedSignUp(parts, typeof email === "string" ? email : "");
  if (message !== null) throw APIError.from("FORBIDDEN", { code: signUpRefused, message });
}

/** Where a sign-in completes. With two-factor authentication, better-auth drops the session made by the first step. */
const lastSteps = new Set(["/passkey/sign-in", "/two-factor/verify-totp", "/two-factor/verify-backup-code"]);

function isComingIn({ path }: Context, { user }: NonNullable<Context["context"]["newSession"]>): boolean {
  return lastSteps.has(path) || (awaitsSecondFactor({ path }) && user.twoFactorEnabled !== true);
}

/** The endpoints that set a password, and the field it is sent in. */
const chosen: Record<string, string> = {
  "/sign-up/email": "password",
  "/reset-password": "newPassword",
  "/change-password": "newPassword",
};

async function refuseCommonPassword(ctx: Context): Promise<void> {
  const field = Object.hasOwn(chosen, ctx.path) ? chosen[ctx.path]! : null;
  const password = field === null ? undefined : (ctx.body as Record<string, unknown> | undefined)?.[field];
  // better-auth rejects passwords that are too short.
  if (typeof password === "string" && password.length >= minimumPasswordLength && (await isCommonPassword(password))) {
    const { sentence } = accountRefusal({ code: "PASSWORD_COMMON" });
    throw APIError.from("BAD_REQUEST", { code: "PASSWORD_COMMON", message: sentence });
  }
}

/** The user being asked for a two-factor code: from the challenge cookie or, during setup, from the session. */
async function challenged(ctx: Context): Promise<string | null> {
  const session = await getSessionFromCtx(ctx);
  if (session !== null) return session.user.id;
  const cookie = ctx.context.createAuthCookie("two_factor");
  const challenge = await ctx.getSignedCookie(cookie.name, ctx.context.secret);
  if (!challenge) return null;
  return (await ctx.context.internalAdapter.findVerificationValue(challenge))?.value ?? null;
}

async function tellOfRecoveryCode(ctx: Context, letters: AccountMail, returned: object): Promise<void> {
  const { user } = returned as { user?: { id: string; email: string } };
  if (user === undefined) return;
  const left = await recoveryCodesLeft(ctx, user.id);
  await letters.recoveryCodeUsed(user.email, left);
}

async function recoveryCodesLeft(ctx: Context, userId: string): Promise<number> {
  const plugin = ctx.context.getPlugin("two-factor") as unknown as {
    endpoints: {
      viewBackupCodes(input: { body: { userId: string }; context: unknown }): Promise<{ backupCodes: string[] }>;
    };
  };
  const { backupCodes } = await plugin.endpoints.viewBackupCodes({ body: { userId }, context: ctx.context });
  return backupCodes.length;
}
