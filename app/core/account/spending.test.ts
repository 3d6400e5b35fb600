import { expect, test } from "vitest";
import { byModel, byPerson, byProject, moneyOf, monthsSince, totalOf, type Spent } from "./spending.ts";

const row = (rest: Partial<Spent>): Spent => ({
  userId: "ada",
  person: "Ada",
  projectId: null,
  project: null,
  inProject: false,
  byKey: false,
  model: "gpt-6-luna",
  answers: 1,
  tokens: 100,
  costUsd: 0.5,
  unpricedTokens: 0,
  ...rest,
});

test("sums by person, project and model, the most expensive first; what is gone is named as such", () => {
  const rows = [
    row({ projectId: "p", project: "Merger", inProject: true }),
    row({ userId: "bo", person: "Bo", costUsd: 2, inProject: true }),
    row({ userId: null, person: null, costUsd: 0.1 }),
    row({ byKey: true, model: "local:llama", costUsd: 0, unpricedTokens: 100 }),
  ];
  expect(byPerson(rows).map(({ label, costUsd, tokens }) => [label, costUsd, tokens])).toEqual([
    ["Bo", 2, 100],
    ["Ada", 0.5, 200],
    ["Deleted accounts", 0.1, 100],
  ]);
  expect(byProject(rows).map(({ label }) => label)).toEqual(["Deleted projects", "Merger", "Outside of projects", "API keys"]);
  expect(byModel(rows, (id) => id.toUpperCase()).map(({ label }) => label)).toEqual(["GPT-6-LUNA", "LOCAL:LLAMA"]);
  expect(totalOf(rows)).toEqual({ answers: 4, tokens: 400, costUsd: 2.6, unpricedTokens: 100 });
});

test.each([
  [{ costUsd: 0, tokens: 0, unpricedTokens: 0 }, "$0.00"],
  [{ costUsd: 0.001, tokens: 9, unpricedTokens: 0 }, "under $0.01"],
  [{ costUsd: 1234.5, tokens: 9, unpricedTokens: 3 }, "$1,234.50"],
  [{ costUsd: 0, tokens: 9, unpricedTokens: 9 }, "price not known"],
])("%j is %s", (sum, words) => expect(moneyOf({ answers: 1, ...sum })).toBe(words));

test("months go back to the first, over the turn of the year", () => {
  expect(monthsSince("2025-11", "2026-01-24")).toEqual(["2026-01", "2025-12", "2025-11"]);
  expect(monthsSince(null, "2026-01-24")).toEqual(["2026-01"]);
  expect(monthsSince("2020-01", "2026-01-24")).toHaveLength(12);
});
