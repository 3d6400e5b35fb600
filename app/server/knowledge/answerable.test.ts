import { expect, test } from "vitest";
import { coverReader, isAnswer, leastCover } from "./answerable.ts";

const known = {
  language: "en",
  lexicon: new Map<string, number>(),
  counts: new Map([
    ["rent", 40],
    ["tenant", 50],
  ]),
  related: [],
  sections: 100,
} as const;

test("what no section says weighs more than what many say", () => {
  const covered = coverReader("rent tenant bees", known);
  expect(covered("The tenant pays the rent.")).toBeLessThan(0.3);
  expect(covered("The tenant keeps bees.")).toBeGreaterThan(0.8);
  expect(coverReader("what is it", known)("anything")).toBe(0);
});

test("a brief question must be covered more fully than a long one", () => {
  expect(leastCover(1)).toBeGreaterThan(leastCover(16));
  expect(isAnswer(1, [0.4], [0.4])).toBe(false);
  expect(isAnswer(16, [0.4], [0.4])).toBe(true);
  expect(isAnswer(3, [], [])).toBe(false);
});
