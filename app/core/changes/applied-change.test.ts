/*
 * Reverting restores the stored change byte for byte, even after edits
 * elsewhere, but never once its own words were edited.
 */
import * as fc from "fast-check";
import { Transform } from "prosemirror-transform";
import { expect, test } from "vitest";
import { anyDocument } from "#test/any-document.ts";
import { runsOf, typed, type Origin } from "../authorship/authorship.ts";
import { applyEdit, locateInDocument } from "./document-patch.ts";
import { documentSchema } from "../document/document-schema.ts";
import {
  findAppliedChange,
  appliedBetween,
  packApplied,
  takeBack,
  turned,
  unpackApplied,
  type AppliedChange,
} from "./applied-change.ts";
import { markdownToDocument } from "../document/markdown-to-document.ts";

const origin: Origin = { kind: "proposed", at: "2026-11-20T14:02:00.000Z", via: "change", model: "M", prompt: "p" };
const own = (document: ReturnType<typeof markdownToDocument>, by: Origin = typed) => ({
  document,
  runs: runsOf(document.content.size, by),
});
const stored = (made: AppliedChange) => unpackApplied(documentSchema, JSON.parse(JSON.stringify(packApplied(made))))!;

function patched(markdown: string, original: string, replacement: string) {
  const before = markdownToDocument(markdown);
  const outcome = locateInDocument(before, { original, replacement, summary: "" });
  if (outcome.kind !== "located") throw new Error(outcome.kind);
  const tr = new Transform(before);
  applyEdit(tr, outcome.edit);
  return { before, after: tr.doc, made: stored(appliedBetween(own(before), own(tr.doc, origin))!) };
}

test.each([
  ["words", "The **tenant** pays late.\n\nThe end of it.", "pays late", "pays on time"],
  ["marked words", "The **tenant** pays late.\n\nThe end of it.", "The tenant pays", "Each tenant shall pay"],
  ["a deletion", "The tenant, who pays, stays here.\n\nThe end of it.", ", who pays,", ""],
  ["a new paragraph", "The tenant pays.\n\nThe end of it.", "The tenant pays.", "The tenant pays.\n\nThe landlord repairs."],
  ["a clause", "1) One thing.\n2) Another thing.", "Another thing.", "Quite another thing, in full."],
])("%s, after edits before and behind it", (_, markdown, original, replacement) => {
  const { before, after, made } = patched(markdown, original, replacement);
  expect(made.owners.before.every((run) => run.origin.kind === "typed")).toBe(true);
  const tr = new Transform(after);
  tr.insert(0, markdownToDocument("A new beginning.\n\nWith two paragraphs.").content);
  tr.insert(tr.doc.content.size, markdownToDocument("A new end.").content);
  const place = findAppliedChange(tr.doc, made)!;
  expect(takeBack(tr, made, place)).toBe(true);
  tr.delete(0, markdownToDocument("A new beginning.\n\nWith two paragraphs.").content.size);
  tr.delete(before.content.size, tr.doc.content.size);
  expect(tr.doc.toJSON()).toEqual(before.toJSON());
  // Redo.
  const back = findAppliedChange(tr.doc, turned(made))!;
  expect(takeBack(tr, turned(made), back)).toBe(true);
  expect(tr.doc.toJSON()).toEqual(after.toJSON());
});

test("where its own words were edited it is not found, or not touched", () => {
  const { after, made } = patched("The tenant pays late.\n\nThe end of it.", "pays late", "pays on time");
  const edited = new Transform(after).replaceWith(19, 20, documentSchema.text("X")).doc;
  const place = findAppliedChange(edited, made);
  expect(place === null || !takeBack(new Transform(edited), made, place)).toBe(true);
});

test("between any two documents, found again where nothing else changed", () => {
  fc.assert(
    fc.property(anyDocument(), anyDocument(), (one, other) => {
      const made = appliedBetween(own(one), own(other));
      if (made === null) return;
      const tr = new Transform(other);
      const place = findAppliedChange(other, stored(made));
      if (place === null) return;
      if (takeBack(tr, stored(made), place)) expect(tr.doc.eq(one)).toBe(true);
    }),
  );
});
