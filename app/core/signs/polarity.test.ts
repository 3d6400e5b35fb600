import { describe, expect, test } from "vitest";
import { areOpposites, namesNumber, negators, oppositeIn } from "./polarity.ts";

describe("opposites, in both directions", () => {
  test.each([
    ["before", "after"],
    ["more", "less"],
    ["more", "fewer"],
    ["includes", "excludes"],
    ["increase", "decrease"],
    ["granted", "refused"],
    ["allowed", "prohibited"],
    ["enforceable", "void"],
    ["landlord", "tenant"],
    ["employer", "employee"],
    ["claimant", "respondent"],
    ["mindestens", "höchstens"],
    ["immer", "nie"],
    ["immer", "niemals"],
    ["zulässig", "verboten"],
    ["mieter", "vermieter"],
    ["före", "efter"],
    ["minst", "högst"],
    ["hyresgästen", "hyresvärden"],
    ["minstens", "hoogstens"],
    ["verkoper", "koper"],
    // A prefix that denies.
    ["lawful", "unlawful"],
    ["valid", "invalid"],
    ["proper", "improper"],
    ["regular", "irregular"],
    ["legal", "illegal"],
    ["binding", "nonbinding"],
    ["binding", "non-binding"],
    ["honour", "dishonour"],
    ["giltig", "ogiltig"],
    ["bindande", "icke-bindande"],
    ["nöjd med", "missnöjd med"],
    ["geldig", "ongeldig"],
    ["öffentlich", "nichtöffentlich"],
  ])("%s and %s", (one, other) => {
    expect(areOpposites(one, other)).toBe(true);
    expect(areOpposites(other, one)).toBe(true);
  });

  test.each([
    ["before", "before"],
    ["before", "later"],
    ["more", "more"],
    // Of four letters "in" and "un" are mostly no denials.
    ["side", "inside"],
    ["form", "inform"],
    ["", "un"],
  ])("“%s” and “%s” are none", (one, other) => expect(areOpposites(one, other)).toBe(false));
});

describe("a word whose opposite the passage has", () => {
  test.each<[string, string, string?]>([
    ["the rent is due before june", "the rent is due after june", "before/after"],
    ["the contract is invalid", "the contract is valid", "invalid/valid"],
    // Whoever names both means neither against the other.
    ["the landlord and the tenant", "the tenant", undefined],
    ["the landlord", "the landlord and the tenant", undefined],
    ["the landlord", "the house", undefined],
    ["before and more", "less than that", "more/less"],
  ])("“%s” against “%s”: %s", (claim, passage, found) => {
    const opposite = oppositeIn(claim.split(" "), passage.split(" "));
    expect(opposite && `${opposite.said}/${opposite.source}`).toBe(found);
  });
});

test("each language denies", () => {
  const denying = ["not", "nicht", "kein", "inte", "utan", "niet", "zonder", "without"];
  expect(["everybody", ...denying].filter((word) => negators.has(word))).toEqual(denying);
});

describe("“No” before a number", () => {
  const names = (text: string) => {
    const start = text.search(/\bno\b/i);
    return namesNumber(text, { start, end: start + 2 });
  };
  test.each([
    ["Regulation (EC) No 45/2001", true],
    ["case no 12:45", true],
    ["see no. 3", true],
    ["see no.3", true],
    ["Annex No 3", true],
    ["list 4 No 3", true],
    ["(a) No 3", true],
    ["No 3 % fee is due", false],
    ["there is no 3 % fee", false],
    ["due. No 3 % fee", false],
    ["no fee", false],
    ["no. of them", false],
  ])("%s: %s", (text, is) => expect(names(text)).toBe(is));

  test("is asked of no other word", () => expect(namesNumber("not 45/2001", { start: 0, end: 3 })).toBe(false));
});
