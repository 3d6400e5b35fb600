/*
 * A comparison with an older version: rejecting all changes yields the older text, accepting all
 * the newer, each change with its author.
 */
import type { Node } from "prosemirror-model";
import { Transform } from "prosemirror-transform";
import { describe, expect, test } from "vitest";
import { anchorAt } from "#core/comments/comment-anchor.ts";
import { changesSince, type ChangesGiven } from "#core/changes/changes-since.ts";
import { documentOf } from "#core/document/document-schema.ts";
import { documentToMarkdown } from "#core/document/document-to-markdown.ts";
import { documentText } from "#core/document/document-text.ts";
import { markdownToDocument } from "#core/document/markdown-to-document.ts";
import { applyEdit, locateInDocument } from "#core/changes/document-patch.ts";
import type { Patch } from "#core/changes/patch.ts";
import { readWordDocument } from "#server/files/readers/word-document.ts";
import { openArchive } from "#server/files/zip.ts";
import { renderDocx, type DocxOptions } from "./docx.ts";

const person = { author: "Ada", date: "2026-11-20T12:00:00.000Z" };

async function sent(before: string, current: string, rest: Partial<ChangesGiven> = {}, options: Partial<DocxOptions> = {}) {
  const document = markdownToDocument(current);
  const given = { before: markdownToDocument(before), current: document, runs: null, pending: [], accepted: [], person, ...rest };
  const bytes = await renderDocx(document, { title: "Lease", tracked: changesSince(given), ...options });
  const archive = await openArchive(Buffer.from(bytes));
  let xml = "";
  for await (const piece of archive.part("word/document.xml")!) xml += piece;
  return { xml, ...(await readWordDocument(archive)) };
}

function taken(document: Node, changes: readonly Patch[]): string {
  const tr = new Transform(document);
  for (const change of changes) {
    const outcome = locateInDocument(tr.doc, change);
    if (outcome.kind !== "located") throw new Error(`${outcome.kind}: ${JSON.stringify(change)}`);
    applyEdit(tr, outcome.edit);
  }
  return documentText(tr.doc).text;
}

const textOf = (markdown: string) => documentText(markdownToDocument(markdown)).text;

describe("read again, it is the older version with changes that make the newer one", () => {
  test.each([
    ["words", "The **rent** is due.", "The **fee** is due in May."],
    ["a paragraph that came", "One is here.\n\nTwo is there.", "One is here.\n\nQuite new words.\n\nTwo is there."],
    ["a paragraph that went", "One is here.\n\nOld words stood.\n\nTwo is there.", "One is here.\n\nTwo is there."],
    ["clauses", "1) Term\n2) Rent is due\n3) Law", "1) Term\n2) Rent is due in May\n3) Deposit\n4) Law"],
    ["words in a table", "| A | B |\n|---|---|\n| one | two |", "| A | B |\n|---|---|\n| one | three |"],
    ["a line break", "One\\\ntwo", "One\\\ntwo and three"],
    [
      "words of footnotes, beside a reference in one",
      '1) <a id="at-a"></a>One[^1]\n2) Two[^2] here\n\n[^1]: See [1](#at-a), the old law.\n\n[^2]: Due now.',
      '1) <a id="at-a"></a>One[^1]\n2) Two[^2] there\n\n[^1]: See [1](#at-a), the new law.\n\n[^2]: Due in May.',
    ],
  ])("%s", async (_what, before, after) => {
    const { document, changes, notices } = await sent(before, after);
    const { text } = documentText(documentOf(document)!);
    expect(text).toBe(textOf(before));
    // In any order of decisions.
    expect(taken(documentOf(document)!, changes)).toBe(textOf(after));
    expect(taken(documentOf(document)!, changes.toReversed())).toBe(textOf(after));
    expect(new Set(changes.map(({ author, date }) => `${author} ${date}`))).toEqual(new Set(["Ada 2026-11-20T12:00:00Z"]));
    expect(notices).toEqual([]);
  });
});

