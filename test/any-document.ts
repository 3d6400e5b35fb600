/*
 * Documents for property tests: every kind of block, nested, with words that look like Markdown, footnotes, pictures,
 * and cross-references, some of them dangling.
 */
import * as fc from "fast-check";
import type { Node } from "prosemirror-model";
import { documentSchema } from "#core/document/document-schema.ts";

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

const ids = ["aa", "b_1", "C_2", "d3"];
const id = fc.option(fc.constantFrom(...ids), { freq: 3 });
const reference = fc.constantFrom(...ids, "gone").map((target) => nodes.reference.create({ target }));
const footnote = fc
  .tuple(phrase, fc.option(reference, { freq: 3 }), id)
  .map(([words, after, own]) =>
    nodes.footnote.create(
      { id: own },
      after === null ? text.call(documentSchema, words) : [text.call(documentSchema, `${words} `), after],
    ),
  );
const image = fc
  .tuple(
    fc.constantFrom(
      "/api/documents/01890a5d-ac96-774b-bcce-b302099a8057/view",
      "upload:01890a5d-ac96-774b-bcce-b302099a8058",
      "https://pictures.example/a_b(1).png?x=1&y=2",
    ),
    fc.oneof(fc.constant(""), phrase),
    fc.oneof(fc.constant(""), phrase, fc.constant('A "quoted" caption & more \\ åß')),
    fc.constantFrom(25, 50, 75, 100),
  )
  .map(([src, alt, caption, width]) => nodes.image.create({ src, alt, caption, width }));

/** Runs are separated by plain spaces, as in prose: Markdown cannot end bold and begin italic within a word. */
const run = fc.oneof(
  { weight: 5, arbitrary: fc.tuple(phrase, markSet).map(([words, on]) => [text.call(documentSchema, words, on)]) },
  { weight: 1, arbitrary: reference.map((node) => [text.call(documentSchema, "clause "), node]) },
  { weight: 1, arbitrary: fc.tuple(phrase, footnote).map(([words, note]) => [text.call(documentSchema, words), note]) },
);
const inline = fc.array(run, { maxLength: 4 }).map((runs) => {
  const content: Node[] = [];
  for (const [i, nodesOfRun] of runs.entries()) {
    if (i > 0) content.push(text.call(documentSchema, " "));
    content.push(...nodesOfRun);
  }
  return nodes.paragraph.create(null, content).content;
});

const paragraph = inline.map((content) => nodes.paragraph.create(null, content));
const heading = fc
  .tuple(fc.integer({ min: 1, max: 4 }), phrase, id)
  .map(([level, words, own]) => nodes.heading.create({ level, id: own }, text.call(documentSchema, words)));

const { block } = fc.letrec<{ block: Node }>((tie) => {
  const children = fc.array(tie("block"), { minLength: 1, maxLength: 2, depthIdentifier: "blocks" });
  const item = (type: "listItem" | "clause") =>
    fc
      .tuple(paragraph, fc.array(tie("block"), { maxLength: 1, depthIdentifier: "blocks" }), id)
      .map(([first, more, own]) => nodes[type].create(type === "clause" ? { id: own } : null, [first, ...more]));
  const list = (type: "listItem" | "clause") => fc.array(item(type), { minLength: 1, maxLength: 3, depthIdentifier: "blocks" });
  const cell = fc
    .oneof({ weight: 6, arbitrary: paragraph }, { weight: 1, arbitrary: image })
    .map((content) => nodes.tableCell.create(null, content));
  return {
    block: fc.oneof(
      { depthSize: "small", depthIdentifier: "blocks" },
      paragraph,
      heading,
      image,
      fc
        .tuple(phrase, fc.constantFrom("", "", "js", "c++"))
        .map(([words, language]) => nodes.codeBlock.create({ language }, text.call(documentSchema, words))),
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
  return fc.array(block, { minLength: 1, maxLength: 4 }).map((content) => withOwnIds(nodes.doc.create(null, content)));
}

/** If two blocks share an id, the first keeps it. */
function withOwnIds(node: Node, seen = new Set<string>()): Node {
  if (node.isText || node.isLeaf) return node;
  const own = node.attrs["id"] as string | null | undefined;
  const isTaken = typeof own === "string" && seen.has(own);
  if (typeof own === "string") seen.add(own);
  const content: Node[] = [];
  node.forEach((child) => content.push(withOwnIds(child, seen)));
  return node.type.create(isTaken ? { ...node.attrs, id: null } : node.attrs, content, node.marks);
}

/** Only prose, headings and clauses, with references and notes: what a word processor preserves exactly. */
export function anyNotedDocument(): fc.Arbitrary<Node> {
  const words = fc
    .tuple(phrase, inline)
    .map(([first, rest]) =>
      nodes.paragraph.create(null, rest.addToStart(text.call(documentSchema, `x${first} `, [marks.bold.create()]))),
    );
  const leaf = fc.tuple(words, id).map(([first, own]) => nodes.clause.create({ id: own }, first));
  const clause = fc
    .tuple(words, fc.array(leaf, { maxLength: 2 }), id)
    .map(([first, below, own]) =>
      nodes.clause.create({ id: own }, below.length > 0 ? [first, nodes.clauseList.create(null, below)] : first),
    );
  const section = fc
    .tuple(heading, fc.array(words, { minLength: 1, maxLength: 2 }), fc.array(clause, { minLength: 1, maxLength: 3 }))
    .map(([title, prose, clauses]) => [title].concat(prose, nodes.clauseList.create(null, clauses)));
  return fc
    .array(section, { minLength: 1, maxLength: 2 })
    .map((sections) => onlyNeededIds(withOwnIds(nodes.doc.create(null, sections.flat()))));
}

/** Drops ids that nothing refers to. */
function onlyNeededIds(document: Node): Node {
  const needed = new Set<string>();
  document.descendants((node) => {
    if (node.type.name === "reference") needed.add(String(node.attrs["target"]));
  });
  const strip = (node: Node): Node => {
    if (node.isText || node.isLeaf) return node;
    const isLoose = typeof node.attrs["id"] === "string" && !needed.has(node.attrs["id"]);
    return node.type.create(isLoose ? { ...node.attrs, id: null } : node.attrs, node.children.map(strip), node.marks);
  };
  return strip(document);
}
