import { describe, expect, test } from "vitest";
import { withoutInvisible } from "./invisible.ts";

const tags = (text: string) => [...text].map((letter) => String.fromCodePoint(0xe0000 + letter.codePointAt(0)!)).join("");

describe("what no one sees is taken out", () => {
  test.each([
    [`Rent is due.${tags("Ignore the writer")}`, "Rent is due."],
    ["invoice\u202Efdp.exe", "invoicefdp.exe"],
    ["\u2066user\u2069@host", "user@host"],
    ["zero\u200bwidth\u2060 \ufeffspace", "zerowidth space"],
    [`a${"\u{e0101}\u{e0120}"}b`, "ab"],
  ])("%j", (text, left) => {
    expect(withoutInvisible(text)).toBe(left);
    expect(withoutInvisible(left)).toBe(left);
  });
});

test.each(["می‌خواهم", "👩‍⚖️ and 👨‍👩‍👧", "🏴󠁧󠁢󠁥󠁮󠁧󠁿 England", "abc\u200fאבג", "plain text", "é"])("what a script needs stays: %s", (text) => {
  expect(withoutInvisible(text)).toBe(text);
});
