/*
 * Patches on prose in four languages, quoted in every typography a model may
 * choose, plus known pitfalls. Each runs on plain text and on the document, and
 * reverting must restore both exactly.
 */
import * as fc from "fast-check";
import type { Node } from "prosemirror-model";
import { Transform } from "prosemirror-transform";
import { describe, expect, test } from "vitest";
import { dutch } from "#test/prose/dutch.ts";
import { english } from "#test/prose/english.ts";
import { german } from "#test/prose/german.ts";
import type { Prose } from "#test/prose/prose.ts";
import { swedish } from "#test/prose/swedish.ts";
import { applyEdit, changeBetween, locateInDocument, revertChange } from "./document-patch.ts";
import { documentText } from "../document/document-text.ts";
import { markdownToDocument } from "../document/markdown-to-document.ts";
import { mergeDocuments } from "../document/document-merge.ts";
import { applyPatch, applyPatches, revertPatch, revertPatches, type Patch } from "./patch.ts";

const all = [english, swedish, german, dutch];

/** Other ways to quote a passage. A variant that leaves the passage unchanged is skipped. */
const typographies: readonly [name: string, quoted: (passage: string) => string][] = [
  ["as it stands", (passage) => passage],
  ["with straight quotes", (passage) => passage.replaceAll(/[“”„»«]/g, '"').replaceAll(/[’‘‚]/g, "'")],
  ["with hyphens for dashes", (passage) => passage.replaceAll("–", "--")],
  ["with plain spaces", (passage) => passage.replaceAll(/[\u00a0\u202f]/g, " ")],
  ["with no-break spaces", (passage) => passage.replaceAll(" ", "\u00a0")],
  ["without soft hyphens", (passage) => passage.replaceAll("\u00ad", "")],
  ["with soft hyphens", (passage) => passage.replaceAll(/(\p{L}{4})(?=\p{L}{3})/gu, "$1\u00ad")],
  ["composed", (passage) => passage.normalize("NFC")],
  ["decomposed", (passage) => passage.normalize("NFD")],
  ["broken into lines", (passage) => passage.replaceAll(/ (?=\S+ \S+$)/g, "\r\n")],
  ["with white space round it", (passage) => `\n  ${passage} \n`],
];

type Case = { name: string; patch: Patch; expected: Prose["cases"][number][3] };

function casesOf({ passages, cases }: Prose): Case[] {
  const quoted = passages.flatMap((passage) =>
    typographies.flatMap(([name, quote], i) => {
      const original = quote(passage);
      if (i > 0 && original === passage) return [];
      // Quoted white space is repeated in the replacement.
      const replacement = original.replace(/^(\s*)[^]*?(\s*)$/, "$1[…]$2");
      return [{ name: `${passage}, ${name}`, patch: { original, replacement, summary: "" }, expected: [passage, "[…]"] as const }];
    }),
  );
  const traps = cases.map(([trap, original, replacement, expected, more]) => ({
    name: trap,
    patch: { original, replacement, summary: "", ...more },
    expected,
  }));
  return [...quoted, ...traps];
}

test("the tables hold at least two hundred cases", () => {
  expect(all.flatMap(casesOf).length).toBeGreaterThanOrEqual(200);
});

