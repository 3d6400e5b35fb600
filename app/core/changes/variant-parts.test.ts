/* Versions of a passage in parts, and what is put together of them. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { composed, turnPart, turnWhole, variantOf, type Taken } from "./variant-parts.ts";

const original =
  "The tenant pays the rent on the first day of each month. The landlord keeps the house in good repair at all times.";
const texts = [
  "The tenant pays rent monthly. The landlord keeps the house in good repair at all times.",
  "The tenant pays the rent on the first day of every month. The landlord maintains the house at all times.",
];
const variants = texts.map((text) => variantOf(original, text));
const none: Taken = [[], []];

describe("parts", () => {
  test("are what a reader takes as one", () => {
    expect(variants[0]!.parts.map(({ removed, added }) => [removed, added])).toEqual([
      ["the rent on the first day of each month", "rent monthly"],
    ]);
    expect(variants[1]!.parts.map(({ added }) => added)).toEqual(["every", "maintains the house"]);
  });

  test("and what is common, in order, are the version's pieces", () => {
    expect(variants[1]!.pieces.map(({ part }) => part)).toEqual([null, 0, null, 1, null]);
    expect(variants[1]!.pieces.map(({ text }) => text).join("")).toBe(original);
  });
});

test("a part of each makes one text", () => {
  const taken = turnPart(variants, turnPart(variants, none, 0, 0), 1, 1);
  expect(composed(original, variants, taken)).toBe("The tenant pays rent monthly. The landlord maintains the house at all times.");
});

test("a part that changes the same words takes the place of the other", () => {
  const taken = turnPart(variants, turnPart(variants, none, 0, 0), 1, 0);
  expect(taken).toEqual([[], [0]]);
  expect(turnPart(variants, taken, 1, 0)).toEqual(none);
});

test("a version is taken whole in place of all else, and left again", () => {
  const whole = turnWhole(variants, turnPart(variants, none, 0, 0), 1);
  expect(whole).toEqual([[], [0, 1]]);
  expect(turnWhole(variants, whole, 1)).toEqual(none);
});

const words = fc.array(fc.constantFrom("the", "a", "rent", "is", "due", ".", "\n\n", "on", "Monday", "12", ","), { maxLength: 30 });
const text = words.map((all) => all.join(" "));

test("all parts of a version make the version, none the passage, and any choice leaves the rest alone", () => {
  fc.assert(
    fc.property(
      text,
      fc.array(text, { minLength: 1, maxLength: 3 }),
      fc.array(fc.nat(1000), { maxLength: 12 }),
      (from, to, turns) => {
        const all = to.map((one) => variantOf(from, one));
        const empty: Taken = all.map(() => []);
        expect(composed(from, all, empty)).toBe(from);
        for (const [at, one] of to.entries()) expect(composed(from, all, turnWhole(all, empty, at))).toBe(one);
        let taken = empty;
        for (const turn of turns) {
          const at = turn % all.length;
          const { parts } = all[at]!;
          if (parts.length > 0) taken = turnPart(all, taken, at, turn % parts.length);
        }
        const chosen = taken
          .flatMap((indexes, at) => indexes.map((index) => all[at]!.parts[index]!))
          .toSorted((a, b) => a.start - b.start);
        for (const [at, part] of chosen.entries()) if (at > 0) expect(part.start).toBeGreaterThan(chosen[at - 1]!.end);
        const change = chosen.reduce((sum, part) => sum + part.added.length - part.removed.length, 0);
        expect(composed(from, all, taken)).toHaveLength(from.length + change);
      },
    ),
  );
});
