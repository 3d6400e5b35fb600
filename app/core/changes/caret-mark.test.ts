import { describe, expect, test } from "vitest";
import { caretExcerpt, markCaret } from "./caret-mark.ts";

const text = "# Notices\n\n10.1 Each party shall pay damages.\n\n10.2 Each party shall keep records.";

describe("the caret in a text", () => {
  test.each([
    ["in a line", { before: "10.1 Each party sh", after: "all pay damages.\n\nEach" }, "10.1 Each party sh‸all pay"],
    ["at the end of a block", { before: "Notices\n\nEach party shall pay damages.", after: "" }, "pay damages.‸\n\n10.2"],
    [
      "at the beginning of a block",
      { before: "Notices\n\n", after: "Each party shall keep records." },
      "10.2 ‸Each party shall keep",
    ],
  ])("%s", (_where, caret, marked) => {
    expect(markCaret(text, caret)).toContain(marked);
  });

  test.each([
    ["words that stand there twice", { before: "Each party shall ", after: "" }],
    ["words that are not there", { before: "The tenant", after: " leaves" }],
    ["an empty line", { before: "\n\n", after: "\n\n" }],
  ])("is nowhere with %s", (_what, caret) => {
    expect(markCaret(text, caret)).toBeNull();
  });

  test("an excerpt never begins or ends within a word", () => {
    const words = "liquidated damages for each breach ".repeat(20);
    const [before, after] = caretExcerpt({ before: words, after: words }).split("‸");
    expect(words.split(" ")).toContain(before!.split(" ")[0]);
    expect(words.split(" ")).toContain(after!.split(" ").at(-1));
  });
});
