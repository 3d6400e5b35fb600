import { expect, test } from "vitest";
import { markdownToDocument } from "#core/document/markdown-to-document.ts";
import { drawProposal } from "./draw-proposal.ts";

test.each([
  ["a word with its space", "always ", "", "always"],
  ["a space alone", " ", "", " "],
  ["a word for another", "shall", "must", "shall"],
])("what is struck: %s", (_what, gone, text, struck) => {
  const doc = markdownToDocument("The tenant shall always pay.");
  const start = doc.textContent.indexOf(gone);
  const edit = { start, end: start + gone.length, text };
  const drawn = drawProposal(doc, { from: start + 1, to: edit.end + 1, name: "n" }, edit);
  const marked = drawn.filter(({ from, to }) => to > from).map(({ from, to }) => doc.textBetween(from, to));
  expect(marked).toEqual([struck]);
});
