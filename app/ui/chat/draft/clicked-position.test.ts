import { expect, test } from "vitest";
import { markdownToDocument } from "#core/document/markdown-to-document.ts";
import { positionAfter } from "./clicked-position.ts";

const document = markdownToDocument("# A letter\n\nDear **kind** reader.\n\n- One\n- Two words");

test.each([
  [0, "|A letter"],
  [7, "A letter|"],
  [13, "Dear ki|nd reader."],
  [24, "On|e"],
  [32, "Two word|s"],
  [99, "Two words|"],
])("after %i letters: %s", (count, expected) => {
  const $pos = document.resolve(positionAfter(document, count));
  const text = $pos.parent.textContent;
  expect(`${text.slice(0, $pos.parentOffset)}|${text.slice($pos.parentOffset)}`).toBe(expected);
});

test("a citation has no letters in rendered text", () => {
  const cited = markdownToDocument("Rent [[1, 2]] is due.");
  expect(positionAfter(cited, 6)).toBe(1 + "Rent [[1, 2]] is".length);
});
