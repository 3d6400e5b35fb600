import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createDeltaClock, windowFor } from "./delta-clock.ts";

test("an idle loop joins what is painted together; a shared one more, a full or late one up to 100 ms", () => {
  expect(windowFor(0, 0)).toBe(16);
  expect(windowFor(0.25, 0)).toBe(16);
  expect(windowFor(0.5, 0)).toBe(32);
  expect(windowFor(1, 0)).toBe(100);
  expect(windowFor(0, 500)).toBe(100);
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: -50, max: 10_000, noNaN: true }),
      (utilization, lag) => {
        const window = windowFor(utilization, lag);
        expect(window).toBeGreaterThanOrEqual(16);
        expect(window).toBeLessThanOrEqual(100);
        expect(windowFor(Math.min(1, utilization + 0.1), lag + 10)).toBeGreaterThanOrEqual(window);
      },
    ),
  );
});

test("what came together is flushed once, and what comes later again", async () => {
  const clock = createDeltaClock();
  let flushed = 0;
  const run = { flushDelta: () => void flushed++ };
  clock.soon(run, false);
  clock.soon(run, false);
  expect(flushed).toBe(0);
  await expect.poll(() => flushed).toBe(1);
  clock.soon(run, false);
  await expect.poll(() => flushed).toBe(2);
  clock.close();
});
