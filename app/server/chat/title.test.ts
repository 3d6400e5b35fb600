import { expect, test } from "vitest";
import { cleanTitle, firstWords } from "./title.ts";

test.each([
  ["Write an essay", "Write an essay"],
  ["  # Write\n\n**an** essay  ", "Write an essay"],
  [`${"word ".repeat(30)}`, `${"word ".repeat(12).trim()}…`],
  ["x".repeat(200), `${"x".repeat(60)}…`],
  ["   ", "New chat"],
])("the first words of %j", (question, title) => {
  expect(firstWords(question)).toBe(title);
});

test("a question of files alone is named after the first", () => {
  expect(firstWords("", [{ name: "lease.pdf" }])).toBe("lease.pdf");
});

test.each([
  ["Notice periods in leases", "Notice periods in leases"],
  ['"Notice periods in leases."\n\nI hope this helps!', "Notice periods in leases"],
  ["Title: **Notice periods**", "Notice periods"],
  ["<think>The user wants…</think>\nNotice periods", "Notice periods"],
  ["<think>never closed", null],
  ["", null],
  ["a very long sentence ".repeat(9), null],
])("the title in %j", (said, title) => {
  expect(cleanTitle(said)).toBe(title);
});
