import { expect, test } from "vitest";
import { documentToHtml, documentToHtmlFile } from "./document-html.ts";
import { markdownToDocument } from "./markdown-to-document.ts";

test.each([
  ["# A & B", "<h1>A &amp; B</h1>"],
  ["a **b *c***", "<p>a <strong>b </strong><strong><em>c</em></strong></p>"],
  [
    "1) x\n   1) y",
    '<ol data-clauses=""><li data-clause="" data-number="1." data-level="1"><p>x</p><ol data-clauses=""><li data-clause="" data-number="1.1" data-level="2"><p>y</p></li></ol></li></ol>',
  ],
  ["3. a", '<ol start="3"><li><p>a</p></li></ol>'],
  ["```\n<b>\n```", "<pre><code>&lt;b&gt;</code></pre>"],
  ['[a](https://stet.example/?x="y)', '<p><a href="https://stet.example/?x=%22y" rel="noopener noreferrer nofollow">a</a></p>'],
  ["<img src=x onerror=alert(1)>", "<p>&lt;img src=x onerror=alert(1)&gt;</p>"],
  ["a<br>b\n\n---", "<p>a<br>b</p><hr>"],
])("%j", (markdown, html) => {
  expect(documentToHtml(markdownToDocument(markdown))).toBe(html);
});

test("a file has its title, its language and the numbers in its text", () => {
  const file = documentToHtmlFile(markdownToDocument("1) One"), "A <Title>", "sv");
  expect(file).toContain('<html lang="sv">');
  expect(file).toContain("<title>A &lt;Title&gt;</title>");
  expect(file).toContain("1. <p>One</p>");
});
