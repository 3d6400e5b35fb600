/*
 * What each language's prose for the patch tables consists of: a document as Markdown, passages to quote in every
 * typography, and patches with their expected outcomes.
 */
import type { Patch } from "#core/changes/patch.ts";

/** The exact characters of the text and their replacement; or the outcome that is no change. */
type Expected = readonly [from: string, to: string] | "several" | "not-found" | "already-applied" | "empty-original";

export type ProseCase = readonly [
  trap: string,
  original: string,
  replacement: string,
  expected: Expected,
  more?: Pick<Patch, "before" | "after" | "occurrence">,
];

export type Prose = { language: string; markdown: string; passages: readonly string[]; cases: readonly ProseCase[] };
