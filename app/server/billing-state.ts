/* What the billing pages show of a place: its plan, what that includes, what is used, and what can be bought. */
import { limitKinds, planLimit, type LimitKind } from "#core/plans.ts";
import type { Person, Plan } from "#core/policy.ts";
import { isLive, type Subscription } from "#core/subscription.ts";
import type { Offer } from "./billing.ts";
import { readPlanUsage } from "./data/plan-usage.ts";
import { listSubscriptions } from "./data/subscriptions.ts";
import type { Stet } from "./stet.ts";

export type BillingState = {
  plan: Plan;
  /** What is counted: how much the plan includes (null: as much as one likes), and how much is used. */
  amounts: { kind: LimitKind; limit: number | null; used: number }[];
  /** What is being paid for; null where nothing is. */
  subscription: Subscription | null;
  offers: Offer[];
  /** Whether anything can be bought here at all. Where not, an administrator chooses the plan. */
  isSold: boolean;
};

export async function billingOf(me: Person, { db, billing }: Pick<Stet, "db" | "billing">): Promise<BillingState> {
  const [used, subscriptions] = await Promise.all([readPlanUsage(me, db), listSubscriptions(me, db)]);
  const offers = billing?.offersIn(me.organizationId) ?? [];
  return {
    plan: me.plan,
    amounts: limitKinds.map((kind) => ({ kind, limit: planLimit(me.plan, kind), used: used[kind] })),
    subscription: subscriptions.find(isLive) ?? null,
    offers,
    isSold: offers.length > 0,
  };
}
