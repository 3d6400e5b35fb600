import { expect, test, describe } from "vitest";
import {
  countedAs,
  describeLimit,
  limitKinds,
  limitNames,
  limitSentence,
  mayUseModel,
  planLimit,
  plans,
  plansWithModel,
} from "./plans.ts";
import { models } from "../models/models.ts";

// Section 5 of the specification, one row per model: free, starter, starter-pending-cancel, professional.
const table: [string, boolean, boolean, boolean, boolean][] = [
  ["gemini-2.5-flash", true, true, true, true],
  ["gemini-2.0-flash", true, true, true, true],
  ["o4-mini", true, true, true, true],
  ["gpt-5-mini", true, false, false, true],
  ["claude-opus-4-1", false, false, false, true],
  ["o3", false, false, false, true],
  ["o1", false, false, false, true],
  ["gpt-5", false, false, false, true],
  ["gpt-4", false, true, true, true],
  ["claude-sonnet-5-5", false, true, true, true],
  ["stet-builtin", true, true, true, true],
  ["local:llama3.2:3b", true, true, true, true],
  ["no-such-model", false, true, true, true],
];

describe("mayUseModel", () => {
  test.each(table)("%s", (modelId, ...allowed) => {
    expect(plans.map((plan) => mayUseModel(plan, modelId))).toEqual(allowed);
  });

  test("free holds exactly four models of providers and the built-in one", () => {
    expect(
      models
        .filter((row) => mayUseModel("free", row.id))
        .map((row) => row.id)
        .toSorted(),
    ).toEqual(["gemini-2.0-flash", "gemini-2.5-flash", "gpt-5-mini", "o4-mini", "stet-builtin"]);
  });

  test("the two starter tiers never differ", () => {
    for (const { id } of models) expect(mayUseModel("starter", id)).toBe(mayUseModel("starter-pending-cancel", id));
  });
});

test("plansWithModel says the same the other way round", () => {
  expect(plansWithModel("gpt-5-mini")).toEqual(["free", "professional"]);
  for (const row of models) expect(row.plans).toEqual(plansWithModel(row.id));
});

// Section 5 of the specification: projects, drafts, bytes of files, tokens a day.
test.each([
  ["free", [10, 50, 500_000_000, 100_000]],
  ["starter", [100, 1000, 10_000_000_000, 1_000_000]],
  ["starter-pending-cancel", [100, 1000, 10_000_000_000, 1_000_000]],
  ["professional", [null, null, null, null]],
] as const)("the limits of %s", (plan, expected) => {
  expect(limitKinds.map((kind) => planLimit(plan, kind))).toEqual(expected);
});

test.each([
  ["projects", 1000, "1,000"],
  ["storageBytes", 1, "1 MB"],
  ["storageBytes", 1_000_000, "1 MB"],
  ["storageBytes", 1_000_001, "2 MB"],
  ["storageBytes", 999_999_999, "1000 MB"],
  ["storageBytes", 1_000_000_000, "1 GB"],
  ["storageBytes", 2_540_000_000, "2.5 GB"],
] as const)("%s: %i is counted as %s", (kind, amount, expected) => {
  expect(countedAs(kind, amount)).toBe(expected);
});

test.each([
  ["projects", 10, "10 projects"],
  ["drafts", null, "any number of drafts"],
  ["storageBytes", 500_000_000, "500 MB of files"],
  ["storageBytes", null, "any amount of files"],
  ["tokensPerDay", 100_000, "100,000 tokens a day"],
] as const)("%s, %o: %s", (kind, limit, expected) => {
  expect(describeLimit(kind, limit)).toBe(expected);
});

test("a limit that is reached says what the plan includes, and what still works", () => {
  expect(limitSentence("free", "drafts")).toBe("The Free plan includes 50 drafts. You’ve used it up.");
  expect(limitSentence("starter", "tokensPerDay")).toBe(
    "The Starter plan includes 1,000,000 tokens a day. You’ve used it up. The count resets at midnight UTC. The built-in editor and models on your own server still work.",
  );
  expect(limitKinds.map((kind) => limitNames[kind])).toEqual(["Projects", "Drafts", "Files", "Tokens today"]);
});
