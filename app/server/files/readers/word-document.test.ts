/* Word round trips: Stet reads its exports back as the same document, and tracked changes as patches. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { withPictures } from "#core/document/document-image-files.ts";
import { documentOf, jsonOf } from "#core/document/document-schema.ts";
import { documentToMarkdown } from "#core/document/document-to-markdown.ts";
import { documentText } from "#core/document/document-text.ts";
import { markdownToDocument } from "#core/document/markdown-to-document.ts";
import { applyPatches } from "#core/changes/patch.ts";
import { renderDocx, type DocxOptions } from "#server/export/docx.ts";
import { anyNotedDocument } from "#test/any-document.ts";
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
    ["raised and lowered", "10<sup>6</sup> units of H<sub>2</sub>O, 25 m<sup>**2**</sup>."],
    [
      "capitals and highlights",
      'The <span data-caps="small">Buyer</span>, <span data-caps="all">the seller</span>, <mark>open</mark>, <mark data-color="green">done</mark>.',
    ],
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
    [
      "references to clauses, headings and notes",
      '# <a id="at-a1"></a>Payment\n\nUnder clause [2.1(a)](#at-x1), [Payment](#at-a1), note [1](#at-n1), and [?](#at-gone).[^1]\n\n1) Price\n2) Term\n   1) It ends\n      1) <a id="at-x1"></a>in May\n\n[^1]: <a id="at-n1"></a>See *clause* [2.1(a)](#at-x1).',
    ],
    [
      "footnotes in headings, lists and cells",
      "# Title[^1]\n\n- one[^2]\n\n| a[^3] | b |\n|---|---|\n| c | d |\n\n[^1]: first\n\n[^2]: second<br>line\n\n[^3]: third",
    ],
    ["a table", "| Party | Duty |\n|---|---|\n| Landlord | keeps *it* |\n| Tenant |  |"],
  ])("%s", async (_what, markdown) => {
    const given = documentToMarkdown(markdownToDocument(markdown));
    const read = await thereAndBack(markdown);
    expect(read.markdown).toBe(given);
    expect(read.notices).toEqual([]);
  });
});

test("any document of prose and clauses, with its references and footnotes", async () => {
  await fc.assert(
    fc.asyncProperty(anyNotedDocument(), async (document) => {
      const bytes = await renderDocx(document, { title: "Test" });
      const read = await readWordDocument(await openArchive(Buffer.from(bytes)));
      expect(read.document).toEqual(jsonOf(document));
    }),
    { numRuns: 60 },
  );
});

const onePixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

test("pictures come back with their words and widths, those of no kind that a draft shows are said", async () => {
  const src = "/api/documents/01890a5d-ac96-774b-bcce-b302099a8057/view";
  const markdown = `Before.\n\n![A plan](${src}#width=50 "The *plan*")\n\n- item\n\n  ![](${src})\n- more\n\n| a | b |\n|---|---|\n| ![in a cell](${src}#width=25) | d |`;
  const pictures = new Map([
    ["01890a5d-ac96-774b-bcce-b302099a8057", { type: "image/png" as const, width: 1, height: 1, bytes: onePixel }],
  ]);
  const bytes = await renderDocx(markdownToDocument(markdown), { title: "Test", pictures });
  const read = await readWordDocument(await openArchive(Buffer.from(bytes)));
  expect(read.notices).toEqual([]);
  expect(read.pictures.map((one) => Buffer.from(one.bytes).equals(onePixel))).toEqual([true]);
  const kept = new Map(read.pictures.map(({ uploadId }) => [uploadId, "01890a5d-ac96-774b-bcce-b302099a8057"]));
  const document = withPictures(documentOf(read.document)!, kept);
  expect(documentToMarkdown(document)).toBe(documentToMarkdown(markdownToDocument(markdown)));
  const lost = documentToMarkdown(withPictures(documentOf(read.document)!, new Map()));
  expect(lost).toContain("\\[Picture: A plan\\]");
});

const word = (body: string, more: { name: string; data: string }[] = []) =>
  openArchive(
    zipOf([
      { name: "word/document.xml", data: `<?xml version="1.0"?><w:document xmlns:w="w"><w:body>${body}</w:body></w:document>` },
      ...more,
    ]),
  );
const run = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
const field = (instruction: string, shown: string) =>
  `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> ${instruction} </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${run(shown)}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;
const bookmark = (name: string, id: number) => `<w:bookmarkStart w:id="${id}" w:name="${name}"/>`;
const clausesOf = [
  {
    name: "word/numbering.xml",
    data: `<w:numbering xmlns:w="w"><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl><w:lvl w:ilvl="1"><w:numFmt w:val="decimal"/><w:lvlText w:val="%1.%2"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`,
  },
];
const clauseOf = (inner: string) => `<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr>${inner}</w:p>`;

test("Word's own fields become references where they lead to a clause, and stay words where not; changes keep their places", async () => {
  const ins = `<w:ins w:author="Eve" w:date="2026-01-02T00:00:00Z">${run("new ")}</w:ins>`;
  const body = [
    `<w:p>${run("See clause ")}${field("REF _Ref123456 \\r \\h", "12.34")}${run(", page ")}${field("PAGEREF _Ref123456 \\h", "9")}${run(" and ")}${field("REF Nowhere \\r", "7")}${run(" of the ")}${ins}${run("law.")}</w:p>`,
    clauseOf(run("Price")),
    clauseOf(`${bookmark("_Ref123456", 5)}${run("Term")}<w:bookmarkEnd w:id="5"/>`),
  ].join("");
  const { document, changes } = await readWordDocument(await word(body, clausesOf));
  expect(documentToMarkdown(documentOf(document)!)).toBe(
    'See clause [2](#at-123456), page 9 and 7 of the law.\n\n1) Price\n2) <a id="at-123456"></a>Term',
  );
  const { text } = documentText(documentOf(document)!);
  expect(applyPatches(text, changes)).toMatchObject({ ok: true, text: text.replace("the law", "the new law") });
});

const styled = (text: string, properties: string) =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
const courier = '<w:rFonts w:ascii="Courier New"/>';

test("what is typed in a font of typewriters is no code, but a single word of it amid others is", async () => {
  const styles = {
    name: "word/styles.xml",
    data: '<w:styles xmlns:w="w"><w:style w:type="character" w:styleId="Src"><w:name w:val="Source Text"/></w:style></w:styles>',
  };
  const body = [
    `<w:p>${styled("The ", courier)}${styled("Seller", `${courier}<w:b/>`)}${styled(" sells the goods.", courier)}</w:p>`,
    `<w:p>${run("Then type ")}${styled("npm start", courier)}${run(" in the window.")}</w:p>`,
    `<w:p>${styled("All of it", '<w:rStyle w:val="Src"/>')}</w:p>`,
    `<w:p>${run("He wrote: ")}${styled("we sell these goods to you for ever and a day", courier)}${run(" and signed it, and that was all that he ever did in this matter.")}</w:p>`,
  ].join("");
  const { document } = await readWordDocument(await word(body, [styles]));
  expect(documentToMarkdown(documentOf(document)!).split("\n\n")).toEqual([
    "The **Seller** sells the goods.",
    "Then type `npm start` in the window.",
    "`All of it`",
    "He wrote: we sell these goods to you for ever and a day and signed it, and that was all that he ever did in this matter.",
  ]);
});

test("a style of letters is read for what it shows, and what a draft cannot show is said once", async () => {
  const styles = {
    name: "word/styles.xml",
    data: '<w:styles xmlns:w="w"><w:style w:type="character" w:styleId="St"><w:name w:val="Strong"/><w:rPr><w:b/><w:vertAlign w:val="superscript"/></w:rPr></w:style><w:style w:type="character" w:styleId="Hy"><w:name w:val="Hyperlink"/><w:rPr><w:b/></w:rPr></w:style></w:styles>',
  };
  const body = `<w:p>${styled("6", '<w:rStyle w:val="St"/>')}${styled(" plain", '<w:rStyle w:val="Hy"/><w:color w:val="FF0000"/>')}<w:sdt><w:sdtContent>${styled(" more", '<w:vanish/><w:vertAlign w:val="subscript"/>')}</w:sdtContent></w:sdt>${field("DATE", " today")}</w:p>`;
  const { document, notices } = await readWordDocument(await word(body, [styles]));
  expect(documentToMarkdown(documentOf(document)!)).toBe("**<sup>6</sup>** plain <sub>more</sub> today");
  expect(notices).toEqual([
    "Kept as they are in the Word file: colours, 1 content control and 1 field that updates itself.",
    "Hidden text is shown.",
  ]);
});

test("links keep their place in a page, in notes as well, and stand beside code", async () => {
  const rels = (part: string, target: string) => ({
    name: `word/_rels/${part}.rels`,
    data: `<Relationships xmlns="r"><Relationship Id="rId1" Type="x/hyperlink" TargetMode="External" Target="${target}"/></Relationships>`,
  });
  const notes = {
    name: "word/footnotes.xml",
    data: `<w:footnotes xmlns:w="w"><w:footnote w:id="2"><w:p>${run("See ")}<w:hyperlink r:id="rId1">${run("there")}</w:hyperlink>${run(".")}</w:p></w:footnote></w:footnotes>`,
  };
  const styles = {
    name: "word/styles.xml",
    data: '<w:styles xmlns:w="w"><w:style w:type="character" w:styleId="Src"><w:name w:val="Source Text"/></w:style></w:styles>',
  };
  const body = `<w:p>${run("Law")}<w:r><w:footnoteReference w:id="2"/></w:r> <w:hyperlink r:id="rId1" w:anchor="art_5">${run(" of it")}</w:hyperlink> <w:hyperlink r:id="rId1">${styled("mail", '<w:rStyle w:val="Src"/>')}</w:hyperlink></w:p>`;
  const more = [notes, styles, rels("document.xml", "https://law.example/act"), rels("footnotes.xml", "https://notes.example/")];
  const { document } = await readWordDocument(await word(body, more));
  expect(documentToMarkdown(documentOf(document)!)).toBe(
    "Law[^1][ of it](https://law.example/act#art_5)[`mail`](https://law.example/act)\n\n[^1]: See [there](https://notes.example/).",
  );
});

test("endnotes are footnotes", async () => {
  const notes = {
    name: "word/endnotes.xml",
    data: `<w:endnotes xmlns:w="w"><w:endnote w:id="2"><w:p><w:r><w:endnoteRef/></w:r>${run(" At the end.")}</w:p></w:endnote></w:endnotes>`,
  };
  const { document } = await readWordDocument(
    await word(`<w:p>${run("Words")}<w:r><w:endnoteReference w:id="2"/></w:r></w:p>`, [notes]),
  );
  expect(documentToMarkdown(documentOf(document)!)).toBe("Words[^1]\n\n[^1]: At the end.");
});

const by = { author: "Grace", date: "2026-11-03T09:00:00Z", summary: "" };
const lease =
  "# Lease\n\n1) The rent is 1,450 euros.\n2) The rent is due on the third day.\n\n| Who | What |\n|---|---|\n| Tenant | pays the rent |\n\nSigned[^1] and sealed[^2].\n\n[^1]: From May on.\n\n[^2]: By then at least.";

describe("tracked changes come back as patches that do the same", () => {
  test.each([
    ["a word", [{ original: "1,450", replacement: "1,500" }]],
    ["a word that stands three times", [{ original: "rent", replacement: "fee", occurrence: 2 }]],
    ["words that are only written in", [{ original: "third day", replacement: "third working day" }]],
    ["words that are only struck", [{ original: "The rent is due on the third day", replacement: "The rent is due" }]],
    ["in a footnote", [{ original: "From May", replacement: "From early June" }]],
    ["at the beginning of a footnote", [{ original: "By then", replacement: "Until then" }]],
    ["in a table", [{ original: "pays the rent", replacement: "pays the rent in advance" }]],
    [
      "several",
      [
        { original: "1,450 euros", replacement: "1,500 pounds" },
        { original: "third", replacement: "fifth" },
        { original: "sealed", replacement: "delivered" },
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

test("a paragraph that a counterpart added follows the one before it", async () => {
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

test("tracked changes that a draft has no form for are counted and said", async () => {
  const who = 'w:author="Eve" w:date="2026-01-02T00:00:00Z"';
  const colour = `<w:r><w:rPr><w:color w:val="auto"/><w:rPrChange ${who}><w:rPr><w:sz w:val="20"/></w:rPr></w:rPrChange></w:rPr><w:t>One</w:t></w:r>`;
  const bold = `<w:r><w:rPr><w:b/><w:rPrChange ${who}><w:rPr/></w:rPrChange></w:rPr><w:t> two</w:t></w:r>`;
  const spaced = `<w:pPr><w:spacing w:after="0"/><w:pPrChange ${who}><w:pPr/></w:pPrChange></w:pPr>`;
  const section = `<w:sectPr><w:pgSz w:w="1"/><w:sectPrChange ${who}><w:sectPr/></w:sectPrChange></w:sectPr>`;
  const data = `<?xml version="1.0"?><w:document xmlns:w="w"><w:body><w:p>${spaced}${colour}${bold}</w:p>${section}</w:body></w:document>`;
  const read = await readWordDocument(await openArchive(zipOf([{ name: "word/document.xml", data }])));
  expect(read.changes).toMatchObject([{ original: " two", look: { on: ["bold"], off: [] } }]);
  expect(read.notices).toEqual(["Kept as they are in the Word file: 3 tracked changes that a draft can’t show."]);
});
