import { expect, test } from "vitest";
import { referenceNoun } from "./reference-nouns.ts";
import type { ReferenceTarget } from "./references.ts";

const to = (kind: ReferenceTarget["kind"], label: string) => ({ kind, label, pos: 0, id: null, words: "" });

test.each<[target: ReferenceTarget, language: string | null, before: string, noun: string]>([
  [to("clause", "7.2"), null, "as stated in ", "clause\u00a0"],
  [to("clause", "7.2"), "sv-SE", "enligt ", "punkt\u00a0"],
  [to("clause", "7.2"), "de", "nach ", "Ziffer\u00a0"],
  [to("clause", "7.2"), "nl", "", "artikel\u00a0"],
  [to("clause", "7.2"), "fr", "", "clause\u00a0"],
  [to("heading", "3"), "en", "", "section\u00a0"],
  [to("footnote", "3"), "en", "see ", "note\u00a0"],
  [to("clause", "7.2"), "en", "under Clause ", ""],
  [to("clause", "7.2"), "en", "under clauses 7.1 and ", ""],
  [to("clause", "7.2"), "de", "nach Ziff. ", ""],
  [to("heading", "Payment"), "en", "see ", ""],
])("before %j in %s after %j", (target, language, before, noun) => {
  expect(referenceNoun(target, language, before)).toBe(noun);
});
