/*
 * Counts for one writing sample. Samples are combined by their counts
 * (style-measures.ts), so their text needn't be stored.
 */
import { splitParagraphs, splitSentences, splitWords, styleLanguages, type Piece, type StyleLanguage } from "../text/sentences.ts";
import { otherSpellings } from "./english-spelling.ts";
import { styleWords, type StyleWords } from "./style-words.ts";

export { styleLanguages, type StyleLanguage };

export type StyleCounts = {
  language: StyleLanguage;
  words: number;
  /** Word counts of each sentence and paragraph. */
  sentences: number[];
  paragraphs: number[];
  /** Distinct words per window of a hundred. */
  windows: number[];
  /** Longer than six letters, as in LIX. */
  longWords: number;
  commas: number;
  dashes: number;
  semicolons: number;
  brackets: number;
  firstSingular: number;
  firstPlural: number;
  informal: number;
  formal: number;
  hedges: number;
  contractions: number;
  british: number;
  american: number;
};

export const windowWords = 100;

/** Leaves out headings, and list lines that aren't sentences. */
export function countStyle(text: string, language: StyleLanguage): StyleCounts {
  const sentences = splitSentences(text, language)
    .filter(({ text: words }) => /[.!?…]["'”’»)\]]*$/u.test(words))
    .map((piece) => Object.assign(piece, { list: splitWords(piece.text, language) }))
    .filter(({ list }) => list.length > 0);
  const words = sentences.flatMap(({ list }) => list.map((word) => word.text.toLowerCase()));
  const prose = sentences.map((sentence) => sentence.text).join("\n");
  return {
    language,
    words: words.length,
    sentences: sentences.map(({ list }) => list.length),
    paragraphs: wordsOfParagraphs(splitParagraphs(text), sentences),
    windows: distinctInWindows(words),
    longWords: words.filter((word) => [...word].length > 6).length,
    ...countMarks(prose),
    ...countPersons(prose, language),
    hedges: count(prose, patterns[language].hedges),
    contractions: language === "en" ? count(prose, contraction) : 0,
    british: language === "en" ? otherSpellings(prose, "American").length : 0,
    american: language === "en" ? otherSpellings(prose, "British").length : 0,
  };
}

function wordsOfParagraphs(paragraphs: readonly Piece[], sentences: readonly (Piece & { list: Piece[] })[]): number[] {
  const counts = paragraphs.map(({ start, end }) =>
    sentences.reduce((sum, one) => (one.start >= start && one.end <= end ? sum + one.list.length : sum), 0),
  );
  return counts.filter((words) => words > 0);
}

function distinctInWindows(words: readonly string[]): number[] {
  const windows: number[] = [];
  for (let at = 0; at + windowWords <= words.length; at += windowWords)
    windows.push(new Set(words.slice(at, at + windowWords)).size);
  return windows;
}

/** A comma in a number, and a dash between two, isn't punctuation. */
function countMarks(prose: string) {
  return {
    commas: count(prose, /,(?!\d)/g),
    dashes: count(prose, /(?<!\d\s?)[–—]|[–—](?!\s?\d)|(?<=\s)--?(?=\s)/g),
    semicolons: count(prose, /;/g),
    brackets: count(prose, /\([^()]*\)|\[[^[\]]*\]/g),
  };
}

function countPersons(prose: string, language: StyleLanguage) {
  const { firstSingular, firstPlural, informal, formal } = patterns[language];
  return {
    firstSingular: count(prose, firstSingular),
    firstPlural: count(prose, firstPlural),
    informal: count(prose, informal),
    formal: count(prose, formal),
  };
}

const contraction = /\b(?:\p{L}+n['’]t|\p{L}+['’](?:ve|re|ll|d|m)|(?:it|he|she|that|there|here|what|who|where|how|let)['’]s)\b/giu;
/** Only after another word: at the start of a sentence it may mean "she" or "they". */
const germanFormal = /(?<=[\p{L}\p{N},;:–-]\s+)(?:Sie|Ihnen|Ihr|Ihre|Ihren|Ihrem|Ihrer|Ihres)(?![\p{L}\p{N}])/gu;
const none = /(?!)/g;

/** Not the month. */
const verbMay = "(?<!\\d\\s)(?<!\\b(?:in|of|by|since|until|early|late|last|next)\\s)may(?!\\s\\d)";

const patterns = Object.fromEntries(
  styleLanguages.map((language) => {
    const words = styleWords[language];
    const of = (name: keyof StyleWords) => patternOf(words[name]);
    const formal = language === "de" ? germanFormal : of("formal");
    return [
      language,
      {
        firstSingular: of("firstSingular"),
        firstPlural: of("firstPlural"),
        informal: of("informal"),
        formal,
        hedges: of("hedges"),
      },
    ];
  }),
) as Record<StyleLanguage, Record<keyof StyleWords, RegExp>>;

function patternOf(list: string): RegExp {
  if (list === "") return none;
  const phrases = list.split(",").toSorted((a, b) => b.length - a.length);
  const each = phrases.map((phrase) => {
    const written = phrase === "may" ? verbMay : phrase.replaceAll("'", "['’]").replaceAll(" ", "\\s+");
    return phrase.endsWith("'") ? written : `${written}(?![\\p{L}\\p{N}_'’])`;
  });
  return new RegExp(`(?<![\\p{L}\\p{N}_'’-])(?:${each.join("|")})`, "giu");
}

/** Forms that address the reader this way. */
export function addressPattern(language: StyleLanguage, form: "formal" | "informal"): RegExp {
  return patterns[language][form];
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
