import * as fc from "fast-check";
import { expect, test } from "vitest";
import { findQuotation, normaliseNeedle, normaliseQuotation, originalRange } from "./quotation.ts";

const find = (text: string, needle: string, ignoreCase = false) =>
  findQuotation(normaliseQuotation(text, { ignoreCase }), normaliseNeedle(needle, { ignoreCase })).map(({ start, end }) =>
    text.slice(start, end),
  );

test.each<[text: string, needle: string, found: string[]]>([
  ["the “Seller” agrees", '"Seller"', ["“Seller”"]],
  ["der „Verkäufer“ und »Käufer«", '"Verkäufer" und "Käufer"', ["„Verkäufer“ und »Käufer«"]],
  ["the buyer’s duty", "buyer's duty", ["buyer’s duty"]],
  ["1999–2004 — a time", "1999-2004 -- a time", ["1999–2004 — a time"]],
  ["§\u00a012 och 3\u202f000 kr", "§ 12 och 3 000 kr", ["§\u00a012 och 3\u202f000 kr"]],
  ["one\r\n  two\tthree", " one two\nthree ", ["one\r\n  two\tthree"]],
  ["anst\u00e4lld", "ansta\u0308lld", ["anst\u00e4lld"]],
  ["ansta\u0308lld och", "anst\u00e4lld", ["ansta\u0308lld"]],
  ["Rechts\u00adschutz\u00ad\u00ad x", "Rechtsschutz", ["Rechts\u00adschutz"]],
  ["the of\ufb01ce \u2026 end", "office ... end", ["of\ufb01ce \u2026 end"]],
  ["parent, rent, rental", "rent", ["rent"]],
  ["Vertragspartner", "Vertrag", []],
  ["契約書の契約", "契約", ["契約", "契約"]],
  ["ha ha ha", "ha ha", ["ha ha", "ha ha"]],
  ["Seller", "seller", []],
  ["anything", " \u00ad ", []],
  ["a𝄞b", "a", ["a"]],
  ["\t\u08ca", "\t\u08ca", ["\t\u08ca"]],
  ["so 𝄞, so", "𝄞", ["𝄞"]],
])("in %j, %j", (text, needle, found) => expect(find(text, needle)).toEqual(found));

test("what is beside a sign that is left out is found with it or without it, as it is quoted", () => {
  const text = "A – “long”\u00a0\u00a0  sen\u00adtence … with a\u0308 b";
  const quotation = normaliseQuotation(text);
  expect(quotation.text).toBe('A - "long" sentence ... with \u00e4 b');
  const part = (words: string) => {
    const at = quotation.text.indexOf(words);
    const { start, end } = originalRange(quotation, at, at + words.length);
    return text.slice(start, end);
  };
  expect(["- ", '" s', "nte", ". w", "\u00e4"].map(part)).toEqual(["– ", "”\u00a0\u00a0  s", "n\u00adte", "… w", "a\u0308"]);
});

test("case is ignored only when asked", () => expect(find("Der VERKÄUFER İ", "verkäufer", true)).toEqual(["VERKÄUFER"]));

test("a whole text is found in itself, and its original comes back whole", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 60 }), (text) => {
      const quotation = normaliseQuotation(text);
      const ranges = Array.from(quotation.text, (_, i) => originalRange(quotation, i, i + 1));
      for (const [i, { start, end }] of ranges.entries()) {
        expect(end).toBeGreaterThan(start);
        expect(start).toBeGreaterThanOrEqual(ranges[i - 1]?.start ?? 0);
      }
      const needle = normaliseNeedle(text);
      if (needle) expect(findQuotation(quotation, needle).length).toBeGreaterThan(0);
    }),
    { numRuns: 500 },
  );
});
