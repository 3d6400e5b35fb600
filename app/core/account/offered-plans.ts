/* The plans as shown to visitors: the models and limits each includes today, and its price. */
import { hasEnded, models } from "../models/models.ts";
import { describeLimit, limitKinds, mayUseModel, planLimit, planNames } from "./plans.ts";
import type { Plan } from "../workspace/policy.ts";

/** Display prices; a plan without one isn't for sale here. */
export type ShownPrices = { starter?: string | undefined; professional?: string | undefined };

export type OfferedPlan = {
  plan: Plan;
  name: string;
  /** Null if no price is set. The free plan has none. */
  price: string | null;
  /** "10 projects", "any number of drafts", … */
  amounts: string[];
  models: string[];
  withheld: string[];
};

/** `today` is an ISO date or time. A cancelled plan isn't an offer, so it is left out. */
export function offeredPlans(today: string, prices: ShownPrices = {}): OfferedPlan[] {
  const current = models.filter((row) => !hasEnded(row, today));
  return (["free", "starter", "professional"] as const).map((plan) => ({
    plan,
    name: planNames[plan],
    price: plan === "free" ? null : (prices[plan] ?? null),
    amounts: limitKinds.map((kind) => describeLimit(kind, planLimit(plan, kind))),
    models: current.filter((row) => mayUseModel(plan, row.id)).map((row) => row.name),
    withheld: current.filter((row) => !mayUseModel(plan, row.id)).map((row) => row.name),
  }));
}
