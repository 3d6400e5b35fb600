/* What an organization's managers decide for everyone in it. */
import { Hono } from "hono";
import { z } from "zod";
import type { OrganizationPolicies } from "#core/workspace/policy.ts";
import { changePolicies } from "#server/data/organizations/organization-policies.ts";
import { organizationMail } from "#server/organizations/organization-notices.ts";
import type { Stet } from "#server/stet.ts";
import { audit } from "./audit.ts";
import { bodyOf, type ApiEnv } from "./edge.ts";
import { managerOf, placeOf } from "./organizations.ts";

const changeSchema = z.strictObject({ twoFactor: z.boolean().optional() });

export function organizationPolicies(stet: Stet) {
  const app = new Hono<ApiEnv>();
  app.patch("/api/organization/policies", async (c) => {
    const me = managerOf(c);
    const { organization } = placeOf(c);
    const { twoFactor } = await bodyOf(c, changeSchema);
    const change: Partial<OrganizationPolicies> = { ...(twoFactor !== undefined && { twoFactor }) };
    const { before } = await changePolicies(me, stet.db, change, async (trx, { barred }) => {
      const letters = organizationMail(stet.env, stet.mail.within(trx));
      for (const email of barred) await letters.twoFactorRequired(email, organization, me);
    });
    stet.mail.wake();
    if (twoFactor !== undefined && twoFactor !== before.twoFactor)
      await audit(stet, c, { kind: "policy-changed", subject: `two-factor authentication ${twoFactor ? "required" : "optional"}` });
    return c.json({ status: true });
  });
  return app;
}
