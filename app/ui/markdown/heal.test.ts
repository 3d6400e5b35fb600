import { describe, expect, test } from "vitest";
import { answer } from "../../../bench/markdown/corpus.ts";
import { heal, healEnd, healRow } from "./heal.ts";
import { createMarkdownSink } from "./sink.ts";
import { contentOf, paperHost } from "./test-document.ts";

describe("heal", () => {
  test.each([
    ["some **bol", "some **bol**"],
    ["some **bold*", "some **bold**"],
    ["***both", "***both***"],
    ["**bold *inner", "**bold *inner***"],
    ["**bold ", "**bold**"],
    ["a `tick *x", "a `tick *x`"],
    ["a `tick", "a `tick`"],
    ["a ``", "a"],
    ["~~gone", "~~gone~~"],
    ["about ~5 days", "about ~5 days"],
    ["> one **bold\ntwo", "> one **bold\ntwo**"],
    ["one **bold\n> two", "one **bold\n> two"],
    ["see [the ac", "see the ac"],
    ["see [the act](https://exa", "see the act"],
    ["see ![a pic](https://exa", "see a pic"],
    ["see [[1", "see"],
    ["see [[1]", "see"],
    ["see [[1]] and", "see [[1]] and"],
    ["see <https://exa", "see"],
    ["snake_case and 5*4 = 20", "snake_case and 5*4 = 20"],
    ["a \\*star", "a \\*star"],
  ])("%s → %s", (text, healed) => {
    expect(heal(text)).toBe(healed);
  });

  test.each([
    ["an open marker", "The **quarterly", "The **quarterly**"],
    ["a lone marker", "The fee is **", "The fee is"],
    ["the head of what would have been a table", "text\n\n| a | b", "text\n\n| a | b"],
    ["a name in brackets", "text\n\n[Supplier", "text\n\nSupplier"],
    ["a whole text", "It is **bold**.", "It is **bold**."],
  ])("of a text that stopped, %s", (_, text, shown) => {
    expect(healEnd(text)).toBe(shown);
  });

  test.each([
    ["a line that a dash would make a heading", "Text:\n-", "Text:"],
    ["a lone item marker", "- one\n- ", "- one"],
    ["a number that may count", "text\n\n12", "text\n"],
    ["hashes", "text\n\n##", "text\n"],
    ["the head of what may be a table", "text\n\n| a | b", "text\n\n"],
    ["the same with half its second line", "text\n\n| a | b |\n|--", "text\n\n"],
    ["a definition", "text\n\n[1]: https://exa", "text\n\n"],
    ["an empty box", "- [ ", ""],
  ])("holds back %s", (_what, text, shown) => {
    expect(heal(text).trim()).toBe(shown.trim());
  });

  test.each(["- item\n\n  ```js\n  a = **", "> ```\n> [x](", "```js\nlet a = `"])("leaves code alone: %s", (text) => {
    expect(heal(text)).toBe(text);
  });

  test("a row of a table: only its last cell is half-written", () => {
    expect(healRow("| 2 * 3 | **x")).toBe("| 2 * 3 | **x**");
  });
});

/** What a reader sees, without markup. */
function visible(host: HTMLElement): string {
  const withoutHeads = contentOf(host).replace(/<div class="code-head">.*?<\/div>/g, "");
  return withoutHeads.replace(/<br>/g, "\n").replace(/<[^>]*>/g, "");
}

describe("what is shown only ever grows", () => {
  test.each([
    ["emphasis", "A ***both*** and **bold *inner* bold** and *it **b** it*.\n\nNext ~~gone~~ and `a * b` and ``x ` y``.\n"],
    [
      "links",
      "See [the *act*](https://a.test/x_(y)) and ![a pic](https://b.test/p.png) and <https://c.test/d> or https://www.d.test/e?f=1&g. Done!\n",
    ],
    [
      "lists",
      "- [ ] open **task**\n- [x] done `x`\n- plain [[1]] [[2, 3]]\n  - nested *one*\n\n    with more\n- last\n\n1. one\n2. two\n\n10. ten\n",
    ],
    ["headings", "Text:\n- item\n- other\n\nTitle\n---\n\nMore\n===\n\n***\n\n## End ##\n"],
    ["quotes", "> quote **bold\n> more** text\n> - item in quote\n\n> ```js\n> let a = 1; // *x*\n> ```\n\nafter\n"],
    [
      "parts of items",
      "- step\n\n  ```bash\n  npm i **x**\n  ```\n- next `code`\n\n  | a | b |\n  |---|---|\n  | **x** | y |\n\nafter\n",
    ],
    [
      "tables",
      "| a | b |\n|---|:-:|\n| **x** | [l](https://x.test) |\n| `y` | z [[3]] |\n\ntext 2 * 3 = 6, 5*4, snake_case_name, R&D\n",
    ],
    ["broken lines", "Line one\nline two  \nline three\\\nline four\n"],
    ["an answer", `${answer(4000, 5)}\n`],
  ])("%s", (_what, text) => {
    const host = paperHost();
    const sink = createMarkdownSink(host, { update: "now" });
    const shown: string[] = [];
    for (const character of text) {
      sink.append(character);
      shown.push(visible(host));
    }
    sink.end();
    const whole = visible(host);
    expect(shown.filter((text) => !whole.startsWith(text))).toEqual([]);
  });
});
