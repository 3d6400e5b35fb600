/* Word files with extreme amounts of one thing: each is read in proportional time or refused with a message. */
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  withChanges,
  withComments,
  withFootnotes,
  withMergedCells,
  withNestedTables,
  withReferences,
  withSplits,
} from "#test/large-word-files.ts";
import { createExtraction, type Extraction } from "./extraction.ts";

let extraction: Extraction;
beforeAll(() => {
  extraction = createExtraction({ seconds: 60, children: 1 });
});
afterAll(() => extraction.close());

async function imported(bytes: Buffer) {
  const read = await extraction.import({ name: "large.docx", bytes });
  if (!read.ok) throw new Error(read.sentence);
  return read.document;
}

test("40,000 tracked changes, each in its place", { timeout: 100_000 }, async () => {
  const { changes } = await imported(withChanges(40_000));
  expect(changes.length).toBe(40_000);
  expect(changes.every(({ place }) => place !== undefined)).toBe(true);
});

test("20,000 paragraphs that were one", { timeout: 100_000 }, async () => {
  expect((await imported(withSplits(20_000))).changes.length).toBe(20_000);
});

test("40,000 comments of a program that gives paragraphs no ids: a thread each", { timeout: 100_000 }, async () => {
  expect((await imported(withComments(40_000))).comments.length).toBe(40_000);
});

test("2,000 comments that begin and never end: each is about no more than one made here", { timeout: 100_000 }, async () => {
  const { comments } = await imported(withComments(2_000, { areOpen: true }));
  expect(comments.length).toBe(2_000);
  expect(Math.max(...comments.map(({ anchor }) => anchor.about.length))).toBeLessThanOrEqual(20_000);
});

test("5,000 footnotes", { timeout: 100_000 }, async () => {
  expect((await imported(withFootnotes(5_000))).document.split('"footnote"').length).toBe(5_001);
});

test("20,000 cells, those below merged into those above", { timeout: 100_000 }, async () => {
  const { document } = await imported(withMergedCells(20_000));
  expect(document.split('"tableCell"').length).toBe(11);
});

test("5,000 references to clauses, with changes beside them", { timeout: 100_000 }, async () => {
  expect((await imported(withReferences(5_000))).changes.length).toBe(5_000);
});

test("tables within tables without end are refused", { timeout: 100_000 }, async () => {
  await expect(imported(withNestedTables(400))).rejects.toThrow("nested too deeply");
});
