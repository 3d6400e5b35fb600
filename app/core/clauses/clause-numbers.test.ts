import * as fc from "fast-check";
import { Fragment, Node } from "prosemirror-model";
import { expect, test } from "vitest";
import { anyDocument } from "#test/any-document.ts";
import { clauseNumbers } from "./clause-numbers.ts";
import { documentSchema } from "../document/document-schema.ts";
import { markdownToDocument } from "../document/markdown-to-document.ts";

const labels = (document: Node) => clauseNumbers(document).map(({ label }) => label);

test("a block that moves is counted from where it is now", () => {
  const before = markdownToDocument("1) One.\n2) Two.\n   1) Two one.\n\nWords.\n\n3) Three.");
  expect(labels(before)).toEqual(["1.", "2.", "2.1", "3."]);
  const [first, words, last] = before.children;
  const after = before.copy(Fragment.from([last!, words!, words!, first!]));
  expect(labels(after)).toEqual(["1.", "2.", "3.", "3.1"]);
  expect(clauseNumbers(after).every(({ pos, size }) => after.nodeAt(pos)?.nodeSize === size)).toBe(true);
});

test("what is remembered of blocks is what counting afresh says", () => {
  fc.assert(
    fc.property(fc.array(anyDocument(), { minLength: 1, maxLength: 4 }), fc.infiniteStream(fc.nat(100)), (documents, picks) => {
      const blocks = documents.flatMap((document) => [...document.children]);
      for (let round = 0; round < 4; round++) {
        const content = blocks.map(() => blocks[picks.next().value! % blocks.length]!);
        const document = documentSchema.nodes.doc.create(null, content);
        const afresh = Node.fromJSON(documentSchema, document.toJSON());
        expect(clauseNumbers(document)).toEqual(clauseNumbers(afresh));
      }
    }),
  );
});