describe.each(all)("$language", (prose) => {
  const document = markdownToDocument(prose.markdown);
  const { text } = documentText(document);

  describe.each(casesOf(prose))("$name", ({ patch, expected }) => {
    const isChange = typeof expected === "object";
    const after = isChange ? changed(text, expected) : text;

    test("in the text", () => {
      // Numbers and signs that only the outline has are not part of the document's text.
      const isOfOutline = /^(?:\d+\.|-) /.test(patch.original);
      const result = applyPatch(text, patch);
      if (isOfOutline) return expect(result.outcome.kind).toBe("not-found");
      expect([result.outcome.kind, result.text]).toEqual([isChange ? "located" : expected, after]);
      if (result.applied) expect(revertPatch(result.text, result.applied)).toEqual({ kind: "reverted", text });
    });

    test("in the document", () => {
      const outcome = locateInDocument(document, patch);
      expect(outcome.kind).toBe(isChange ? "located" : expected);
      if (outcome.kind !== "located") return;
      const tr = new Transform(document);
      applyEdit(tr, outcome.edit);
      tr.doc.check();
      expect(documentText(tr.doc).text).toBe(after);
      expect(marksOf(tr.doc)).toEqual(marksOf(document));
      const back = new Transform(tr.doc);
      expect(revertChange(back, changeBetween(document, tr.doc)!)).toBe(true);
      expect(back.doc.eq(document)).toBe(true);
    });
  });

  const located = prose.cases.flatMap(([, original, replacement, expected, more]) =>
    Array.isArray(expected) && !/^(?:\d+\.|-) /.test(original) ? [{ original, replacement, summary: "", ...more }] : [],
  );

  test("independent changes make the same text in any order, and are undone in any", () => {
    const apart = located.filter((one, i) => applyPatches(text, [...located.slice(0, i), one]).outcomes.at(-1)!.kind === "located");
    expect(apart.length).toBeGreaterThan(8);
    const whole = applyPatches(text, apart).text;
    fc.assert(
      fc.property(fc.shuffledSubarray(apart, { minLength: apart.length }), (order) => {
        const result = applyPatches(text, order);
        expect(result.text).toBe(whole);
        expect(
          revertPatches(
            result.text,
            result.applied.toSorted(() => -1),
          ),
        ).toEqual({ kind: "reverted", text });
      }),
      { numRuns: 40 },
    );
  });

  test("a change survives whatever is written elsewhere meanwhile, or is refused: nothing else is touched", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...located),
        fc.array(fc.tuple(fc.nat(), fc.constantFrom("new ", "\n\n", "“x”", "")), { maxLength: 5 }),
        (patch, edits) => {
          const { applied, text: once } = applyPatch(text, patch);
          let now = once;
          for (const [at, words] of edits) {
            const from = at % (now.length + 1);
            now = now.slice(0, from) + words + now.slice(words === "" ? from + 3 : from);
          }
          const back = revertPatch(now, applied!);
          if (back.kind === "changed-since") return;
          // Redo restores the same text.
          const changedBack = commonEnds(now, back.text);
          expect(changedBack.removed.length).toBeLessThanOrEqual(applied!.replacement.length);
          expect(changedBack.added.length).toBeLessThanOrEqual(applied!.original.length);
        },
      ),
      { numRuns: 300 },
    );
  });

  test("what two people change at once in different blocks is all there after it is brought together", () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(located, { minLength: 2, maxLength: 6 }), (some) => {
        const half = some.length >> 1;
        const [mine, theirs] = [patchedWith(document, some.slice(0, half)), patchedWith(document, some.slice(half))];
        const merged = mergeDocuments(document, mine, theirs).document;
        merged.check();
        const words = (one: Node) => new Set(documentText(one).text.split(/\s+/));
        const all = words(merged);
        // Every word inserted by either side is present.
        for (const side of [mine, theirs])
          for (const word of words(side)) if (!words(document).has(word)) expect(all).toContain(word);
      }),
      { numRuns: 60 },
    );
  });
});

function patchedWith(document: Node, patches: readonly Patch[]): Node {
  const tr = new Transform(document);
  for (const patch of patches) {
    const outcome = locateInDocument(tr.doc, patch);
    if (outcome.kind === "located") applyEdit(tr, outcome.edit);
  }
  return tr.doc;
}

/** Checks the table itself: the characters occur, exactly once. */
function changed(text: string, [from, to]: readonly [string, string]): string {
  expect(text.split(from).length, `“${from}” stands once`).toBe(2);
  return text.replace(from, () => to);
}

/** The types of marks; none covers only the words of a passage. */
function marksOf(document: Node): string[] {
  const marks = new Set<string>();
  document.descendants((node) => {
    for (const mark of node.marks) marks.add(mark.type.name);
  });
  return [...marks].sort();
}

function commonEnds(before: string, after: string): { removed: string; added: string } {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  while (end < before.length - start && end < after.length - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  return { removed: before.slice(start, before.length - end), added: after.slice(start, after.length - end) };
}
