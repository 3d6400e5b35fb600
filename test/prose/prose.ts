/*
 * What a language's prose for the tables of patches consists of: a document as
 * Markdown, passages of it to be quoted in every typography there is, and
 * patches with what has to come of each.
 */
import type { Patch } from "#core/changes/patch.ts";

/** These very characters of the text, and what stands there afterwards; or the answer that is no change. */
type Expected = readonly [from: string, to: string] | "several" | "not-found" | "already-applied" | "empty-original";

export type ProseCase = readonly [
  trap: string,
  original: string,
  replacement: string,
  expected: Expected,
  more?: Pick<Patch, "before" | "after" | "occurrence">,
];

export type Prose = { language: string; markdown: string; passages: readonly string[]; cases: readonly ProseCase[] };
