/* The query language: what is read, and that faults are said with their place. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { readQuery, type Query } from "./query.ts";
import { foldedWord, wordsOf } from "./words.ts";

const words = (...own: string[]): Query => ({ kind: "words", field: null, phrase: { words: own, isPrefix: false } });

function read(text: string): Query {
  const found = readQuery(text);
  if (!found.ok) throw new Error(found.fault.sentence);
  return found.query;
}

/** What the fault points at, and what is said. */
function fault(text: string): [string, string] {
  const found = readQuery(text);
  if (found.ok) throw new Error("it was read");
  const { at, length, sentence } = found.fault;
  return [text.slice(at, at + length), sentence];
}

test("NOT binds closest, then distances, AND and words side by side, then OR", () => {
  expect(read("a1 b1 OR NOT c1 AND d1")).toEqual({
    kind: "or",
    parts: [
      { kind: "and", parts: [words("a1"), words("b1")] },
      { kind: "and", parts: [{ kind: "not", part: words("c1") }, words("d1")] },
    ],
  });
  expect(read("(a1 OR b1) -c1")).toEqual({
    kind: "and",
    parts: [
      { kind: "or", parts: [words("a1"), words("b1")] },
      { kind: "not", part: words("c1") },
    ],
  });
});

test("words are folded; what is joined by signs is a phrase, and small operators are words", () => {
  expect(read("Größe")).toEqual(words("größe"));
  expect(read("anna.berg@example.org")).toEqual(words("anna", "berg", "example", "org"));
  expect(read('"Notice of Termination"')).toEqual(words("notice", "of", "termination"));
  expect(read("this and that")).toEqual({ kind: "and", parts: [words("this"), words("and"), words("that")] });
  expect(read("12:30")).toEqual(words("12", "30"));
  expect(read("  ")).toEqual({ kind: "all" });
});

test("fields, beginnings of words, distances and marks are read", () => {
  expect(read("from:anna")).toEqual({ kind: "words", field: "from", phrase: { words: ["anna"], isPrefix: false } });
  expect(read('subject:"annual rep*"')).toEqual({
    kind: "words",
    field: "subject",
    phrase: { words: ["annual", "rep"], isPrefix: true },
  });
  expect(read('notice w/5 "end of term"')).toEqual({
    kind: "near",
    left: { words: ["notice"], isPrefix: false },
    right: { words: ["end", "of", "term"], isPrefix: false },
    distance: 5,
  });
  expect(read("has:attachment type:PDF")).toEqual({
    kind: "and",
    parts: [
      { kind: "has", mark: "attachment" },
      { kind: "type", type: "pdf" },
    ],
  });
});

test("a code is read by its name, that of an issue too", () => {
  expect(read('code:Privileged code:"Price fixing"')).toEqual({
    kind: "and",
    parts: [
      { kind: "code", code: "privileged" },
      { kind: "code", code: "price fixing" },
    ],
  });
});

test.each([
  ["date:2024", "2024-01-01", "2025-01-01"],
  ["date:2024-02", "2024-02-01", "2024-03-01"],
  ["date:2024-02-29", "2024-02-29", "2024-03-01"],
  ["date:2024-01..2024-03", "2024-01-01", "2024-04-01"],
  ["date:2023..2024-12-31", "2023-01-01", "2025-01-01"],
  ["date:..2024-12", null, "2025-01-01"],
  ["date:2024-12..", "2024-12-01", null],
])("%s is from %s until before %s", (text, from, before) => {
  expect(read(text)).toEqual({ kind: "date", from, before });
});

