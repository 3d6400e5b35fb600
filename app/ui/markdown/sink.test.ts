import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { answer } from "../../../bench/markdown/corpus.ts";
import { renderMarkdownToHtml } from "./html.ts";
import "./rare-syntax.ts";
import { renderMarkdown } from "./render.ts";
import { createMarkdownSink } from "./sink.ts";
import { contentOf, paperHost } from "./test-document.ts";

/** Feeds `text` in pieces of the given sizes, cycling through them, and returns the final content. */
function streamed(text: string, sizes: readonly number[]): string {
  const host = paperHost();
  const sink = createMarkdownSink(host, { update: "now" });
  for (let i = 0, at = 0; at < text.length; i++) {
    const size = sizes[i % sizes.length] ?? 1;
    sink.append(text.slice(at, at + size));
    at += size;
  }
  sink.end();
  return contentOf(host);
}

// Blank lines are the most common.
const lines = fc.constantFrom(
  "",
  "",
  "",
  "   ",
  "text",
  "more **bold** text",
  "an *open star",
  "a `tick",
  "`` a ` b ``",
  "~~gone~~",
  "# Head",
  "## a | b",
  "#",
  "Setext",
  "===",
  "---",
  "- - -",
  "***",
  "- item",
  "- item **two**",
  "-",
  "- ",
  "* star",
  "+ plus",
  "1. one",
  "2. two",
  "7) seven",
  "3. three",
  "  - nested",
  "    - deeper",
  "   - three in",
  "  continued",
  "    four",
  "\ttab",
  "     - five",
  "- [ ] task",
  "- [x] done",
  "- # head",
  "- > quote",
  "- ```js",
  "  ```",
  "- | a |",
  "- b | c",
  "--|--",
  "> quote",
  "> - item",
  "> ```",
  ">",
  "> | a | b |",
  "> |--|--|",
  "```",
  "```ts",
  "````",
  "~~~",
  "~~~~",
  " ```",
  "``` a|b",
  "\t```",
  "code();",
  "| a | b |",
  "|---|:-:|",
  "| 1 | `|` |",
  "a | b",
  "---|---",
  "| x",
  "|",
  "[a]: /one",
  "[b]: <two words> 'title'",
  "[a]: /again",
  "'a title",
  "over two lines'",
  "[c]:",
  "/three",
  "[long",
  "label]: /x",
  "see [a] and [b][]",
  "[text][c] [long label]",
  "![pic][a]",
  "[[1]] and [[2, 3]][[4]]",
  "[[1",
  "]] x",
  "[x](y",
  "z) w",
  "![i](https://h.test/p.png)",
  "<https://auto.test>",
  "https://bare.test/a_b).",
  "&amp; &copy;",
  "a\\",
  "b  ",
  "> [a]: /quoted",
  "- [b]: /listed",
  "1.",
  "10. ten",
  "<b>html</b>",
  "$$",
  "\\[",
  "\\]",
  "x^2 + y",
  "$$ a = b $$",
  "\\[ c_1 = 2 \\]",
  "with \\(x_1\\) and $$y$$",
  "- $$",
  "  $$",
  "> $$",
  "a mark[^1] and[^note]",
  "[^1]: the note",
  "[^note]: of **many**",
  "- [^2]: in a list",
);
const texts = fc
  .tuple(fc.array(lines, { maxLength: 14 }), fc.constantFrom("\n", "\n", "\n", "\r\n", "\r"), fc.boolean())
  .map(([all, newline, ends]) => all.join(newline) + (ends ? newline : ""));
const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 6 });

