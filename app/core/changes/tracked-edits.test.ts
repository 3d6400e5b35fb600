import { describe, expect, test } from "vitest";
import { markdownToDocument } from "../document/markdown-to-document.ts";
import { trackedEdits } from "./tracked-edits.ts";

const patch = (original: string, replacement: string) => ({ original, replacement, summary: "" });

/** Deleted text in brackets, inserted text in braces. */
function shown(markdown: string, patches: ReturnType<typeof patch>[]): string {
  const document = markdownToDocument(markdown);
  const { edits } = trackedEdits(document, patches);
  let out = "";
  document.descendants((node, pos) => {
    if (!node.isTextblock) return true;
    out += out === "" ? "" : "¶";
    const start = pos + 1;
    for (let at = start; at <= start + node.content.size; at++) {
      for (const edit of edits) if (edit.from === at && edit.to === at) out += `{${edit.text}}`;
      if (at === start + node.content.size) break;
      const isStruck = edits.some((edit) => edit.from <= at && at < edit.to);
      const letter = document.textBetween(at, at + 1, "", "|");
      out += isStruck ? `[${letter}]` : letter;
    }
    return false;
  });
  return out.replaceAll("][", "");
}

describe("a change is shown at its words", () => {
  test.each([
    ["one word", "The rent is due.", [patch("rent", "fee")], "The [rent]{fee} is due."],
    [
      "words in the middle of a quotation",
      "Pay the rent now please.",
      [patch("Pay the rent now", "Pay the fee now")],
      "Pay the [rent]{fee} now please.",
    ],
    ["only written in", "Pay the rent.", [patch("the rent", "the whole rent")], "Pay the {whole }rent."],
    ["only struck", "Pay the whole rent.", [patch("whole rent", "rent")], "Pay the [whole ]rent."],
    ["two patches", "One and two.", [patch("One", "First"), patch("two", "second")], "[One]{First} and [two]{second}."],
    ["a block that goes", "Stays here.\n\nGoes away.", [patch("Goes away.", "")], "Stays here.¶[Goes away.]"],
    ["in bold and across it", "Pay **the rent** now.", [patch("the rent now", "the fee now")], "Pay the [rent]{fee} now."],
  ])("%s", (_what, markdown, patches, expected) => expect(shown(markdown, patches)).toBe(expected));
});

test("a change without a certain place is reported, and changes nothing", () => {
  const twice = patch("rent", "fee");
  const { edits, unplaced } = trackedEdits(markdownToDocument("The rent and the rent."), [twice]);
  expect([edits, unplaced]).toEqual([[], [twice]]);
});
