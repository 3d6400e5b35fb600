/* A claim is supported only if its passage has every content word of it; the words it lacks are named. */
import { describe, expect, test } from "vitest";
import { unconfirmedSentence } from "./verdicts.ts";
import { areForms } from "../words/word-forms.ts";
import { areSynonyms } from "../words/synonyms.ts";
import { verifyCitations } from "./verify-citations.ts";

function judged(text: string, content: string) {
  const [source] = verifyCitations(`${text} [[1]]`, [{ id: "s", type: "file", name: "a", number: 1, content }]);
  const [cited] = source!.cited!;
  return { verdict: cited!.verdict, missing: cited!.missing };
}

describe("words that the passage lacks are named", () => {
  test.each([
    ["Notice is given by ordinary letter.", "Notice is given by registered letter.", ["ordinary"]],
    ["De termijn wordt verlengd door de rechter.", "De termijn wordt verkort door de rechter.", ["verlengd"]],
    ["Beslutet ska delges grannarna.", "Beslutet ska delges parterna.", ["grannarna"]],
    ["Die Anzeige an die Behörde ist gebührenpflichtig.", "Die Anzeige an die Behörde ist gebührenfrei.", ["gebührenpflichtig"]],
  ])("%s", (claim, source, missing) => {
    const { verdict, missing: named } = judged(claim, source);
    expect(["unconfirmed", "not-checked"]).toContain(verdict);
    if (verdict === "unconfirmed") expect(named).toEqual(missing);
  });

  test("in any order", () => {
    const source = "Notice of termination is given by registered letter to the landlord.";
    expect(judged("Notice of termination is given to the landlord by an ordinary letter.", source)).toEqual({
      verdict: "unconfirmed",
      missing: ["ordinary"],
    });
  });

  test.each([
    ["The supplier must repair a defective pump at its own expense.", "The supplier shall repair defective pumps at its own cost."],
    ["According to the lease, the tenant has to insure the house.", "The tenant must insure the house."],
    ["The monthly fee is EUR 1,200.", "8. Fees. The Customer pays EUR 1,200 a month."],
    [
      "Under the Marine Insurance Act 1906, the insurer must pay the premium within two months.",
      "The insurer shall pay the premium within two months.",
    ],
  ])("none is: %s", (claim, source) => expect(judged(claim, source).verdict).toBe("supported"));

  test("a sentence says which", () => {
    expect(unconfirmedSentence(["ordinary"])).toContain("“ordinary” is not in this passage");
    expect(unconfirmedSentence(["a", "b", "c"])).toContain("“a”, “b” and “c” are not in this passage");
  });
});

describe("forms of one word", () => {
  test.each([
    "pay payable",
    "notify notified",
    "occur occurred",
    "kündigung gekündigt",
    "prüfen geprüft",
    "anzuzeigen angezeigt",
    "vertrag verträge",
    "betalar betalning",
    "avgift avgiften",
    "betaalt betaling",
    "schrijven schrijft",
    "opgeleverd oplevering",
  ])("%s", (pair) => {
    const [one = "", other = ""] = pair.split(" ");
    expect(areForms(one, other) && areForms(other, one)).toBe(true);
  });

  test.each([
    "gebührenfrei gebührenpflichtig",
    "kalendertage kalenderjahr",
    "verwalter verwaltung",
    "employer employment",
    "audited unaudited",
    "verkort verlengd",
    "oneven even",
    "careless careful",
    "monatsanfang monatsende",
  ])("not: %s", (pair) => {
    const [one = "", other = ""] = pair.split(" ");
    expect(areForms(one, other) || areForms(other, one)).toBe(false);
  });
});

test("synonyms in any form", () => {
  expect(areSynonyms("received", "obtaining")).toBe(true);
  expect(areSynonyms("betalas", "erläggs")).toBe(true);
  expect(areSynonyms("registered", "ordinary")).toBe(false);
});
