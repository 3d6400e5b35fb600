import * as fc from "fast-check";
import { expect, test } from "vitest";
import { joinUnsent, reconcile } from "./reconcile.ts";

test.each([
  ["nothing changed elsewhere", "a", "ab", "a", { text: "ab", other: null }],
  ["only the other tab typed", "a", "a", "ax", { text: "ax", other: null }],
  ["both typed the same", "a", "ab", "ab", { text: "ab", other: null }],
  ["both typed something of their own", "a", "ab", "ax", { text: "ab", other: "ax" }],
  ["the other tab sent it", "a", "a", "", { text: "", other: null }],
  ["the other tab sent it while this one typed on", "a", "ab", "", { text: "ab", other: null }],
  ["the other tab typed on from here", "a", "ab", "abc", { text: "abc", other: null }],
])("%s", (_name, base, mine, stored, result) => {
  expect(reconcile(base, mine, stored)).toEqual(result);
});

test("what either tab typed is in the result, or was what stood there before", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 4 });
  fc.assert(
    fc.property(text, text, text, (base, mine, stored) => {
      const result = reconcile(base, mine, stored);
      const kept = [result.text, result.other ?? ""];
      for (const typed of [mine, stored]) {
        expect(typed === base || kept.some((one) => one.startsWith(typed))).toBe(true);
      }
    }),
  );
});

test("texts are joined under one another", () => {
  expect(joinUnsent("  ", "x")).toBe("x");
  expect(joinUnsent("a\n", "x")).toBe("a\n\nx");
});
