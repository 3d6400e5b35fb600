import { describe, expect, test } from "vitest";
import { casesOf, usable, type Section } from "./cases.ts";

const seeds = Array.from({ length: 200 }, (_, i) => i);
const section = (id: string, act: string, text: string): Section => ({ id, act, text, language: "en" });
const lease = "The tenant of the garden shall pay 30 pounds to the landlord in each month.";

describe("what the source says is not called wrong", () => {
  test("a short quotation with its words is true, however it was made", () => {
    const made = seeds.flatMap((seed) => casesOf([section("a", "Lease", `${lease} Frozen pipes are mended.`)], 100, seed));
    const wrong = made.filter(({ kind }) => kind === "a false short quotation beside a true one");
    expect(wrong.length).toBeGreaterThan(0);
    expect(wrong.filter(({ text }) => /“garden ?” \[\[1\]\]$/u.test(text))).toEqual([]);
  });

  test("a sentence that two acts share, nearly word by word, is foreign to neither", () => {
    const own = "1. The member or members of each authority shall refrain from any action incompatible with their duties.";
    const borrowed = "The members of those authorities shall refrain from any action incompatible with their duties.";
    const foreign = "Each offer shall stay open until the buyer has had seven clear days to read the whole of it.";
    const kinds = (text: string) =>
      casesOf([section("a", "First", own), section("b", "Second", text)], 100).filter(({ expected }) => expected === "not-found");
    expect(kinds(borrowed)).toEqual([]);
    expect(kinds(foreign)).not.toEqual([]);
  });
});

test("the number of a clause is left out whole or not at all", () => {
  expect(usable("7.6 In the case of a delay the seller shall pay the agreed sum at once.")).toEqual([
    "7.6 In the case of a delay the seller shall pay the agreed sum at once.",
  ]);
  expect(usable("7. In the case of a delay the seller shall pay the agreed sum at once.")).toEqual([
    "In the case of a delay the seller shall pay the agreed sum at once.",
  ]);
});
