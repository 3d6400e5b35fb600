/* One page, however much was asked and quoted. */
import { extractText } from "unpdf";
import { expect, test } from "vitest";
import type { AuthorshipPage } from "#core/authorship/authorship-report.ts";
import { authorshipContent } from "./authorship-page.ts";
import { renderPdf } from "./pdf.ts";

const many = Array.from({ length: 80 }, (_, i) => i);
const at = "2026-11-20T14:02:00.000Z";
const page: AuthorshipPage = {
  name: "A lease with a long name ".repeat(8),
  projectName: "House",
  version: 300,
  madeAt: at,
  report: {
    words: 80 * 81,
    parts: many.map((i) => ({ kind: "proposed", whose: `Model ${i}`, words: 81, characters: 400 })),
    prompts: many.map((i) => ({
      at,
      model: `Model ${i}`,
      prompt: "Make this a good deal shorter, please. ".repeat(4),
      via: "change",
      words: 81,
    })),
    sources: many.map((i) => ({
      source: `A source with a long name, and more of it ${i} `.repeat(3),
      place: `page ${i}`,
      words: i,
    })),
  },
  people: many.map((i) => ({ name: `Person ${i}`, entries: 1 })),
  entries: [
    { kind: "typed", count: 100 },
    { kind: "patch", count: 20 },
  ],
  firstAt: at,
  lastAt: at,
};

test.each(["a4", "letter"] as const)("on %s", async (paper) => {
  const { bytes } = await renderPdf(null, {
    title: "Authorship",
    createdAt: new Date(at),
    content: authorshipContent(page, "UTC"),
    paper,
  });
  const { totalPages, text } = await extractText(bytes, { mergePages: true });
  expect(totalPages).toBe(1);
  const words = text.replaceAll(/\s+/g, " ");
  expect(words).toContain("and 72 more 5,832 90 %");
  expect(words).toContain("And 74 more questions.");
  expect(words).toContain("And 76 more sources.");
  expect(words).toContain("typed 100, change applied 20");
});
