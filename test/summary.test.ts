import { expect, test } from "vitest";
import type { Outcome } from "./outcomes.ts";
import { reasonToSkip, type AllowedSkip } from "./skips.ts";
import { summaryOf } from "./summary.ts";

const outcome = (state: Outcome["state"], name = "a test", isSecondTry = false): Outcome => ({
  file: "test/a.test.ts",
  name,
  state,
  isSecondTry,
});
const allowed = (isMissing: boolean): AllowedSkip[] => [
  { tests: /^test\/a\.test\.ts > with it > /, reason: "it is not installed", isMissing: () => isMissing },
];

test("a skip that is not on the list fails the run, and so does one that lacks nothing here", () => {
  expect(reasonToSkip({ file: "test/a.test.ts", name: "with it > one" }, allowed(true))).toBe("it is not installed");
  expect(reasonToSkip({ file: "test/a.test.ts", name: "with it > one" }, allowed(false))).toBeUndefined();
  expect(reasonToSkip({ file: "test/a.test.ts", name: "another" }, allowed(true))).toBeUndefined();

  const listed = summaryOf([outcome("passed"), outcome("skipped")], [], () => "it is not installed");
  expect(listed).toEqual({
    lines: ["skipped: 1 tests, because it is not installed", "1 passed, 0 failed"],
    isGreen: true,
  });
  const unlisted = summaryOf([outcome("passed"), outcome("skipped", "left out")], [], () => undefined);
  expect(unlisted.isGreen).toBe(false);
  expect(unlisted.lines.join("\n")).toMatch(/test\/a\.test\.ts > left out\n1 passed, 1 failed$/);
});

test("what passed only at the second try is named before the sum, with why the first failed", () => {
  const late = { ...outcome("passed", "a journey", true), error: "expected 1 to be 2 (line 7)" };
  const { lines, isGreen } = summaryOf([outcome("passed"), late]);
  expect(lines).toEqual([
    "PASSED ONLY AT THE SECOND TRY: test/a.test.ts > a journey: expected 1 to be 2 (line 7)",
    "2 passed, 0 failed",
  ]);
  expect(isGreen).toBe(true);
});

test("what failed is named before the sum, however long the output above is", () => {
  const { lines } = summaryOf([outcome("passed"), { ...outcome("failed", "a journey"), error: "expected 1 to be 2" }]);
  expect(lines).toEqual(["FAILED: test/a.test.ts > a journey: expected 1 to be 2", "1 passed, 1 failed"]);
});

test("a failed test, a test that never ended, a run that broke down, and a run of nothing are not green", () => {
  expect(summaryOf([outcome("passed"), outcome("failed")]).isGreen).toBe(false);
  expect(summaryOf([outcome("passed"), outcome("pending")]).isGreen).toBe(false);
  expect(summaryOf([outcome("passed")], ["uncaught: Error: gone"])).toEqual({
    lines: ["FAILED outside of a test: uncaught: Error: gone", "1 passed, 1 failed"],
    isGreen: false,
  });
  expect(summaryOf([]).isGreen).toBe(false);
});
