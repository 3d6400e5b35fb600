import { expect, test } from "vitest";
import { noPolicies, type Person } from "../workspace/policy.ts";
import { modelAccess, modelRefusal } from "./model-access.ts";

test.each([
  ["professional", null, "gpt-5", null],
  ["free", null, "gpt-5", "model-not-in-plan"],
  ["professional", ["gpt-5"], "gpt-5", null],
  ["professional", ["gpt-5"], "o3", "model-not-allowed"],
  ["free", ["gpt-5"], "gpt-5", "model-not-in-plan"],
  ["professional", [], "local:llama", "model-not-allowed"],
  ["free", [], "stet-builtin", null],
] as const)("on %s, with %j allowed, %s: %s", (plan, allowed, id, refusal) => {
  expect(modelRefusal({ plan, allowed }, id)).toBe(refusal);
});

test("policies count in their own workspace", () => {
  const membership = { organizationId: "o", slug: "firm", name: "Firm", role: "member", plan: "free" } as const;
  const me: Person = {
    kind: "person",
    userId: "u",
    name: "Ada",
    email: "ada@example.test",
    isVerified: true,
    plan: "free",
    ownPlan: "free",
    organizationId: "o",
    memberships: [{ ...membership, policies: { ...noPolicies, models: ["o3"] } }],
  };
  expect(modelAccess(me).allowed).toEqual(["o3"]);
  expect(modelAccess({ ...me, organizationId: null }).allowed).toBeNull();
});
