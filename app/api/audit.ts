/*
 * Writes the security log. Actions on a person's own account are one table here, by request address; everything else
 * is logged where it happens.
 */
import type { MiddlewareHandler } from "hono";
import { theServer } from "#core/workspace/policy.ts";
import type { SecurityEventKind } from "#core/account/security-event.ts";
import { recordAccountEvent, recordEvent, type NewSecurityEvent } from "#server/data/accounts/security-events.ts";
import type { Stet } from "#server/stet.ts";
import { clientAddress } from "./edge.ts";
import type { ApiContext, ApiEnv } from "./context.ts";
import { accountOf } from "./sign-in-limit.ts";

/** Logs for the requester, in the organization of the request unless another is named. */
export async function audit(stet: Stet, c: ApiContext, event: Omit<NewSecurityEvent, "address">): Promise<void> {
  await recordEvent(c.get("actor"), stet.db, { ...event, address: clientAddress(c, stet.env.TRUSTED_PROXIES) });
}

const accountDeeds: Record<string, SecurityEventKind> = {
  "POST /api/account/change-password": "password-changed",
  "POST /api/account/change-email/confirm": "email-changed",
  "POST /api/account/second-step/confirm": "second-step-on",
  "DELETE /api/account/second-step": "second-step-off",
  "POST /api/account/recovery-codes": "recovery-codes-made",
};

/** Logs people's actions on their own accounts, including those refused for lack of a password. */
export function auditAccount(stet: Stet): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const kind = accountDeeds[`${c.req.method} ${c.req.path}`];
    let refusal: unknown;
    await next().catch((thrown: unknown) => (refusal = thrown));
    const isRefused = refusal instanceof Response && refusal.status === 403;
    if (kind !== undefined && (isRefused || (refusal === undefined && c.res.ok && (await isLastStep(c.res)))))
      await audit(stet, c, { kind, result: isRefused ? "refused" : "done" });
    if (refusal !== undefined) throw refusal;
  };
}

/** An email change takes two confirmations; the first one changes nothing yet. */
async function isLastStep(answer: Response): Promise<boolean> {
  const body = (await answer.clone().json()) as { step?: unknown };
  return body.step === undefined || body.step === "changed";
}

/**
 * Logs sign-ins and failed passwords or codes. Written without delaying the response, so its timing reveals nothing.
 */
export function auditSignIn(stet: Stet): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const given = accountOf(c);
    await next();
    const { ok, status } = c.res;
    if (!ok && status !== 401) return;
    const body = ok ? ((await c.res.clone().json()) as { user?: { email?: string } }) : {};
    // With only the password right, two-factor authentication is still to come.
    const email = ok ? body.user?.email : given;
    if (!email) return;
    const address = clientAddress(c, stet.env.TRUSTED_PROXIES);
    const result = ok ? ("done" as const) : ("refused" as const);
    recordAccountEvent(theServer, stet.db, email, { kind: "sign-in", address, result }).catch((error: unknown) =>
      stet.log.warn({ err: error }, "a sign-in could not be written into the security log"),
    );
  };
}
