import * as fc from "fast-check";
import type { Node } from "prosemirror-model";
import { Transform, type ReplaceStep } from "prosemirror-transform";
import { describe, expect, test } from "vitest";
import { anyDocument } from "#test/any-document.ts";
import { applyEdit, changeBetween, locateInDocument, revertChange } from "./document-patch.ts";
import { documentText } from "../document/document-text.ts";
import { documentToMarkdown } from "../document/document-to-markdown.ts";
import { markdownToDocument } from "../document/markdown-to-document.ts";
import { applyPatch } from "./patch.ts";
import { footnotesOf, referenceLabels } from "../clauses/references.ts";

const patch = (original: string, replacement: string) => ({ original, replacement, summary: "" });

function patched(markdown: string, original: string, replacement: string): string {
  const document = markdownToDocument(markdown);
  const outcome = locateInDocument(document, patch(original, replacement));
  if (outcome.kind !== "located") return outcome.kind;
  const tr = new Transform(document);
  applyEdit(tr, outcome.edit);
  tr.doc.check();
  return documentToMarkdown(tr.doc);
}

describe("a patch in a document", () => {
  test.each<[name: string, markdown: string, original: string, replacement: string, after: string]>([
    ["one word", "The Seller shall pay.", "shall", "must", "The Seller must pay."],
    ["a paragraph parted in two keeps its marks", "One **two** *three*.", "two three", "two\n\nthree", "One **two**\n\n*three*."],
    ["two joined keep theirs", "One **two**\n\n*three* four.", "two\n\nthree", "two three", "One **two** *three* four."],
    [
      "marks around unchanged words stay",
      "The **Seller** shall *promptly* pay.",
      "The Seller shall promptly pay.",
      "The Seller must promptly pay.",
      "The **Seller** must *promptly* pay.",
    ],
    ["a changed word keeps its marks", "The **Seller** pays.", "Seller", "Buyer", "The **Buyer** pays."],
    ["the same everywhere is never the first", "a b. a b.", "a b", "c", "several"],
    ["curly and straight", "the “Seller” – pays", 'the "Seller" - pays', "the “Buyer” – pays", "the “Buyer” – pays"],
    ["dollar signs are text", "the price", "price", "$& and $1", "the $& and $1"],
    [
      "over two blocks, two for two",
      "# Terms\n\nThe Seller pays.",
      "Terms\n\nThe Seller pays.",
      "Conditions\n\nThe Buyer pays.",
      "# Conditions\n\nThe Buyer pays.",
    ],
    ["one block becomes two", "- one two\n- three", "one two", "one\n\ntwo", "- one\n- two\n- three"],
    [
      "clauses as well",
      "1) The Seller pays.\n2) End.",
      "The Seller pays.",
      "The Seller pays.\n\nThe Buyer takes.",
      "1) The Seller pays.\n2) The Buyer takes.\n3) End.",
    ],
    ["two blocks become one", "One.\n\nTwo.\n\nThree.", "One.\n\nTwo.", "Both.", "Both.\n\nThree."],
    ["a whole block goes with its line", "One.\n\nTwo.\n\nThree.", "Two.", "", "One.\n\nThree."],
    ["a word goes without its block", "One two.", " two", "", "One."],
    ["so do its last words", "One two\n\nThree.", " two", "", "One\n\nThree."],
    ["and its first ones", "One two\n\nThree.", "One ", "", "two\n\nThree."],
    [
      "quoted with its number",
      "1) First\n   1) The Seller pays.",
      "1.1 The Seller pays.",
      "1.1 The Buyer pays.",
      "1) First\n   1) The Buyer pays.",
    ],
    ["quoted with its emphasis", "The **Seller** pays.", "The **Seller** pays.", "The **Buyer** pays.", "The **Buyer** pays."],
    ["in a table", "| a | b |\n| --- | --- |\n| one | two |", "two", "three", "| a | b |\n| --- | --- |\n| one | three |"],
    [
      "a row as it is shown, with bars",
      "| a | b | c |\n| --- | --- | --- |\n| **Term** | 3 years | 2.5 |",
      "Term | 3 years | 2.5",
      "Term | 5 years | 2.5",
      "| a | b | c |\n| --- | --- | --- |\n| **Term** | 5 years | 2.5 |",
    ],
    [
      "two rows in Markdown's own form, one cell emptied",
      "| a | b |\n| --- | --- |\n| one | two |\n| three | four |",
      "| one | two |\n| three | four |",
      "| one | two |\n| three | |",
      "| a | b |\n| --- | --- |\n| one | two |\n| three |  |",
    ],
    ["a row with one cell more has no place", "| a | b |\n| --- | --- |\n| one | two |", "one | two", "1 | 2 | 3", "not-found"],
    [
      "a reference among the words stays one",
      'See clause [?](#at-x1) below.\n\n1) <a id="at-x1"></a>Price',
      "See clause 1 below.",
      "Please see clause 1 above.",
      'Please see clause [1](#at-x1) above.\n\n1) <a id="at-x1"></a>Price',
    ],
    [
      "also where all others are new",
      'Subject to [?](#at-x1) hereof.\n\n1) <a id="at-x1"></a>Price',
      "Subject to 1 hereof.",
      "What clause 1 says comes first.",
      'What clause [1](#at-x1) says comes first.\n\n1) <a id="at-x1"></a>Price',
    ],
    [
      "another number is another number",
      'Under clause [?](#at-x1).\n\n1) Price\n   1) One\n      1) <a id="at-x1"></a>Two',
      "clause 1.1(a)",
      "clause 1.1(b)",
      'Under clause 1.1(b).\n\n1) Price\n   1) One\n      1) <a id="at-x1"></a>Two',
    ],
    [
      "a footnote stays with its words",
      "The Seller[^1] pays.\n\n[^1]: Of the shares.",
      "The Seller pays",
      "The Buyer pays",
      "The Buyer[^1] pays.\n\n[^1]: Of the shares.",
    ],
    [
      "and where the words around it go",
      "The Seller shall promptly[^1] pay.\n\n[^1]: Within a week.",
      "The Seller shall promptly pay.",
      "The Seller shall pay.",
      "The Seller shall[^1] pay.\n\n[^1]: Within a week.",
    ],
    ["a footnote's own words", "Pays.[^1]\n\n[^1]: See the old law.", "old law", "new law", "Pays.[^1]\n\n[^1]: See the new law."],
    [
      "another line in a footnote, which stays one",
      "Pays.[^1]\n\n[^1]: See the law.",
      "the law",
      "the law.\n\nSee also the order",
      "Pays.[^1]\n\n[^1]: See the law.<br>See also the order.",
    ],
    ["over the edge of a footnote", "It pays.[^1]\n\n[^1]: See the law.", "It pays.\n\nSee the law.", "x", "not-found"],
    ["not there", "The Seller pays.", "The landlord has to repair the roof", "x", "not-found"],
    ["already so", "The Buyer pays.", "The Seller pays.", "The Buyer pays.", "already-applied"],
  ])("%s", (_, markdown, original, replacement, after) => {
    expect(patched(markdown, original, replacement)).toBe(after);
  });

  test.each([
    ["before a paragraph", "One **two**.", "One two", "Nought.\n\nOne two", "Nought.\n\nOne **two**."],
    ["before an item", "- *One*\n- Two", "One", "Nought\nOne", "- Nought\n- *One*\n- Two"],
    ["in a paragraph, as its end", "A plain *b*.", "b.", "c.\n\nb.", "A plain c.\n\n*b*."],
  ])("inserts %s and leaves the words behind it alone", (_, markdown, original, replacement, after) => {
    const document = markdownToDocument(markdown);
    const outcome = locateInDocument(document, patch(original, replacement));
    if (outcome.kind !== "located") throw new Error("It has a place.");
    const tr = new Transform(document);
    applyEdit(tr, outcome.edit);
    expect(documentToMarkdown(tr.doc).trim()).toBe(after);
    // Nothing is deleted, so the text shows one insertion.
    for (const step of tr.steps) expect(step).toMatchObject({ from: (step as ReplaceStep).to });
  });

  test("removes a paragraph at the start and leaves the next one as it is", () => {
    const document = markdownToDocument("# Old\n\n**New** words.");
    const outcome = locateInDocument(document, patch("Old\n\nNew words", "New words"));
    if (outcome.kind !== "located") throw new Error("It has a place.");
    const tr = new Transform(document);
    applyEdit(tr, outcome.edit);
    expect(documentToMarkdown(tr.doc).trim()).toBe("**New** words.");
  });

  test.each([
    ["parts it there, though nothing is written behind it", "One **two** three.", "two ", "two\n\n", "One **two**\n\nthree."],
    ["joins what it parted", "One two\n\n**three** four.", "\n\nthree", "three", "One two**three** four."],
    ["parts without a space", "One twothree.", "twothree", "two\n\nthree", "One two\n\nthree."],
  ])("a break at the edge of a person's change %s", (_, markdown, original, replacement, after) => {
    const document = markdownToDocument(markdown);
    const start = documentText(document).text.indexOf(original);
    const place = { start, end: start + original.length };
    const outcome = locateInDocument(document, { ...patch(original, replacement), isTyped: true, place });
    const tr = new Transform(document);
    if (outcome.kind === "located") applyEdit(tr, outcome.edit);
    expect(documentToMarkdown(tr.doc).trim()).toBe(after);
  });

  test("changes a document's words as it changes a text's, and reverts to the very same document", () => {
    let located = 0;
    const phrase = fc.array(fc.constantFrom("the", "Seller", "shall", "buyer", "x"), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(anyDocument(), fc.nat(), fc.nat({ max: 30 }), phrase, (document, at, length, words) => {
        const { text } = documentText(document);
        if (text.trim() === "") return;
        const start = at % text.length;
        const one = patch(text.slice(start, start + length + 1), words.join(" "));
        const outcome = locateInDocument(document, one);
        const expected = applyPatch(text, one);
        if (expected.outcome.kind !== "located" || outcome.kind !== "located") return;
        located++;
        const tr = new Transform(document);
        applyEdit(tr, outcome.edit);
        tr.doc.check();
        // Removing clauses renumbers the rest. Code can't hold footnotes, so those of a paragraph joined to code are lost.
        const notes = (one: Node) => footnotesOf(one).length;
        if (documentToMarkdown(document).includes("```") && notes(tr.doc) < notes(document)) return;
        const [was, is] = [document, tr.doc].map((one) => Object.fromEntries(referenceLabels(one)));
        if (Object.entries(was!).some(([id, label]) => is![id] !== label)) return;
        // A trailing blank line in the quotation does not join blocks.
        const squeezed = (value: string) => value.replaceAll(/\s+/g, "");
        expect(squeezed(documentText(tr.doc).text)).toBe(squeezed(expected.text));
        const change = changeBetween(document, tr.doc);
        if (change === null) return;
        const back = new Transform(tr.doc);
        expect(revertChange(back, change)).toBe(true);
        expect(back.doc.eq(document)).toBe(true);
      }),
      { numRuns: 500 },
    );
    expect(located).toBeGreaterThan(50);
  });
});
