import { expect, test } from "vitest";
import { offeredPlans } from "./offered-plans.ts";

test("three plans, each with everything the plan before it lets go of or keeps", () => {
  const offered = offeredPlans("2026-11-20");
  expect(offered.map(({ name }) => name)).toEqual(["Free", "Starter", "Professional"]);
  expect(offered.at(-1)!.withheld).toEqual([]);
  for (const plan of offered) expect(plan.models).toContain("Stet built-in");
});

test("a model that has ended is not offered", () => {
  const all = (today: string) => offeredPlans(today).at(-1)!.models;
  expect(all("2026-05-31")).toContain("Gemini 2.0 Flash");
  expect(all("2026-06-01")).not.toContain("Gemini 2.0 Flash");
});

test("a price is shown where one is set, and the free plan has none", () => {
  const prices = (given: Parameters<typeof offeredPlans>[1]) => offeredPlans("2026-11-20", given).map(({ price }) => price);
  expect(prices({})).toEqual([null, null, null]);
  expect(prices({ professional: "€12 a month" })).toEqual([null, null, "€12 a month"]);
});

test("what a plan counts is said as the plan's own rule has it", () => {
  const [free, , professional] = offeredPlans("2026-11-20");
  expect(free?.amounts).toContain("10 projects");
  expect(professional?.amounts).toContain("any number of projects");
});
