import { expect, test } from "vitest";
import { codeRanges } from "./code-spans.ts";

const code = (text: string) => codeRanges(text).map(([start, end]) => text.slice(start, end));

test.each<[text: string, code: string[]]>([
  ["no code", []],
  ["a `b` c ``d ` e`` f", ["`b`", "``d ` e``"]],
  ["not ` closed", []],
  ["not `\n\n` across paragraphs", []],
  ["but `across\nlines`", ["`across\nlines`"]],
  ["``` not closed in `a`", ["`a`"]],
  ["a\n```js\nx `y`\n```\nb `c`", ["```js\nx `y`\n```\n", "`c`"]],
  ["```\nnever closed\n`a`", ["```\nnever closed\n`a`"]],
  ["- a\n  ~~~~\n  ~~~\n  ~~~~  \nb", ["  ~~~~\n  ~~~\n  ~~~~  \n"]],
  ["> ```\n> x\n> ```\n`y`", ["> ```\n> x\n> ```\n", "`y`"]],
  ["```a``` is a span", ["```a```"]],
  ["a\r\n```\r\nx\r\n```\r\nb", ["```\r\nx\r\n```\r\n"]],
])("%j", (text, expected) => expect(code(text)).toEqual(expected));

test("100 KB of backticks", () => {
  expect(codeRanges("`".repeat(100_000))).toHaveLength(1);
  expect(codeRanges("` `` ".repeat(20_000)).length).toBeGreaterThan(0);
  expect(codeRanges(Array.from({ length: 400 }, (_, i) => "`".repeat(i + 1)).join(" "))).toEqual([]);
});
