/* Which names are the same, may be, and are not: the table was written before the comparison. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { foldedName, nameKeys } from "./folded-name.ts";
import { foldName, likeness, nearMatch } from "./name-match.ts";

const alike = (a: string, b: string) => likeness(foldName(a), foldName(b));

test.each([
  ["Müller & Söhne GmbH", "MUELLER UND SOEHNE"],
  ["Ångström Konsult AB", "Angström Konsult Aktiebolag (publ)"],
  ["A.B.C. Holdings Ltd.", "ABC Holdings Limited"],
  ["The Widget Company, Inc.", "Widget"],
  ["Groß und Klein GmbH & Co. KG", "Gross & Klein"],
  ["Øresund A/S", "Oeresund"],
  ["Газпром", "Gazprom"],
  ["N.V. Nederlandse Gasunie", "Nederlandse Gasunie NV"],
  ["O’Brien", "O'Brien"],
  ["Berg, Anna", "Berg Anna"],
])("%s and %s are the same", (a, b) => {
  expect(foldedName(a)).toBe(foldedName(b));
  expect(alike(a, b)).toBe(1);
});

test.each([
  ["Anna Berg", "Berg, Anna"],
  ["A. Lindqvist", "Anders Lindqvist"],
  ["Johansson Shipping AB", "Johanson Shipping"],
  ["Acme", "Acme Holding BV"],
  ["Kaufmann Logistik GmbH", "Kaufman Logistik"],
  ["Northwind Traders", "Nothrwind Traders Ltd"],
  ["Maria Elena Garcia", "Maria Garcia"],
  ["Volvo Lastvagnar AB", "Volvo Lastvagner"],
])("%s may be %s", (a, b) => {
  expect(alike(a, b)).toBeGreaterThanOrEqual(nearMatch);
  expect(alike(a, b)).toBeLessThan(1);
  const keys = new Set(nameKeys(a));
  expect(nameKeys(b).some((key) => keys.has(key))).toBe(true);
});

test.each([
  ["Anna Berg", "Anna Lind"],
  ["Nordea Bank", "Nordic Bank"],
  ["Unit 12 Ltd", "Unit 13 Ltd"],
  ["Schmidt GmbH", "Schulz GmbH"],
  ["Stockholm Konsult AB", "Göteborg Konsult AB"],
  ["Eriksson", "Svensson"],
  ["", "Acme"],
  ["Alpha Beta Gamma", "Gamma"],
])("%s is not %s", (a, b) => {
  expect(alike(a, b)).toBeLessThan(nearMatch);
});

test("likeness has no direction, and every name is like itself", () => {
  const name = fc.array(fc.string({ minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 4 }).map((words) => words.join(" "));
  fc.assert(
    fc.property(name, name, (a, b) => {
      expect(alike(a, b)).toBeCloseTo(alike(b, a), 10);
      if (foldName(a).length > 0) expect(alike(a, a)).toBe(1);
    }),
  );
});

test("one mistyped letter in a word of six or more leaves a key in common", () => {
  const word = fc.stringMatching(/^[bcdfgiklmnprstvxz]{6,12}$/);
  fc.assert(
    fc.property(word, fc.nat(11), fc.stringMatching(/^[bcdfgiklmnprstvxz]$/), (name, at, letter) => {
      const mistyped = name.slice(0, at % name.length) + letter + name.slice((at % name.length) + 1);
      const keys = new Set(nameKeys(name));
      expect(nameKeys(mistyped).some((key) => keys.has(key))).toBe(true);
    }),
  );
});
