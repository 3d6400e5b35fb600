import type { BillingState } from "#core/account/billing.ts";
import { limitKinds, planLimit } from "#core/account/plans.ts";
import type { Person } from "#core/workspace/policy.ts";
import { isLive } from "#core/account/subscription.ts";
import { readPlanUsage, readSeats } from "../data/accounts/plan-usage.ts";
import { listSubscriptions } from "../data/accounts/subscriptions.ts";
import type { Stet } from "../stet.ts";

export async function billingOf(me: Person, { db, billing }: Pick<Stet, "db" | "billing">): Promise<BillingState> {
  const [used, seats, subscriptions] = await Promise.all([readPlanUsage(me, db), readSeats(me, db), listSubscriptions(me, db)]);
  const offers = billing?.offersIn(me.organizationId) ?? [];
  return {
    plan: me.plan,
    amounts: limitKinds.map((kind) => ({ kind, limit: planLimit(me.plan, kind), used: used[kind] })),
    seats,
    subscription: subscriptions.find(isLive) ?? null,
    offers,
    isSold: offers.length > 0,
  };
}
