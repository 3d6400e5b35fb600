import { expect, test } from "vitest";
import { pageNumber } from "./numbering.ts";
import { cleanedFields, noFields } from "./production.ts";

const fields = {
  ...noFields,
  from: "Falcon Desk <projectfalcon@example.org>",
  subject: "Re: Project\tFalcon, at a price",
  name: "FALCON_price.txt",
  date: "2024-01-10 09:00:00",
  sha256: "abc",
};
const text = "The price of Falcon is a secret of ours. The price is high.";
const redacted = (words: string, more = "") => {
  const start = text.indexOf(words);
  return {
    text: text + more,
    redactions: [{ start, end: start + words.length, reason: "privileged" as const }],
    passages: [words],
  };
};

test("no field says what the text no longer says", () => {
  const cleaned = cleanedFields(fields, redacted("Falcon is a secret of ours"));
  expect(cleaned.from).toBe("[Redacted] Desk <[Redacted]@example.org>");
  // "price" stands elsewhere in the text, and stays; "a" does not.
  expect(cleaned.subject).toBe("Re: Project\t[Redacted], at [Redacted] price");
  expect(cleaned.name).toBe("[Redacted]_price.txt");
  expect(cleaned.date).toBe(fields.date);
  // The words could be guessed, and proved by it.
  expect(cleaned.sha256).toBe("");
});

test("a passage is in no field even if the text has its words elsewhere", () => {
  const cleaned = cleanedFields(fields, redacted("Falcon", " Falcon again."));
  expect(cleaned.subject).toBe("Re: Project\t[Redacted], at a price");
});

test("what is redacted in the family is in no field of its other documents", () => {
  const own = { text: "Something else", redactions: [], passages: ["Project Falcon"] };
  expect(cleanedFields(fields, own)).toEqual({ ...fields, subject: "Re: [Redacted], at a price" });
  expect(cleanedFields(fields, { ...own, passages: [] })).toEqual(fields);
});

test("numbers have as many digits as they were given, or as they need", () => {
  expect(pageNumber({ prefix: "PROD-", width: 6 }, 12)).toBe("PROD-000012");
  expect(pageNumber({ prefix: "A", width: 4 }, 123_456)).toBe("A123456");
});
