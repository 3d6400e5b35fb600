import { expect, test } from "vitest";
import { findOnPage, recognisedItems, type PlacedText } from "./words-on-page.ts";
import type { RecognisedPage } from "./recognised-page.ts";

/** Each line is one run as wide as the page. */
const page = (lines: readonly string[]): PlacedText[] =>
  lines.map((text, at) => ({
    text,
    boxOf: (from, to) => ({ left: from / text.length, right: to / text.length, top: at, bottom: at + 1 }),
  }));
const linesFound = (lines: readonly string[], words: string) => {
  const found = findOnPage(page(lines), words);
  return found === null
    ? null
    : found.boxes.map(({ left, right, top }) =>
        lines[top]!.slice(Math.round(left * lines[top]!.length), Math.round(right * lines[top]!.length)),
      );
};

test.each<[string[], string, string[] | null]>([
  [["The price is due", "within thirty days."], "due within thirty", ["due", "within thirty"]],
  [["The Supplier gives no-", "tice in writing."], "gives notice in", ["gives no", "tice in"]],
  [["A long-", "term lease."], "long-term lease", ["long", "term lease"]],
  [["Fee", "EUR 1,250.50"], "Fee | EUR 1,250.50", ["Fee", "EUR 1,250.50"]],
  [["the “o\ufb03ce” of the buyer"], 'the "office" of', ["the “o\ufb03ce” of"]],
  [["Köparen ska betala"], "köparen ska", ["Köparen ska"]],
  [["Something else entirely."], "The price is due within thirty days.", null],
  [["Something else."], "|", null],
])("%j: %s", (lines, words, found) => {
  expect(linesFound(lines, words)).toEqual(found);
});

test("words that a page breaks are found on either page", () => {
  const words = "Either party may give notice six months before the end of a year.";
  const first = findOnPage(page(["Notice", "Either party may give notice", "six months"]), words);
  expect(first?.isPart).toBe(true);
  expect(first!.boxes.map(({ top }) => top)).toEqual([1, 2]);
  expect(linesFound(["before the end of a year. Next."], words)).toEqual(["before the end of a year"]);
});

test("recognized words stand where they are on the upright page", () => {
  const recognised: RecognisedPage = {
    page: 1,
    turn: 90,
    width: 100,
    height: 200,
    sure: 90,
    lines: [{ baseline: 20, size: 10, words: [["Notice", 10, 10, 30, 20, 90]] }],
  };
  const found = findOnPage(recognisedItems(recognised), "notice");
  expect(found!.boxes).toEqual([{ left: 0.1, top: 0.05, right: 0.3, bottom: 0.1 }]);
});
