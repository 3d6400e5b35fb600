/* Registration numbers that exist or are published as examples, and the same with a mistyped digit. */
import { expect, test } from "vitest";
import { readIdentifier, type IdentifierKind } from "./identifiers.ts";

test.each<[IdentifierKind, string, string]>([
  ["se-organisation", "556016-0680", "556016-0680"],
  ["se-organisation", "16556016 0680", "556016-0680"],
  ["se-organisation", "212000-0142", "212000-0142"],
  ["gb-company", "1234567", "01234567"],
  ["gb-company", "sc 123456", "SC123456"],
  ["nl-kvk", "KVK 33031431", "33031431"],
  ["de-register", "HRB 12345, Amtsgericht München", "HRB 12345, Amtsgericht München"],
  ["de-register", "Amtsgericht Charlottenburg (Berlin), hrb 12345 b", "HRB 12345 B, Amtsgericht Charlottenburg (Berlin)"],
  ["de-register", "AG Frankfurt am Main HRA 28660", "HRA 28660, Amtsgericht Frankfurt am Main"],
  ["lei", "2138 00KU D8LA JWSQ 9D15", "213800KUD8LAJWSQ9D15"],
  ["vat", "SE 556016-0680 01", "SE556016068001"],
  ["vat", "DE 136.695.976", "DE136695976"],
  ["vat", "GB 980 7806 84", "GB980780684"],
  ["vat", "NL 004495445B01", "NL004495445B01"],
  ["vat", "NL002455799B11", "NL002455799B11"],
  ["vat", "BE 0428759497", "BE0428759497"],
  ["vat", "GBGD001", "GBGD001"],
  ["vat", "ATU13585627", "ATU13585627"],
  ["other", "  12  34 ", "12 34"],
])("%s %s is %s", (kind, entered, value) => {
  expect(readIdentifier(kind, entered)).toEqual({ ok: true, value });
  expect(readIdentifier(kind, value)).toEqual({ ok: true, value });
});

test.each<[IdentifierKind, string]>([
  ["se-organisation", "556016-0681"],
  ["se-organisation", "811218-9876"],
  ["se-organisation", "55601606"],
  ["gb-company", "12345"],
  ["gb-company", "ABC12345"],
  ["nl-kvk", "3303143"],
  ["de-register", "12345"],
  ["de-register", "HRB 12345"],
  ["lei", "213800KUD8LAJWSQ9D16"],
  ["lei", "213800KUD8LAJWSQ9D"],
  ["vat", "SE556016068101"],
  ["vat", "SE556016068002"],
  ["vat", "DE136695977"],
  ["vat", "GB980780685"],
  ["vat", "NL004495446B01"],
  ["vat", "BE0428759498"],
  ["vat", "556016068001"],
  ["other", "   "],
])("%s %s is refused", (kind, entered) => {
  const read = readIdentifier(kind, entered);
  expect(read.ok).toBe(false);
  expect(read).toHaveProperty("note");
});
