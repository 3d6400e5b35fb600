import { expect, test } from "vitest";
import { beginningToHtml, documentToHtml, documentToHtmlFile } from "./document-html.ts";
import { markdownToDocument } from "./markdown-to-document.ts";

test.each([
  ["# A & B", "<h1>A &amp; B</h1>"],
  ["a **b *c***", "<p>a <strong>b </strong><strong><em>c</em></strong></p>"],
  [
    "1) x\n   1) y",
    '<ol data-clauses=""><li data-clause="" data-number="1." data-level="1"><p>x</p><ol data-clauses=""><li data-clause="" data-number="1.1" data-level="2"><p>y</p></li></ol></li></ol>',
  ],
  [
    'x<sub>2</sub> <mark>y</mark><mark data-color="green">z</mark> <span data-caps="small">caps</span>',
    '<p>x<sub>2</sub> <mark>y</mark><mark data-color="green">z</mark> <span data-caps="small">caps</span></p>',
  ],
  ["3. a", '<ol start="3"><li><p>a</p></li></ol>'],
  ["```\n<b>\n```", "<pre><code>&lt;b&gt;</code></pre>"],
  ['[a](https://stet.example/?x="y)', '<p><a href="https://stet.example/?x=%22y" rel="noopener noreferrer nofollow">a</a></p>'],
  ["<img src=x onerror=alert(1)>", "<p>&lt;img src=x onerror=alert(1)&gt;</p>"],
  ["a<br>b\n\n---", "<p>a<br>b</p><hr>"],
  [
    '# <a id="at-x"></a>Price\n\nSee [1](#at-x), [1](#at-gone).',
    '<h1 id="at-x">Price</h1><p>See <a data-ref="x" href="#at-x" class="reference">Price</a>, <a data-ref="gone" href="#at-gone" class="reference">[?]</a>.</p>',
  ],
  ["a[^1]\n\n[^1]: note", '<p>a<sup class="footnote">1</sup></p>'],
  [
    '![A <plan>](/api/documents/01890a5d-ac96-774b-bcce-b302099a8057/view#width=50 "The *plan*")',
    '<figure data-image="/api/documents/01890a5d-ac96-774b-bcce-b302099a8057/view" data-width="50"><img src="/api/documents/01890a5d-ac96-774b-bcce-b302099a8057/view" alt="A &lt;plan&gt;" loading="lazy"><figcaption>The *plan*</figcaption></figure>',
  ],
  [
    "![x](https://pictures.example/a.png)",
    '<figure data-image="https://pictures.example/a.png" data-width="100"><a href="https://pictures.example/a.png" rel="noopener noreferrer nofollow">x</a></figure>',
  ],
])("%j", (markdown, html) => {
  expect(documentToHtml(markdownToDocument(markdown))).toBe(html);
});

test("a file has its title, its language and the numbers in its text", () => {
  const file = documentToHtmlFile(markdownToDocument("1) One"), "A <Title>", "sv");
  expect(file).toContain('<html lang="sv">');
  expect(file).toContain("<title>A &lt;Title&gt;</title>");
  expect(file).toContain("1. <p>One</p>");
});

test("to take along, footnotes stand at the end with a way there and back", () => {
  const html = documentToHtml(markdownToDocument("a[^1]\n\n[^1]: the *note*"), { numbersAsText: true });
  expect(html).toContain('<p>a<sup><a id="note-ref-1" href="#note-1" role="doc-noteref">1</a></sup></p>');
  expect(html).toContain('<li id="note-1"><p>the <em>note</em> <a href="#note-ref-1" role="doc-backlink"');
});

test("the beginning of a long text ends between blocks, also within a list, and is numbered as in the whole", () => {
  const whole = markdownToDocument(
    "Before *all* else.\n\n1) The first clause.\n2) The second clause.\n3) The third clause.\n\nAfter.",
  );
  const [html, isWhole] = [documentToHtml(whole), true];
  expect(beginningToHtml(whole, 1000)).toEqual({ html, isWhole });
  const [first, second] = [html.slice(0, html.indexOf("<li", html.indexOf("<li") + 1)), html.slice(0, html.lastIndexOf("<li"))];
  expect(beginningToHtml(whole, 16)).toEqual({ html: "<p>Before <em>all</em> else.</p>", isWhole: false });
  expect(beginningToHtml(whole, 20)).toEqual({ html: `${first}</ol>`, isWhole: false });
  expect(beginningToHtml(whole, 40)).toEqual({ html: `${second}</ol>`, isWhole: false });
});
