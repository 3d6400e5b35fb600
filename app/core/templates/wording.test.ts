/* Runs of words by which a clause is found: in what was made of it, and not in other texts. */
import { expect, test } from "vitest";
import { builtInItems } from "#server/library/built-in-items.ts";
import { documentToMarkdown } from "../document/document-to-markdown.ts";
import { markdownToDocument } from "../document/markdown-to-document.ts";
import { valuesOf } from "./field-values.ts";
import { fillTemplate } from "./fill-template.ts";
import { readLibraryFile, type LibraryItem } from "./library-file.ts";
import { wordingIn, wordingsOf, type Wording } from "./wording.ts";

const inDraft = (markdown: string) => documentToMarkdown(markdownToDocument(markdown));
const foundIn = (text: string, wording: Wording) =>
  wordingIn(
    wording.runs.map((run) => text.includes(run)),
    wording,
  );
const items = builtInItems().map(({ item }) => item);

function textsOf(item: LibraryItem): string[] {
  if (item.shelf === "clauses") return item.clause.variants.map(({ text }) => text);
  return item.shelf === "templates" ? [fillTemplate(item.template, valuesOf(item.template)).markdown] : [];
}

test("every clause and template that comes with Stet is found whole in the draft made of it", () => {
  const clauses = items.filter(({ shelf }) => shelf === "clauses");
  expect(clauses.length).toBeGreaterThan(5);
  for (const item of clauses) {
    const [texts, wordings] = [textsOf(item).map(inDraft), wordingsOf(item)];
    expect(wordings).toHaveLength(texts.length);
    for (const [i, wording] of wordings.entries())
      expect([wording.name, foundIn(texts[i]!, wording)]).toEqual([wording.name, "whole"]);
  }
  for (const item of items.filter(({ shelf }) => shelf === "templates")) {
    const [wording] = wordingsOf(item);
    expect(foundIn(inDraft(textsOf(item)[0]!), wording!)).not.toBeNull();
  }
});

test("none is found in a draft made of another", () => {
  for (const item of items)
    for (const wording of wordingsOf(item))
      for (const other of items.filter((one) => one !== item))
        for (const text of textsOf(other)) expect(foundIn(inDraft(text), wording)).toBeNull();
});

test("blanks, quotation marks, lines and formatting are not part of what is looked for", () => {
  const source = `---\nkind: clause\nname: Fees\n---\n\n## One\n\nThe Customer pays {{fee}} within thirty days of each\ninvoice. The “Supplier” may charge **interest on late payments**, and costs it reasonably has to recover them.\n`;
  const read = readLibraryFile(source);
  const [wording] = wordingsOf("item" in read ? read.item : items[0]!);
  expect(wording!.runs).toEqual(
    ["and costs it reasonably has to recover them", "within thirty days of each invoice"].toSorted((a, b) => b.length - a.length),
  );
  const draft = (text: string) => foundIn(inDraft(text), wording!);
  const whole =
    "The Customer pays EUR 5 within thirty days of each invoice. The 'Supplier' may charge *interest* on late payments, and costs it reasonably has to recover them.";
  expect(draft(whole)).toBe("whole");
  // One of two is a phrase that another text may have.
  expect(draft(whole.replace("thirty", "sixty"))).toBeNull();
});

test("a text in which some of many sentences were changed is still found", () => {
  const sentences = ["first", "second", "third", "fourth"].map((one) => `The ${one} party gives the other a notice in writing.`);
  const read = readLibraryFile(`---\nkind: clause\nname: Notices\n---\n\n## One\n\n${sentences.join(" ")}\n`);
  const [wording] = wordingsOf("item" in read ? read.item : items[0]!);
  expect(foundIn(inDraft(sentences.slice(0, 3).join(" ")), wording!)).toBe("changed");
  expect(foundIn(inDraft(sentences.slice(0, 2).join(" ")), wording!)).toBeNull();
});

test("what is too short to be recognized is not looked for", () => {
  const read = readLibraryFile("---\nkind: clause\nname: Short\n---\n\n## One\n\nThis agreement is governed by Swedish law.\n");
  expect(wordingsOf("item" in read ? read.item : items[0]!)).toEqual([]);
});