describe("a text that grew equals the text rendered whole", () => {
  test("for random lines in random pieces", () => {
    fc.assert(
      fc.property(texts, sizes, (text, sizes) => {
        expect(streamed(text, sizes)).toBe(renderMarkdownToHtml(text));
      }),
      { numRuns: Number(process.env["MARKDOWN_RUNS"] ?? 1500) },
    );
  });

  test("for random characters that matter", () => {
    const characters = fc.constantFrom(..."aab  \n\n\n**__``[]()!>-1.|:#~\\\t\r\0$$$^^=");
    const soup = fc.array(characters, { maxLength: 60 }).map((all) => all.join(""));
    fc.assert(
      fc.property(soup, sizes, (text, sizes) => {
        expect(streamed(text, sizes)).toBe(renderMarkdownToHtml(text));
      }),
      { numRuns: Number(process.env["MARKDOWN_RUNS"] ?? 1500) },
    );
  });

  test("and on the page as in the HTML string", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const host = paperHost();
        renderMarkdown(host, text);
        expect(contentOf(host)).toBe(renderMarkdownToHtml(text));
      }),
      { numRuns: 300 },
    );
  });

  test("for degenerate text", () => {
    for (const part of [
      "[",
      "[[1",
      "[a](",
      "*a ",
      "_a",
      "`a ",
      "> ",
      "- ",
      "|",
      "|\n",
      "<a:",
      "![",
      "~~a ",
      "a\n-\n",
      "[a][",
      "**a *b ",
      "http://a(",
    ]) {
      const text = part.repeat(1500 / part.length);
      expect(streamed(text, [37])).toBe(renderMarkdownToHtml(text));
    }
  });

  test("over many sections", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), sizes, (seed, sizes) => {
        const text = answer(9000, seed);
        expect(streamed(text, sizes)).toBe(renderMarkdownToHtml(text));
      }),
      { numRuns: 25 },
    );
  });

  test.each([
    [
      "a link defined much later",
      "[act] one\n\n- [the act][act]\n- b\n\n| [act] |\n|---|\n| x [act] |\n| y |\n\n[act]: https://a.test\n\nend",
    ],
    ["the first definition counts", "[a]\n\n[a]: /one\n\n[a]: /two\n"],
    ["a list that turns loose at its end", "- a\n- b\n- c\n\n- d\n"],
    ["a listing of many lines", `~~~\n${"line\n".repeat(200)}~~~\nafter`],
    ["a table with more rows than are shown", `| a |\n|---|\n${"| 1 |\n".repeat(400)}\nend`],
    ["a table with as many rows as are shown", `| a |\n|---|\n${"| 1 |\n".repeat(300)}\nend`],
    ["a table that is wider than its head", "| a |\n|---|\n| 1 | 2 | 3 |\n|\n| x\n"],
  ])("%s", (_what, text) => {
    for (const size of [1, 2, 3, 7, 1000]) expect(streamed(text, [size])).toBe(renderMarkdownToHtml(text));
  });
});

describe("the sink", () => {
  test("builds only the blocks that waited for a definition", () => {
    const host = paperHost();
    const sink = createMarkdownSink(host, { update: "now" });
    sink.append("plain\n\nsee [act]\n\nmore\n\n");
    const [plain, see, more] = blocksOf(host);
    sink.append("[act]: https://a.test\n\nend");
    const after = blocksOf(host);
    expect([after[0] === plain, after[1] === see, after[2] === more]).toEqual([true, false, true]);
    expect(contentOf(host)).toContain('href="https://a.test"');
  });

  test("settled blocks are never touched again", () => {
    const host = paperHost();
    const sink = createMarkdownSink(host, { update: "now" });
    sink.append("one\n\n- a\n- b\n- c");
    const [one, list] = blocksOf(host);
    const item = list?.childNodes[0];
    for (const character of "\n- d\n\ntext\n\n```\ncode\n```\n") sink.append(character);
    sink.end();
    expect(blocksOf(host)[0]).toBe(one);
    expect(blocksOf(host)[1]?.childNodes[0]).toBe(item);
  });

  test("setText continues from what is there, or starts over", () => {
    const host = paperHost();
    const sink = createMarkdownSink(host, { update: "now" });
    sink.setText("one\n\ntwo");
    const [one] = blocksOf(host);
    sink.setText("one\n\ntwo **three**");
    expect(blocksOf(host)[0]).toBe(one);
    sink.end();
    sink.setText("other");
    sink.end();
    expect(contentOf(host)).toBe("<section><p>other</p></section>");
    sink.destroy();
    expect(contentOf(host)).toBe("");
  });

  test("tells of each finished block once", () => {
    const seen: string[] = [];
    const sink = createMarkdownSink(paperHost(), { update: "now", onSettled: (block) => seen.push(block.tagName) });
    for (const character of "# a\n\n- b\n- c\n\n```\nd\n```\n\ne") sink.append(character);
    sink.end();
    expect(seen).toEqual(["h1", "ul", "div", "p"]);
  });
});

function blocksOf(host: HTMLElement): ChildNode[] {
  return [...host.childNodes].flatMap((section) => Array.from(section.childNodes));
}
