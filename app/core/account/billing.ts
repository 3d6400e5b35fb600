/* The contents of a workspace's billing page. */
import type { LimitKind } from "./plans.ts";
import type { Plan } from "../workspace/policy.ts";
import type { PaidPlan, Subscription } from "./subscription.ts";

/** A plan for sale in a workspace. `price` comes from the settings. */
export type Offer = { plan: PaidPlan; name: string; price: string | null; isPerSeat: boolean };

export const mostSeats = 10_000;

export type BillingState = {
  plan: Plan;
  /** Metered resources: the plan's allowance (null means unlimited) and current usage. */
  amounts: { kind: LimitKind; limit: number | null; used: number }[];
  /** For an organization: members other than guests, and how many the plan allows. */
  seats: { taken: number; limit: number | null } | null;
  /** The current subscription, or null. */
  subscription: Subscription | null;
  offers: Offer[];
  /** Whether plans can be bought here. If not, an administrator assigns them. */
  isSold: boolean;
};
