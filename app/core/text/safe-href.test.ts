import { expect, test } from "vitest";
import { safeHref } from "./safe-href.ts";

test.each([
  ["https://bank.example/a?b=c@d", "https://bank.example/a?b=c@d"],
  ["mailto:ada@example.test", "mailto:ada@example.test"],
  ["https://bank.example@evil.example/", null],
  ["http://bank.example:80@evil.example", null],
  ["https:\\\\bank.example@evil.example", null],
  ["https:bank.example@evil.example", null],
  ["javascript:alert(1)", null],
])("%s may be %s", (address, expected) => {
  expect(safeHref(address)).toBe(expected);
});
