import { expect, test } from "vitest";
import { markdownToDocument } from "#core/document/markdown-to-document.ts";
import { documentFacts, draftFacts } from "./document-facts.ts";

const kindOf = (name: string, text: string) => documentFacts(name, markdownToDocument(text)).kind;

test.each<[name: string, text: string, kind: string | null]>([
  ["Untitled", "# Mutual Non-Disclosure Agreement\n\nBetween A and B.", "Mutual Non-Disclosure Agreement"],
  ["Press release, spring", "The library opens at nine.", "Press Release"],
  ["Untitled", "# Brev till hyresvärden\n\nVi säger upp lokalen och flyttar i maj.", "Letter"],
  ["Untitled", "The tenant shall pay the rent. The landlord shall keep the deposit pursuant to clause 3.", "legal text"],
  ["Untitled", "# How the essay that nobody wanted to read was written in a letter\n\nIt rained.", null],
  ["Untitled", "It rained all day, and the harbour was quiet.", null],
])("the kind of “%s”, %j, is %s", (name, text, kind) => {
  expect(kindOf(name, text)).toBe(kind);
});

test("a draft of the chat has a kind, a language and a length of its own", () => {
  expect(draftFacts("# Letter of complaint\n\nDear Ms Lind,\n\nThe colour of the harbour is not as we had agreed.")).toEqual({
    kind: "Letter",
    language: "British English",
    words: 17,
  });
});
