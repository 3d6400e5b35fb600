import * as fc from "fast-check";
import { expect, test } from "vitest";
import { countWords, tokenise } from "./words.ts";

test.each<[text: string, tokens: string[]]>([
  ["don't stop", ["don't", " ", "stop"]],
  ["l’avenir, 'quoted'", ["l’avenir", ",", " ", "'", "quoted", "'"]],
  ["SEK 1.000,50. § 12a", ["SEK", " ", "1.000,50", ".", " ", "§", " ", "12a"]],
  ["förhandlings-\nordning", ["förhandlings", "-", "\n", "ordning"]],
  ["A\u030angstro\u0308m", ["A\u030angstro\u0308m"]],
  ["契約書", ["契", "約", "書"]],
  ["👩‍👩‍👧 👍🏽!", ["👩‍👩‍👧", " ", "👍🏽", "!"]],
  ["  \n\t x", ["  \n\t ", "x"]],
  ["", []],
])("%j", (text, tokens) => expect(tokenise(text).map((token) => token.text)).toEqual(tokens));

test("nothing is lost", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "binary" }),
      (text) =>
        tokenise(text)
          .map((token) => token.text)
          .join("") === text,
    ),
  );
});

test("words are counted without marks", () => expect(countWords("It’s 3.5 % – of § 12, isn't it?")).toBe(6));
