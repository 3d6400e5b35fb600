/*
 * A person's own account. Anything that would let an intruder keep the account (email, password, two-factor) asks for
 * the password again, because an open session is not enough proof.
 */
import { isAPIError } from "better-auth/api";
import { Hono } from "hono";
import { z } from "zod";
import { isEmailAddress } from "#core/account/email-address.ts";
import { emailKinds, notificationsOf } from "#core/account/notifications.ts";
import { plainName } from "#core/text/plain-name.ts";
import { problem, type ProblemCode } from "#core/workspace/problem.ts";
import { theServer } from "#core/workspace/policy.ts";
import { accountMail, requestOf } from "#server/accounts/account-notices.ts";
import { readBoundToken } from "#server/accounts/bound-token.ts";
import { findAccountOf } from "#server/data/accounts/account-of-address.ts";
import { getNotifications, setNotifications } from "#server/data/accounts/notifications.ts";
import { endOtherSessions, endSession, endSessionsBeforeProof, listSessions } from "#server/data/accounts/own-sessions.ts";
import { createLimiter } from "#server/db/limiter.ts";
import type { Stet } from "#server/stet.ts";
import { libraryHeaders, notBefore } from "./auth.ts";
import { createConfirmation, refuseUnproven, type Confirmed } from "./confirmation.ts";
import { connections } from "./connections.ts";
import { bodyOf, personOf } from "./edge.ts";
import type { ApiContext, ApiEnv } from "./context.ts";
import { consume } from "./email-limit.ts";
import { leaving } from "./leaving.ts";
import { ownProfile } from "./profile.ts";
import { passkeys } from "./passkeys.ts";

const password = z.string().min(1).max(1000);
const token = z.string().min(1).max(4000);
const uniqueViolation = "23505";

export function account(stet: Stet) {
  const app = new Hono<ApiEnv>().basePath("/api/account");
  const confirmed = createConfirmation(stet);
  const letters = accountMail(stet.env, stet.mail);
  const requests = createLimiter(stet.db, { name: "account-letters", points: 5, seconds: 3600 });

  app.get("/notifications", async (c) => c.json({ notifications: await getNotifications(personOf(c), stet.db) }));
  app.put("/notifications", async (c) => {
    const { wanted } = await bodyOf(c, z.object({ wanted: z.array(z.enum(emailKinds)).max(emailKinds.length) }));
    await setNotifications(personOf(c), stet.db, notificationsOf(wanted));
    return c.json({ success: true });
  });

  app.patch("/", async (c) => {
    personOf(c);
    const { name } = await bodyOf(c, z.object({ name: plainName().min(1).max(100) }));
    return relay(c, stet.auth.api.updateUser({ headers: libraryHeaders(stet, c), body: { name }, asResponse: true }));
  });

  app.post("/verify-email", async (c) => {
    const body = await bodyOf(c, z.object({ token }));
    // An email change can only be confirmed by its owner, signed in.
    if (requestOf(body.token) !== null) throw problem("link-invalid");
    const bound = readBoundToken(body.token);
    const account = bound && (await findAccountOf(theServer, stet.db, bound.email));
    const { secret } = await stet.auth.$context;
    if (!bound || !account || !bound.isFor(account, secret)) throw problem("link-invalid");
    await relay(c, stet.auth.api.verifyEmail({ query: { token: bound.token }, asResponse: true }));
    // Sessions from before the proof may belong to someone else; the current one has opened the email.
    await endSessionsBeforeProof(theServer, stet.db, bound.email, await currentSession(c));
    return c.json({ success: true });
  });

  app.post("/verify-email/send", async (c) => {
    const { email, userId } = personOf(c);
    await consume(requests, userId);
    return relay(c, stet.auth.api.sendVerificationEmail({ headers: libraryHeaders(stet, c), body: { email }, asResponse: true }));
  });

  app.post("/change-email", notBefore(250), async (c) => {
    const { newEmail, ...body } = await bodyOf(c, z.object({ newEmail: z.string().trim(), password: z.unknown().optional() }));
    const me = await confirmed(c, body);
    if (!isEmailAddress(newEmail)) throw problem("bad-request", "Enter a complete email address.");
    if (newEmail.toLowerCase() === me.email) throw problem("bad-request", "This is already your address.");
    await consume(requests, me.userId);
    await relay(c, stet.auth.api.changeEmail({ headers: libraryHeaders(stet, c), body: { newEmail }, asResponse: true }));
    return c.json({ success: true, to: me.isVerified ? me.email : newEmail });
  });

  app.post("/change-email/confirm", async (c) => {
    const me = personOf(c);
    const body = await bodyOf(c, z.object({ token }));
    const step = requestOf(body.token);
    if (step === null) throw problem("link-invalid");
    const answer = stet.auth.api
      .verifyEmail({ query: body, headers: libraryHeaders(stet, c), asResponse: true })
      .catch((error: unknown) => {
        // Another account took the address between the two emails.
        if ((error as { code?: unknown }).code === uniqueViolation)
          return Response.json({ code: "INVALID_TOKEN" }, { status: 400 });
        throw error;
      });
    await relay(c, answer);
    if (step === "change-email-confirmation") return c.json({ step: "confirmed" });
    const now = await stet.actorOf(c.req.raw.headers);
    const email = now.kind === "person" ? now.email : me.email;
    await letters.addressChanged(me.email, email);
    return c.json({ step: "changed", email });
  });

  app.post("/change-password", async (c) => {
    const body = await bodyOf(c, z.object({ password: z.unknown().optional(), newPassword: password }));
    const me = await confirmed(c, body);
    const answer = stet.auth.api.changePassword({
      headers: libraryHeaders(stet, c),
      body: { currentPassword: String(body.password), newPassword: body.newPassword, revokeOtherSessions: true },
      asResponse: true,
    });
    await relay(c, answer);
    await letters.passwordChanged(me.email);
    return c.json({ success: true });
  });

  app.get("/sessions", async (c) => {
    const me = personOf(c);
    return c.json({ sessions: await listSessions(me, stet.db, await currentSession(c)) });
  });
  app.delete("/sessions/:id", async (c) => {
    if (!(await endSession(personOf(c), stet.db, c.req.param("id")))) throw problem("not-found");
    return c.json({ success: true });
  });
  app.delete("/sessions", async (c) => {
    const me = personOf(c);
    return c.json({ ended: await endOtherSessions(me, stet.db, await currentSession(c)) });
  });
  async function currentSession(c: ApiContext): Promise<string> {
    const session = await stet.auth.api.getSession({ headers: c.req.raw.headers });
    return session?.session.id ?? "";
  }

  app.route("/", leaving(stet, confirmed));
  app.route("/", ownProfile(stet));
  app.route("/passkeys", passkeys(stet, confirmed));
  app.route("/connections", connections(stet, confirmed));
  app.route("/", secondStep(stet, confirmed, letters));
  return app;
}

