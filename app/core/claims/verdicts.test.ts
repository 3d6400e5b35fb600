import { expect, test } from "vitest";
import type { Source } from "../sources/source.ts";
import { verdictCounts, verdictSummary } from "./verdicts.ts";

test("the line above an answer names every verdict that was given, the sure ones first", () => {
  const source = (...verdicts: NonNullable<Source["cited"]>[number]["verdict"][]): Source => ({
    id: "a",
    type: "file",
    name: "a.pdf",
    number: 1,
    cited: verdicts.map((verdict) => ({ claim: "c", verdict })),
  });
  const counts = verdictCounts([source("differs", "verified", "verified"), source("altered", "not-found")], 1);
  expect(verdictSummary(counts)).toBe("6 checked: 2 verified, 1 altered, 1 differs, 1 not found, 1 no source");
  const named: Source = { id: "u", type: "edgar", name: "§ 9999 BGB", unknown: "provision" };
  expect(verdictSummary(verdictCounts([source("verified"), named]))).toBe("2 checked: 1 verified, 1 unknown authority");
  expect(verdictCounts([{ id: "b", type: "file", name: "b" }])).toEqual([]);
});