test("words of a footnote change within it; its sign stays", async () => {
  const { xml, document, changes } = await sent("Due.[^1] Paid.\n\n[^1]: The old law.", "Due.[^1] Paid.\n\n[^1]: The new law.");
  expect(xml).not.toMatch(/<w:(?:ins|del) /);
  expect(changes).toMatchObject([{ original: "old", replacement: "new", author: "Ada" }]);
  expect(taken(documentOf(document)!, changes)).toBe("Due. Paid.\n\nThe new law.");
});

test("looks alone: bold words and levels of headings go out as changes of formatting and come in to be decided", async () => {
  const [before, after] = [
    "Terms\n\n## Rent\n\nThe **rent** is due in May, the rent *is* due.",
    "# Terms\n\nRent\n\nThe rent is **due in May**, the rent *is* due.",
  ];
  const { xml, document, changes, notices } = await sent(before, after);
  expect(xml).toMatch(/<w:rPrChange [^>]*w:author="Ada"/);
  expect(xml).toMatch(/<w:pPrChange [^>]*w:author="Ada"/);
  expect(xml).not.toMatch(/<w:(?:ins|del) /);
  const read = documentOf(document)!;
  expect(documentToMarkdown(read)).toBe(before);
  expect(changes.map(({ original, summary }) => [original, summary])).toEqual([
    ["Terms", "Heading 1, Ada, 2026-11-20"],
    ["Rent", "Paragraph, Ada, 2026-11-20"],
    ["rent", "Not bold, Ada, 2026-11-20"],
    ["due in May", "Bold, Ada, 2026-11-20"],
  ]);
  for (const order of [changes, changes.toReversed()]) {
    const tr = new Transform(read);
    for (const change of order) {
      const outcome = locateInDocument(tr.doc, change);
      if (outcome.kind !== "located") throw new Error(outcome.kind);
      applyEdit(tr, outcome.edit);
      expect(locateInDocument(tr.doc, change).kind).toBe("already-applied");
    }
    expect(documentToMarkdown(tr.doc)).toBe(after);
  }
  expect(notices).toEqual([]);
});

test("marks of whole paragraphs and rows are changes too, and no two have the same id", async () => {
  const table = (...rows: string[]) => `| A |\n|---|\n${rows.map((row) => `| ${row} |`).join("\n")}`;
  const { xml } = await sent(
    `First words here.\n\nGone entirely.\n\n${table("x", "gone")}`,
    `First words here.\n\nCame afterwards.\n\n${table("x", "new", "too")}`,
  );
  expect(xml).toMatch(/<w:pPr>(?:(?!<\/w:pPr>).)*<w:rPr><w:del [^>]*w:author="Ada"/);
  expect(xml).toMatch(/<w:pPr>(?:(?!<\/w:pPr>).)*<w:rPr><w:ins [^>]*w:author="Ada"/);
  expect(xml).toMatch(/<w:trPr>(?:(?!<\/w:trPr>).)*<w:ins /);
  const ids = [...xml.matchAll(/<w:(?:ins|del) w:id="(\d+)"/g)].map(([, id]) => id);
  expect(ids.length).toBeGreaterThan(5);
  expect(new Set(ids).size).toBe(ids.length);
});

test("comments stand by the words they are about, beside what was struck before them", async () => {
  const after = "A new first paragraph.\n\nThe fee is due on the third day.";
  const text = textOf(after);
  const start = text.indexOf("third day");
  const comment = {
    id: "c",
    author: "Grace",
    isMine: false,
    isDeleted: false,
    mayDelete: false,
    text: "Which?",
    createdAt: person.date,
    editedAt: null,
  };
  const thread = {
    id: "t",
    anchor: anchorAt(text, { start, end: start + 9 }),
    isResolved: false,
    mayResolve: true,
    comments: [comment],
  };
  const { comments } = await sent("The rent is due on the third day.", after, {}, { comments: [thread] });
  expect(comments).toMatchObject([{ anchor: { about: "third day" }, comments: [{ author: "Grace", text: "Which?" }] }]);
});