/** The authenticator app and the recovery codes. */
function secondStep(stet: Stet, confirmed: Confirmed, letters: ReturnType<typeof accountMail>) {
  const app = new Hono<ApiEnv>();
  const asked = (c: ApiContext) => bodyOf(c, z.object({ password: z.unknown().optional() }));
  const options = (c: ApiContext, given: unknown) => ({
    headers: libraryHeaders(stet, c),
    body: typeof given === "string" ? { password: given } : {},
    asResponse: true as const,
  });

  app.post("/second-step", async (c) => {
    const body = await asked(c);
    refuseUnproven(stet, personOf(c));
    await confirmed(c, body);
    const answer = await relayed(c, stet.auth.api.enableTwoFactor(options(c, body.password)));
    const { totpURI, backupCodes } = answer as { totpURI: string; backupCodes: string[] };
    return c.json({ address: totpURI, secret: new URL(totpURI).searchParams.get("secret"), codes: backupCodes });
  });

  app.post("/second-step/confirm", async (c) => {
    const me = personOf(c);
    refuseUnproven(stet, me);
    const { code } = await bodyOf(c, z.object({ code: z.string().max(20) }));
    const body = { code: code.replaceAll(/\s/g, "") };
    const answer = stet.auth.api.verifyTOTP({ headers: libraryHeaders(stet, c), body, asResponse: true });
    await relay(c, answer);
    await letters.twoFactorChanged(me.email, true);
    return c.json({ success: true });
  });

  app.delete("/second-step", async (c) => {
    const body = await asked(c);
    await confirmed(c, body);
    await relay(c, stet.auth.api.disableTwoFactor(options(c, body.password)));
    return c.json({ success: true });
  });

  app.post("/recovery-codes", async (c) => {
    const body = await asked(c);
    await confirmed(c, body);
    const answer = await relayed(c, stet.auth.api.generateBackupCodes(options(c, body.password)));
    return c.json({ codes: (answer as { backupCodes: string[] }).backupCodes });
  });
  return app;
}

const codes: Record<string, ProblemCode> = {
  TOKEN_EXPIRED: "link-expired",
  INVALID_TOKEN: "link-invalid",
  INVALID_USER: "link-invalid",
  USER_NOT_FOUND: "link-invalid",
  INVALID_CODE: "code-wrong",
  INVALID_PASSWORD: "not-confirmed",
  UNAUTHORIZED: "not-signed-in",
};

/** Turns the library's answer into ours: cookies pass through, refusals become problems from the catalog. */
async function relayed(c: ApiContext, asked: Promise<Response>): Promise<unknown> {
  // The library's hooks throw their refusals even when a Response was requested.
  const answer = await asked.catch((error: unknown) => {
    if (isAPIError(error)) return Response.json(error.body, { status: error.statusCode });
    throw error;
  });
  const body: unknown = await answer.json().catch(() => null);
  if (answer.ok) {
    for (const cookie of answer.headers.getSetCookie()) c.header("set-cookie", cookie, { append: true });
    return body;
  }
  const { code = "", message } = (body ?? {}) as { code?: string; message?: string };
  if (code.startsWith("PASSWORD_")) throw problem("password-refused", message);
  throw Object.hasOwn(codes, code) ? problem(codes[code]!) : problem("bad-request", message);
}

async function relay(c: ApiContext, asked: Promise<Response>): Promise<Response> {
  await relayed(c, asked);
  return c.json({ success: true });
}
