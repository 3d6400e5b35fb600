import { expect, test } from "vitest";
import { quotes } from "./quotes.ts";

test("there are five, by five people", () => {
  expect(quotes).toHaveLength(5);
  expect(new Set(quotes.map(({ author }) => author)).size).toBe(5);
});

test.each(quotes)("$author, $year", ({ quote, author, work, year, style, language, translation }) => {
  for (const field of [quote, author, work, style]) expect(field.trim()).toMatch(/^\S[\s\S]+\S$/);
  // The latest year of publication that is in the public domain everywhere.
  expect(year).toBeLessThan(1900);
  expect(year).toBeGreaterThan(1500);
  expect(translation !== undefined).toBe(language !== "en");
});
