import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyToMarkdown, locateInMarkdown } from "./markdown-patch.ts";
import { markdownWords } from "../text/markdown-words.ts";
import { revertPatch } from "./patch.ts";

const patch = (original: string, replacement: string) => ({ original, replacement, summary: "" });

test.each<[markdown: string, words: string]>([
  ["**Bold** and *italic* words", "Bold and italic words"],
  ["__a__ _b_ snake_case ***c***", "a b snake_case c"],
  ["2 * 3 * 4 and a*b", "2 * 3 * 4 and a*b"],
  ["## Terms\n\n- one\n- [x] two\n1. three\n> four", "Terms\n\none\ntwo\nthree\nfour"],
  ["see [the *Act*](https://x.test/a_(b)) now[^1]", "see the Act now"],
  ["`a*b*` and \\*c\\*", "a*b* and *c*"],
  ["```\n**x**\n```\n**y**", "\n**x**\n\ny"],
  ["Terms\n=====\n\n---\nend", "Terms\n\n\n\nend"],
  ["**over\ntwo lines**", "over\ntwo lines"],
  ["“**Seller**” means", "“Seller” means"],
])("%j reads %j", (markdown, words) => {
  const read = markdownWords(markdown);
  expect(read.text).toBe(words);
  for (const [i, char] of [...read.text].entries()) expect(markdown[read.places[i]!]).toBe(char);
});

describe("a patch over the words as they are read", () => {
  test.each<[markdown: string, original: string, replacement: string, out: string]>([
    [
      "**Bold** and *italic* words stay.",
      "Bold and italic words stay",
      "Bold and italic words remain",
      "**Bold** and *italic* words remain.",
    ],
    ["**Bold** and *italic* words", "Bold and italic", "Bold and slanted", "**Bold** and *slanted* words"],
    ["**Bold** and *italic* words", "Bold and", "Bold, new and", "**Bold, new** and *italic* words"],
    ["The **Seller** shall pay.", "Seller shall pay", "Seller promptly shall pay", "The **Seller** promptly shall pay."],
    ["The **Seller** shall pay.", "The Seller", "The new Seller", "The new **Seller** shall pay."],
    ["The **Seller** shall pay.", "The Seller shall", "The shall", "The shall pay."],
    ["The **Seller** shall pay.", "Seller ", "", "The shall pay."],
    ["The **Seller** shall pay.", "Seller", "", "The  shall pay."],
    ["see [the Act](https://x.test) now", "see the Act now", "see the Code now", "see [the Code](https://x.test) now"],
    ["## Terms\n\nPay.", "Terms", "Conditions", "## Conditions\n\nPay."],
    ["- one\n- two\n- three", "two", "", "- one\n- three"],
    ["- one *two*\n- three", "one two three", "one two four", "- one *two*\n- four"],
    // The original or the replacement is itself Markdown.
    ["The **Seller** pays.", "**Seller**", "*Buyer*", "The *Buyer* pays."],
    ["The **Seller** pays.", "The Seller pays", "The **Buyer** pays", "The **Buyer** pays."],
    ["The **Seller** pays.", "Seller", "*Buyer*", "The ***Buyer*** pays."],
    ["The **Seller and the Buyer** pay.", "**Seller", "**Vendor", "The **Vendor and the Buyer** pay."],
    ["on 3. May we meet", "3. May", "4. May", "on 4. May we meet"],
  ])("%j: %j to %j", (markdown, original, replacement, out) => {
    const { text, outcome, applied } = applyToMarkdown(markdown, patch(original, replacement));
    expect(outcome.kind).toBe("located");
    expect(text).toBe(out);
    expect(revertPatch(text, applied!)).toEqual({ kind: "reverted", text: markdown });
  });

  test("places to choose among are shown without marks, and the same words count wherever they are marked", () => {
    const { outcome, shown } = locateInMarkdown("The **Seller** pays.\n\nThe Seller *pays*.", patch("Seller pays", "x"));
    expect(outcome.kind === "several" && outcome.places.map(({ start, end }) => shown.slice(start, end))).toEqual([
      "Seller pays",
      "Seller pays",
    ]);
    expect(shown).not.toContain("*");
  });

  test("the nearest passage has no marks cut in half", () => {
    const { outcome, shown } = locateInMarkdown(
      "The **Bold** and *italic* words stay here.",
      patch("Bold and italian words stay", "x"),
    );
    expect(
      outcome.kind === "not-found" && outcome.nearest && shown.slice(outcome.nearest.start, outcome.nearest.end),
    ).not.toContain("*");
  });
});

const piece = fc.constantFrom(
  "word",
  "**bold**",
  "*it*",
  "`code`",
  "[link](https://x.test)",
  "“q”",
  "\\*",
  "\n\n",
  "\n- ",
  "\n## ",
  "end.",
);
test("words that are changed leave all marks round the others, and come back byte for byte", () => {
  fc.assert(
    fc.property(fc.array(piece, { minLength: 2, maxLength: 14 }), fc.nat(), fc.nat({ max: 4 }), (pieces, from, length) => {
      const markdown = pieces.join(" ");
      const { text } = markdownWords(markdown);
      const words = [...text.matchAll(/\S+/g)];
      if (words.length === 0) return;
      const first = words[from % words.length]!;
      const last = words[Math.min(words.length - 1, (from % words.length) + length)]!;
      const original = text.slice(first.index, last.index + last[0].length);
      const changed = applyToMarkdown(markdown, { ...patch(original, original.replace(/\S+$/, "NEW")), occurrence: 1 });
      if (changed.applied === undefined) return;
      expect(revertPatch(changed.text, changed.applied)).toEqual({ kind: "reverted", text: markdown });
      // Everything that isn't a word must survive.
      const signs = (one: string) => one.replaceAll(/[\p{L}\p{N}“”.:/\s\\]+/gu, "");
      if (!/[`*\\]/.test(original)) expect(signs(changed.text)).toBe(signs(markdown));
    }),
    { numRuns: 500 },
  );
});
