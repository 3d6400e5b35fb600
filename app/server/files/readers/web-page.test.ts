/* Real-world pages: the author's content, and how strange ones affect the reader. */
import { describe, expect, test } from "vitest";
import { article } from "#test/web-server.ts";
import { readWebPage } from "./web-page.ts";

const url = "https://paper.example/a";
const words =
  "The notice period is three months, counted from the end of the month, unless the parties agree otherwise in writing.";
const read = (html: string | Buffer, charset?: string) =>
  readWebPage(Buffer.isBuffer(html) ? html : Buffer.from(html), { url, charset });

test("the article, its headings and lists in their order, without what is round it", () => {
  const page = read(
    article("Notice", [`${words} ${words}`, words], "<script>alert(1)</script><form><input value=secret></form>").replace(
      "<p>",
      "<h2>When</h2><ul><li>first<li>second</ul><p>",
    ),
  );
  expect(page).toMatchObject({ title: "Notice", site: "The Paper" });
  expect(page.text).toContain("When\n\n• first\n\n• second");
  expect(page.text).not.toMatch(/alert|secret|About us|newsletter|cookies/);
  for (const { start, end } of page.blocks) expect(page.text.slice(start, end).trim()).not.toBe("");
});

test("the encoding that the server says, else the page's own", () => {
  const latin = Buffer.from(article("Kündigung", [`Die Kündigung ist schriftlich. ${words}`, words]), "latin1");
  expect(read(latin, "iso-8859-1").text).toContain("Kündigung ist");
  const own = Buffer.from(`<html><head><meta charset="iso-8859-1"></head><body><p>Größe</p></body></html>`, "latin1");
  expect(read(own).text).toBe("Größe");
});

test("a page without an article is read whole", () => {
  expect(read("<title>Short</title><p>One line.</p>")).toMatchObject({ text: expect.stringContaining("One line.") });
  expect(read("<p>A piece of a page").text).toBe("A piece of a page");
  expect(read("").text).toBe("");
});

describe("strange pages are read, or given up by the child that reads them", () => {
  test.each([
    ["a thousand levels deep", "<div>".repeat(1_000) + words],
    ["a hundred thousand levels deep", "<div>".repeat(100_000) + words],
    ["as deep as is judged", "<div>".repeat(120) + `<p>${words}</p>`.repeat(20)],
    ["many elements", `<html><body>${"<p>x</p>".repeat(40_000)}</body></html>`],
    ["tags that cross", `<b><i>${words}</b></i><table><tr><p>${words}</table>`],
    ["attributes that are none", `<p ="a" 7='b' <a href=x" onclick=y>${words}</a></p>`],
    ["comments and CDATA", `<!-- <p>no</p> --><![CDATA[ <p>no</p> ]]><?php no ?><p>${words}</p>`],
    ["entities", `<p>&amp;lt;script&amp;gt; &#0; &#x110000; &nosuch; ${words}</p>`],
  ])("%s", (_, html) => {
    expect(read(html).text.length).toBeGreaterThan(0);
  });
});
