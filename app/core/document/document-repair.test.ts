import { expect, test } from "vitest";
import { nested } from "#test/hostile-documents.ts";
import { storedDocument } from "./document-repair.ts";
import { documentOf, jsonOf } from "./document-schema.ts";
import { documentToMarkdown } from "./document-to-markdown.ts";
import { markdownToDocument } from "./markdown-to-document.ts";

const words = (text: string, marks: unknown[] = []) => ({ type: "text", text, ...(marks.length > 0 && { marks }) });
const doc = (...content: unknown[]) => ({ type: "doc", content });

test("what passes today's checks is opened as it is", () => {
  const json = jsonOf(markdownToDocument("# A\n\n1) b **c**\n\n| d |\n|---|\n| e |"));
  expect(jsonOf(storedDocument(json))).toEqual(json);
});

test.each([
  ["a level that is markup", doc({ type: "heading", attrs: { level: "1><img>" }, content: [words("A")] }), "# A"],
  [
    "a link that could run",
    doc({ type: "paragraph", content: [words("A", [{ type: "link", attrs: { href: "javascript:b" } }, { type: "bold" }])] }),
    "**A**",
  ],
  [
    "a cell of millions",
    doc({
      type: "table",
      content: [
        {
          type: "tableRow",
          content: [{ type: "tableHeader", attrs: { colspan: 3e6 }, content: [{ type: "paragraph", content: [words("A")] }] }],
        },
      ],
    }),
    "| A |\n| --- |",
  ],
  [
    "a block of no schema",
    doc({
      type: "poem",
      content: [
        { type: "verse", content: [words("A"), words("b")] },
        { type: "verse", content: [words("c")] },
      ],
    }),
    "Ab\n\nc",
  ],
  ["1,500 quotations", doc(nested("blockquote", 1_500, { type: "paragraph", content: [words("A")] })), "A"],
])("of %s every word is kept", (_, json, markdown) => {
  expect(documentOf(json)).toBeNull();
  expect(documentToMarkdown(storedDocument(json))).toBe(markdown);
});

test("where there is nothing to keep, it is not opened as an empty document", () => {
  for (const json of [null, "x", doc(), doc({ type: "poem" })])
    expect(() => storedDocument(json)).toThrow(expect.objectContaining({ status: 500 }));
});
