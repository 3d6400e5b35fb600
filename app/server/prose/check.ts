/*
 * All rule-based findings on a text in one list: grammar and spelling by Harper (English only),
 * repeated words, spacing and unpaired marks in four languages, and plain-language phrases on
 * request.
 */
import { englishRules } from "#core/prose/english-rules.ts";
import { contractionRules } from "#core/prose/english-style-rules.ts";
import { withoutOverlaps, type Finding } from "#core/prose/finding.ts";
import { findingsOfLints } from "#core/prose/grammar-policy.ts";
import { looksLegal } from "#core/law/legal-text.ts";
import { dialectOf } from "#core/prose/prose-language.ts";
import { mechanicalFindings, outsideProtected } from "#core/prose/mechanical-rules.ts";
import { compilePhrases, findPhrases } from "#core/prose/phrase-rules.ts";
import { dutchRules, germanRules, swedishRules } from "#core/prose/plain-rules.ts";
import type { ProseLanguage } from "#core/text/sentences.ts";
import { agreementFindings } from "#core/prose/agreement-rules.ts";
import { checkGrammar } from "./harper.ts";
import { detectLanguage, otherLanguage } from "./language.ts";

export type ProseCheck = {
  /** One of the four supported languages, or another, for which nothing was checked. */
  language: string;
  legal: boolean;
  findings: Finding[];
  /** False for a language without a grammar checker, or if the checker failed. */
  grammarChecked: boolean;
  /** Where the grammar check ended: the text's length, or less if it ran out of time. */
  grammarCheckedTo: number;
  /** Possible misspellings that were suppressed: names, abbreviations, defined or repeated words. */
  hiddenSpellings: number;
  /** What wasn't checked, one sentence each, for the reader. */
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

/** Tools have a minute; a book is checked as far as this allows. */
const grammarBudgetMs = 40_000;

type Found = { isOther: false; language: ProseLanguage } | { isOther: true; language: string };

function languageIn(text: string): Found {
  const language = detectLanguage(text);
  const other = language === null ? otherLanguage(text) : null;
  return other === null ? { isOther: false, language: language ?? "en" } : { isOther: true, language: other };
}

/** One language's rules only yield false positives in another. */
function notChecked(language: string, text: string): ProseCheck {
  const name = new Intl.DisplayNames(["en"], { type: "language" }).of(language) ?? language;
  const limits = [`There are no rules for ${name} here: nothing was checked.`];
  const nothing = { findings: [], grammarChecked: false, grammarCheckedTo: 0, hiddenSpellings: 0 };
  return { language, legal: looksLegal(text), ...nothing, limits };
}

/** Correctness: grammar, spelling, punctuation, repeated words, spacing. */
export async function checkCorrectness(text: string, signal: AbortSignal): Promise<ProseCheck> {
  const found = languageIn(text);
  if (found.isOther) return notChecked(found.language, text);
  const { language } = found;
  const legal = looksLegal(text);
  const own = [...mechanicalFindings(text, language), ...(language === "en" ? agreementFindings(text) : [])];
  const limits: string[] = [];
  if (language !== "en") {
    limits.push(
      `There is no grammar check for ${languageNames[language]} without a language model; only doubled words, spacing and unpaired marks were checked.`,
    );
    return {
      language,
      legal,
      findings: withoutOverlaps(own),
      grammarChecked: false,
      grammarCheckedTo: 0,
      hiddenSpellings: 0,
      limits,
    };
  }
  let lints: ReturnType<typeof findingsOfLints> = { findings: [], hiddenSpellings: 0 };
  let checkedTo = text.length;
  let grammarChecked = true;
  try {
    const grammar = await checkGrammar(text, dialectOf(text), signal, grammarBudgetMs);
    lints = findingsOfLints(text, grammar.lints, legal);
    checkedTo = grammar.checkedTo;
    if (checkedTo < text.length)
      limits.push(
        "The text is long: grammar and spelling were checked only to the place given; the rest for doubled words, spacing and unpaired marks.",
      );
  } catch (error) {
    if (signal.aborted) throw error;
    grammarChecked = false;
    limits.push("The grammar checker failed on this text; only doubled words, spacing and unpaired marks were checked.");
  }
  limits.push("Rules see words and patterns: meaning, facts, tone and structure were not judged.");
  const findings = withoutOverlaps([...own, ...outsideProtected(lints.findings, text)]);
  return {
    language,
    legal,
    findings,
    grammarChecked,
    grammarCheckedTo: grammarChecked ? checkedTo : 0,
    hiddenSpellings: lints.hiddenSpellings,
    limits,
  };
}

export type PlainOptions = {
  /** Undefined: detected from the text. */
  legal?: boolean | undefined;
  contractions?: boolean | undefined;
};

/** Plain language: wordy phrases, clichés, machine-like wording, hedges, repeated words. */
export function checkPlainness(text: string, options: PlainOptions = {}): ProseCheck {
  const found = languageIn(text);
  if (found.isOther) return notChecked(found.language, text);
  const { language } = found;
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
  return { language, legal, findings, grammarChecked: false, grammarCheckedTo: 0, hiddenSpellings: 0, limits };
}
