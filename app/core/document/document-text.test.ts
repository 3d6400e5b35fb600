import * as fc from "fast-check";
import type { Node } from "prosemirror-model";
import { describe, expect, test } from "vitest";
import { anyDocument } from "#test/any-document.ts";
import { clauseNumbers, letters, roman } from "../clauses/clause-numbers.ts";
import { documentRange, documentText, isOneStretch, outlineText, textOffset } from "./document-text.ts";
import { markdownToDocument } from "./markdown-to-document.ts";
import { missingLabel, referenceLabels } from "../clauses/references.ts";
import { safeHref } from "../text/safe-href.ts";
import { overWholeReferences } from "../clauses/whole-references.ts";

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

/** The visible text of a range: reference numbers, and footnotes only if the range is inside one. */
function textBetween(document: Node, from: number, to: number): string {
  let text = "";
  let last: Node | null = null;
  document.nodesBetween(from, to, (node, pos, parent) => {
    if (node.isTextblock && last !== null && node !== last) text += "\n\n";
    if (node.isTextblock) last = node;
    if (node.isText) text += node.text!.slice(Math.max(0, from - pos), to - pos);
    else if (node.type.name === "reference") text += referenceLabels(document).get(String(node.attrs["target"])) ?? missingLabel;
    return node.type.name !== "footnote" || (pos < from && to < pos + node.nodeSize) || parent === null;
  });
  return text;
}

describe("a document as text", () => {
  test("every character stands where its position says", () => {
    fc.assert(
      fc.property(anyDocument(), fc.nat(), fc.nat({ max: 20 }), (document, at, length) => {
        const shown = documentText(document);
        if (shown.text === "") return;
        const start = at % shown.text.length;
        const end = Math.min(shown.text.length, start + length + 1);
        const { from, to } = documentRange(shown, start, end);
        if (/^\n|\n$/.test(shown.text.slice(start, end)) || !isOneStretch(shown, start, end)) return;
        const whole = overWholeReferences(shown, { start, end, text: "" });
        expect(textBetween(document, from, to)).toBe(shown.text.slice(whole.start, whole.end));
      }),
    );
  });

  test("and is found again from there", () => {
    fc.assert(
      fc.property(anyDocument(), fc.nat(), (document, at) => {
        const shown = documentText(document);
        if (shown.text === "") return;
        const i = at % shown.text.length;
        const first = shown.references.find(({ start, end }) => start <= i && i < end)?.start ?? i;
        if (shown.text[i] !== "\n") expect(textOffset(shown, document, shown.positions[i]!)).toBe(first);
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
