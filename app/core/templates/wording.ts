/*
 * The words by which a text of the library is found again in drafts. They are plain runs of a sentence, without blanks,
 * quotation marks or formatting, because those differ between a template and what was made of it.
 */
import type { LibraryItem } from "./library-file.ts";
import { parseBody } from "./template-body.ts";
import type { Template } from "./template.ts";

/** `name`: of a clause's variant; empty for a template. */
export type Wording = { name: string; runs: readonly string[] };

const mostRuns = 8;
const leastWords = 5;
/** A text with a single run is found by that alone, so it has to be a long one. */
const leastWordsAlone = 8;

/** None of what has no words of its own to be found by: blanks and short phrases only, or another kind of item. */
export function wordingsOf(item: LibraryItem): Wording[] {
  const texts =
    item.shelf === "clauses"
      ? item.clause.variants
      : item.shelf === "templates"
        ? [{ name: "", text: alwaysIn(item.template) }]
        : [];
  return texts
    .map(({ name, text }) => ({ name, runs: runsOf(text) }))
    .filter(({ runs }) => runs.length > 1 || wordsIn(runs[0] ?? "") >= leastWordsAlone);
}

/** What a draft has whatever is filled in. */
function alwaysIn({ body }: Template): string {
  return parseBody(body)
    .map((piece) => (piece.kind === "words" ? piece.words : blank))
    .join("");
}

/** Ends a run. */
const blank = "\n\n";

function runsOf(text: string): string[] {
  const paragraphs = text.replaceAll(/\{\{[^{}]*\}\}/gu, blank).split(/\n\s*\n|\n(?=\s*(?:[-*+#>|]|\d+[.)]))/u);
  const runs = paragraphs.flatMap((one) => one.replaceAll(/\s+/gu, " ").split(/[^\p{L}\p{N}\p{M} ,-]|(?<=\s)-|-(?=\s)/u));
  const distinct = new Set(runs.map((one) => one.replaceAll(/^[\s,-]+|[\s,-]+$/gu, "")));
  return [...distinct]
    .filter((one) => wordsIn(one) >= leastWords)
    .toSorted((a, b) => b.length - a.length)
    .slice(0, mostRuns);
}

const wordsIn = (run: string) => (run === "" ? 0 : run.split(" ").length);

/**
 * By which of a wording's runs are in a text: it is there `whole`, or `changed` when at least two runs and most of the
 * words are. A single run can be a phrase that many texts have.
 */
export function wordingIn(isThere: readonly boolean[], { runs }: Wording): "whole" | "changed" | null {
  if (runs.every((_, i) => isThere[i])) return "whole";
  const found = runs.filter((_, i) => isThere[i]);
  return found.length > 1 && lengthOf(found) * 2 > lengthOf(runs) ? "changed" : null;
}

export const lengthOf = (runs: readonly string[]) => runs.reduce((sum, run) => sum + run.length, 0);
