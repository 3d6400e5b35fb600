/*
 * What is bought: which plan a place's subscriptions add up to. Stripe's words
 * for the state of one are taken as they are.
 */
import { plans } from "./plans.ts";
import type { Plan } from "../workspace/policy.ts";

export type PaidPlan = "starter" | "professional";

export type Subscription = {
  /** null: for a price that this copy of Stet does not know. */
  plan: PaidPlan | null;
  status: string;
  seats: number;
  /** ISO times. */
  renewsAt: string | null;
  /** When it ends because it was cancelled; until then it counts. */
  cancelsAt: string | null;
};

/** A payment that failed is tried again by Stripe for a while; until it gives up, the plan stays. */
export const liveStatuses = ["active", "trialing", "past_due"];

export function isLive(subscription: Pick<Subscription, "status">): boolean {
  return liveStatuses.includes(subscription.status);
}

/** The best of those that count. What is no longer paid for is free. */
export function boughtPlan(subscriptions: readonly Subscription[]): { plan: Plan; seats: number | null } {
  const bought = subscriptions
    .filter(isLive)
    .flatMap(({ plan, cancelsAt, seats }) => (plan === null ? [] : [{ plan: planUntil(plan, cancelsAt), seats }]))
    .toSorted((a, b) => plans.indexOf(b.plan) - plans.indexOf(a.plan) || b.seats - a.seats);
  // A starter that goes on is worth more than one that ends.
  const best = bought.find(({ plan }) => plan !== "starter-pending-cancel") ?? bought[0];
  return best ?? { plan: "free", seats: null };
}

/** Only the starter plan has a name of its own for the time between cancelling and the end. */
function planUntil(plan: PaidPlan, cancelsAt: string | null): Plan {
  return plan === "starter" && cancelsAt !== null ? "starter-pending-cancel" : plan;
}
