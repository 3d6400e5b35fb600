/*
 * Writes the security log. What people do to their own accounts is one table
 * here, by the address that was asked; everything else says so where it is done.
 */
import type { MiddlewareHandler } from "hono";
import { theServer } from "#core/workspace/policy.ts";
import type { SecurityEventKind } from "#core/account/security-event.ts";
import { recordAccountEvent, recordEvent, type NewSecurityEvent } from "#server/data/accounts/security-events.ts";
import type { Stet } from "#server/stet.ts";
import { clientAddress, type ApiContext, type ApiEnv } from "./edge.ts";
import { accountOf } from "./sign-in-limit.ts";

/** Of whoever asks, in the organization where the request works unless another is named. */
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

/** What was done, or refused for want of a password, to one's own account. */
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

/** An address is changed by two confirmations; the first changes nothing yet. */
async function isLastStep(answer: Response): Promise<boolean> {
  const body = (await answer.clone().json()) as { step?: unknown };
  return body.step === undefined || body.step === "changed";
}

/** Sign-ins, and tries with a wrong password or code. It is written beside the answer, so that the answer's time tells nothing. */
export function auditSignIn(stet: Stet): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const given = accountOf(c);
    await next();
    const { ok, status } = c.res;
    if (!ok && status !== 401) return;
    const body = ok ? ((await c.res.clone().json()) as { user?: { email?: string } }) : {};
    // With the right password only, the second step is still to come.
    const email = ok ? body.user?.email : given;
    if (!email) return;
    const address = clientAddress(c, stet.env.TRUSTED_PROXIES);
    const result = ok ? ("done" as const) : ("refused" as const);
    recordAccountEvent(theServer, stet.db, email, { kind: "sign-in", address, result }).catch((error: unknown) =>
      stet.log.warn({ err: error }, "a sign-in could not be written into the security log"),
    );
  };
}
