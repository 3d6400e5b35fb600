import { describe, expect, test } from "vitest";
import { renderMarkdownToHtml } from "./html.ts";
import "./rare-syntax.ts";

const html = (text: string) => renderMarkdownToHtml(text).replace(/<\/?section>/g, "");
const plain = (text: string) => renderMarkdownToHtml(text, { plain: true }).replace(/<\/?section>/g, "");

describe("formulas", () => {
  test.each([
    [String.raw`The area is \(\pi r^2\).`, String.raw`<p>The area is <span class="formula">\pi r^2</span>.</p>`],
    [String.raw`If \(x\) and \(AB\) and \(n/2\)`, 3],
    [String.raw`\(x\) is the interest`, "<p>(x) is the interest</p>"],
    [String.raw`\(a\) the tenant`, "<p>(a) the tenant</p>"],
    [String.raw`Tenant \(see clause 4\)`, "<p>Tenant (see clause 4)</p>"],
    [String.raw`An order of \[Name\] and \[1\]`, "<p>An order of [Name] and [1]</p>"],
    [String.raw`\[1\]`, "<p>[1]</p>"],
    [String.raw`\[Party A\]`, "<p>[Party A]</p>"],
    ["It is $5 here, $10 there, and $$ in between, $$100$$.", 0],
    ["So $$a = b_1$$ holds", '<p>So <span class="formula display">a = b_1</span> holds</p>'],
    ["$$\na = b\n\\\\ - c\n$$\nAfter", '<div class="formula display">a = b\n\\\\ - c</div><p>After</p>'],
    ["Before\n\\[ a = b \\]\nAfter", '<p>Before</p><div class="formula display">a = b</div><p>After</p>'],
    ["- one\n\n  $$\n  a = b\n  $$\n- two", 1],
    ["$$\na = b\n\nnever closed", "<p>$$\na = b</p><p>never closed</p>"],
    ["`\\(x = 1\\)` and\n\n```\n$$\nx = 1\n$$\n```", 0],
    ["a * $$x*y = 1$$ * b", '<p>a * <span class="formula display">x*y = 1</span> * b</p>'],
  ])("%s", (text, expected) => {
    if (typeof expected === "string") expect(html(text)).toBe(expected);
    else expect(html(text).split('class="formula').length - 1).toBe(expected);
  });

  test("the clipboard gets the source", () => {
    const text = String.raw`With \(x^2\):` + "\n\n$$\nx = 1\n$$";
    expect(plain(text)).toBe(String.raw`<p>With \(x^2\):</p><p>$$` + "\nx = 1\n$$</p>");
  });

  test("openings that are never closed are shown, however many there are", () => {
    for (const opening of ["\\(", "$$", "\\[", "$$\n", "\\[\n", "[^", "[^1]:\n"])
      expect(html(`${opening.repeat(15_000)}\n\nEnd`)).toMatch(/<p>End<\/p>$/);
  });
});

describe("footnotes", () => {
  const number = (n: string, name: string) =>
    `<sup><button type="button" class="note-number" data-note="${n}" aria-label="${name}">${n}</button></sup>`;

  test("a mark in the text and its note, where it is written", () => {
    expect(html("Due in 30 days.[^1]\n\n[^1]: Section **286** BGB.\n[^2]: No mark.\n")).toBe(
      `<p>Due in 30 days.${number("1", "Footnote 1")}</p>` +
        `<p class="note" data-note="1" tabindex="-1">${number("1", "Back to the text")} Section <strong>286</strong> BGB.</p>` +
        `<p class="note" data-note="2" tabindex="-1">${number("2", "Back to the text")} No mark.</p>`,
    );
  });

  test("a note may be one word, which is no address", () => {
    expect(html("[^1]: Ibid.")).toContain("Ibid.");
  });

  test.each(["`[^1]`", "[^a-z]", "[^ 1]", "[^]", "x[^12345]"])("%s is none", (text) => {
    expect(html(text)).not.toContain("note-number");
  });

  test("the clipboard gets the numbers", () => {
    expect(plain("Due.[^1]\n\n[^1]: Ibid.")).toBe("<p>Due.<sup>1</sup></p><p><sup>1</sup> Ibid.</p>");
  });
});

describe("nesting", () => {
  test("what is nested too deep is plain text, and what follows it is there", () => {
    const list = Array.from({ length: 120 }, (_, i) => `${"  ".repeat(i)}- level ${i}`).join("\n");
    const shown = html(`${list}\n\nAfter the list.`);
    for (let i = 0; i < 120; i++) expect(shown).toContain(`level ${i}`);
    expect(shown).toMatch(/<p>After the list\.<\/p>$/);
    expect(html(`${"> ".repeat(400)}quoted\n\nAfter`)).toMatch(/quoted.*<p>After<\/p>$/s);
  });
});
