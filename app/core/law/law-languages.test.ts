import { expect, test } from "vitest";
import { jurisdictionCode, jurisdictionName, lawLanguage } from "./law-languages.ts";

test.each([
  ["GB", "GB"],
  ["gb", "GB"],
  [" United Kingdom ", "GB"],
  ["UK", "GB"],
  ["Sweden", "SE"],
  ["se", "SE"],
  ["EU", "EU"],
  ["germany", "DE"],
  ["US", "US"],
  ["usa", "US"],
  ["United States of America", "US"],
  ["user", "USER"],
  [" fr ", "FR"],
])("“%s” is %s", (said, code) => expect(jurisdictionCode(said)).toBe(code));

test("each code has its name and the language of its law", () => {
  expect(["SE", "US", "FR"].map(jurisdictionName)).toEqual(["Sweden", "United States (company filings)", "FR"]);
  expect(["SE", "DE", "NL", "GB", "US", "FR"].map(lawLanguage)).toEqual([
    "Swedish",
    "German",
    "Dutch",
    "English",
    "English",
    "its own language",
  ]);
  expect(lawLanguage("EU")).toMatch(/that of the question/);
});
