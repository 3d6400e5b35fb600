import { expect, test } from "vitest";
import { agreementFindings } from "./agreement-rules.ts";

function corrected(text: string): string {
  return agreementFindings(text)
    .toSorted((a, b) => b.start - a.start)
    .reduce((now, { start, end, replacement }) => now.slice(0, start) + replacement + now.slice(end), text);
}

test.each([
  ["The parties has agreed that it are binding.", "The parties have agreed that it is binding."],
  ["Our customers must to pay.", "Our customers must pay."],
  ["This agreement are made today. Each tenant have a key.", "This agreement is made today. Each tenant has a key."],
  [
    "It is clear that the landlords was late, because they was ill.",
    "It is clear that the landlords were late, because they were ill.",
  ],
  ["He don’t know. The seller do not deliver.", "He doesn’t know. The seller does not deliver."],
  ["Yes.\nBoth parties is bound.", "Yes.\nBoth parties are bound."],
])("%j", (text, right) => {
  expect(corrected(text)).toBe(right);
});

test.each([
  "One of the parties has agreed.",
  "The agreement between the parties has ended.",
  "The seller and the buyer have agreed.",
  "People who like it are happy.",
  "If the tenant were to leave, the deposit stays.",
  "A book that is a must to read.",
  "Disputes shall to the extent possible be settled.",
  "The tenants’ association has a key.",
  "Those who know it have paid.",
  "See `the parties has` in the code.",
  "Neither the seller nor the buyers have paid.",
])("%j stays", (text) => {
  expect(corrected(text)).toBe(text);
});
