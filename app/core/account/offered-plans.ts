/* The plans as they are offered to a visitor: which models and how much each includes today, and for what price. */
import { hasEnded, models } from "../models/models.ts";
import { describeLimit, limitKinds, mayUseModel, planLimit, planNames } from "./plans.ts";
import type { Plan } from "../workspace/policy.ts";

/** As pages show them; a plan without one is not sold here. */
export type ShownPrices = { starter?: string | undefined; professional?: string | undefined };

export type OfferedPlan = {
  plan: Plan;
  name: string;
  /** null where none is set. The free plan has none to set. */
  price: string | null;
  /** "10 projects", "any number of drafts", … */
  amounts: string[];
  models: string[];
  withheld: string[];
};

/** `today` is an ISO date or time. A cancelled plan is no offer, so it is left out. */
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
