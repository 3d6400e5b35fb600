import { expect, test } from "vitest";
import { footnotesOf } from "../clauses/references.ts";
import { markdownToDocument } from "../document/markdown-to-document.ts";
import type { Source } from "../sources/source.ts";
import { withCitationNotes } from "./citation-notes.ts";
import { verifyCitations } from "./verify-citations.ts";

const lease: Source = {
  id: "f",
  type: "file",
  name: "Lease_2031.pdf",
  number: 1,
  content: "2. The rent is 1,450 euros a month and is due on the third working day. 3. The deposit is three months' rent.",
};
const draft =
  "The rent is 1,450 euros a month [[1]]. The deposit is six months' rent [[1]]. It ends in May [[4]].[^own]\n\n[^own]: As agreed.";
const notes = (text: string) =>
  footnotesOf(markdownToDocument(withCitationNotes(text, verifyCitations(`Here:\nBEGIN DRAFT\n${draft}\nEND DRAFT`, [lease])))).map(
    ({ node }) => node.textContent,
  );

test("each citation of a draft is a footnote with its source and its verdict", () => {
  expect(notes(draft)).toEqual([
    "Lease_2031.pdf. Verified: “The rent is 1,450 euros a month”",
    "Lease_2031.pdf. Differs: the answer says “The deposit is six months' rent”; “six months” against “three months”; the source says “The deposit is three months' rent”",
    "4: No source: this number belongs to no source in this chat.",
    "As agreed.",
  ]);
});

test("a claim that was edited since has no verdict, and others keep theirs", () => {
  const [rent, deposit] = notes(draft.replace("six months", "three months"));
  expect([rent, deposit]).toEqual(["Lease_2031.pdf. Verified: “The rent is 1,450 euros a month”", "Lease_2031.pdf"]);
});

test("without citations or sources a draft stays as it is", () => {
  expect(withCitationNotes("No [[citation]].", [lease])).toBe("No [[citation]].");
  expect(withCitationNotes(draft, [])).toBe(draft);
});
