/*
 * Readability measures. English: Flesch reading ease (Flesch 1948) and the
 * Flesch-Kincaid grade (Kincaid 1975), with counted syllables. All languages:
 * LIX (Björnsson 1968), which needs no syllables. They reflect only word and
 * sentence length; a clear text can score badly.
 */
import { syllable } from "syllable";
import { splitParagraphs, splitSentences, splitWords, type Piece, type ProseLanguage } from "../text/sentences.ts";

/** Sentences with more words are listed as long. */
export const longSentenceWords = 30;

export type Readability = {
  language: ProseLanguage;
  words: number;
  sentences: number;
  paragraphs: number;
  characters: number;
  wordsPerSentence: number;
  /** Flesch reading ease, about 0 (very hard) to 100 (very easy); English only. */
  flesch: number | null;
  /** Years of schooling; English only. */
  fleschKincaidGrade: number | null;
  lix: number;
  /** How many sentences have up to 10, 20, 30, 40, and more than 40 words. */
  sentenceLengths: { upTo10: number; upTo20: number; upTo30: number; upTo40: number; over40: number };
  longestSentence: number;
  longSentences: (Piece & { words: number })[];
  /** Share of sentences with a passive verb, 0 to 1; English only. */
  passiveShare: number | null;
  passives: Piece[];
  wordsPerParagraph: number;
  longestParagraph: number;
};

/** Null if the text has no words. */
export function measureReadability(text: string, language: ProseLanguage): Readability | null {
  const sentences = splitSentences(text, language)
    .map((sentence) => Object.assign(sentence, { list: splitWords(sentence.text, language) }))
    .filter((sentence) => sentence.list.length > 0);
  const words = sentences.flatMap((sentence) => sentence.list);
  if (words.length === 0) return null;
  const english = language === "en";
  const lengths = sentences.map((sentence) => sentence.list.length);
  const paragraphs = wordCounts(splitParagraphs(text), sentences);
  const wordsPerSentence = words.length / sentences.length;
  const syllables = english ? syllablesOf(words) / words.length : 0;
  const longWords = words.filter((word) => [...word.text].length > 6).length;
  const passives = english ? sentences.flatMap((sentence) => findPassives(sentence.text, sentence.start).slice(0, 1)) : [];
  return {
    language,
    words: words.length,
    sentences: sentences.length,
    paragraphs: paragraphs.length,
    characters: [...text].length,
    wordsPerSentence: round(wordsPerSentence),
    flesch: english ? round(206.835 - 1.015 * wordsPerSentence - 84.6 * syllables) : null,
    fleschKincaidGrade: english ? Math.max(0, round(0.39 * wordsPerSentence + 11.8 * syllables - 15.59)) : null,
    lix: round(wordsPerSentence + (100 * longWords) / words.length),
    sentenceLengths: distribution(lengths),
    longestSentence: Math.max(...lengths),
    longSentences: sentences
      .filter((sentence) => sentence.list.length > longSentenceWords)
      .map(({ start, end, text, list }) => ({ start, end, text, words: list.length })),
    passiveShare: english ? round(passives.length / sentences.length, 2) : null,
    passives,
    wordsPerParagraph: round(words.length / paragraphs.length),
    longestParagraph: Math.max(...paragraphs),
  };
}

/** Words per paragraph, from its sentences; paragraphs without words are left out. */
function wordCounts(paragraphs: readonly Piece[], sentences: readonly (Piece & { list: Piece[] })[]): number[] {
  let at = 0;
  const counts = paragraphs.map((paragraph) => {
    let count = 0;
    for (; at < sentences.length && sentences[at]!.start < paragraph.end; at++) count += sentences[at]!.list.length;
    return count;
  });
  return counts.filter((count) => count > 0);
}

function syllablesOf(words: readonly Piece[]): number {
  const known = new Map<string, number>();
  let sum = 0;
  for (const { text } of words) {
    let count = known.get(text);
    if (count === undefined) known.set(text, (count = Math.max(1, syllable(text))));
    sum += count;
  }
  return sum;
}

function distribution(lengths: readonly number[]): Readability["sentenceLengths"] {
  const between = (low: number, high: number) => lengths.filter((length) => length > low && length <= high).length;
  return {
    upTo10: between(0, 10),
    upTo20: between(10, 20),
    upTo30: between(20, 30),
    upTo40: between(30, 40),
    over40: between(40, Infinity),
  };
}

function round(value: number, digits = 1): number {
  const factor = 10 ** digits;
  return Math.round(value * factor) / factor;
}

const irregularParticiples =
  "been begun bitten blown born borne bought bound broken brought built burnt caught chosen cut dealt done drawn driven dealt eaten fallen fed felt found forbidden " +
  "forgotten forgiven frozen given gone ground grown heard held hidden hit hung hurt kept known laid learnt led left lent let lit lost made meant met mistaken overcome " +
  "overridden overseen overtaken paid proven put read ridden risen run said seen sent set sewn shaken shed shot shown shut slain sold sought spent split spoken spread spun stolen " +
  "struck stuck sung sunk sworn swept taken taught thought thrown told torn understood undertaken upheld withdrawn withheld won worn woven written wrought";
/** Participles that are adjectives after "to be" far more often than passives. */
const adjectives = new Set(
  "interested excited tired pleased concerned married supposed used scared worried bored delighted located gone born unmarried united limited detailed related sacred naked need indeed hundred".split(
    " ",
  ),
);
const passive = new RegExp(
  `\\b(?:am|is|are|was|were|be|been|being|isn't|aren't|wasn't|weren't|get|gets|got)\\s+(?:(?:not|never|also|always|only|hereby|yet|still|often|then|thus|\\w+ly)\\s+){0,3}(\\w{2,}ed|${irregularParticiples.split(" ").join("|")})\\b`,
  "giu",
);

/** Passive verbs in an English sentence; offsets start at `offset`. */
export function findPassives(sentence: string, offset = 0): Piece[] {
  return [...sentence.matchAll(passive)]
    .filter((hit) => !adjectives.has(hit[1]!.toLowerCase()))
    .map((hit) => ({ start: offset + hit.index, end: offset + hit.index + hit[0].length, text: hit[0] }));
}

/** A label for a Flesch score, after Flesch's own table. */
export function fleschWord(score: number): string {
  if (score >= 80) return "easy";
  if (score >= 60) return "plain";
  if (score >= 50) return "fairly hard";
  if (score >= 30) return "hard";
  return "very hard";
}

/** A label for a LIX value, after Björnsson's table. */
export function lixWord(lix: number): string {
  if (lix < 30) return "very easy";
  if (lix < 40) return "easy";
  if (lix < 50) return "medium";
  if (lix < 60) return "hard";
  return "very hard";
}
