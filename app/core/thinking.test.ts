import { expect, test } from "vitest";
import { thinkingStateAt, untilNextStep } from "./thinking.ts";

test.each<[elapsed: number, state: string, left: number | undefined]>([
  [-5, "waiting", 1200],
  [0, "waiting", 1200],
  [1199, "waiting", 1],
  [1200, "processing", 1200],
  [2399, "processing", 1],
  [2400, "completed", undefined],
  [1e9, "completed", undefined],
])("after %i ms: %s", (elapsed, state, left) => {
  expect(thinkingStateAt(elapsed)).toBe(state);
  expect(untilNextStep(elapsed)).toBe(left);
});
