/*
 * Which of harper's findings are shown, and which count as sure, based on
 * measurements: agreement, punctuation, capitalization, a/an and run-together
 * words are nearly always right; spelling is right half the time, and hardly
 * ever on names, terms and abbreviations.
 */
import { reportDefinedTerms } from "../clauses/defined-terms.ts";
import type { Finding, FindingKind } from "./finding.ts";
import type { GrammarLint } from "./grammar-lint.ts";

const kinds: Record<string, FindingKind> = {
  Agreement: "agreement",
  BoundaryError: "grammar",
  Capitalization: "capitalization",
  Punctuation: "punctuation",
  Repetition: "repetition",
  Grammar: "grammar",
  WordOrder: "grammar",
  Miscellaneous: "grammar",
  Spelling: "spelling",
  Typo: "spelling",
  WordChoice: "word-choice",
  Usage: "word-choice",
  Eggcorn: "word-choice",
  Malapropism: "word-choice",
  Nonstandard: "word-choice",
  Redundancy: "wordiness",
  Formatting: "spacing",
};
const sureKinds = new Set(["Agreement", "BoundaryError", "Capitalization", "Punctuation", "Repetition"]);

const words = (list: string) => new Set(list.split(" "));

/** Rules that were wrong, or a matter of taste, on most of 40 contracts, or that our own rules do better. */
const silenced = words(
  "NoFrenchSpaces Spaces UnclosedQuotes RepeatedWords OrthographicConsistency UseEllipsisCharacter NumericRangeEnDash DisjointPrefixes SplitWords MergeWords DiscourseMarkers IncludingButNotLimitedToPunctuation Damages CondenseAllThe OkToOkay CompoundNouns Worldwide ExpandMemoryShorthands Insofar WrongNegative CurrencyPlacement",
);

/** Wrong only in contracts and statutes: "to effect the transfer", "prior to their being placed", "a writing". */
const silencedInLaw = words(
  "NounVerbConfusion MissingTo MassNouns TheirToTheyre TheirToThere InflectedVerbAfterTo SentenceCapitalization RedundantThat",
);

const latin = words(
  "mutatis mutandis pari passu inter alia ipso facto ultra vires prima facie bona fide pro rata nulla poena lex specialis res judicata obiter dicta locus standi",
);

export function findingsOfLints(
  text: string,
  lints: readonly GrammarLint[],
  legal: boolean,
  /** When checking a single paragraph, the words known from the whole document. */
  isKnown = knownWords(text),
): { findings: (Finding & { suggestions: readonly string[] })[]; hiddenSpellings: number } {
  const findings: (Finding & { suggestions: readonly string[] })[] = [];
  let hiddenSpellings = 0;
  for (const lint of lints) {
    // Style, Readability, Regionalism and Enhancement are taste, which our own tables cover.
    const kind = kinds[lint.kind];
    if (!kind || lint.message === "" || silenced.has(lint.rule) || (legal && silencedInLaw.has(lint.rule)) || isLabel(text, lint))
      continue;
    const original = text.slice(lint.start, lint.end);
    const replacement = lint.suggestions.find((suggestion) => suggestion !== original) ?? null;
    if (lint.rule === "SpellCheck" && (isKnown(original) || replacement === null || !isNear(original, replacement))) {
      hiddenSpellings++;
      continue;
    }
    if (lint.rule === "SentenceCapitalization" && !/[.!?]["'”’)]*\s+$/.test(text.slice(Math.max(0, lint.start - 8), lint.start)))
      continue;
    // Words in all capitals are deliberate.
    if (replacement !== null && isShouted(original) && !isShouted(replacement)) continue;
    const sure = (sureKinds.has(lint.kind) || lint.rule === "AnA") && lint.rule !== "ItsContraction" && replacement !== null;
    const reason = lint.message.replaceAll("`", "“").replace(/“([^“]*)“/g, "“$1”");
    const place = { start: lint.start, end: lint.end, original, replacement };
    findings.push({ ...place, suggestions: lint.suggestions, reason, kind, rule: `harper:${lint.rule}`, sure });
  }
  return { findings, hiddenSpellings };
}

function isShouted(words: string): boolean {
  return /\p{Lu}{2}/u.test(words) && words === words.toUpperCase();
}

/** A letter used as a label: "(i)", "a)", "Exhibit A", "section 66A", "i-on". */
function isLabel(text: string, { start, end }: { start: number; end: number }): boolean {
  const original = text.slice(start, end);
  if (!/^[a-z]\.?$/i.test(original)) return false;
  const before = text.slice(Math.max(0, start - 20), start);
  const after = text.slice(end, end + 2);
  if (/[(\p{L}\p{N}"“_-]$/u.test(before) || /^[.)\]"”_-]/.test(after) || original.endsWith(".")) return true;
  return /^[A-Z]$/.test(original) && original !== "I" && /[\p{L}\p{N}]\s+$/u.test(before);
}

/** A misspelling keeps the first letter and is at most two edits off: "immunotherapy" isn't "hypnotherapy". */
function isNear(word: string, suggestion: string): boolean {
  return (
    word[0]?.toLowerCase() === suggestion[0]?.toLowerCase() &&
    distance(word.toLowerCase(), suggestion.toLowerCase()) <= (word.length > 4 ? 2 : 1)
  );
}

/** Damerau-Levenshtein: letters inserted, dropped or changed, or two neighbors swapped. */
function distance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = rows[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      row[j] = Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, change);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) row[j] = Math.min(row[j]!, rows[i - 2]![j - 2]! + 1);
    }
    rows.push(row);
  }
  return rows[a.length]![b.length]!;
}

/** Names, abbreviations, defined terms, and words used more than once aren't misspellings. */
export function knownWords(text: string): (word: string) => boolean {
  const terms = reportDefinedTerms(text).terms.map((one) => one.term.toLowerCase());
  const defined = new Set(terms.flatMap((term) => term.split(/\s+/)));
  const counts = new Map<string, number>();
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}'’-]+/gu)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return (word) => {
    const lower = word.toLowerCase();
    return /^\p{Lu}|\d|[@/\\_]|\p{Lu}\p{Lu}/u.test(word) || (counts.get(lower) ?? 0) > 1 || defined.has(lower) || latin.has(lower);
  };
}
