/*
 * Exposes the accounts library. Only the addresses below are open; account changes are in account.ts, which asks for
 * the password again. Whether an address has an account is never revealed: signing up and requesting an email get the
 * same answer, never before a fixed time.
 */
import { Hono, type MiddlewareHandler } from "hono";
import { z } from "zod";
import { isEmailAddress } from "#core/account/email-address.ts";
import { plainName } from "#core/text/plain-name.ts";
import { theServer } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { returnPath } from "#core/text/return-path.ts";
import { findResetOwner } from "#server/data/accounts/reset-tokens.ts";
import { knowDevice } from "#server/accounts/new-device.ts";
import { keepMethodsHeader } from "#server/accounts/auth.ts";
import { signUpRefused } from "#server/accounts/sign-up.ts";
import { askForPasskey } from "#server/accounts/passkeys.ts";
import { createLimiter } from "#server/db/limiter.ts";
import { sendsEmail } from "#server/email/email-transport.ts";
import type { Stet } from "#server/stet.ts";
import { auditSignIn } from "./audit.ts";
import { bodyOf, clientAddress } from "./edge.ts";
import type { ApiContext, ApiEnv } from "./context.ts";
import { consume, limitEmails } from "./email-limit.ts";
import { network } from "./network.ts";
import { limitSignIn } from "./sign-in-limit.ts";

/** The library's addresses that anyone may use. */
const openAddresses = ["/sign-out", "/send-verification-email", "/two-factor/verify-totp", "/two-factor/verify-backup-code"];

const emailAddress = z.string().trim().max(320).refine(isEmailAddress, "not an email address");
const newAccount = z.object({ name: plainName().min(1).max(100), email: emailAddress, password: z.string().max(1000) });
const newPassword = z.object({
  token: z.string().max(1000),
  newPassword: z.string().max(1000),
  /** If omitted, every other sign-in method of the account is removed. */
  keepMethods: z.boolean().default(false),
});

export function auth(stet: Stet) {
  const app = new Hono<ApiEnv>().basePath("/api/auth");
  // A page that offers passkeys requests a challenge as soon as it opens.
  const asked = createLimiter(stet.db, { name: "passkey", points: 300, seconds: 900 });
  const perLetter = limitEmails(stet);

  app.use(ownAddressesOnly);
  for (const path of ["/sign-in/email", "/two-factor/verify-totp", "/two-factor/verify-backup-code", "/passkey/sign-in"])
    app.use(path, auditSignIn(stet));
  app.use("/sign-in/email", limitSignIn(stet));

  app.post("/sign-in/email", async (c) => {
    const answer = await passOn(stet, c);
    if (!sendsEmail(stet.env) || (answer.status !== 401 && answer.status !== 403)) return answer;
    const { code } = (await answer.clone().json()) as { code?: string };
    if (code !== "EMAIL_NOT_VERIFIED" && code !== "INVALID_EMAIL_OR_PASSWORD") return answer;
    // Same answer for both: after signing up with an address, signing in must not reveal whether it was taken.
    return problem("sign-in-refused");
  });

  app.post("/sign-up/email", perLetter, notBefore(250), async (c) => {
    // Only these three fields are passed on, so no one can pick a plan or a verified address.
    const fields = await bodyOf(c, newAccount);
    const answer = await askLibrary(stet, c, fields);
    const { code, message } = answer.ok ? { code: "" } : ((await answer.clone().json()) as { code?: string; message?: string });
    if (code === signUpRefused) throw problem("sign-up-refused", message);
    // Of two concurrent sign-ups with one address, the later one fails in the database and gets the usual answer.
    return answer.ok || code === "FAILED_TO_CREATE_USER" ? c.json({ success: true, mustVerify: sendsEmail(stet.env) }) : answer;
  });

  app.post("/request-password-reset", perLetter, notBefore(250), async (c) => {
    const { email } = await bodyOf(c, z.object({ email: emailAddress }));
    const answer = await askLibrary(stet, c, { email });
    return answer.ok ? c.json({ success: true }) : answer;
  });

  app.post("/reset-password", async (c) => {
    const { keepMethods, ...fields } = await bodyOf(c, newPassword);
    const owner = await findResetOwner(theServer, stet.db, fields.token);
    const answer = await askLibrary(stet, c, fields, keepMethods ? { [keepMethodsHeader]: "yes" } : {});
    if (!answer.ok || owner === null) return answer;
    // The link came by email, so the device is the owner's: strangers' guesses must not lock it out.
    const known = new Response(answer.body, answer);
    known.headers.append("set-cookie", await knowDevice(stet.db, owner, c.req.header("cookie") ?? "", stet.env.isHttps));
    return known;
  });

  app.post("/passkey/begin", async (c) => {
    await consume(asked, network(clientAddress(c, stet.env.TRUSTED_PROXIES)));
    return c.json(await askForPasskey(stet.db, stet.env));
  });
  app.post("/passkey/sign-in", async (c) => {
    const answer = await askLibrary(stet, c, await bodyOf(c, z.record(z.string(), z.unknown())));
    if (answer.ok) return answer;
    const { code } = (await answer.json()) as { code?: string };
    if (code === "ACCOUNT_SUSPENDED") throw problem("account-suspended");
    throw problem(code === "EMAIL_NOT_VERIFIED" ? "not-verified" : "passkey-refused");
  });

  app.use("/send-verification-email", perLetter);
  for (const address of openAddresses) {
    app.post(address, (c) => passOn(stet, c));
  }
  return app;
}

/** Our pages are asked where to go next, and only paths on this site are accepted. */
const ownAddressesOnly: MiddlewareHandler<ApiEnv> = async (c, next) => {
  const body = c.get("body").json?.value;
  for (const [name, value] of Object.entries(body ?? {}))
    if (/url$|^redirectTo$/i.test(name) && (typeof value !== "string" || returnPath(value, "") === ""))
      throw problem("wrong-origin");
  await next();
};

/** The request's headers with the client's address as we determined it; any inbound copy is overwritten. */
export function libraryHeaders(stet: Stet, c: ApiContext): Headers {
  const headers = new Headers(c.req.raw.headers);
  headers.delete(keepMethodsHeader);
  headers.set("x-stet-client", clientAddress(c, stet.env.TRUSTED_PROXIES));
  return headers;
}

/** Passes the request to the library unchanged. */
async function passOn(stet: Stet, c: ApiContext): Promise<Response> {
  const body = await c.req.arrayBuffer();
  return stet.auth.handler(new Request(c.req.url, { method: "POST", headers: libraryHeaders(stet, c), body }));
}

function askLibrary(stet: Stet, c: ApiContext, body: object, own: Record<string, string> = {}): Promise<Response> {
  const headers = libraryHeaders(stet, c);
  for (const [name, value] of Object.entries(own)) headers.set(name, value);
  headers.delete("content-length");
  return stet.auth.handler(new Request(c.req.url, { method: "POST", headers, body: JSON.stringify(body) }));
}

/** Delays the response to at least `ms`, so that timing reveals nothing. */
export function notBefore(ms: number): MiddlewareHandler<ApiEnv> {
  return async (_c, next) => {
    const earliest = new Promise((resolve) => setTimeout(resolve, ms));
    await next();
    await earliest;
  };
}
