import * as fc from "fast-check";
import { Transform } from "prosemirror-transform";
import { describe, expect, test } from "vitest";
import { documentText } from "#core/document/document-text.ts";
import { markdownToDocument } from "#core/document/markdown-to-document.ts";
import { applyEdit, locateInDocument } from "#core/changes/document-patch.ts";
import { typedEdits, typedPatches } from "./typed-suggestions.ts";

const texts = (markdown: string, typed: string[], from = 0) => {
  const document = markdownToDocument(markdown);
  const block = document.childBefore(from + 1).node!;
  return { document, patches: typedPatches(document, { from, to: from + block.nodeSize }, typed) };
};

function accepted(document: ReturnType<typeof markdownToDocument>, patches: NonNullable<ReturnType<typeof typedPatches>>) {
  const tr = new Transform(document);
  for (const patch of patches.toReversed()) {
    const outcome = locateInDocument(document, { ...patch, summary: "" });
    if (outcome.kind === "located") applyEdit(tr, outcome.edit, documentText(document));
  }
  return documentText(tr.doc).text;
}

describe("what is typed as suggestions", () => {
  test("one change for each stretch of words that differs", () => {
    expect(typedEdits("The rent is 1,450 euros a month.", "The rent is 1,500 euros each month.")).toEqual([
      { start: 12, end: 17, text: "1,500" },
      { start: 24, end: 25, text: "each" },
    ]);
  });
  test("an insertion quotes the word beside it, and a deletion all that goes", () => {
    const { patches } = texts("The rent is due.", ["The monthly rent is due now."]);
    expect(patches!.map(({ original, replacement }) => [original, replacement])).toEqual([
      ["The ", "The monthly "],
      ["due", "due now"],
    ]);
    expect(texts("The rent is due.", [""]).patches!.map(({ original, replacement }) => [original, replacement])).toEqual([
      ["The rent is due.", ""],
    ]);
  });
  test("an insertion quotes no word that another open change is about, where one stands on its other side", () => {
    const [before, after] = ["The rent is due monthly.", "The rent is due soon monthly."];
    const monthly = { start: 16, end: 24 };
    expect(typedEdits(before, after, [{ start: 0, end: 15 }])).toEqual([{ ...monthly, text: "soon monthly." }]);
    expect(typedEdits(before, after, [{ start: 0, end: 15 }, monthly])).toEqual(typedEdits(before, after));
    const document = markdownToDocument(before);
    const range = { from: 0, to: document.content.size };
    const taken = [{ start: 0, end: 15 }];
    expect(accepted(document, typedPatches(document, range, [after], taken)!)).toBe(after);
  });
  test("Enter makes a paragraph, at the end, at the start and within", () => {
    for (const typed of [
      ["The rent is due.", "It rises."],
      ["Preamble.", "The rent is due."],
      ["The rent", "is due."],
    ]) {
      const { document, patches } = texts("The rent is due.\n\nNext.", typed);
      expect(accepted(document, patches!)).toBe([...typed, "Next."].join("\n\n"));
    }
  });
  test("paragraphs are joined and deleted", () => {
    const document = markdownToDocument("# Lease\n\nThe rent is due.\n\nIt rises.\n\nThe end.");
    const range = { from: document.child(0).nodeSize, to: document.content.size };
    for (const typed of [
      ["The rent is due. It rises.", "The end."],
      ["The rent is due.", "The end."],
      ["It rises.", "The end."],
      ["The rent is due.", "It rises."],
      ["The rent end."],
    ])
      expect([typed, accepted(document, typedPatches(document, range, typed)!)]).toEqual([typed, ["Lease", ...typed].join("\n\n")]);
  });
  test("numbers of references and formatting stay, whatever is typed around them", () => {
    const { document, patches } = texts("The **rent** of [the flat](https://example.org) “is” due.", [
      "The rent of the house “is” overdue.",
    ]);
    expect(accepted(document, patches!)).toBe("The rent of the house “is” overdue.");
  });
});

const word = fc.constantFrom("rent", "the", "due,", "“flat”", "it’s", "1,450", "§", "a", "—", "no.", "x-y", "the", "…", "été");
const sentence = fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => words.join(" "));
const paragraphs = fc.array(sentence, { minLength: 1, maxLength: 4 });
const spaced = fc.tuple(fc.constantFrom("", " ", "  "), sentence, fc.constantFrom("", " ")).map((parts) => parts.join(""));

test("whatever is typed over paragraphs: accepting all gives it, and until then the text is as it was", () => {
  fc.assert(
    fc.property(paragraphs, fc.array(spaced, { minLength: 0, maxLength: 5 }), fc.boolean(), (agreed, typed, hasHeading) => {
      const markdown = [...(hasHeading ? ["# Head"] : []), ...agreed, "Tail."].join("\n\n");
      const document = markdownToDocument(markdown);
      const from = hasHeading ? document.child(0).nodeSize : 0;
      const range = { from, to: document.content.size - document.lastChild!.nodeSize };
      const before = JSON.stringify(document);
      const patches = typedPatches(document, range, typed);
      expect(JSON.stringify(document)).toBe(before);
      expect(patches).not.toBeNull();
      const wanted = [...(hasHeading ? ["Head"] : []), ...typed.filter((text) => text !== ""), "Tail."].join("\n\n");
      expect(accepted(document, patches!).replace(/^\n\n/, "")).toBe(wanted);
    }),
    { numRuns: 500 },
  );
});
