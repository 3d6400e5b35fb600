import { expect, test } from "vitest";
import { thinkingStateAfter } from "./thinking.ts";

test.each<[steps: number, hasToken: boolean, state: string]>([
  [0, false, "waiting"],
  [0, true, "waiting"],
  [1, false, "processing"],
  [1, true, "processing"],
  [2, false, "processing"],
  [2, true, "completed"],
  [100, false, "processing"],
])("after %i steps, with a token %s: %s", (steps, hasToken, state) => {
  expect(thinkingStateAfter(steps, hasToken)).toBe(state);
});
