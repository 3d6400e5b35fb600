/* Which plan a workspace's subscriptions amount to. Statuses are Stripe's own. */
import { plans } from "./plans.ts";
import type { Plan } from "../workspace/policy.ts";

export type PaidPlan = "starter" | "professional";

export type Subscription = {
  /** Null if this Stet doesn't know the price. */
  plan: PaidPlan | null;
  status: string;
  seats: number;
  /** ISO times. */
  renewsAt: string | null;
  /** When a cancelled subscription ends; it counts until then. */
  cancelsAt: string | null;
};

/** Stripe retries failed payments for a while; until it gives up, the plan stays. */
export const liveStatuses = ["active", "trialing", "past_due"];

export function isLive(subscription: Pick<Subscription, "status">): boolean {
  return liveStatuses.includes(subscription.status);
}

/** The best of those that count. Without any, the plan is free. */
export function boughtPlan(subscriptions: readonly Subscription[]): { plan: Plan; seats: number | null } {
  const bought = subscriptions
    .filter(isLive)
    .flatMap(({ plan, cancelsAt, seats }) => (plan === null ? [] : [{ plan: planUntil(plan, cancelsAt), seats }]))
    .toSorted((a, b) => plans.indexOf(b.plan) - plans.indexOf(a.plan) || b.seats - a.seats);
  // A continuing starter plan beats one about to end.
  const best = bought.find(({ plan }) => plan !== "starter-pending-cancel") ?? bought[0];
  return best ?? { plan: "free", seats: null };
}

/** Only the starter plan has a separate name between cancellation and its end. */
function planUntil(plan: PaidPlan, cancelsAt: string | null): Plan {
  return plan === "starter" && cancelsAt !== null ? "starter-pending-cancel" : plan;
}
