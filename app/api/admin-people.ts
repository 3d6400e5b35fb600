/* The people of an installation, for its administrators: who they are and whether they may sign in, not what they write. */
import { Hono } from "hono";
import { z } from "zod";
import { plans } from "#core/account/plans.ts";
import type { SecurityEventKind } from "#core/account/security-event.ts";
import { accountMail } from "#server/accounts/account-notices.ts";
import { administrator } from "#server/data/installation/administrators.ts";
import {
  listPeople,
  resetPersonsSecondFactor,
  restorePerson,
  setPlanOfPerson,
  signOutPerson,
  suspendPerson,
} from "#server/data/installation/people.ts";
import type { Stet } from "#server/stet.ts";
import { audit } from "./audit.ts";
import { createConfirmation } from "./confirmation.ts";
import { bodyOf, personOf, queryOf } from "./edge.ts";
import type { ApiContext, ApiEnv } from "./context.ts";

const searchSchema = z.object({
  query: z.string().max(200).default(""),
  suspended: z.literal("1").optional(),
  before: z.string().max(100).optional(),
});

export function people(stet: Stet) {
  const { db } = stet;
  const confirmed = createConfirmation(stet);
  const letters = accountMail(stet.env, stet.mail);
  const done = async (c: ApiContext, kind: SecurityEventKind, email: string, more = "") => {
    await audit(stet, c, { kind, subject: email + more });
    return c.json({ email });
  };
  return (
    new Hono<ApiEnv>()
      .get("/api/admin/people", async (c) => {
        const { query, suspended, before } = queryOf(c, searchSchema);
        return c.json(await listPeople(personOf(c), db, { query, isSuspended: suspended === "1", before }));
      })
      .post("/api/admin/people/:id/suspend", async (c) =>
        done(c, "account-suspended", await suspendPerson(personOf(c), db, c.req.param("id"))),
      )
      .post("/api/admin/people/:id/restore", async (c) =>
        done(c, "account-restored", await restorePerson(personOf(c), db, c.req.param("id"))),
      )
      .post("/api/admin/people/:id/sign-out", async (c) =>
        done(c, "account-signed-out", await signOutPerson(personOf(c), db, c.req.param("id"))),
      )
      // With the password: afterwards another's account is less protected than before.
      .post("/api/admin/people/:id/reset-second-factor", async (c) => {
        administrator(personOf(c));
        const { password } = await bodyOf(c, z.object({ password: z.unknown().optional() }));
        const email = await resetPersonsSecondFactor(await confirmed(c, { password }), db, c.req.param("id"));
        await letters.twoFactorChanged(email, false);
        return done(c, "second-factor-reset", email);
      })
      .put("/api/admin/people/:id/plan", async (c) => {
        administrator(personOf(c));
        const { plan } = await bodyOf(c, z.object({ plan: z.enum(plans) }));
        return done(c, "account-plan-changed", await setPlanOfPerson(personOf(c), db, c.req.param("id"), plan), `: ${plan}`);
      })
  );
}
