import { describe, expect, test } from "vitest";
import { renderMarkdownToHtml } from "./html.ts";

const inner = (text: string, plain = false): string =>
  renderMarkdownToHtml(text, { plain }).replace(/^<section>|<\/section>$/g, "");
const chip = (n: number): string => `<span class="cited">${button(n)}</span>`;
const button = (n: number): string => `<button type="button" class="citation" data-n="${n}" aria-label="Source ${n}">${n}</button>`;
const link = (href: string, host: string, text: string): string =>
  `<a href="${href}" rel="noopener noreferrer nofollow" target="_blank" title="${host}">${text}</a>`;

describe("markup", () => {
  test.each([
    ["a citation", "x [[1]]", `<p>x${chip(1)}</p>`],
    ["several, and neighbours", "[[1, 2]][[3]]", `<p>${chip(1)}${chip(2)}${chip(3)}</p>`],
    ["none in code", "`[[1]]`", "<p><code>[[1]]</code></p>"],
    ["none in a link", "[a [[1]]](https://a.test)", `<p>${link("https://a.test", "a.test", "a [[1]]")}</p>`],
    ["a broken line", "one\ntwo", "<p>one<br>two</p>"],
    [
      "tasks",
      "- [x] a\n- [ ] b",
      `<ul dir="auto"><li class="task"><p><span class="checkbox checked" role="img" aria-label="Done"></span>a</p></li><li class="task"><p><span class="checkbox" role="img" aria-label="Not done"></span>b</p></li></ul>`,
    ],
    [
      "bullets, a quotation's rule and columns stand on the side from which the words are read",
      "- عنصر\n\n> اقتباس\n\n| عمود |\n|---|",
      `<ul dir="auto"><li><p>عنصر</p></li></ul><blockquote dir="auto"><p>اقتباس</p></blockquote><div class="table-scroll" tabindex="0"><table dir="auto"><thead><tr><th>عمود</th></tr></thead></table></div>`,
    ],
    ["numbers of a list are kept", "7. a\n8. b", `<ol dir="auto" start="7"><li><p>a</p></li><li><p>b</p></li></ol>`],
    [
      "a bare address",
      "see https://a.test/x_(y)).",
      `<p>see ${link("https://a.test/x_(y)", "a.test", "https://a.test/x_(y)")}).</p>`,
    ],
    [
      "a picture is a link",
      "![pic](https://a.test/p.png)",
      `<p><a class="image-link" href="https://a.test/p.png" rel="noopener noreferrer nofollow" target="_blank" title="a.test">pic<span class="image-host">a.test</span></a></p>`,
    ],
    ["a place on this page stays here", "[a](#b)", `<p><a href="#b" rel="noopener noreferrer nofollow">a</a></p>`],
    ["an address that runs is text", "[a](javascript:b)", "<p>[a](javascript:b)</p>"],
    ["HTML is text", "<b>a</b>", "<p>&lt;b&gt;a&lt;/b&gt;</p>"],
    ["quotes stay as typed", `"a" -- b...`, "<p>&quot;a&quot; -- b...</p>"],
  ])("%s", (_what, text, html) => {
    expect(inner(text)).toBe(html);
  });

  test("a chip shows the label it is given", () => {
    expect(renderMarkdownToHtml("[[1]]", { citationLabel: () => "riksdagen.se" })).toContain(">riksdagen.se</button>");
  });

  test("thirteen blocks stand in two sections", () => {
    expect(renderMarkdownToHtml("a\n\n".repeat(13)).split("<section>")).toHaveLength(3);
  });
});

test("of a long table the first rows are shown, with the number of the rest; the clipboard gets all", () => {
  const table = (rows: number) => `| n |\n|---|\n${Array.from({ length: rows }, (_, i) => `| ${i} |\n`).join("")}`;
  const rowsIn = (html: string) => html.split("<tr>").length - 2;
  expect(rowsIn(renderMarkdownToHtml(table(300)))).toBe(300);
  expect(renderMarkdownToHtml(table(300))).not.toContain("table-rest");
  expect(rowsIn(renderMarkdownToHtml(table(10_000)))).toBe(300);
  expect(renderMarkdownToHtml(table(10_000))).toContain(">Show 1,000 of 9,700 more rows</button></div>");
  expect(renderMarkdownToHtml(`${table(310)}\n${table(2)}`).match(/Show [^<]*/g)).toEqual(["Show 10 more rows"]);
  expect(rowsIn(renderMarkdownToHtml(table(10_000), { rows: 1300 }))).toBe(1300);
  expect(rowsIn(renderMarkdownToHtml(table(10_000), { plain: true }))).toBe(10_000);
});

test("for the clipboard there are neither buttons nor sections", () => {
  expect(renderMarkdownToHtml("a [[2]]\n\n```ts\nb\n```", { plain: true })).toBe("<p>a [2]</p><pre><code>b\n</code></pre>");
});
