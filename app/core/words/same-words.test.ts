/* One notion of sameness, found through an index as it is found pair by pair. */
import { expect, test } from "vitest";
import { areSame, SameWords } from "./same-words.ts";

const vocabulary =
  "repair repairs repaired expenses costs charge landlord kündigungsfrist frist benachrichtigung benachrichtigen betalning betalar uppsägningstid tid opgeleverd oplevering notice notify".split(
    " ",
  );

test.each([
  ["repair", "repairs", true],
  ["costs", "expenses", true],
  ["frist", "kündigungsfrist", true],
  ["kündigungsfrist", "frist", false],
  ["betalar", "betalning", true],
  ["landlord", "tenant", false],
])("%s and %s: %s", (one, other, is) => expect(areSame(one, other)).toBe(is));

test("the index leaves none out, and adds none", () => {
  const index = new SameWords(vocabulary);
  for (const word of vocabulary)
    expect(index.of(word).toSorted()).toEqual(vocabulary.filter((one) => areSame(word, one)).toSorted());
});
