import { describe, expect, test } from "vitest";
import { numberNamed, onlyBeforeUnits, ordinalNamed } from "./number-words.ts";

describe("numbers", () => {
  test.each([
    ["zero", 0],
    ["seven", 7],
    ["nineteen", 19],
    ["twenty", 20],
    ["ninety", 90],
    ["twenty-one", 21],
    ["ninety-nine", 99],
    ["null", 0],
    ["zwei", 2],
    ["neunzehn", 19],
    ["dreißig", 30],
    ["einundzwanzig", 21],
    ["neunundneunzig", 99],
    ["hundert", 100],
    ["zweihundert", 200],
    ["zweihundertfünfzig", 250],
    ["hundertfünfzig", 150],
    ["zweitausend", 2000],
    ["zweitausenddreihundert", 2300],
    ["dreihunderttausend", 300_000],
    ["zweihundertfünfzigtausend", 250_000],
    ["hunderttausendzweihundert", 100_200],
    ["tvåhundratusen", 200_000],
    ["driehonderdduizend", 300_000],
    ["noll", 0],
    ["sju", 7],
    ["nitton", 19],
    ["tjugofem", 25],
    ["nittionio", 99],
    ["tvåhundrafemtio", 250],
    ["tretusen", 3000],
    ["nul", 0],
    ["zeven", 7],
    ["negentien", 19],
    ["eenentwintig", 21],
    ["tweeëndertig", 32],
    ["negenennegentig", 99],
    ["tweehonderdvijftig", 250],
    ["duizend", 1000],
    ["one", 1],
    ["eine", 1],
    ["ett", 1],
    ["a", 1],
  ])("%s is %i", (word, value) => expect(numberNamed(word)).toBe(value));

  test.each(["tenant", "hundredth", "", "hundertprozentig", "thousands", "undthreehundred"])("“%s” is none", (word) =>
    expect(numberNamed(word)).toBeUndefined(),
  );

  test("articles count only before a unit", () => {
    for (const word of ["a", "an", "one", "ein", "en", "een"]) expect(onlyBeforeUnits.has(word)).toBe(true);
    for (const word of ["two", "ten", ""]) expect(onlyBeforeUnits.has(word)).toBe(false);
  });
});

describe("ranks and parts", () => {
  test.each([
    ["first", 1],
    ["second", 2],
    ["twentieth", 20],
    ["1st", 1],
    ["2nd", 2],
    ["3rd", 3],
    ["100th", 100],
    ["erste", 1],
    ["zweiten", 2],
    ["dritter", 3],
    ["drittes", 3],
    ["zwanzigstem", 20],
    ["första", 1],
    ["tredje", 3],
    ["tjugonde", 20],
    ["3e", 3],
    ["4:e", undefined],
    ["eerste", 1],
    ["tweede", 2],
    ["20ste", 20],
    ["twintigste", 20],
    ["thirds", 3],
    ["half", 2],
    ["drittel", 3],
    ["viertel", 4],
    ["quarters", 4],
    ["tredjedelar", 3],
    ["femtedelen", 5],
    ["tiondelarna", 10],
    // Mostly "other".
    ["andra", undefined],
    ["1000th", undefined],
    ["tenant", undefined],
  ])("%s: %s", (word, value) => expect(ordinalNamed(word)).toBe(value));
});
