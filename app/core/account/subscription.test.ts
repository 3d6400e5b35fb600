import { expect, test } from "vitest";
import { boughtPlan, type Subscription } from "./subscription.ts";

const one = (rest: Partial<Subscription>): Subscription => ({
  plan: "starter",
  status: "active",
  seats: 1,
  renewsAt: null,
  cancelsAt: null,
  ...rest,
});
const soon = "2026-12-01T00:00:00.000Z";

test.each([
  ["none", [], "free", null],
  ["an active one", [one({})], "starter", 1],
  ["one in its trial", [one({ status: "trialing" })], "starter", 1],
  ["one whose payment is being tried again", [one({ status: "past_due" })], "starter", 1],
  ["one that was never paid", [one({ status: "incomplete" })], "free", null],
  ["one that has ended", [one({ status: "canceled" })], "free", null],
  ["one that Stripe gave up on", [one({ status: "unpaid" })], "free", null],
  ["one that is cancelled and runs out", [one({ cancelsAt: soon })], "starter-pending-cancel", 1],
  ["a professional one that runs out", [one({ plan: "professional", cancelsAt: soon })], "professional", 1],
  ["one for a price we do not know", [one({ plan: null })], "free", null],
  ["two", [one({}), one({ plan: "professional", seats: 4 })], "professional", 4],
  ["two, the better one ended", [one({}), one({ plan: "professional", status: "canceled" })], "starter", 1],
  ["one that runs out and one that goes on", [one({ cancelsAt: soon }), one({})], "starter", 1],
  ["seats", [one({ plan: "professional", seats: 3 }), one({ plan: "professional", seats: 7 })], "professional", 7],
])("%s", (_, subscriptions, plan, seats) => {
  expect(boughtPlan(subscriptions)).toEqual({ plan, seats });
});
