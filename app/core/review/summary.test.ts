import { expect, test } from "vitest";
import type { ColumnFormat } from "./review.ts";
import { summarize, type ValueCount } from "./summary.ts";
import { typedValue } from "./typed-value.ts";
import { readView } from "../requests/review-view.ts";
import { packPositions, plainView, unpackPositions, writeView } from "./view.ts";

const counted = (values: Record<string, number>): ValueCount[] =>
  Object.entries(values).map(([value, count], at) => ({ value, key: value, count, positions: [at + 1] }));
const outliers = (format: ColumnFormat, values: Record<string, number>) =>
  summarize("c", format, counted(values)).outliers.map(({ value, reason }) => [value, reason]);

test("numbers have a range and a median by how often each is there; the far ones stand out", () => {
  const notice = counted({ 30: 5, 60: 3, 90: 4, 2000: 1 });
  expect(summarize("c", "period", notice)).toMatchObject({
    filled: 13,
    distinct: 4,
    range: { least: "30", median: "60", most: "2000" },
    outliers: [{ value: "2000", reason: "Far above the median, 60." }],
  });
  expect(outliers("date", { "2024-01-01": 4, "2024-02-01": 4, "2024-03-01": 4, "1924-02-01": 1 })).toEqual([
    ["1924-02-01", "Far earlier than the median, 2024-02-01."],
  ]);
});

test("sums of several currencies have no range, and the rare currency stands out only beside a usual answer", () => {
  expect(summarize("c", "amount", counted({ "EUR 100": 5, "SEK 900": 5 }))).toMatchObject({ range: null, outliers: [] });
});

test("what almost all say makes the others stand out, with the count", () => {
  expect(outliers("text", { sweden: 18, norway: 1 })).toEqual([["norway", "18 of 19 say “sweden”."]]);
  expect(outliers("text", { sweden: 10, norway: 9 })).toEqual([]);
  expect(outliers("yes-no", { yes: 3, no: 1 })).toEqual([]);
});

test.each([
  ["three months", "91"],
  ["12 months", "365"],
  ["1 year", "365"],
  ["30 days", "30"],
  ["two weeks", "14"],
] as const)("a period of %s is %s days", (said, days) => {
  expect(typedValue({ format: "period", choices: [] }, said)).toEqual({ ok: true, value: days });
});

test("a period is one, and hours are none", () => {
  for (const said of ["30 days or 60 days", "24 hours", "promptly"])
    expect(typedValue({ format: "period", choices: [] }, said).ok).toBe(false);
});

test("positions and views come back as they went", () => {
  for (const positions of [[], [1], [1, 2, 3, 7, 8, 4], [9, 8, 7]])
    expect(unpackPositions(packPositions(positions))).toEqual(positions);
  expect(packPositions([1, 2, 3])).toEqual([1, 3]);
  const view = { ...plainView, sort: { by: "document" as const, isDescending: true } };
  expect(readView(writeView(view))).toEqual(view);
  expect(writeView(plainView)).toBe("");
  expect(readView("")).toEqual(plainView);
  for (const bad of ["{", '{"sort":1}', "[]"]) expect(readView(bad)).toBeNull();
});
