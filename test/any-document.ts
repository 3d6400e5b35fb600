/* Documents for properties: every kind of block, nested, with words that look like Markdown. */
import * as fc from "fast-check";
import type { Node } from "prosemirror-model";
import { documentSchema } from "#core/document-schema.ts";

const { nodes, marks, text } = documentSchema;
const words = [
  "the",
  "Seller",
  "shall",
  "not",
  "pay",
  "(a)",
  "1.",
  "*",
  "_x_",
  "#",
  "-",
  "[1]",
  "`c`",
  "<u>",
  "&amp;",
  "åß",
  "|",
  "~~",
];

const phrase = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 4 }).map((some) => some.join(" "));
const markSet = fc.constantFrom(
  [],
  [],
  [],
  [marks.bold.create()],
  [marks.italic.create()],
  [marks.underline.create()],
  [marks.bold.create(), marks.italic.create()],
);

/** Runs are set apart by plain spaces, as in prose: Markdown has no way to end bold and begin italic within a word. */
const inline = fc.array(fc.tuple(phrase, markSet), { maxLength: 4 }).map((runs) => {
  const content: Node[] = [];
  for (const [i, [words, on]] of runs.entries()) {
    if (i > 0) content.push(text.call(documentSchema, " "));
    content.push(text.call(documentSchema, words, on));
  }
  return nodes.paragraph.create(null, content).content;
});

const paragraph = inline.map((content) => nodes.paragraph.create(null, content));
const heading = fc
  .tuple(fc.integer({ min: 1, max: 4 }), phrase)
  .map(([level, words]) => nodes.heading.create({ level }, text.call(documentSchema, words)));

const { block } = fc.letrec<{ block: Node }>((tie) => {
  const children = fc.array(tie("block"), { minLength: 1, maxLength: 2, depthIdentifier: "blocks" });
  const item = (type: "listItem" | "clause") =>
    fc
      .tuple(paragraph, fc.array(tie("block"), { maxLength: 1, depthIdentifier: "blocks" }))
      .map(([first, more]) => nodes[type].create(null, [first, ...more]));
  const list = (type: "listItem" | "clause") => fc.array(item(type), { minLength: 1, maxLength: 3, depthIdentifier: "blocks" });
  const cell = paragraph.map((content) => nodes.tableCell.create(null, content));
  return {
    block: fc.oneof(
      { depthSize: "small", depthIdentifier: "blocks" },
      paragraph,
      heading,
      phrase.map((words) => nodes.codeBlock.create(null, text.call(documentSchema, words))),
      list("listItem").map((items) => nodes.bulletList.create(null, items)),
      fc
        .tuple(list("listItem"), fc.integer({ min: 1, max: 12 }))
        .map(([items, start]) => nodes.orderedList.create({ start }, items)),
      fc.tuple(list("clause"), fc.boolean()).map(([items, restarts]) => nodes.clauseList.create({ restarts }, items)),
      children.map((content) => nodes.blockquote.create(null, content)),
      fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 2 }).map((rows) =>
        nodes.table.create(
          null,
          rows.map((cells) => nodes.tableRow.create(null, cells)),
        ),
      ),
    ),
  };
});

export function anyDocument(): fc.Arbitrary<Node> {
  return fc.array(block, { minLength: 1, maxLength: 4 }).map((content) => nodes.doc.create(null, content));
}
