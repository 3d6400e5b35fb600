/*
 * Signing in with an external account: the URL to go to, and the callback. Only configured providers exist here.
 * Every failure in the callback ends on the error page, never in a bare response.
 */
import { Hono } from "hono";
import { z } from "zod";
import { theServer } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { returnPath } from "#core/text/return-path.ts";
import { recordAccountEvent } from "#server/data/accounts/security-events.ts";
import { providersOf } from "#server/accounts/providers.ts";
import { createLimiter } from "#server/db/limiter.ts";
import type { Stet } from "#server/stet.ts";
import { libraryHeaders } from "./auth.ts";
import { bodyOf, clientAddress } from "./edge.ts";
import type { ApiContext, ApiEnv } from "./context.ts";
import { consume } from "./email-limit.ts";
import { network } from "./network.ts";

export function providerSignIn(stet: Stet) {
  const app = new Hono<ApiEnv>().basePath("/api/auth");
  const starts = createLimiter(stet.db, { name: "provider", points: 60, seconds: 900 });

  app.post("/sign-in/with", async (c) => {
    const { provider, from } = await bodyOf(c, z.object({ provider: z.string().max(40), from: z.string().max(2000).optional() }));
    await consume(starts, network(clientAddress(c, stet.env.TRUSTED_PROXIES)));
    const back = returnPath(from);
    const newUserCallbackURL = `/onboarding/user?from=${encodeURIComponent(back)}`;
    const body = { provider, callbackURL: back, newUserCallbackURL, disableRedirect: true };
    return askProvider(stet, c, provider, (headers) => stet.auth.api.signInSocial({ headers, body, asResponse: true }));
  });

  app.get("/callback/:provider", async (c) => {
    await refuseUnknown(stet, c.req.param("provider"));
    const request = new Request(c.req.url, { headers: libraryHeaders(stet, c) });
    const answer = await stet.auth.handler(request).catch((error: unknown) => {
      stet.log.error({ err: error, requestId: c.get("requestId") }, "A sign-in from elsewhere failed");
      return null;
    });
    if (answer === null || ![302, 303].includes(answer.status)) return c.redirect("/auth/error?error=unexpected");
    await noteSignIn(stet, c, answer);
    return wayBack(answer);
  });
  return app;
}

/** The provider's URL, with the cookie that the callback needs. */
export async function askProvider(
  stet: Stet,
  c: ApiContext,
  provider: string,
  ask: (headers: Headers) => Promise<Response>,
): Promise<Response> {
  await refuseUnknown(stet, provider);
  const answer = await ask(libraryHeaders(stet, c));
  const { url } = ((await answer.json().catch(() => null)) ?? {}) as { url?: string };
  if (!answer.ok || typeof url !== "string") throw problem("provider-silent");
  for (const cookie of answer.headers.getSetCookie()) c.header("set-cookie", cookie, { append: true });
  return c.json({ url });
}

async function refuseUnknown(stet: Stet, provider: string): Promise<void> {
  if (!providersOf(stet.env).some(({ id }) => id === provider)) throw problem("not-found");
  if (provider === "sso" && !(await stet.findSingleSignOn())) throw problem("provider-silent");
}

/** For the security log: whom the response's cookies sign in, if anyone. */
async function noteSignIn(stet: Stet, c: ApiContext, answer: Response): Promise<void> {
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(";", 1)[0]);
  const me = await stet.actorOf(new Headers({ cookie: cookies.join("; ") }));
  const address = clientAddress(c, stet.env.TRUSTED_PROXIES);
  if (me.kind === "person") await recordAccountEvent(theServer, stet.db, me.email, { kind: "sign-in", address });
}

/**
 * Redirects to where the person came from, or first to two-factor authentication, which the library reports only in
 * the body.
 */
async function wayBack(answer: Response): Promise<Response> {
  const body = (await answer
    .clone()
    .json()
    .catch(() => null)) as { twoFactorRedirect?: boolean } | null;
  const headers = new Headers(answer.headers);
  if (body?.twoFactorRedirect === true)
    headers.set("location", `/auth/totp?from=${encodeURIComponent(returnPath(headers.get("location")))}`);
  return new Response(null, { status: 302, headers });
}
