import { expect, test } from "vitest";
import { mostMarks, shownMarks } from "./rail-marks.ts";

test.each([
  [0, 3, 0, 3],
  [-1, 3, 0, 3],
  [0, 100, 0, mostMarks],
  [50, 100, 50 - mostMarks / 2, 50 + mostMarks / 2],
  [99, 100, 100 - mostMarks, 100],
])("at %d of %d questions, the marks are %d to %d", (current, count, from, to) => {
  expect(shownMarks(current, count)).toEqual({ from, to });
});

test("the current question always has a mark", () => {
  for (let count = 1; count < 60; count++)
    for (let current = 0; current < count; current++) {
      const { from, to } = shownMarks(current, count);
      expect(from <= current && current < to && to - from <= mostMarks).toBe(true);
    }
});
