/* Word files there and back: what Stet exports it reads as the same document, and a counterpart's changes as patches. */
import { describe, expect, test } from "vitest";
import { documentOf } from "#core/document-schema.ts";
import { documentToMarkdown } from "#core/document-to-markdown.ts";
import { documentText } from "#core/document-text.ts";
import { markdownToDocument } from "#core/markdown-to-document.ts";
import { applyPatches } from "#core/patch.ts";
import { renderDocx, type DocxOptions } from "#server/export/docx.ts";
import { zipOf } from "#test/documents.ts";
import { openArchive } from "../zip.ts";
import { readWordDocument } from "./word-document.ts";

async function thereAndBack(markdown: string, changes: NonNullable<DocxOptions["changes"]> = []) {
  const bytes = await renderDocx(markdownToDocument(markdown), { title: "Test", changes });
  const read = await readWordDocument(await openArchive(Buffer.from(bytes)));
  const document = documentOf(read.document);
  expect(document).not.toBeNull();
  return { ...read, document: document!, markdown: documentToMarkdown(document!) };
}

describe("a document comes back as it went", () => {
  test.each([
    ["headings", "# One\n\n## Two\n\n### Three\n\n#### Four\n\nText."],
    ["marks", "**Bold**, *italic*, ~~struck~~, `code`, <u>under</u>, ***both***, and [a link](https://example.org/a?b=c)."],
    ["letters", "Å ä ö ß ł “curly” – § € 漢字 & <tag>."],
    ["breaks in a paragraph", "One line\\\nand the next."],
    ["bullets in bullets", "- one\n- two\n  - inner\n    - innermost\n- three"],
    ["numbered lists", "1. one\n2. two\n   1. inner\n3. three"],
    ["a list from another number", "3. three\n4. four"],
    ["items of several paragraphs", "- one\n\n  goes on\n- two"],
    ["clauses", "1) Term\n2) Rent\n   1) Amount\n      1) in euros\n      2) a month\n   2) Due\n3) Law"],
    ["clauses with text between", "1) Term\n\nBetween.\n\n2) Rent"],
    ["a clause of several paragraphs", "1) Term\n\n   It goes on.\n2) Rent"],
    ["quotations", "> One.\n>\n> Two.\n\nText."],
    ["code", "```\nfirst line\n\n  third line\n```"],
    ["a rule", "Above.\n\n***\n\nBelow."],
    ["a table", "| Party | Duty |\n|---|---|\n| Landlord | keeps *it* |\n| Tenant |  |"],
  ])("%s", async (_what, markdown) => {
    const given = documentToMarkdown(markdownToDocument(markdown));
    const read = await thereAndBack(markdown);
    expect(read.markdown).toBe(given);
    expect(read.notices).toEqual([]);
  });
});

const by = { author: "Grace", date: "2026-11-03T09:00:00Z", summary: "" };
const lease =
  "# Lease\n\n1) The rent is 1,450 euros.\n2) The rent is due on the third day.\n\n| Who | What |\n|---|---|\n| Tenant | pays the rent |\n\nSigned.";

describe("tracked changes come back as patches that do the same", () => {
  test.each([
    ["a word", [{ original: "1,450", replacement: "1,500" }]],
    ["a word that stands three times", [{ original: "rent", replacement: "fee", occurrence: 2 }]],
    ["words that are only written in", [{ original: "third day", replacement: "third working day" }]],
    ["words that are only struck", [{ original: "The rent is due on the third day", replacement: "The rent is due" }]],
    ["in a table", [{ original: "pays the rent", replacement: "pays the rent in advance" }]],
    [
      "several",
      [
        { original: "1,450 euros", replacement: "1,500 pounds" },
        { original: "third", replacement: "fifth" },
        { original: "Signed.", replacement: "Signed and sealed." },
      ],
    ],
  ])("%s", async (_what, given) => {
    const patches = given.map((one) => ({ ...by, ...one }));
    const { document, changes } = await thereAndBack(lease, patches);
    const { text } = documentText(document);
    expect(text).toBe(documentText(markdownToDocument(lease)).text);
    expect(changes.length).toBeGreaterThan(0);
    for (const change of changes) expect(change).toMatchObject({ author: "Grace", summary: "Grace, 2026-11-03" });
    const wanted = applyPatches(text, patches);
    expect(wanted.ok).toBe(true);
    expect(applyPatches(text, changes)).toMatchObject({ ok: true, text: wanted.text });
  });
});

test("a paragraph that a counterpart wrote in anew follows the one before it", async () => {
  const paragraph = (inner: string) => `<w:p>${inner}</w:p>`;
  const ins = (inner: string) => `<w:ins w:author="Eve" w:date="2026-01-02T00:00:00Z">${inner}</w:ins>`;
  const xml = `<?xml version="1.0"?><w:document xmlns:w="w"><w:body>${[
    paragraph("<w:r><w:t>First clause.</w:t></w:r>"),
    paragraph(`<w:pPr><w:rPr><w:ins w:author="Eve"/></w:rPr></w:pPr>${ins("<w:r><w:t>A new clause.</w:t></w:r>")}`),
    paragraph("<w:r><w:t>Last clause.</w:t></w:r>"),
  ].join("")}</w:body></w:document>`;
  const { document, changes } = await readWordDocument(await openArchive(zipOf([{ name: "word/document.xml", data: xml }])));
  const { text } = documentText(documentOf(document)!);
  expect(text).toBe("First clause.\n\nLast clause.");
  expect(applyPatches(text, changes)).toMatchObject({ ok: true, text: "First clause.\n\nA new clause.\n\nLast clause." });
});
