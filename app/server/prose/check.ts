/*
 * Everything the rules can say about a text, in one list: grammar and spelling
 * by harper (English only), doubled words, spacing and unpaired marks in four
 * languages, and plain-language phrases when asked for. Which findings count as
 * sure follows what was measured: agreement, punctuation, capital letters, a/an
 * and run-together words are right nearly always, spelling one time in two.
 */
import { reportDefinedTerms } from "#core/defined-terms.ts";
import { contractionRules, englishRules } from "#core/english-rules.ts";
import { withoutOverlaps, type Finding, type FindingKind } from "#core/finding.ts";
import { looksLegal } from "#core/legal-text.ts";
import { mechanicalFindings, outsideProtected } from "#core/mechanical-rules.ts";
import { compilePhrases, findPhrases } from "#core/phrase-rules.ts";
import { dutchRules, germanRules, swedishRules } from "#core/plain-rules.ts";
import type { ProseLanguage } from "#core/sentences.ts";
import { checkGrammar, type GrammarLint } from "./harper.ts";
import { detectLanguage, dialectOf } from "./language.ts";

export type ProseCheck = {
  language: ProseLanguage;
  legal: boolean;
  findings: Finding[];
  /** False for a language without a grammar checker, or when the checker failed. */
  grammarChecked: boolean;
  /** Possible misspellings kept back: names, abbreviations, defined or repeated words. */
  hiddenSpellings: number;
  /** What was not done, one sentence each, for the reader. */
  limits: string[];
};

const phraseMatchers = {
  en: compilePhrases(englishRules),
  sv: compilePhrases(swedishRules),
  de: compilePhrases(germanRules),
  nl: compilePhrases(dutchRules),
};
const contractionMatcher = compilePhrases(contractionRules);

const languageNames: Record<ProseLanguage, string> = { en: "English", sv: "Swedish", de: "German", nl: "Dutch" };

/** Correctness: grammar, spelling, punctuation, doubled words, spacing. */
export async function checkCorrectness(text: string, signal: AbortSignal): Promise<ProseCheck> {
  const language = detectLanguage(text) ?? "en";
  const legal = looksLegal(text);
  const own = mechanicalFindings(text, language);
  const limits: string[] = [];
  if (language !== "en") {
    limits.push(
      `There is no grammar check for ${languageNames[language]} without a language model; only doubled words, spacing and unpaired marks were checked.`,
    );
    return { language, legal, findings: withoutOverlaps(own), grammarChecked: false, hiddenSpellings: 0, limits };
  }
  let lints: GrammarLint[] = [];
  let grammarChecked = true;
  try {
    lints = await checkGrammar(text, dialectOf(text), signal);
  } catch (error) {
    if (signal.aborted) throw error;
    grammarChecked = false;
    limits.push("The grammar checker failed on this text; only doubled words, spacing and unpaired marks were checked.");
  }
  const { findings, hiddenSpellings } = fromLints(text, lints, legal);
  limits.push("Rules see words and patterns: meaning, facts, tone and structure were not judged.");
  return {
    language,
    legal,
    findings: withoutOverlaps([...own, ...outsideProtected(findings, text)]),
    grammarChecked,
    hiddenSpellings,
    limits,
  };
}

export type PlainOptions = {
  /** Undefined: as the text itself looks. */
  legal?: boolean | undefined;
  contractions?: boolean | undefined;
};

/** Plain language: wordy phrases, clichés, machine wording, hedges, doubled words. */
export function checkPlainness(text: string, options: PlainOptions = {}): ProseCheck {
  const language = detectLanguage(text) ?? "en";
  const legal = options.legal ?? looksLegal(text);
  const phrases = findPhrases(text, phraseMatchers[language], legal);
  const contractions = options.contractions && language === "en" ? findPhrases(text, contractionMatcher, legal) : [];
  const doubled = mechanicalFindings(text, language).filter((finding) => finding.rule === "doubled-word");
  const limits = ["Only phrases in the rule tables were looked at; rhythm, voice and argument need a reader or a language model."];
  if (legal)
    limits.push(
      "The text reads as legal drafting, so words that may carry legal meaning (“shall”, “pursuant to”, “substantially”) were left alone.",
    );
  if (language !== "en") limits.push(`The table for ${languageNames[language]} is small.`);
  const findings = withoutOverlaps(outsideProtected([...doubled, ...phrases, ...contractions], text));
  return { language, legal, findings, grammarChecked: false, hiddenSpellings: 0, limits };
}

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

