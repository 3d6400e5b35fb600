/* The plans as they are offered to a visitor: which models each includes today. */
import { hasEnded, models } from "./models.ts";
import { mayUseModel, planNames } from "./plans.ts";
import type { Plan } from "./policy.ts";

export type OfferedPlan = { plan: Plan; name: string; models: string[]; withheld: string[] };

/** `today` is an ISO date or time. A cancelled plan is no offer, so it is left out. */
export function offeredPlans(today: string): OfferedPlan[] {
  const current = models.filter((row) => !hasEnded(row, today));
  return (["free", "starter", "professional"] as const).map((plan) => ({
    plan,
    name: planNames[plan],
    models: current.filter((row) => mayUseModel(plan, row.id)).map((row) => row.name),
    withheld: current.filter((row) => !mayUseModel(plan, row.id)).map((row) => row.name),
  }));
}
