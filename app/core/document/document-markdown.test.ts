import * as fc from "fast-check";
import type { Node } from "prosemirror-model";
import { describe, expect, test } from "vitest";
import { documentOf, documentSchema, jsonOf } from "./document-schema.ts";
import { documentToMarkdown } from "./document-to-markdown.ts";
import { markdownToDocument } from "./markdown-to-document.ts";
import { anyDocument } from "#test/any-document.ts";

const roundTrip = (document: Node) => markdownToDocument(documentToMarkdown(document));

describe("Markdown is read", () => {
  test.each<[markdown: string, document: string]>([
    ["", "doc(paragraph)"],
    ["# One\n\nText", 'doc(heading("One"), paragraph("Text"))'],
    ["a **b** *c*", 'doc(paragraph("a ", bold("b"), " ", italic("c")))'],
    [
      "- a\n- b\n  - c",
      'doc(bulletList(listItem(paragraph("a")), listItem(paragraph("b"), bulletList(listItem(paragraph("c"))))))',
    ],
    ["3. a\n4. b", 'doc(orderedList(listItem(paragraph("a")), listItem(paragraph("b"))))'],
    ["1) a\n   1) b", 'doc(clauseList(clause(paragraph("a"), clauseList(clause(paragraph("b"))))))'],
    ["1) # Definitions", 'doc(clauseList(clause(heading("Definitions"))))'],
    ["> q", 'doc(blockquote(paragraph("q")))'],
    ["```js\na *b*\n```", 'doc(codeBlock("a *b*"))'],
    ["a<br>b<u>c</u>", 'doc(paragraph("a", hardBreak, "b", underline("c")))'],
    [
      "| a | b |\n|---|---|\n| 1 | 2 |",
      'doc(table(tableRow(tableHeader(paragraph("a")), tableHeader(paragraph("b"))), tableRow(tableCell(paragraph("1")), tableCell(paragraph("2")))))',
    ],
    ["<script>alert(1)</script>", 'doc(paragraph("<script>alert(1)</script>"))'],
    ["[a](javascript:alert(1))", 'doc(paragraph("a"))'],
    ["[a](https://stet.example/x)", 'doc(paragraph(link("a")))'],
    ["![alt](https://evil.example/x.png)", "doc(image)"],
    ["a ![b](javascript:x) ![c](/other.png)", 'doc(paragraph("a b c"))'],
    ["before ![alt](https://evil.example/x.png) after", 'doc(paragraph("before"), image, paragraph("after"))'],
    [
      "a[^1] b[^x].\n\n[^x]: second\n[^1]: *first*",
      'doc(paragraph("a", footnote(italic("first")), " b", footnote("second"), "."))',
    ],
    ["a[^1]\n\n[^1]: one\n    two\n\n    three", 'doc(paragraph("a", footnote("one two", hardBreak, "three")))'],
    ["nowhere[^2]", 'doc(paragraph("nowhere[^2]"))'],
    ["[7.2](#at-x1)", "doc(paragraph(reference))"],
  ])("%j", (markdown, document) => {
    expect(markdownToDocument(markdown).toString()).toBe(document);
  });
});

describe("a document comes back from its Markdown as it was", () => {
  test.each([
    "1. not a list",
    "# not a heading",
    "- not a bullet",
    "* * *",
    "a_b_c *d* `e` [f](g) <u>h</u> ~~i~~ | j &amp; k \\ l",
    " space before and after ",
    "=====",
    "    indented",
    "+ plus",
    "1) clause",
    "> quote",
    "www.stet.example and https://stet.example",
    "Art. 5 § 2 – “so” ‘so’ åäöß",
  ])("%j", (text) => {
    const document = documentSchema.nodes.doc.create(null, [
      documentSchema.nodes.paragraph.create(null, documentSchema.text(text)),
      documentSchema.nodes.paragraph.create(null, [
        documentSchema.text("before"),
        documentSchema.nodes.hardBreak.create(),
        documentSchema.text(text),
      ]),
    ]);
    expect(roundTrip(document).toString()).toBe(document.toString());
  });

  test("any document", () => {
    fc.assert(
      fc.property(anyDocument(), (document) => {
        expect(jsonOf(roundTrip(document))).toEqual(jsonOf(document));
      }),
      { numRuns: 400 },
    );
  });
});

test("citations and addresses stay readable", () => {
  const written = (markdown: string) => documentToMarkdown(markdownToDocument(markdown));
  expect(written("Rent [[1]] is due [[2, 3]].")).toBe("Rent [[1]] is due [[2, 3]].");
  expect(written("See https://stet.example/a_b_c")).toBe("See https://stet.example/a_b_c");
});

test("what is not a document of the schema is refused", () => {
  expect(documentOf({ type: "doc", content: [{ type: "script" }] })).toBeNull();
  expect(documentOf({ type: "doc", content: [{ type: "listItem" }] })).toBeNull();
  expect(documentOf({ type: "doc", content: [] })).toBeNull();
  expect(documentOf("x")).toBeNull();
  const link = { type: "text", text: "x", marks: [{ type: "link", attrs: { href: "javascript:alert(1)" } }] };
  expect(documentOf({ type: "doc", content: [{ type: "paragraph", content: [link] }] })).toBeNull();
});