test.each([
  ['from:anna "annual', '"', "This quotation mark is never closed."],
  ["(offer OR bid", "(", "This parenthesis is never closed."],
  ["offer) bid", ")", "There is no opening parenthesis for this one."],
  ["offer ()", "()", "There is nothing between these parentheses."],
  ["offer AND", "AND", "Something has to follow AND."],
  ["OR offer", "OR", "Something has to stand before OR."],
  ["offer OR OR bid", "OR", "Something has to stand before OR."],
  ["offer (bid AND)", "AND", "Something has to follow AND."],
  ["offer NOT", "NOT", "Something has to follow NOT."],
  ["wom*n", "*", "A wildcard can only stand at the end of a word, such as contract*."],
  ["a*", "a*", "At least two letters have to stand before a wildcard."],
  ["offer ---", "---", "There is no letter or digit to search for here."],
  ["date:2024-13", "2024-13", "Write a date as 2024, 2024-01 or 2024-01-31, or a range as 2024-01..2024-03."],
  ["date:2023-02-29", "2023-02-29", "Write a date as 2024, 2024-01 or 2024-01-31, or a range as 2024-01..2024-03."],
  ["date:2024..2023", "2024..2023", "This range ends before it begins."],
  ["from: anna", "from:", "A value has to follow from: without a space, such as from:anna."],
  ["has:wings", "wings", "has: takes attachment, duplicate, near-duplicate, thread or exception."],
  ["a1 w/99 b1", "w/99", "The distance can be 1 to 30 words."],
  ["w/5 b1", "w/5", "A word or a “phrase” has to stand on both sides of this."],
  ["a1 w/5", "w/5", "A word or a “phrase” has to stand on both sides of this."],
  ["a1 w/5 b1 w/5 c1", "w/5", "A distance joins two words. Join a third with AND."],
])("the fault of %s is at %s: %s", (text, at, sentence) => {
  expect(fault(text)).toEqual([at, sentence]);
});

test("whatever is typed is read, or refused with a place within it", () => {
  const sign = fc.constantFrom(
    ...'ab1 ()"*?-:/.“”',
    "AND ",
    "OR ",
    "NOT ",
    "w/3 ",
    "from:",
    "date:",
    "has:",
    "2024",
    "..",
    "é",
    "漢",
    "\u0000",
  );
  fc.assert(
    fc.property(fc.array(sign, { maxLength: 25 }), (signs) => {
      const text = signs.join("");
      const found = readQuery(text);
      if (found.ok) return;
      const { at, length, sentence } = found.fault;
      expect(at).toBeGreaterThanOrEqual(0);
      expect(length).toBeGreaterThan(0);
      expect(at + length).toBeLessThanOrEqual(text.length);
      expect(sentence).toMatch(/\.$/);
    }),
    { numRuns: 800 },
  );
});

test("a query that is written from its parts is read as these parts", () => {
  const word = fc.stringMatching(/^[a-zåäö]{2,8}$/).filter((one) => wordsOf(one).length === 1);
  const leaf: fc.Arbitrary<Query> = fc.oneof(
    word.map((one) => words(foldedWord(one))),
    fc.array(word, { minLength: 2, maxLength: 4 }).map((own) => words(...own.map(foldedWord))),
  );
  const { tree } = fc.letrec<{ tree: Query }>((tie) => ({
    tree: fc.oneof(
      { depthSize: "small" },
      leaf,
      fc.array(tie("tree"), { minLength: 2, maxLength: 3 }).map((parts): Query => ({ kind: "and", parts })),
      fc.array(tie("tree"), { minLength: 2, maxLength: 3 }).map((parts): Query => ({ kind: "or", parts })),
      tie("tree").map((part): Query => ({ kind: "not", part })),
    ),
  }));
  fc.assert(
    fc.property(tree, (query) => {
      expect(read(written(query))).toEqual(query);
    }),
  );
});

function written(query: Query): string {
  if (query.kind === "and" || query.kind === "or")
    return query.parts.map((part) => `(${written(part)})`).join(query.kind === "and" ? " AND " : " OR ");
  if (query.kind === "not") return `NOT (${written(query.part)})`;
  if (query.kind !== "words") throw new Error("not made here");
  return query.phrase.words.length === 1 ? query.phrase.words[0]! : `"${query.phrase.words.join(" ")}"`;
}
