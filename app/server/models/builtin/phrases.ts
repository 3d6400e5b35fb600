/*
 * Every sentence the built-in editor says about itself, in four languages. They speak of rules and
 * findings, never as if it had understood.
 */
import type { ProseLanguage } from "#core/text/sentences.ts";
import { dutchPhrases } from "./dutch-phrases.ts";
import { englishPhrases } from "./english-phrases.ts";
import { germanPhrases } from "./german-phrases.ts";
import { swedishPhrases } from "./swedish-phrases.ts";

export type Phrases = {
  label: string;
  addModel: string;
  greeting: string;
  about: string;
  thanks: string;
  noText: string;
  /** The number of changes found, and how many are less certain. */
  found: (changes: number, unsure: number) => string;
  foundPlain: (changes: number) => string;
  nothingFound: string;
  nothingPlain: string;
  worthALook: string;
  line: string;
  notJudged: string;
  noGrammar: string;
  grammarFailed: string;
  grammarPartly: (line: number) => string;
  hiddenSpellings: (count: number) => string;
  legalLeftAlone: string;
  shortenLimit: string;
  evaluated: string;
  shortText: string;
  measure: string;
  value: string;
  evaluateLimit: string;
  verifiedShare: (verified: number, citations: number) => string;
  figures: Record<
    | "words"
    | "sentences"
    | "paragraphs"
    | "wordsPerSentence"
    | "longest"
    | "flesch"
    | "grade"
    | "lix"
    | "passive"
    | "wordsPerParagraph"
    | "longSentences",
    string
  >;
  lengths: string;
  longOnes: string;
  checks: Record<"unused" | "twice" | "case" | "undefined" | "missing" | "figures" | "marks", string>;
  doubtful: string;
  nothingWrong: string;
  meanings: Record<string, string>;
  excerpts: string;
  excerptsOfText: string;
  notFound: string;
  notFoundText: string;
  unreadable: string;
  under: string;
  paragraph: string;
  page: string;
  textOf: string;
  outline: (type: string, words: number) => string;
  outlineNoNotes: string;
  template: (name: string, open: number) => string;
  review: string;
  writtenFor: string;
  englishOnly: string;
  proseNeedsModel: string;
  unknownKind: string;
  cannotSummarize: string;
  cannotTranslate: string;
  noSources: string;
  cannot: string;
  failed: string;
  noWeb: string;
  earlierText: string;
};

const all: Record<ProseLanguage, Phrases> = { en: englishPhrases, sv: swedishPhrases, de: germanPhrases, nl: dutchPhrases };

export function phrasesFor(language: ProseLanguage): Phrases {
  return all[language];
}
