import { Transform } from "@tiptap/pm/transform";
import { expect, test } from "vitest";
import { documentToMarkdown } from "#core/document/document-to-markdown.ts";
import { markdownToDocument } from "#core/document/markdown-to-document.ts";
import { putWriting, writtenWords } from "./put-writing.ts";

const two = "Interest accrues.\n\nIt is 2 %.";

/** | is the caret; two of them enclose the selection. */
function written(marked: string, content: string): string {
  const document = markdownToDocument(marked);
  const carets: number[] = [];
  document.descendants((node, pos) => {
    for (const match of node.text?.matchAll(/\|/g) ?? []) carets.push(pos + match.index);
  });
  const tr = new Transform(document);
  for (const at of carets.toReversed()) tr.delete(at, at + 1);
  const [from = 0, second] = carets;
  putWriting(tr, { from, to: second === undefined ? from : second - 1 }, content);
  tr.doc.check();
  return documentToMarkdown(tr.doc);
}

test.each<[where: string, before: string, content: string, after: string]>([
  ["at the start of a paragraph", "One.\n\n|Signed by both.", two, `One.\n\n${two}\n\nSigned by both.`],
  ["at its end", "Signed by both.|\n\nEnd.", two, `Signed by both.\n\n${two}\n\nEnd.`],
  ["within it", "One. |Two.", two, "One. Interest accrues.\n\nIt is 2 %.\n\nTwo."],
  ["within it, with a space behind", "One.| Two.", two, "One. Interest accrues.\n\nIt is 2 %.\n\nTwo."],
  ["over a selection within it", "One. |Old.| Two.", two, "One. Interest accrues.\n\nIt is 2 %.\n\nTwo."],
  ["a heading within it", "One. |Two.", "## Title\n\nText.", "One.\n\n## Title\n\nText.\n\nTwo."],
  ["behind a heading", "## Title|\n\nEnd.", two, `## Title\n\n${two}\n\nEnd.`],
  ["at the end of a list item", "- a|\n- b", two, "- a\n\n  Interest accrues.\n\n  It is 2 %.\n- b"],
  ["words alone join the paragraph", "One.| Two.", "New.", "One. New. Two."],
  ["words alone at its start", "|Two.", "New.", "New. Two."],
])("%s", (_where, before, content, after) => {
  const squeezed = (text: string) => text.replaceAll(/[ \n]*\n[ \n]*/g, "\n");
  expect(squeezed(written(before, content))).toBe(squeezed(after));
});

test("the words that are put in are counted, whatever stands beside them", () => {
  expect(writtenWords("Two words **here**.\n\n## And a heading\n\nThe end.\n")).toBe(8);
});
