import * as fc from "fast-check";
import type { Node } from "prosemirror-model";
import { describe, expect, test } from "vitest";
import { anyDocument } from "#test/any-document.ts";
import { mergeDocuments } from "./document-merge.ts";
import { documentSchema } from "./document-schema.ts";
import { documentText } from "./document-text.ts";
import { documentToMarkdown } from "./document-to-markdown.ts";
import { markdownToDocument } from "./markdown-to-document.ts";

function merged(base: string, mine: string, theirs: string): [string, number] {
  const [a, b, c] = [base, mine, theirs].map(markdownToDocument) as [Node, Node, Node];
  const { document, conflicts } = mergeDocuments(a, b, c);
  document.check();
  return [documentToMarkdown(document), conflicts];
}

describe("what two windows made of one text", () => {
  test.each<[name: string, base: string, mine: string, theirs: string, after: string, conflicts: number]>([
    ["different paragraphs", "a\n\nb\n\nc", "a1\n\nb\n\nc", "a\n\nb\n\nc2", "a1\n\nb\n\nc2", 0],
    [
      "different words of one paragraph",
      "the seller shall pay the price",
      "the Seller shall pay the price",
      "the seller shall pay the whole price",
      "the Seller shall pay the whole price",
      0,
    ],
    ["both add paragraphs elsewhere", "a\n\nb", "x\n\na\n\nb", "a\n\nb\n\ny", "x\n\na\n\nb\n\ny", 0],
    ["both add at the same place", "a", "a\n\nmine", "a\n\ntheirs", "a\n\ntheirs\n\nmine", 1],
    ["the same change twice is one", "one two", "one three", "one three", "one three", 0],
    ["the same word twice", "pay now please", "pay tomorrow please", "pay today please", "pay today tomorrow please", 1],
    ["deleted here, changed there: it stays", "a\n\nb\n\nc", "a\n\nc", "a\n\nb changed\n\nc", "a\n\nb changed\n\nc", 0],
    [
      "within a list",
      "- one\n- two\n- three",
      "- one!\n- two\n- three",
      "- one\n- two\n- three\n- four",
      "- one!\n- two\n- three\n- four",
      0,
    ],
    ["bold here, a word there", "one two three", "one **two** three", "one two four", "one **two** four", 0],
  ])("%s", (_, base, mine, theirs, after, conflicts) => {
    expect(merged(base, mine, theirs)).toEqual([after, conflicts]);
  });
});

describe("cross-references and footnotes", () => {
  const clause = (id: string | null, words: string) =>
    nodes.clause.create({ id }, nodes.paragraph.create(null, documentSchema.text(words)));
  const doc = (clauses: Node[], ...inline: Node[]) =>
    nodes.doc.create(null, [nodes.clauseList.create(null, clauses), nodes.paragraph.create(null, inline)]);
  const { nodes } = documentSchema;
  const text = (words: string) => documentSchema.text(words);
  const to = (target: string) => nodes.reference.create({ target });

  test("a clause that one side refers to for the first time is the one that the other moved or changed", () => {
    const base = doc([clause(null, "One"), clause(null, "Two")], text("See clause "));
    const mine = doc([clause(null, "One"), clause("x", "Two")], text("See clause "), to("x"));
    const theirs = doc([clause(null, "New"), clause(null, "One"), clause(null, "Two")], text("See clause "));
    const { document, conflicts } = mergeDocuments(base, mine, theirs);
    expect(conflicts).toBe(0);
    expect(documentText(document).text).toBe("New\n\nOne\n\nTwo\n\nSee clause 3");
  });

  test("a clause that both refer to for the first time has one id", () => {
    const base = doc([clause(null, "One")], text("a b"));
    const mine = doc([clause("x", "One")], to("x"), text("a b"));
    const theirs = doc([clause("y", "One")], text("a b"), to("y"));
    const { document } = mergeDocuments(base, mine, theirs);
    expect(documentText(document).text).toBe("One\n\n1a b1");
  });

  test("both edit one footnote: it is one footnote", () => {
    const note = (words: string) => nodes.footnote.create(null, text(words));
    const base = doc([clause(null, "One")], text("words"), note("see the law"));
    const mine = doc([clause(null, "One")], text("Words"), note("see the old law"));
    const theirs = doc([clause(null, "One")], text("words"), note("see the law there"));
    const { document, conflicts } = mergeDocuments(base, mine, theirs);
    expect(conflicts).toBe(0);
    expect(documentText(document).text).toBe("One\n\nWords\n\nsee the old law there");
  });
});

describe("for any documents", () => {
  test("one side alone is taken as it is, and the same twice is itself", () => {
    fc.assert(
      fc.property(anyDocument(), anyDocument(), (a, b) => {
        expect(mergeDocuments(a, b, a).document.eq(b)).toBe(true);
        expect(mergeDocuments(a, a, b).document.eq(b)).toBe(true);
        expect(mergeDocuments(a, b, b).document.eq(b)).toBe(true);
      }),
    );
  });

  test("what either side typed is in the result, which is a document", () => {
    const typedInto = (document: Node, at: number, word: string) => {
      const places: number[] = [];
      document.descendants((node, pos) => {
        if (node.isTextblock) places.push(pos + 1 + (at % (node.content.size + 1)));
      });
      const pos = places[at % places.length]!;
      return document.replace(
        pos,
        pos,
        documentSchema.nodes.doc
          .create(null, documentSchema.nodes.paragraph.create(null, documentSchema.text(word)))
          .slice(1, 1 + word.length),
      );
    };
    fc.assert(
      fc.property(anyDocument(), fc.nat(), fc.nat(), (base, here, there) => {
        fc.pre(base.firstChild!.isTextblock);
        const { document } = mergeDocuments(base, typedInto(base, here, " mmm "), typedInto(base, there, " ttt "));
        document.check();
        expect(documentText(document).text).toContain("mmm");
        expect(documentText(document).text).toContain("ttt");
      }),
    );
  });
});
