/* What the administrator's plan command accepts: one schema for the command line and a running server's socket. */
import { z } from "zod";
import { planNames, plans } from "#core/account/plans.ts";
import { theServer } from "#core/workspace/policy.ts";
import { giveOrganizationPlan, givePersonPlan } from "../data/upkeep/granted-plans.ts";
import type { Db } from "../db/database.ts";

export const planOrderSchema = z
  .object({
    /** An email address, or `organization:` and its slug. */
    to: z.string().min(1).max(320),
    plan: z.enum(plans),
    seats: z.number().int().min(1).max(100_000).nullable(),
  })
  .refine(({ to, seats }) => seats === null || to.startsWith(organizationPrefix), "Only organizations have seats.");
export type PlanOrder = z.infer<typeof planOrderSchema>;

const organizationPrefix = "organization:";

/** Returns a sentence describing what was done. Throws one describing why it was not. */
export async function carryOut({ to, plan, seats }: PlanOrder, db: Db): Promise<string> {
  const isOrganization = to.startsWith(organizationPrefix);
  const isDone = isOrganization
    ? await giveOrganizationPlan(theServer, db, to.slice(organizationPrefix.length), { plan, seats })
    : await givePersonPlan(theServer, db, to, plan);
  if (!isDone)
    throw new Error(
      isOrganization
        ? `There is no organization with the address ${to.slice(organizationPrefix.length)}.`
        : `No account uses the address ${to}.`,
    );
  return `${to} now has the plan ${planNames[plan]}${seats === null ? "" : `, with ${seats} seats`}.`;
}
