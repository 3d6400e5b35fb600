/* Passkey sign-in as a better-auth plugin, so sessions and cookies are created as for any other sign-in. */
import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthEndpoint } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { z } from "zod";
import type { Db } from "../db/database.ts";
import type { Env } from "../env.ts";
import { personOfPasskey } from "./passkeys.ts";

const answer = z.object({ id: z.string().max(100), response: z.record(z.string(), z.unknown()) });

export function passkeySignIn(db: Db, env: Env) {
  return {
    id: "passkey-sign-in",
    endpoints: {
      signInPasskey: createAuthEndpoint("/passkey/sign-in", { method: "POST", body: answer }, async (ctx) => {
        const userId = await personOfPasskey(db, env, ctx.body);
        const user = userId === null ? null : await ctx.context.internalAdapter.findUserById(userId);
        if (user === null) throw APIError.from("UNAUTHORIZED", { code: "INVALID_PASSKEY", message: "Invalid passkey" });
        const session = await ctx.context.internalAdapter.createSession(user.id);
        await setSessionCookie(ctx, { session, user });
        return ctx.json({ user: { email: user.email } });
      }),
    },
  } satisfies BetterAuthPlugin;
}
