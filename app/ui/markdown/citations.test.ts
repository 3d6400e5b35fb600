import { expect, test } from "vitest";
import { renumbering } from "./citations.ts";

test.each([
  ["a [[7]] b [[2]] [[7]]", "a [[1]] b [[2]] [[1]]", { 7: 1, 2: 2 }],
  ["a [[3, 9]]", "a [[1, 2]]", { 3: 1, 9: 2 }],
  ["no mark", "no mark", {}],
])("%s → %s is a renumbering", (before, after, numbers) => {
  expect(Object.fromEntries(renumbering(before, after) ?? [])).toEqual(numbers);
});

test.each([
  ["a [[1]]", "b [[1]]"],
  ["a [[1]] [[1]]", "a [[1]] [[2]]"],
  ["a [[1, 2]]", "a [[1]]"],
])("%s → %s is another text", (before, after) => {
  expect(renumbering(before, after)).toBeUndefined();
});
