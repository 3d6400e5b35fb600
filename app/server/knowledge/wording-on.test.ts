import { describe, expect, test } from "vitest";
import { wordingOn, type Wording } from "./wording-on.ts";

/** The texts of these dates are stored: 2018, 2020, 2022. */
const texts = ["2018-01-01", "2020-01-01", "2022-01-01"];
type Named = Wording & { name: string };
const past = (name: string, given: Partial<Wording>): Named => {
  return { name, inForce: null, ends: null, firstSeen: null, lastSeen: null, isPresent: false, ...given };
};
const present = (name: string, given: Partial<Wording>): Named => past(name, { lastSeen: "2022-01-01", isPresent: true, ...given });
const said = (wordings: readonly Named[], day: string) => {
  const found = wordingOn(wordings, texts, day);
  return found === null ? null : [found.wording.name, found.isCertain, found.last];
};

describe("where the source says since when a wording is in force", () => {
  const dated = [
    present("new", { inForce: "2021-07-01", firstSeen: "2022-01-01" }),
    past("old", { inForce: "2017-03-01", firstSeen: "2018-01-01", lastSeen: "2020-01-01" }),
  ];
  test.each([
    ["2016-12-31", ["old", false, "2021-06-30"]],
    ["2017-03-01", ["old", true, "2021-06-30"]],
    ["2021-06-30", ["old", true, "2021-06-30"]],
    ["2021-07-01", ["new", true, null]],
    ["2026-01-01", ["new", true, null]],
  ])("%s", (day, expected) => expect(said(dated, day)).toEqual(expected));
});

describe("where only the days of the texts are known, what lies between two of them is not certain", () => {
  const seen = [
    past("first", { firstSeen: "2018-01-01", lastSeen: "2018-01-01" }),
    past("second", { firstSeen: "2020-01-01", lastSeen: "2020-01-01" }),
    present("third", { firstSeen: "2022-01-01" }),
  ];
  test.each([
    ["2017-06-01", ["first", false, null]],
    ["2018-01-01", ["first", true, null]],
    ["2019-06-01", ["first", false, null]],
    ["2020-01-01", ["second", true, null]],
    ["2021-06-01", ["second", false, null]],
    ["2022-01-01", ["third", true, null]],
    ["2030-01-01", ["third", true, null]],
  ])("%s", (day, expected) => expect(said(seen, day)).toEqual(expected));
});

describe("what was not there", () => {
  const gone = [past("gone", { firstSeen: "2018-01-01", lastSeen: "2020-01-01" })];
  const young = [present("young", { firstSeen: "2022-01-01" })];
  test.each([
    ["repealed by the next text", gone, "2022-01-01", null],
    ["repealed some day before it", gone, "2021-06-01", ["gone", false, null]],
    ["not in a text of a later day yet", young, "2019-01-01", null],
    ["inserted some day before the text it is in", young, "2021-01-01", ["young", false, null]],
    ["ended", [past("ended", { inForce: "2017-01-01", ends: "2020-06-01" })], "2020-06-01", null],
    ["its last day", [past("ended", { inForce: "2017-01-01", ends: "2020-06-01" })], "2020-05-31", ["ended", true, "2020-05-31"]],
    [
      "ends, and what follows is not known",
      [present("now", { inForce: "2017-01-01", ends: "2025-01-01" })],
      "2025-01-01",
      ["now", false, "2024-12-31"],
    ],
    ["no day known of it at all", [present("undated", { lastSeen: null })], "2019-01-01", ["undated", false, null]],
    ["no wording", [], "2019-01-01", null],
  ])("%s", (_, wordings, day, expected) => expect(said(wordings, day)).toEqual(expected));
});
