import { expect, test } from "vitest";
import { plainText, searchDocs, type DocSection } from "./docs-search.ts";

const section = (title: string, text: string): DocSection => ({ page: "Guide", title, to: `/docs#${title}`, text });
const sections = [
  section("Patches", "A proposed change shows **words** struck out. Press `Apply`."),
  section("Citations", "A mark in an answer names its source. It can be applied to résumés."),
  section("Shortcuts", "| keys | what |\n|---|---|\n| Ctrl+K | every action |"),
];
const found = (question: string) => searchDocs(sections, question).map(({ title }) => title);

test("every word has to be there, as the beginning of a word", () => {
  expect(found("struck words")).toEqual(["Patches"]);
  expect(found("appl")).toEqual(["Patches", "Citations"]);
  expect(found("struck source")).toEqual([]);
  expect(found("truck")).toEqual([]);
});

test("case and accents do not matter, and a title counts more than a text", () => {
  expect(found("RESUME")).toEqual(["Citations"]);
  expect(found("ctrl")).toEqual(["Shortcuts"]);
  expect(searchDocs([section("A", "patch patch patch"), section("Patch", "nothing")], "patch")[0]?.title).toBe("Patch");
});

test("no question, no answers", () => {
  expect(found("")).toEqual([]);
  expect(found(" … ")).toEqual([]);
});

test("an excerpt stands round the first match, in whole words", () => {
  const text = `${"before ".repeat(60)}the needle here ${"after ".repeat(60)}`;
  const { excerpt } = searchDocs([section("A", text)], "needle")[0]!;
  expect(excerpt).toContain("the needle here after");
  expect(excerpt).toMatch(/^…before .* after…$/);
  expect(excerpt.length).toBeLessThan(300);
});

test("Markdown is read without its signs", () => {
  expect(plainText("## A\n\n- *one* [two](/x)\n\n| a | b |\n|---|---|\n| `c` | d |\n\n```sh\nnpm start\n```")).toBe(
    "A one two a b c d npm start",
  );
});
