import { expect, test } from "vitest";
import { isInRanges, sectionRanges } from "./section-ranges.ts";

test.each([
  ["7", ["7"], ["8", "77", "7a"]],
  ["1-10, 15", ["1", "2a", "10", "15", "10:3"], ["10a", "11", "sch1:2", "1001", "11:1", "14"]],
  ["§§ 3 – 5 a; § 9", ["3", "3a", "5", "5a", "9"], ["5b", "55a", "2", "8"]],
  ["2-3", ["2:1", "3:14", "2", "3"], ["1:9", "4:1", "30:1"]],
  ["2:1-2:4", ["2:1", "2:4", "2:3a"], ["2:5", "1:2", "3:1", "2"]],
  ["5 a", ["5a"], ["5", "5b", "55a"]],
  ["Article 5", ["5"], ["50"]],
  ["art. 4.4", ["4.4"], ["4.5", "4"]],
  ["section 45", ["45"], ["4"]],
])("what is in %s", (text, within, without) => {
  const ranges = sectionRanges(text) ?? [];
  expect(within.filter((one) => !isInRanges(one, ranges))).toEqual([]);
  expect(without.filter((one) => isInRanges(one, ranges))).toEqual([]);
});

test.each(["notice", "1 notice", "1-", "1-2-3", "1, , 2", "", "5 years", "1".repeat(300), "1,".repeat(60)])(
  "%s is none",
  (text) => {
    expect(sectionRanges(text)).toBeNull();
  },
);
