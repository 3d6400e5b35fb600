import * as fc from "fast-check";
import { expect, test } from "vitest";
import { markWords } from "./mark-words.ts";

test.each([
  ["A tenant may object.", "TENANT", ["A ", "tenant", " may object."]],
  ["a b a", "a", ["", "a", " b ", "a", ""]],
  ["notice and not", "not notice", ["", "notice", " and ", "not", ""]],
  ["§ 5 (a)?", "(a)?", ["§ 5 ", "(a)?", ""]],
  ["nothing here", "x", ["nothing here"]],
  ["text", "  ", ["text"]],
])("%o searched for %o", (text, query, pieces) => {
  expect(markWords(text, query)).toEqual(pieces);
});

test("no letter is lost, whatever is searched for", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (text, query) => {
      expect(markWords(text, query).join("")).toBe(text);
    }),
  );
});
