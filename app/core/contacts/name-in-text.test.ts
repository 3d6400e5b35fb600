/* Names in running text. */
import { expect, test } from "vitest";
import { mentionOf } from "./name-in-text.ts";

test.each([
  ["Müller & Söhne GmbH", "This agreement is between MUELLER UND SOEHNE and the Buyer.", true],
  ["Müller & Söhne GmbH", "Zwischen der Müller und Söhne GmbH (Verkäuferin) und", true],
  ["Groß Logistik", "signed for Gross Logistik by", true],
  ["O’Brien", "Mr O'Brien shall", true],
  ["Øresund A/S", "mellan Oeresund A/S och", true],
  ["Widget Ltd", "Each widget shall be delivered.", false],
  ["Widget Ltd", "Between Widget Limited and Acme", true],
  ["Berg", "Nürnberger Straße 3, and the iceberg", false],
  ["Anna Berg", "Anna Lind and Bo Berg", false],
  ["Anna Berg", "by Anna\nBerg, its director", true],
  ["AB", "the AB", true],
])("%s in %j: %s", (name, text, isThere) => {
  expect(mentionOf(name, text) !== null).toBe(isThere);
});

test("the words around the mention are shown, on one line", () => {
  const text = `${"Words before. ".repeat(40)}Between Acme Holding BV\nand the Buyer. ${"Words after. ".repeat(40)}`;
  const words = mentionOf("Acme Holding", text)!;
  expect(words).toContain("Between Acme Holding BV and the Buyer.");
  expect(words.length).toBeLessThan(200);
});
