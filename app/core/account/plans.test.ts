import { expect, test, describe } from "vitest";
import { mayUseModel, plans, plansWithModel } from "./plans.ts";
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
