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
  expect(verdictSummary(verdictCounts([source("verified", "verified-omissions")]))).toBe(
    "2 checked: 1 verified, 1 verified with omissions",
  );
  const named: Source = { id: "u", type: "edgar", name: "§ 9999 BGB", unknown: "provision" };
  expect(verdictSummary(verdictCounts([source("verified"), named]))).toBe("2 checked: 1 verified, 1 unknown authority");
  const doubted = verdictCounts([source("verified", "quotation-only", "not-checked", "not-checked")]);
  expect(verdictSummary(doubted)).toBe("2 checked: 1 verified, 1 verified in part; 2 not checked");
  expect(verdictSummary(verdictCounts([source("not-checked")]))).toBe("1 not checked");
  expect(verdictCounts([{ id: "b", type: "file", name: "b" }])).toEqual([]);
});
