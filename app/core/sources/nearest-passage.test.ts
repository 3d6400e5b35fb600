import { expect, test } from "vitest";
import { nearestPassage } from "./nearest-passage.ts";
import { normaliseNeedle, normaliseQuotation } from "../law/quotation.ts";

function nearest(text: string, needle: string): string | undefined {
  const passage = nearestPassage(normaliseQuotation(text), normaliseNeedle(needle));
  return passage && text.slice(passage.start, passage.end);
}

const text =
  "Der Verkäufer haftet nicht für Mängel. Die Frist beträgt\u00a0vierzehn (14) Tage ab Zugang der Ware. Es gilt “deutsches” Recht.";

test.each<[needle: string, found: string | undefined]>([
  ["Die Frist beträgt dreißig (30) Tage ab Zugang der Ware.", "Die Frist beträgt\u00a0vierzehn (14) Tage ab Zugang der Ware."],
  ["Der Verkäufer haftet für Mängel.", "Der Verkäufer haftet nicht für Mängel."],
  ['Es gilt "schwedisches" Recht', "Es gilt “deutsches” Recht"],
  ["verkaufer", "Verkäufer"],
  ["The parties agree as follows.", undefined],
  ["der", undefined],
])("%j", (needle, found) => expect(nearest(text, needle)).toBe(found));

test("in a long text, by its rare words", () => {
  const filler = Array.from({ length: 6000 }, (_, i) => `Clause ${i} says that party ${i % 7} shall pay.`).join(" ");
  const clause =
    "The Lessee shall keep the orchard and its fences in good repair at its own cost throughout the term of this lease";
  const long = `${filler} ${clause}. ${filler}`;
  expect(nearest(long, clause.replace("good", "excellent").replace("own cost", "own expense"))).toBe(clause);
});

test("in a long text, whatever the length of the quotation", () => {
  const words = Array.from({ length: 60_000 }, (_, i) => `word${(i * 7919) % 60_000}`);
  const long = words.join(" ");
  for (let length = 5; length < 30; length++) {
    const passage = words.slice(40_000, 40_000 + length);
    expect(nearest(long, passage.with(2, "other").join(" "))).toBe(passage.join(" "));
  }
});

test("dotted lines and hostile texts end", () => {
  for (const piece of [".", "_", "ab", "shall ", "a b c "]) {
    nearest(piece.repeat(300_000 / piece.length), `x${piece.repeat(2000 / piece.length)}`);
  }
});
