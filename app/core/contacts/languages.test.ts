import { expect, test } from "vitest";
import { languageName, readLanguage, readLanguages } from "./languages.ts";

test.each([
  ["sv", "sv"],
  ["Swedish", "sv"],
  ["svenska", "sv"],
  ["Tyska", "de"],
  ["Niederländisch", "nl"],
  ["Engels", "en"],
  ["de_AT", "de-AT"],
  ["EN-gb", "en-GB"],
  ["nob", "nb"],
  ["suomi", "fi"],
  ["", null],
  ["SMTP", null],
  ["Elvish speech", null],
  ["qqx", null],
])("%s is %s", (text, tag) => {
  expect(readLanguage(text)).toBe(tag);
});

test("a tag is shown by its name, and each language is there once", () => {
  expect(languageName("sv")).toBe("Swedish");
  expect(readLanguages(["German", "de", "nonsense!", "sv"])).toEqual({ languages: ["de", "sv"], unused: ["nonsense!"] });
});
