/* What a billing page shows of a place. */
import type { LimitKind } from "./plans.ts";
import type { Plan } from "../workspace/policy.ts";
import type { PaidPlan, Subscription } from "./subscription.ts";

/** Something that can be bought in a place. `price` is what the settings say it costs. */
export type Offer = { plan: PaidPlan; name: string; price: string | null; isPerSeat: boolean };

export const mostSeats = 10_000;

export type BillingState = {
  plan: Plan;
  /** What is counted: how much the plan includes (null: as much as one likes), and how much is used. */
  amounts: { kind: LimitKind; limit: number | null; used: number }[];
  /** Of an organization: members who are no guests, and how many it may have. */
  seats: { taken: number; limit: number | null } | null;
  /** What is being paid for; null where nothing is. */
  subscription: Subscription | null;
  offers: Offer[];
  /** Whether anything can be bought here at all. Where not, an administrator chooses the plan. */
  isSold: boolean;
};