/** Rules of harper that were wrong or a matter of taste on most of 40 contracts, or that our own rules do better. */
const silenced = new Set(
  "NoFrenchSpaces Spaces UnclosedQuotes RepeatedWords OrthographicConsistency UseEllipsisCharacter NumericRangeEnDash DisjointPrefixes SplitWords MergeWords DiscourseMarkers IncludingButNotLimitedToPunctuation Damages CondenseAllThe".split(
    " ",
  ),
);

function fromLints(text: string, lints: readonly GrammarLint[], legal: boolean): { findings: Finding[]; hiddenSpellings: number } {
  const findings: Finding[] = [];
  const isKnown = knownWords(text);
  let hiddenSpellings = 0;
  for (const lint of lints) {
    // Style, Readability, Regionalism and Enhancement are taste; our own tables speak about those.
    const kind = kinds[lint.kind];
    if (!kind || lint.message === "" || silenced.has(lint.rule) || isListMarker(text, lint)) continue;
    const original = text.slice(lint.start, lint.end);
    const replacement = lint.suggestions.find((suggestion) => suggestion !== original) ?? null;
    if (lint.rule === "SpellCheck" && (isKnown(original) || replacement === null || !isNear(original, replacement))) {
      hiddenSpellings++;
      continue;
    }
    // A list of clauses ends its lines with full stops and begins them in lower case.
    if (lint.rule === "SentenceCapitalization" && (legal || !/[.!?]["'”’)]*\s+$/.test(text.slice(0, lint.start)))) continue;
    const sure = (sureKinds.has(lint.kind) || lint.rule === "AnA") && replacement !== null;
    const reason = lint.message.replaceAll("`", "“").replace(/“([^“]*)“/g, "“$1”");
    findings.push({ start: lint.start, end: lint.end, original, replacement, reason, kind, rule: `harper:${lint.rule}`, sure });
  }
  return { findings, hiddenSpellings };
}

/** "(i)", "i.", "a)" number a list. */
function isListMarker(text: string, { start, end }: { start: number; end: number }): boolean {
  return (
    end - start <= 2 &&
    /^[a-z]\.?$/i.test(text.slice(start, end)) &&
    (text[start - 1] === "(" || /^[.)]/.test(text.slice(end)) || text[end - 1] === ".")
  );
}

/** A misspelling is a slip: the same first letter and at most two letters off. "immunotherapy" is not "hypnotherapy". */
function isNear(word: string, suggestion: string): boolean {
  return (
    word[0]?.toLowerCase() === suggestion[0]?.toLowerCase() &&
    distance(word.toLowerCase(), suggestion.toLowerCase()) <= (word.length > 4 ? 2 : 1)
  );
}

/** Letters inserted, dropped, changed, or two neighbours swapped. */
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

/** Names, abbreviations, defined terms, and words the writer uses more than once are not misspelt. */
function knownWords(text: string): (word: string) => boolean {
  const terms = reportDefinedTerms(text).terms.map((one) => one.term.toLowerCase());
  const defined = new Set(terms.flatMap((term) => term.split(/\s+/)));
  const counts = new Map<string, number>();
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}'’-]+/gu)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return (word) => {
    const lower = word.toLowerCase();
    return /^\p{Lu}|\d|[@/\\_]|\p{Lu}\p{Lu}/u.test(word) || (counts.get(lower) ?? 0) > 1 || defined.has(lower);
  };
}
