import { array, assert, constantFrom, property } from "fast-check";
import { expect, test } from "vitest";
import { termsOf } from "./analyse.ts";
import { keptWording } from "./bm25.ts";

const said = array(constantFrom("notice", "notices", "the", "trial", "week", "of", "ends", "3:12", "writing."), {
  maxLength: 12,
}).map((words) => words.join(" "));

/** A straightforward reference implementation. */
function plainly(question: string, text: string): number {
  const asked = termsOf(question, "en", null);
  const pairs = new Set(asked.slice(1).map((term, at) => `${asked[at]} ${term}`));
  const terms = termsOf(text, "en", null);
  const near = new Set(terms.flatMap((term, at) => [`${terms[at - 1]} ${term}`, `${terms[at - 2]} ${term}`]));
  return pairs.size === 0 ? 0 : [...pairs].filter((pair) => near.has(pair)).length / pairs.size;
}

test("of a question's wording a text keeps what is near to each other in both", () => {
  expect(keptWording("notice of a trial in writing", "en")("In a trial the notice of the trial is in plain writing")).toBe(1);
  expect(keptWording("notice of a trial in writing", "en")("A writing, a trial, a notice")).toBe(0);
  assert(property(said, said, (question, text) => keptWording(question, "en")(text) === plainly(question, text)));
});
