/* Pages saved by word processors and by Stet, as editable documents. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { documentToHtml } from "#core/document/document-html.ts";
import { documentOf, jsonOf } from "#core/document/document-schema.ts";
import { documentToMarkdown } from "#core/document/document-to-markdown.ts";
import { markdownToDocument } from "#core/document/markdown-to-document.ts";
import { anyDocument } from "#test/any-document.ts";
import { readHtmlDocument } from "./html-document.ts";

const read = (html: string) => {
  const { document, ...rest } = readHtmlDocument(Buffer.from(html));
  return { ...rest, document: documentOf(document)!, markdown: documentToMarkdown(documentOf(document)!) };
};
const same = (markdown: string) => documentToMarkdown(markdownToDocument(markdown));

const number = (sign: string, isFiltered = false) => {
  const gap = `<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span>`;
  return isFiltered ? `${sign}${gap}` : `<![if !supportLists]><span style='mso-list:Ignore'>${sign}${gap}</span><![endif]>`;
};
const item = (sign: string, level: number, words: string, list = "l0") =>
  `<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:${list} level${level} lfo1'>${number(sign)}${words}<o:p></o:p></p>`;

describe("as Word saves it", () => {
  test("numbered paragraphs are lists, and clauses where their numbers say so", () => {
    const { markdown } = read(
      `<html xmlns:o="o"><head><style>p.MsoNormal{margin:0}</style></head><body lang=EN-GB><div class=WordSection1><h1>Lease</h1><p class=MsoNormal><o:p>&nbsp;</o:p></p>${item("1.", 1, "Term")}${item("1.1", 2, "It <b>begins</b>")}${item("(a)", 3, "in May")}${item("2.", 1, "Rent")}<p class=MsoNormal>Between.</p>${item("·", 1, "a bullet", "l1")}${item("o", 2, "inner", "l1")}<p class=MsoNormal>And:</p>${item("3.", 1, "three", "l2")}${item("4.", 1, "four", "l2")}</div></body></html>`,
    );
    expect(markdown).toBe(
      same(
        "# Lease\n\n1) Term\n   1) It **begins**\n      1) in May\n2) Rent\n\nBetween.\n\n- a bullet\n  - inner\n\nAnd:\n\n3. three\n4. four",
      ),
    );
  });

  test("filtered, its lists are known by the gap behind their signs", () => {
    const one = (sign: string, words: string, left: number) =>
      `<p class=MsoListParagraphCxSpFirst style='margin-left:${left}pt;text-indent:-18.0pt'><span style='font-family:Symbol'>${number(sign, true)}</span>${words}</p>`;
    const { markdown } = read(`<html><body>${one("·", "one", 36)}${one("o", "inner", 72)}${one("·", "two", 36)}</body></html>`);
    expect(markdown).toBe(same("- one\n  - inner\n- two"));
  });

  test("footnotes stand where they are cited, with all of their lines", () => {
    const { markdown } = read(
      `<body><p class=MsoNormal>Due<a href="#_ftn1" name="_ftnref1" title=""><span class=MsoFootnoteReference><span style='mso-special-character:footnote'>[1]</span></span></a> now.</p><div style='mso-element:footnote-list'><br clear=all><hr align=left size=1 width="33%"><div style='mso-element:footnote' id=ftn1><p class=MsoFootnoteText><a href="#_ftnref1" name="_ftn1"><span>[1]</span></a> See <i>the</i> law.</p><p class=MsoFootnoteText>And more.</p></div></div></body>`,
    );
    expect(markdown).toBe(same("Due[^1] now.\n\n[^1]: See *the* law.<br>And more."));
  });

  test("quotations, titles, cells over several, and tracked changes as accepted, which is said", () => {
    const { document, notices } = read(
      `<p class=MsoTitle>Deed</p><p class=MsoQuote>Said.</p><table><caption>Fees</caption><thead><tr><td><b>A</b></td><td>B</td></tr></thead><tr><td colspan=2 rowspan=1>x</td></tr></table><p>It is <del cite="mailto:Eve" datetime="2026-01-02">no</del><ins cite="mailto:Eve" datetime="2026-01-02">yes</ins>.</p>`,
    );
    expect(documentToHtml(document)).toBe(
      '<h1>Deed</h1><blockquote><p>Said.</p></blockquote><p>Fees</p><table><tbody><tr><th><p>A</p></th><th><p>B</p></th></tr><tr><td colspan="2"><p>x</p></td></tr></tbody></table><p>It is yes.</p>',
    );
    expect(notices).toEqual(["This page has tracked changes. It was read as if they were all accepted."]);
  });
});

test("as Google saves it: looks by classes, lists level by level, notes, comments and wrapped addresses", () => {
  const { markdown, notices } = read(
    `<html><head><style type="text/css">.c1{font-weight:700}.c2{font-style:italic;color:#000}.lst-kix_a1-0>li{counter-increment:x}</style></head><body class="doc"><p class="c0 title"><span>Terms</span></p><p><span>One </span><span class="c1">bold</span><span> and </span><span class="c1 c2">both</span><sup><a href="#ftnt1" id="ftnt_ref1">[1]</a></sup><sup><a href="#cmnt1" id="cmnt_ref1">[a]</a></sup><span>, </span><span class="c9" style="text-decoration:underline"><a class="c3" href="https://www.google.com/url?q=https://law.example/a%3Fb%3D1&amp;sa=D&amp;ust=1">the law</a></span></p><ol class="c4 lst-kix_a1-0 start" start="1"><li class="c5"><span>first</span></li></ol><ol class="c4 lst-kix_a1-1 start" start="1"><li><span>inner</span></li></ol><ol class="c4 lst-kix_a1-0" start="2"><li><span>second</span></li></ol><hr class="c7"><div><p class="c8"><a href="#ftnt_ref1" id="ftnt1">[1]</a><span>&nbsp;Note.</span></p></div><div class="c6"><p><a href="#cmnt_ref1" id="cmnt1">[a]</a><span>Really?</span></p></div></body></html>`,
  );
  expect(markdown).toBe(
    same(
      "# Terms\n\nOne **bold** and ***both***[^1], [the law](https://law.example/a?b=1)\n\n1. first\n   1. inner\n2. second\n\n[^1]: Note.",
    ),
  );
  expect(notices).toEqual(["Not kept: 1 comment."]);
});

test("as LibreOffice saves it: lists directly in lists, notes in blocks of their own, a rule that is a border", () => {
  const { markdown } = read(
    `<body lang="en-GB"><p>Due<a class="sdfootnoteanc" name="sdfootnote1anc" href="#sdfootnote1sym"><sup>1</sup></a> <font face="Courier New, serif"><font size="2">code</font></font>, <font color="#0563c1"><u><a href="https://law.example/">law</a></u></font></p><ol start="3"><li value="3"><p>three</p></ol><ol><ol type="a"><li><p>inner</p></ol></ol><p style="border-bottom: 1px solid #000000"><br/><br/></p><table><tr><td><p>a</p></td><td><p><br/></p></td></tr></table><div id="sdfootnote1"><p class="sdfootnote"><a class="sdfootnotesym" name="sdfootnote1sym" href="#sdfootnote1anc">1</a>Note.</p></div><div title="footer"><p>1</p></div></body>`,
  );
  const [head = "", notes] = same(
    "Due[^1] `code`, [law](https://law.example/)\n\n3. three\n   1. inner\n\n***\n\n[^1]: Note.",
  ).split("\n\n[^1]");
  expect(markdown).toBe(`${head}\n\n|  |  |\n| --- | --- |\n| a |  |\n\n[^1]${notes}`);
});

test("what could run or be fetched is not there, pictures that came along are", () => {
  const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
  const { document, pictures, notices } = read(
    `<p onclick="run()">Words<script>run()</script> <a href="javascript:run()">here</a><style>p{}</style></p><svg><text>no</text></svg><form><input value=x><button>Go</button></form><figure><img alt="A plan" style="width:50%" src="data:image/png;base64,${png}"><figcaption>The plan</figcaption></figure><p>a<img src="file.png">b</p><img src="https://pictures.example/a.png" alt="far"><iframe src="https://evil.example"></iframe>`,
  );
  expect(pictures).toMatchObject([{ name: "picture-1.png", bytes: Uint8Array.from(Buffer.from(png, "base64")) }]);
  expect(documentToHtml(document)).toBe(
    `<p>Words here</p><figure data-image="upload:${pictures[0]!.uploadId}" data-width="50"><span>A plan</span><figcaption>The plan</figcaption></figure><p>ab</p><figure data-image="https://pictures.example/a.png" data-width="100"><a href="https://pictures.example/a.png" rel="noopener noreferrer nofollow">far</a></figure>`,
  );
  expect(notices).toEqual(["Not kept: 1 picture."]);
});

test("a page that is nested without end is refused with a sentence", () => {
  expect(() => read(`${"<div>".repeat(5_000)}x`)).toThrow(/nested too deeply/);
});

test("the description of a picture is no part of the words", () => {
  const { notices } = read(`<figure data-image="https://pictures.example/a.png" data-width="100"><span>A plan</span></figure>`);
  expect(notices).toEqual([]);
});

test("any document that Stet saves as HTML is read as it was", () => {
  fc.assert(
    fc.property(anyDocument(), (document) => {
      const html = documentToHtml(document, { numbersAsText: true });
      expect(readHtmlDocument(Buffer.from(html)).document).toEqual(jsonOf(document));
    }),
    { numRuns: 150 },
  );
});
