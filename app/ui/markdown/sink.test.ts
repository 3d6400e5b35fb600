import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { renderMarkdownToHtml } from "./html.ts";
import { renderMarkdown } from "./render.ts";
import { createMarkdownSink } from "./sink.ts";
import { contentOf, paperHost } from "./test-document.ts";

/** Feeds `text` in pieces of the given sizes, over and over, and answers what stands at the end. */
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

// Blank lines are the commonest.
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
      { numRuns: Number(process.env["MARKDOWN_RUNS"] ?? 4000) },
    );
  });

  test("for random characters that matter", () => {
    const characters = fc.constantFrom(..."aab  \n\n\n**__``[]()!>-1.|:#~\\\t\r\0");
    const soup = fc.array(characters, { maxLength: 60 }).map((all) => all.join(""));
    fc.assert(
      fc.property(soup, sizes, (text, sizes) => {
        expect(streamed(text, sizes)).toBe(renderMarkdownToHtml(text));
      }),
      { numRuns: Number(process.env["MARKDOWN_RUNS"] ?? 4000) },
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
});
