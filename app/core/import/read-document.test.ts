import { describe, expect, test } from "vitest";
import { documentOf } from "../document/document-schema.ts";
import { documentToMarkdown } from "../document/document-to-markdown.ts";
import { ArchivePaths } from "./archive-paths.ts";
import { readFrontMatter } from "./front-matter.ts";
import { Gathered } from "./gathered.ts";
import { headingOf, readPage, readTable } from "./read-document.ts";

const names = ["Today.md", "Lease.md", "plan.png", "scan.pdf", "my_note_two.md"];

/** With each placeholder replaced by the path it stands for. */
function read(text: string) {
  const gathered = new Gathered("Today.md", new ArchivePaths(names), (path) => (path.endsWith(".md") ? path : null));
  const { document, ...facts } = readPage(text, gathered);
  const node = documentOf(JSON.parse(document))!;
  const { files, links } = gathered.heldBy(document);
  let markdown = documentToMarkdown(node);
  for (const { id, path } of [...files, ...links])
    markdown = markdown.replaceAll(`#imported-${id}`, path).replaceAll(`upload:${id}`, path);
  return { ...facts, markdown, files, links, leftOut: gathered.leftOut };
}

describe("a page", () => {
  test.each<[string, string, string]>([
    ["a link by path", "See [the lease](./Lease.md#Rent).", "See [the lease](Lease.md)."],
    ["a link by name", "See [[Lease]].", "See [Lease](Lease.md)."],
    ["a link by name, with words", "See [[Lease#Rent|the rent]].", "See [the rent](Lease.md)."],
    ["a name with underscores", "See [[my_note_two]].", "See [my_note_two](my_note_two.md)."],
    ["a picture", "![A plan](plan.png)", "![A plan](<plan.png>)"],
    ["a picture by name", "Before ![[plan.png|300]] after", "Before\n\n![plan.png](<plan.png>)\n\nafter"],
    ["a picture in HTML", '<img src="plan.png" alt="A plan" width="300">', "![A plan](<plan.png>)"],
    ["a picture from elsewhere", "![A](https://a.example/a.png)", "![A](<https://a.example/a.png>)"],
    ["an embedded page", "![[Lease]]", "[Lease](Lease.md)"],
    ["a file", "[Scan](scan.pdf)", "[Scan](scan.pdf)"],
    ["a file shown as a picture", "![Scan](scan.pdf)", "[Scan](scan.pdf)"],
    ["Notion’s callout", "<aside>\n💡 Note **this**\n\n</aside>", "💡 Note **this**"],
    ["code", "`[[Lease]]` and\n\n```\n![[plan.png]]\n```", "`[[Lease]]` and\n\n```\n![[plan.png]]\n```"],
    ["a link elsewhere", "[a](https://a.example/) b", "[a](https://a.example/) b"],
    ["marks in HTML", "a<sup>2</sup> <u>b</u><br>c", "a<sup>2</sup> <u>b</u>\\\nc"],
    ["a comment", "a <!-- hidden --> b\n\n<!-- c -->\n\nd", "a  b\n\nd"],
    ["less than", "<div>1 < 2 &amp; 3</div>", "1 \\< 2 & 3"],
  ])("keeps %s", (_what, text, markdown) => {
    expect(read(text).markdown.trim()).toBe(markdown);
  });

  test("counts what it can’t keep, and keeps the words", () => {
    const { markdown, leftOut, files, links } = read(
      "[one](Gone.md) [two](javascript:alert(1)) [[Nothing|three]] [four](#part) ![five](gone.png) ![[six.png]] ![seven](data:image/png;base64,AAAA) <div>eight</div>",
    );
    for (const word of ["one", "two", "three", "four", "five", "six", "seven", "eight"]) expect(markdown).toContain(word);
    expect(markdown).not.toMatch(/javascript|data:/);
    expect(leftOut).toEqual({ link: 4, picture: 3, html: 1 });
    expect([files, links]).toEqual([[], []]);
  });

  test("a picture that a heading can’t hold is counted, not stored", () => {
    const { files, leftOut } = read("# Plan ![](plan.png)");
    expect(files).toEqual([]);
    expect(leftOut).toEqual({ picture: 1 });
  });

  test("links in footnotes lead to their pages", () => {
    expect(read("A[^1]\n\n[^1]: See [[Lease]].").links.map(({ path }) => path)).toEqual(["Lease.md"]);
  });
});

describe("front matter", () => {
  test("gives title and dates, and counts the rest", () => {
    const text =
      '---\r\ntitle: "The lease"\r\ncreated: 2024-05-01\r\nmodified: 2024-05-02 10:30\r\ntags:\r\n  - a\r\n  - b\r\nempty:\r\n---\r\nBody';
    expect(readFrontMatter(text)).toEqual({
      title: "The lease",
      createdAt: Date.UTC(2024, 4, 1),
      updatedAt: Date.UTC(2024, 4, 2, 10, 30),
      others: 1,
      body: "Body",
    });
  });

  test.each(["---\nWords\n---\nMore", "Words", "---\ntitle: never ends", "--- \nnot\n  a: list\n---\n", "a\n---\ntitle: x\n---"])(
    "%j has none",
    (text) => {
      expect(readFrontMatter(text)).toMatchObject({ title: null, body: text });
    },
  );

  test.each(["soon", "2024-13-45", "12/05/2024", ""])("%j is no date", (date) => {
    expect(readFrontMatter(`---\ncreated: ${date}\n---\n`).createdAt).toBeNull();
  });
});

test("the first heading is a title", () => {
  expect(headingOf("# The *lease*\n\nWords")).toBe("The *lease*");
  expect(headingOf("Words\n\n# Later")).toBeNull();
});

test("a database is a table whose first column leads to its pages", () => {
  const paths = new ArchivePaths(["Tasks/Call.md", "Tasks.csv"]);
  const gathered = new Gathered("Tasks.csv", paths, (path) => path);
  const document = readTable('\ufeffName,Due\r\nCall,"1, May"\r\nWrite,\r\n', "Tasks", gathered)!;
  const { links } = gathered.heldBy(document);
  expect(links.map(({ path }) => path)).toEqual(["Tasks/Call.md"]);
  const markdown = documentToMarkdown(documentOf(JSON.parse(document))!);
  expect(markdown.replaceAll(/#imported-[0-9a-f-]+/g, "page")).toContain("| [Call](page) | 1, May |");
  expect(readTable(Array.from({ length: 60_000 }, () => "a").join("\n"), "T", gathered)).toBeNull();
  expect(readTable(Array.from({ length: 300 }, () => "a").join(","), "T", gathered)).toBeNull();
});
