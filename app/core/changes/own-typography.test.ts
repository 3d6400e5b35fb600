/* Only the real differences of a change are applied: what it repeats in other typography stays byte for byte. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Transform } from "prosemirror-transform";
import { documentToMarkdown } from "../document/document-to-markdown.ts";
import { markdownToDocument } from "../document/markdown-to-document.ts";
import { applyEdit, locateInDocument } from "./document-patch.ts";
import { applyToMarkdown } from "./markdown-patch.ts";
import { applyPatch } from "./patch.ts";

type Row = [name: string, text: string, original: string, replacement: string, after: string];
const rows: Row[] = [
  ["quotation marks", "The “Seller” pays.", 'The "Seller" pays', 'The "Seller" shall pay', "The “Seller” shall pay."],
  ["German ones", "Der „Käufer“ zahlt.", 'Der "Käufer" zahlt', 'Der "Käufer" zahlt sofort', "Der „Käufer“ zahlt sofort."],
  ["French ones", "Le « vendeur » paie.", 'Le "vendeur" paie', 'Le "vendeur" paiera', "Le « vendeur » paiera."],
  ["apostrophes", "The Seller’s goods.", "The Seller's goods", "The Seller's new goods", "The Seller’s new goods."],
  ["no-break spaces", "Under § 5 it is due.", "Under § 5 it is due", "Under § 5 it was due", "Under § 5 it was due."],
  [
    "closed dashes",
    "The fees—all of them—are due.",
    "fees - all of them - are",
    "fees - all of these - are",
    "The fees—all of these—are due.",
  ],
  ["closed dashes, as two hyphens", "The fees—all—are due.", "fees -- all -- are", "fees -- both -- are", "The fees—both—are due."],
  ["spaced dashes", "The fees – all – are due.", "fees—all—are", "fees—both—are", "The fees – both – are due."],
  ["a dash at the end", "The fees – all of them – are due.", "all of them —", "both —", "The fees – both – are due."],
  ["a dash with words before it", "Pay – all of it.", "– all of it", "not – all of it", "Pay not – all of it."],
  ["an ellipsis", "And so on… or not.", "And so on... or not", "And so on... or never", "And so on… or never."],
  [
    "soft hyphens",
    "The co\u00adoperation ends.",
    "The cooperation ends",
    "The cooperation has ended",
    "The co\u00adoperation has ended.",
  ],
  ["a line break", "one\ntwo three", "one two three", "one two four", "one\ntwo four"],
];

describe("what is repeated stays", () => {
  test.each(rows)("%s, in a text", (_, text, original, replacement, after) => {
    expect(applyPatch(text, { original, replacement, summary: "" }).text).toBe(after);
  });

  test.each(rows)("%s, in Markdown", (_, text, original, replacement, after) => {
    expect(applyToMarkdown(text, { original, replacement, summary: "" }).text).toBe(after);
  });

  test.each(rows.filter(([name]) => name !== "a line break"))("%s, in a document", (_, text, original, replacement, after) => {
    const document = markdownToDocument(text);
    const outcome = locateInDocument(document, { original, replacement, summary: "" });
    const tr = new Transform(document);
    if (outcome.kind === "located") applyEdit(tr, outcome.edit);
    expect(tr.doc.textContent).toBe(after);
  });
});

test("marks around what is repeated stay", () => {
  const patch = { original: 'The "Seller" pays - in full', replacement: 'The "Seller" pays - at once', summary: "" };
  const text = "The **“Seller”** pays—*in full*.";
  expect(applyToMarkdown(text, patch).text).toBe("The **“Seller”** pays—*at once*.");
  const document = markdownToDocument(text);
  const outcome = locateInDocument(document, patch);
  const tr = new Transform(document);
  if (outcome.kind === "located") applyEdit(tr, outcome.edit);
  expect(documentToMarkdown(tr.doc)).toBe("The **“Seller”** pays—*at once*.");
});

test.each<Row>([
  ["typography alone", 'He said "no" - twice.', 'He said "no" - twice', "He said “no” – twice", "He said “no” – twice."],
  ["some of it", "He said “no” - twice.", 'said "no" - twice', 'said "no" – twice', "He said “no” – twice."],
  ["a closed dash", "The fees — all — are due.", "fees — all — are", "fees—all—are", "The fees—all—are due."],
  ["two paragraphs that become one", "one\n\ntwo", "one\n\ntwo", "one two three", "one two three"],
])("what is meant is changed: %s", (_, text, original, replacement, after) => {
  expect(applyPatch(text, { original, replacement, summary: "" }).text).toBe(after);
});

test("a change of nothing is none", () => {
  const { text, outcome } = applyPatch("The “fees”—all of them.", {
    original: '"fees" - all',
    replacement: '"fees" - all',
    summary: "",
  });
  expect([text, outcome.kind]).toEqual(["The “fees”—all of them.", "already-applied"]);
});

const signs: readonly (readonly [own: string, ...quoted: string[]])[] = [
  ["“", '"', "„", "«"],
  ["”", '"', "“", "»"],
  ["’", "'", "`"],
  ["—", " - ", " — ", "--", " – "],
  [" – ", "—", "-"],
  ["\u00a0", " "],
  ["…", "..."],
];

test("a random text in which one word is changed by a quotation in random typography", () => {
  const word = fc.constantFrom("Seller", "Buyer", "fees", "of", "the", "10", "due");
  const gap = fc.tuple(fc.constantFrom(" ", " ", " ", " “", "” ", "—", " – ", "\u00a0", "… ", "’s "), fc.nat());
  fc.assert(
    fc.property(fc.array(fc.tuple(word, gap), { minLength: 3, maxLength: 12 }), fc.nat(), (pieces, at) => {
      const changed = at % pieces.length;
      const quotedGap = (own: string, choice: number) => {
        const sign = signs.find(([one]) => own.includes(one));
        return sign ? own.replace(sign[0], sign[1 + (choice % (sign.length - 1))]!) : own;
      };
      const text = (wordAt: (word: string, i: number) => string, gapAt: (own: string, choice: number) => string) =>
        pieces.map(([one, [own, choice]], i) => wordAt(one, i) + (i + 1 < pieces.length ? gapAt(own, choice) : "")).join("");
      const same = (one: string) => one;
      const another = (one: string, i: number) => (i === changed ? "payable" : one);
      const patch = { original: text(same, quotedGap), replacement: text(another, quotedGap), summary: "" };
      const { text: after, outcome } = applyPatch(`Before. ${text(same, same)}. After.`, patch);
      expect([outcome.kind, after]).toEqual(["located", `Before. ${text(another, same)}. After.`]);
    }),
    { numRuns: 2000, seed: 1 },
  );
});
