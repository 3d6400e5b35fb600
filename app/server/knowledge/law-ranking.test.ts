import { expect, test } from "vitest";
import { countGrams, emptyGrams } from "./letter-grams.ts";
import { lookedAtAgain } from "./law-ranking.ts";

const texts = [
  { id: 1, heading: "", text: "Die Räumung der Wohnung kann verlangt werden." },
  { id: 2, heading: "", text: "Wer die Wohnung räumt, erhält die Kaution." },
];

function ranked(question: string, scores: readonly [number, number]): number[] {
  const grams = emptyGrams();
  for (const { heading, text } of texts) countGrams(grams, `${heading} ${text}`);
  const scored = texts.map(({ id }, at) => ({ id, score: scores[at]! }));
  const found = lookedAtAgain({ question, jurisdiction: "DE", grams }, scored, texts);
  return found.toSorted((a, b) => b.score - a.score).map(({ section }) => section.id);
}

test("letters put the section first that says a brief question's words in another form", () => {
  expect(ranked("räumt Kaution", [1, 0.9])).toEqual([2, 1]);
});

test("the longer a question, the less its letters move the section that its words put first", () => {
  const long = `räumt Kaution ${"Mieter Vermieter Vertrag Frist Gericht Klage Urteil Zahlung Zinsen Verzug ".repeat(3)}`;
  expect(ranked(long, [1, 0.7])).toEqual([1, 2]);
});
