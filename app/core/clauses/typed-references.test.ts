import { expect, test } from "vitest";
import { documentText } from "../document/document-text.ts";
import { markdownToDocument } from "../document/markdown-to-document.ts";
import { referenceTargets } from "./references.ts";
import { typedReferenceBefore, typedReferences } from "./typed-references.ts";

const clauses = "1) Price\n   1) Amount\n   2) Due\n      1) in full\n2) Term";

const found = (words: string, outline = clauses) =>
  typedReferences(markdownToDocument(`${words}\n\n${outline}`)).map(({ words, target }) => [words, target.label, target.words]);

test.each<[words: string, found: string[][]]>([
  ["See clause 1.2.", [["clause 1.2", "1.2", "Due"]]],
  ["See clause 1.2(a).", [["clause 1.2(a)", "1.2(a)", "in full"]]],
  [
    "Nach Ziffer 1.1 und Abschnitt 2.",
    [
      ["Ziffer 1.1", "1.1", "Amount"],
      ["Abschnitt 2", "2", "Term"],
    ],
  ],
  ["Enligt punkt 1.2 gäller", [["punkt 1.2", "1.2", "Due"]]],
  ["Volgens artikel 2 geldt", [["artikel 2", "2", "Term"]]],
  [
    "Clauses 1.1 and 1.2 apply",
    [
      ["Clauses 1.1", "1.1", "Amount"],
      ["and 1.2", "1.2", "Due"],
    ],
  ],
  ["Article 2 of the GDPR applies", []],
  ["See clause 1.3.", []],
  ["See clause 1.2(b).", []],
  ["Run `clause 1.2` here", []],
])("%j", (words, expected) => {
  expect(found(words)).toEqual(expected);
});

test("what two clauses answer to is left alone", () => {
  expect(found("See clause 1 and clause 2.", `${clauses}\n\n<!-- restarts -->\n\n1) Annex`).map(([words]) => words)).toEqual([
    "clause 2",
  ]);
});

test("a heading answers to the number that is typed before its words", () => {
  expect(found("See section 3.", "# 3. Payment")).toEqual([["section 3", "3", "3. Payment"]]);
});

test("the range is that of the number alone", () => {
  const document = markdownToDocument(`Under clause 1.2 hereof\n\n${clauses}`);
  const [found] = typedReferences(document);
  expect(document.textBetween(found!.from, found!.to)).toBe("1.2");
});

test.each([
  ["Under clause 1.2", "1.2"],
  ["Under clause 1.2(a)", "1.2(a)"],
  ["Under clause 1.3", undefined],
  ["Under 1.2", undefined],
  ["It is 1", undefined],
])("words just typed: %j", (words, label) => {
  const document = markdownToDocument(`${words}\n\n${clauses}`);
  expect(typedReferenceBefore(document, 1 + words.length)?.target.label).toBe(label);
});

test("targets are clauses, headings and footnotes, each with what a reference shows", () => {
  const document = markdownToDocument(
    "# Schedule 1: Prices\n\n# Payment\n\n1) One\n   1) Two[^1]\n      1) Three\n\n[^1]: A note.",
  );
  expect(referenceTargets(document).map(({ kind, label, words }) => [kind, label, words])).toEqual([
    ["heading", "Schedule 1", "Schedule 1: Prices"],
    ["heading", "Payment", "Payment"],
    ["clause", "1", "One"],
    ["clause", "1.1", "Two"],
    ["footnote", "1", "A note."],
    ["clause", "1.1(a)", "Three"],
  ]);
  expect(documentText(document).text.endsWith("A note.")).toBe(true);
});
