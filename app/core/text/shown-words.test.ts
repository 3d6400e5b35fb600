import { expect, test } from "vitest";
import { shownWords } from "./shown-words.ts";

function around(message: string, word: string): string {
  const start = message.indexOf(word);
  return shownWords(message, { start, end: start + word.length }).text;
}

test("Markdown and markers are left out, what they enclose is kept", () => {
  const message = "Here it is.\n\nBEGIN DRAFT\n# Notice\n\n**All fees** are due, see [the act](https://example.org).\nEND DRAFT\n";
  expect(around(message, "fees").split(/\s+/).join(" ").trim()).toBe("Here it is. Notice All fees are due, see the act.");
});

test("of a long message only the lines around the place are read", () => {
  const message = `${"A line.\n".repeat(500)}**here**\n${"Another.\n".repeat(500)}`;
  const start = message.indexOf("here");
  const { text, isCut } = shownWords(message, { start, end: start + 4 });
  expect(isCut).toBe(true);
  expect(text.length).toBeLessThan(2500);
  expect(text).toContain("\nhere\n");
  expect(text.startsWith("A line.")).toBe(true);
});

test("one endless line is cut around the place", () => {
  const message = `${"x".repeat(100_000)} **here** ${"y".repeat(100_000)}`;
  expect(around(message, "here").length).toBeLessThan(2500);
  expect(around(message, "here")).toContain(" here ");
});
