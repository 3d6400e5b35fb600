import { expect, test } from "vitest";
import { draftExcerpt } from "./draft-excerpt.ts";

const section = (n: number) =>
  `## Part ${n}\n\n${Array.from({ length: 20 }, (_, at) => `Sentence ${at} of part ${n} says what it says about its matter.`).join("\n\n")}`;
const long = Array.from({ length: 100 }, (_, at) => section(at + 1)).join("\n\n");
const nowhere = { caret: null, passages: [] };

test("a text that fits is given whole", () => {
  expect(draftExcerpt("Short.", nowhere, 100)).toBeNull();
});

test("of a longer one, the outline and the text around the caret, in whole lines", () => {
  const caret = { before: "Sentence 7 of part 63 says", after: " what it says" };
  const excerpt = draftExcerpt(long, { caret, passages: [] }, 12_000)!;
  expect(excerpt.length).toBeLessThan(12_300);
  expect(excerpt).toMatch(/^Outline:\n## Part 1\n## Part 2\n[^]*## Part 100\n\nThe part given here:\n\n\[…\]\n\n/);
  expect(excerpt).toContain("Sentence 7 of part 63 says what it says about its matter.");
  expect(excerpt).not.toContain("Sentence 7 of part 20 ");
  for (const line of excerpt.split("\n").filter((line) => line.startsWith("Sentence"))) expect(line).toMatch(/matter\.$/);
});

test("around every chosen passage, in the order of the text", () => {
  const passages = [
    "Sentence 3 of part 90 says what it says about its matter.",
    "Sentence 3 of part 5 says what it says about its matter.",
  ];
  const excerpt = draftExcerpt(long, { caret: null, passages }, 12_000)!;
  const [first, second] = [excerpt.indexOf("Sentence 3 of part 5 "), excerpt.indexOf("Sentence 3 of part 90 ")];
  expect(first).toBeGreaterThan(0);
  expect(second).toBeGreaterThan(first);
  expect(excerpt).not.toContain("Sentence 3 of part 40 ");
});

test("without a place, the beginning; numbered paragraphs are an outline too", () => {
  const numbered = Array.from({ length: 400 }, (_, at) => `${at + 1}. The tenant ${"pays and ".repeat(30)}${at}.`).join("\n\n");
  const excerpt = draftExcerpt(numbered, nowhere, 8_000)!;
  expect(excerpt).toContain("Outline:\n1. The tenant");
  expect(excerpt.split("The part given here:")[1]).toMatch(/^\n\n1\. The tenant/);
  expect(excerpt.length).toBeLessThan(8_300);
});

test("one line without end is cut", () => {
  const excerpt = draftExcerpt("word ".repeat(10_000), nowhere, 2_000)!;
  expect(excerpt.length).toBeLessThan(2_300);
});
