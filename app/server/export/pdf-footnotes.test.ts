/* Footnotes appear at the bottom of the page that cites them, and long ones continue on the next pages. */
import { extractTextItems, getDocumentProxy } from "unpdf";
import { beforeAll, describe, expect, test } from "vitest";
import { markdownToDocument } from "#core/document/markdown-to-document.ts";
import { pdfBlocks } from "./pdf-blocks.ts";
import { renderPdf } from "./pdf.ts";

type Word = { str: string; y: number };

async function pagesOf(markdown: string): Promise<Word[][]> {
  const content = pdfBlocks(markdownToDocument(markdown));
  const { bytes } = await renderPdf(null, { title: "Lease", createdAt: new Date(0), content });
  const { items } = await extractTextItems(await getDocumentProxy(bytes));
  return items.map((page) => page.map(({ str, y }) => ({ str, y })));
}

const textOf = (page: readonly Word[]) => page.map(({ str }) => str).join(" ");
const filling = "A sentence that fills the page, as clauses do, with many words. ".repeat(9);

let pages: Word[][];
beforeAll(async () => {
  const body = Array.from({ length: 24 }, (_, i) => `${filling}Cited${i}x[^${i}] ends. ${i % 5 === 4 ? "\n\n## Heading" : ""}`);
  const notes = Array.from(
    { length: 24 },
    (_, i) => `[^${i}]: Note${i}begins and ${i === 7 ? `${"goes on over the page. ".repeat(300)}Note7ends` : "ends"}.`,
  );
  const table = "| A | B |\n|---|---|\n| InCell[^c] | x |\n\n1) Outer\n   1) InClause[^d]";
  pages = await pagesOf([...body, table, "Last words.", ...notes, "[^c]: NoteCell.", "[^d]: NoteClause, Ωμέγα."].join("\n\n"));
});

const pageOf = (words: string) => pages.findIndex((page) => textOf(page).replaceAll(" ", "").includes(words));

describe("at the foot of the page", () => {
  test.each(Array.from({ length: 24 }, (_, i) => [`Cited${i}x`, `Note${i}begins`]))("%s has %s", (sign, note) => {
    expect(pageOf(sign)).toBeGreaterThanOrEqual(0);
    expect(pageOf(note)).toBe(pageOf(sign));
  });

  test("from cells and clauses too, in letters of other fonts", () => {
    expect(pageOf("NoteCell")).toBe(pageOf("InCell"));
    expect(pageOf("NoteClause,Ωμέγα")).toBe(pageOf("InClause"));
  });

  test("below all of the text, above the number of the page", () => {
    for (const page of pages) {
      const foot = Math.min(...page.map(({ y }) => y));
      const notes = page.filter(({ str, y }) => /Note\d|over the page/.test(str) && y > foot);
      const text = page.filter(({ str }) => /sentence|Cited|Heading|Last words/.test(str));
      if (notes.length === 0 || text.length === 0) continue;
      expect(Math.max(...notes.map(({ y }) => y))).toBeLessThan(Math.min(...text.map(({ y }) => y)));
    }
  });

  test("a long one continues where the next page ends, and nothing of it is lost", () => {
    expect(pageOf("Note7ends")).toBe(pageOf("Note7begins") + 1);
    const all = pages.map(textOf).join(" ").replaceAll(/\s+/g, " ");
    expect(all.match(/\bgoes\b/g)).toHaveLength(300);
  });
});

test("one that is longer than pages continues behind the text", async () => {
  const [first, ...more] = await pagesOf(`Short[^1].\n\n[^1]: ${"A word and another. ".repeat(900)}TheEnd.`);
  expect(textOf(first!)).toContain("Short");
  expect(more.length).toBeGreaterThan(1);
  expect(textOf(more.at(-1)!)).toContain("TheEnd");
  const all = [first!, ...more].map(textOf).join(" ").replaceAll(/\s+/g, " ");
  expect(all.match(/A word and another\./g)!.length).toBeGreaterThan(880);
});
