import { describe, expect, test } from "vitest";
import { checkHouseStyle, type WritingRules } from "./house-checks.ts";
import { emptyHouseStyle, houseStyleSentences, joinedHouseStyle, readTerms, writeTerms, type HouseStyle } from "./house-style.ts";

const rulesOf = (house: Partial<HouseStyle>, longSentence: number | null = null): WritingRules => ({
  house: { ...emptyHouseStyle, ...house },
  longSentence,
});
const found = (text: string, rules: WritingRules, language: "en" | "sv" | "de" | "nl" | "fr" | null = "en") =>
  checkHouseStyle(text, rules, language).map(({ original, replacement, reason }) => [original, replacement, reason]);

describe("what is against the house style", () => {
  test("a term to avoid, in any case and form of spaces, with what to write instead", () => {
    const rules = rulesOf({ terms: readTerms("e-mail → email\nleverage\nend user -> reader") });
    expect(found("E-mail the end\nuser. We leverage e-mails, an e-mail and “leverage”.", rules)).toEqual([
      ["E-mail", "Email", "House style: “email”, not “e-mail”."],
      ["end\nuser", "reader", "House style: “reader”, not “end user”."],
      ["leverage", null, "House style avoids “leverage”."],
      ["e-mail", "email", "House style: “email”, not “e-mail”."],
    ]);
  });

  test("the other spelling, both ways, and only in English", () => {
    expect(found("The color of Labor, organized.", rulesOf({ spelling: "British" }))).toEqual([
      ["color", "colour", "House style: British spelling."],
      ["Labor", "Labour", "House style: British spelling."],
    ]);
    expect(found("The COLOUR is organised whilst travelling.", rulesOf({ spelling: "American" })).map(([, use]) => use)).toEqual([
      "COLOR",
      "organized",
      "while",
      "traveling",
    ]);
    expect(found("Die color ist da.", rulesOf({ spelling: "British" }), "de")).toEqual([]);
  });

  test("the wrong form of address, which no rule can correct", () => {
    const formal = rulesOf({ address: "formal" });
    expect(found("Kannst du kommen? Ich danke dir.", formal, "de").map(([words]) => words)).toEqual(["du", "dir"]);
    expect(found("Könnten Sie kommen?", formal, "de")).toEqual([]);
    expect(found("Kunt u komen? Sla uw boek op.", rulesOf({ address: "informal" }), "nl").map(([words]) => words)).toEqual([
      "u",
      "uw",
    ]);
    expect(found("You may come.", formal)).toEqual([]);
    expect(found("Kannst du kommen?", formal, null)).toEqual([]);
  });

  test("a sentence far longer than the style's", () => {
    const words = (count: number) => `Word ${"word ".repeat(count - 2)}word.`;
    const text = `${words(40)} ${words(12)} ${words(41)}`;
    const [only, ...others] = checkHouseStyle(text, rulesOf({}, 40), "en");
    expect(others).toEqual([]);
    expect(only).toMatchObject({ start: text.lastIndexOf("Word"), replacement: null });
    expect(only!.reason).toBe("41 words: far longer than this style’s sentences.");
  });
});

test("terms are read from lines and written as lines again", () => {
  const terms = readTerms("e-mail → email\n\n leverage \nend  user => reader");
  expect(terms).toEqual([
    { avoid: "e-mail", use: "email" },
    { avoid: "leverage", use: "" },
    { avoid: "end user", use: "reader" },
  ]);
  expect(readTerms(writeTerms(terms))).toEqual(terms);
});

test("an organization's decisions come before a person's", () => {
  const organization = { ...emptyHouseStyle, spelling: "British" as const, terms: readTerms("e-mail → email") };
  const person = {
    ...emptyHouseStyle,
    spelling: "American" as const,
    address: "formal" as const,
    terms: readTerms("E-mail → mail\nsub"),
  };
  expect(joinedHouseStyle(organization, person)).toEqual({
    ...emptyHouseStyle,
    spelling: "British",
    address: "formal",
    terms: readTerms("e-mail → email\nsub"),
  });
});

test("a model is told in sentences", () => {
  const house: HouseStyle = {
    spelling: "British",
    terms: readTerms("e-mail → email\nleverage"),
    address: "formal",
    citations: "[2020] UKSC 5 at [12]",
    rules: "No exclamation marks.",
  };
  expect(houseStyleSentences(house)).toEqual([
    "British spelling in English.",
    "Address the reader formally (Sie, u, vous, ni).",
    "Cite like this: [2020] UKSC 5 at [12].",
    "No exclamation marks.",
    "Not “e-mail” but “email”.",
    "Never “leverage”.",
  ]);
});
