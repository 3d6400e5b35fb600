/* Fields that are lines of the question. */
import { expect, test } from "vitest";
import { fieldIn, fieldsOf, withField } from "./type-fields.ts";
import { legalTypes, writingTypes } from "./writing-types.ts";

test("every kind of text has three, each with a name of its own", () => {
  for (const { id } of [...writingTypes, ...legalTypes]) {
    const labels = fieldsOf(id).map(({ label }) => label);
    expect([id, labels.length, new Set(labels).size]).toEqual([id, 3, 3]);
  }
  expect(fieldsOf("poem")).toEqual([]);
});

test.each([
  ["an empty question", "", "Readers", "students", "Readers: students"],
  ["below the words", "Should cities ban cars?", "Readers", "students", "Should cities ban cars?\n\nReaders: students"],
  ["below another field", "Words.\n\nReaders: students", "Length", "900 words", "Words.\n\nReaders: students\nLength: 900 words"],
  ["a changed one", "Words.\n\nReaders: a\nLength: b", "Readers", "c $& d", "Words.\n\nReaders: c $& d\nLength: b"],
  ["an emptied one", "Words.\n\nReaders: a\nLength: b", "Readers", "", "Words.\n\nLength: b"],
  ["the last one emptied", "Words.\n\nReaders: a", "Readers", "", "Words."],
  ["nothing to empty", "Words.", "Readers", "", "Words."],
  ["of several lines", "", "Readers", "a\n b", "Readers: a b"],
])("%s", (_, question, label, value, expected) => {
  const made = withField(question, label, value);
  expect(made).toBe(expected);
  expect(fieldIn(made, label)).toBe(value.replace("\n ", " "));
});

test("a space that is being typed stays, and words that only mention the name are no field", () => {
  expect(fieldIn(withField("", "Readers", "new "), "Readers")).toBe("new ");
  expect(fieldIn("My Readers: they differ.", "Readers")).toBe("");
});
