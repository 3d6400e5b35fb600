/* What changed last in an act, from the days of its texts, and how days and changes are said. */
import { describe, expect, test } from "vitest";
import { lastChangeOf, type SectionDays, type WordingDays } from "./law-shelf.ts";
import { changeWords, wordingWords } from "./law-shelf-words.ts";

const none: WordingDays = { inForce: null, ends: null, firstSeen: null, lastSeen: null, isPresent: false };
const seen = (firstSeen: string, lastSeen: string): WordingDays => ({ ...none, firstSeen, lastSeen });
const section = (ref: string, firstSeen: string | null, ...others: WordingDays[]): SectionDays => ({
  ref,
  current: { firstSeen },
  others,
});
const texts = ["2022-01-01", "2018-01-01", "2020-01-01"];

describe("what changed last", () => {
  test("is of the newest text that changed anything, though newer ones are stored", () => {
    const sections = [
      section("kept", "2018-01-01"),
      section("changed", "2020-01-01", seen("2018-01-01", "2018-01-01")),
      section("new", "2020-01-01"),
      { ref: "gone", current: null, others: [seen("2018-01-01", "2018-01-01")] },
    ];
    expect(lastChangeOf(sections, texts)).toEqual({
      day: "2020-01-01",
      changed: ["changed"],
      added: ["new"],
      repealed: ["gone"],
    });
  });

  test("leaves out older changes, and wordings that are only announced or mentioned", () => {
    const announced: WordingDays = { ...none, inForce: "2030-01-01" };
    const sections = [
      section("before", "2020-01-01", seen("2018-01-01", "2018-01-01")),
      section("now", "2022-01-01", seen("2020-01-01", "2020-01-01")),
      section("to change", "2018-01-01", announced),
      { ref: "to come", current: null, others: [announced] },
    ];
    expect(lastChangeOf(sections, texts)).toMatchObject({ day: "2022-01-01", changed: ["now"], added: [], repealed: [] });
  });

  test("is nothing of an act with one text, or with texts without days", () => {
    expect(lastChangeOf([section("1", "2018-01-01")], ["2018-01-01"])).toBeNull();
    expect(lastChangeOf([section("1", null, none)], [])).toBeNull();
  });

  test("a text that was corrected on its own day has changed", () => {
    const corrected = section("1", "2018-01-01", seen("2018-01-01", "2018-01-01"));
    expect(lastChangeOf([corrected], ["2018-01-01"])).toMatchObject({ day: "2018-01-01", changed: ["1"] });
  });
});

test.each<[Partial<WordingDays>, string]>([
  [{ inForce: "2015-01-01", ends: "2020-07-01" }, "in force from 1 January 2015 to 30 June 2020"],
  [{ ends: "2020-03-01" }, "in force to 29 February 2020"],
  [{ isPresent: true, inForce: "2020-07-01" }, "in force since 1 July 2020"],
  [{ isPresent: true, inForce: "2020-07-01", firstSeen: "2020-07-01" }, "in force since 1 July 2020"],
  [
    { isPresent: true, inForce: "2020-07-01", firstSeen: "2021-09-15" },
    "in force since 1 July 2020, in the texts since 15 September 2021",
  ],
  [{ isPresent: true, firstSeen: "2020-07-02" }, "in the texts since 2 July 2020"],
  [{ isPresent: true }, "current"],
  [{ inForce: "2030-01-01" }, "in force from 1 January 2030"],
  [{ inForce: "2015-01-01", lastSeen: "2019-02-01" }, "in force since 1 January 2015, last in the text of 1 February 2019"],
  [{ firstSeen: "2018-01-01", lastSeen: "2018-01-01" }, "in the text of 1 January 2018"],
  [{ firstSeen: "2018-01-01", lastSeen: "2019-02-01" }, "in the texts of 1 January 2018 to 1 February 2019"],
  [{}, "its days aren’t known"],
])("%j: %s", (days, words) => {
  expect(wordingWords({ ...none, ...days })).toBe(words);
});

test.each([
  [[1, 0, 0], "1 section changed"],
  [[3, 1, 2], "3 sections changed, 1 added and 2 repealed"],
  [[0, 0, 1], "1 section repealed"],
] as const)("%j: %s", ([changed, added, repealed], words) => {
  const refs = (count: number) => Array.from({ length: count }, (_, at) => String(at));
  expect(changeWords({ changed: refs(changed), added: refs(added), repealed: refs(repealed) })).toBe(words);
});
