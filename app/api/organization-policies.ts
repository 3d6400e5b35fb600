/* What an organization's managers decide for everyone in it. */
import { Hono } from "hono";
import { z } from "zod";
import { mostAllowedModels } from "#core/workspace/organization.ts";
import type { OrganizationPolicies } from "#core/workspace/policy.ts";
import { changePolicies } from "#server/data/organizations/organization-policies.ts";
import { organizationMail } from "#server/organizations/organization-notices.ts";
import type { Stet } from "#server/stet.ts";
import { audit } from "./audit.ts";
import { bodyOf } from "./edge.ts";
import type { ApiEnv } from "./context.ts";
import { managerOf, placeOf } from "./organizations.ts";

const changeSchema = z.strictObject({
  twoFactor: z.boolean().optional(),
  models: z.array(z.string().min(1).max(300)).max(mostAllowedModels).nullable().optional(),
  webSearch: z.boolean().optional(),
});

export function organizationPolicies(stet: Stet) {
  const app = new Hono<ApiEnv>();
  app.patch("/api/organization/policies", async (c) => {
    const me = managerOf(c);
    const { organization } = placeOf(c);
    const change = changeIn(await bodyOf(c, changeSchema));
    const { before } = await changePolicies(me, stet.db, change, async (trx, { barred }) => {
      const letters = organizationMail(stet.env, stet.mail.within(trx));
      for (const email of barred) await letters.twoFactorRequired(email, organization, me);
    });
    stet.mail.wake();
    for (const subject of changesIn(before, { ...before, ...change })) await audit(stet, c, { kind: "policy-changed", subject });
    return c.json({ success: true });
  });
  return app;
}

function changeIn({ twoFactor, models, webSearch }: z.infer<typeof changeSchema>): Partial<OrganizationPolicies> {
  return {
    ...(twoFactor !== undefined && { twoFactor }),
    ...(models !== undefined && { models: models === null ? null : [...new Set(models)] }),
    ...(webSearch !== undefined && { webSearch }),
  };
}

/** For the security log. */
function changesIn(before: OrganizationPolicies, after: OrganizationPolicies): string[] {
  const names = ({ models }: OrganizationPolicies) => (models === null ? "all" : models.toSorted().join(", ") || "none");
  return [
    ...(before.twoFactor === after.twoFactor ? [] : [`two-factor authentication ${after.twoFactor ? "required" : "optional"}`]),
    ...(names(before) === names(after) ? [] : [`models: ${names(after)}`]),
    ...(before.webSearch === after.webSearch ? [] : [`web search ${after.webSearch ? "on" : "off"}`]),
  ];
}
