/* Rule-based findings against a house style, each with a replacement if only one is possible. */
import { withoutOverlaps, type Finding } from "../prose/finding.ts";
import { compilePhrases, findPhrases } from "../prose/phrase-rules.ts";
import { splitSentences, splitWords } from "../text/sentences.ts";
import { otherSpellings } from "./english-spelling.ts";
import type { HouseStyle } from "./house-style.ts";
import { addressPattern, type StyleLanguage } from "./style-counts.ts";
import type { Spread } from "./style-measures.ts";

/** The rules to check against; `longSentence` in words. */
export type WritingRules = { house: HouseStyle; longSentence: number | null };

/** Sentences of this many words are long in any style. */
const longForAll = 30;

const shownWords = 6;

/** Well beyond the usual: twice the third quartile of the style's sentences. */
export function longSentenceOf({ high }: Spread): number {
  return Math.max(longForAll, Math.round(high * 2));
}

export function checkHouseStyle(text: string, { house, longSentence }: WritingRules, language: StyleLanguage | null): Finding[] {
  return withoutOverlaps([
    ...termFindings(text, house),
    ...(language === "en" ? spellingFindings(text, house) : []),
    ...addressFindings(text, house, language),
    ...longSentences(text, longSentence, language ?? "en"),
  ]);
}

function termFindings(text: string, { terms }: HouseStyle): Finding[] {
  if (terms.length === 0) return [];
  const rules = terms.map(({ avoid, use }) => ({
    phrase: avoid.toLowerCase().replaceAll("’", "'"),
    replacement: use === "" ? null : use,
    reason: use === "" ? `House style avoids “${avoid}”.` : `House style: “${use}”, not “${avoid}”.`,
    kind: "word-choice" as const,
  }));
  return findPhrases(text, compilePhrases(rules), false);
}

function spellingFindings(text: string, { spelling }: HouseStyle): Finding[] {
  if (spelling === null) return [];
  return otherSpellings(text, spelling).map(({ start, end, words, replacement }) => ({
    start,
    end,
    original: words,
    replacement,
    reason: `House style: ${spelling} spelling.`,
    kind: "spelling",
    rule: "house:spelling",
    sure: true,
  }));
}

function addressFindings(text: string, { address }: HouseStyle, language: StyleLanguage | null): Finding[] {
  if (address === null || language === null || language === "en") return [];
  const other = addressPattern(language, address === "formal" ? "informal" : "formal");
  return [...text.matchAll(other)].map((hit) => ({
    start: hit.index,
    end: hit.index + hit[0].length,
    original: hit[0],
    replacement: null,
    reason: `House style addresses the reader ${address === "formal" ? "formally" : "informally"}.`,
    kind: "style",
    rule: "house:address",
    sure: false,
  }));
}

function longSentences(text: string, most: number | null, language: StyleLanguage): Finding[] {
  if (most === null) return [];
  return splitSentences(text, language).flatMap(({ start, text: original }) => {
    const words = splitWords(original, language);
    if (words.length <= most) return [];
    const reason = `${words.length} words: far longer than this style’s sentences.`;
    // The beginning is enough to identify the sentence.
    const shown = original.slice(0, words[shownWords - 1]!.end);
    return [
      {
        start,
        end: start + shown.length,
        original: shown,
        replacement: null,
        reason,
        kind: "long-sentence" as const,
        rule: "house:sentence",
        sure: false,
      },
    ];
  });
}
