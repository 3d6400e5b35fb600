import { expect, test } from "vitest";
import { canSuggest, suggestionContext } from "./suggestions.ts";

test("from 100 characters on; white space at the ends does not count", () => {
  expect(canSuggest("x".repeat(99))).toBe(false);
  expect(canSuggest("x".repeat(100))).toBe(true);
  expect(canSuggest(` ${"x".repeat(99)} \n`)).toBe(false);
});

test("the last 1800 characters, whole ones", () => {
  expect(suggestionContext("short")).toBe("short");
  expect(suggestionContext(`a${"b".repeat(1800)}`)).toBe("b".repeat(1800));
  expect(suggestionContext(`𝄞${"b".repeat(1799)}`)).toBe("b".repeat(1799));
});
