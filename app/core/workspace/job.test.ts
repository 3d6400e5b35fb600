import { expect, test } from "vitest";
import { secondsLeft, timeLeft } from "./job.ts";

test.each([
  [{ done: 30, before: 10, total: 50, seconds: 10 }, 10],
  [{ done: 50, before: 0, total: 50, seconds: 10 }, 0],
  [{ done: 10, before: 10, total: 50, seconds: 10 }, null],
  [{ done: 5, before: 10, total: 50, seconds: 10 }, null],
  [{ done: 30, before: 10, total: null, seconds: 10 }, null],
  [{ done: 30, before: 10, total: 50, seconds: 1 }, null],
])("the time left counts the speed of this attempt: %o", (progress, left) => {
  expect(secondsLeft(progress)).toBe(left);
});

test.each([
  [0, "less than a minute left"],
  [59, "less than a minute left"],
  [60, "about a minute left"],
  [89, "about a minute left"],
  [90, "about 2 minutes left"],
  [3_569, "about 59 minutes left"],
  [3_570, "about an hour left"],
  [7_200, "about 2 hours left"],
])("%i seconds: %s", (seconds, words) => {
  expect(timeLeft(seconds)).toBe(words);
});
