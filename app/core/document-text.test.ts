import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyDocument } from "#test/any-document.ts";
import { clauseNumbers, letters, roman } from "./clause-numbers.ts";
import { documentRange, documentText, outlineText } from "./document-text.ts";
import { markdownToDocument } from "./markdown-to-document.ts";
import { safeHref } from "./safe-href.ts";

const contract = `# Lease

1) Definitions
   1) The Seller
   2) The Buyer

      1) a person
      2) a company

         1) listed

## Part two

1) Price

<!-- restarts -->

1) Annex`;

test("clauses are numbered 1, 1.1, (a), (i), on through the document, until a list begins again", () => {
  const numbers = clauseNumbers(markdownToDocument(contract));
  expect(numbers.map(({ label }) => label)).toEqual(["1.", "1.1", "1.2", "(a)", "(b)", "(i)", "2.", "1."]);
  expect(numbers.map(({ reference }) => reference)).toEqual(["1", "1.1", "1.2", "1.2(a)", "1.2(b)", "1.2(b)(i)", "2", "1"]);
});

test.each([
  [1, "a", "i"],
  [4, "d", "iv"],
  [26, "z", "xxvi"],
  [27, "aa", "xxvii"],
  [53, "ba", "liii"],
])("%i is %s and %s", (number, letter, digits) => {
  expect(letters(number)).toBe(letter);
  expect(roman(number)).toBe(digits);
});

describe("a document as text", () => {
  test("every character stands where its position says", () => {
    fc.assert(
      fc.property(anyDocument(), fc.nat(), fc.nat({ max: 20 }), (document, at, length) => {
        const shown = documentText(document);
        if (shown.text === "") return;
        const start = at % shown.text.length;
        const end = Math.min(shown.text.length, start + length + 1);
        const { from, to } = documentRange(shown, start, end);
        if (/^\n|\n$/.test(shown.text.slice(start, end))) return;
        expect(document.textBetween(from, to, "\n\n", (leaf) => (leaf.isText ? leaf.text! : "\n"))).toBe(
          shown.text.slice(start, end),
        );
      }),
    );
  });

  test("its outline has numbers, signs and bars", () => {
    const text = outlineText(markdownToDocument(`${contract}\n\n- a\n- b\n\n> quoted\n\n| x | y |\n|---|---|\n| 1 | 2 |`), {
      marksHeadings: true,
    });
    expect(text).toContain("# Lease");
    expect(text).toContain("    1.2 The Buyer");
    expect(text).toContain("(b) a company");
    expect(text).toContain("- a\n- b");
    expect(text).toContain("> quoted");
    expect(text).toContain("x | y\n1 | 2");
  });
});

test.each([
  ["https://stet.example/a", "https://stet.example/a"],
  ["mailto:a@stet.example", "mailto:a@stet.example"],
  ["#part", "#part"],
  ["javascript:alert(1)", null],
  ["java\nscript:alert(1)", null],
  ["\u0001javascript:alert(1)", null],
  ["data:text/html,x", null],
  ["//evil.example", null],
  ["file:///etc/passwd", null],
])("an address %j", (address, safe) => {
  expect(safeHref(address)).toBe(safe);
});
