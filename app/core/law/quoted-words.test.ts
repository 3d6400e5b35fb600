/* Words a model quotes are attributed to a source only if they occur there verbatim. */
import { expect, test } from "vitest";
import { quotedWords } from "./quoted-words.ts";
import type { Source } from "../sources/source.ts";

const act: Source = {
  id: "1",
  type: "edgar",
  name: "Lease Act",
  content: "§ 1 Scope. § 3 The rent is due on the third working day of the month, unless otherwise agreed.",
  metadata: { ref: "1970:994" },
};
const file: Source = {
  id: "2",
  type: "file",
  name: "old-lease.pdf",
  content: "The first page.\fThe deposit is three months’ rent.",
  metadata: { pageStarts: [0, 16] },
};

test.each([
  ["curly or straight marks", 'It says "rent is due on the third working day".', ["1970:994"]],
  ["of another typography", "See “deposit is three months' rent” there.", ["page 2"]],
  ["two of them", "“rent is due on the third” and „deposit is three months’ rent“", ["1970:994", "page 2"]],
  ["a word that is different", "“the rent is due on the fourth working day”", []],
  ["too few letters to tell", "“the rent”", []],
  ["no marks", "The rent is due on the third working day.", []],
])("%s", (_, text, places) => {
  const found = quotedWords(text, [act, file]);
  expect(found.map(({ place }) => place)).toEqual(places);
  for (const { start, end } of found) expect(text.slice(start, end)).not.toMatch(/["“„”]/);
});

test("a block quote needs no marks", () => {
  const text = "The rent is due on the third working day of the month";
  expect(quotedWords(text, [act], { isBlockQuote: true })).toEqual([
    { start: 0, end: text.length, source: "Lease Act", place: "1970:994" },
  ]);
});
