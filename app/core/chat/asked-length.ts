/*
 * Detects a requested length in words, in five languages, and whether an answer
 * is within a tenth of it. Conservative: a word count merely mentioned doesn't
 * count, nor do two different ones.
 */
import type { Block } from "./reply.ts";
import type { StyleLanguage } from "../text/sentences.ts";
import { countWords } from "../text/words.ts";

/** `language` is that of the word for "words". */
export type AskedLength = { low: number; high: number; language: StyleLanguage };

const figure = String.raw`(\d{1,3}(?:[.,  ]\d{3}){1,3}|\d{2,5})`;
const noun = String.raw`(?<noun>words?|ord|wörtern?|worten?|woorden|mots)(?!\p{L})`;
const most =
  "at most|no more than|not more than|up to|under|maximum|max|within|högst|som mest|maximalt|höchstens|maximal|nicht mehr als|hoogstens|maximaal|niet meer dan|au plus|au maximum|pas plus de|moins de";
const least = "at least|no less than|a minimum of|minst|åtminstone|mindestens|wenigstens|minstens|ten minste|au moins";
const near =
  "about|around|approximately|approx|roughly|some|circa|ca|in|of|to|with|write|exactly|ungefär|omkring|cirka|på|med|till|skriv|etwa|ungefähr|rund|mit|von|auf|schreibe?|genau|ongeveer|zo'n|van|met|tot|schrijf|precies|environ|en|de|à|exactement|écris|rédige";
const range = String.raw`(?:(?:\s*[–-]\s*|\s+(?:to|and|till|och|bis|und|tot|en|à|et)\s+)${figure})?`;

const pattern = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:(?<most>${most})|(?<least>${least})|(?<near>${near}|between|mellan|zwischen|tussen|entre|d['’]environ))\.?[:\s]+(?:(?:about|etwa|ungefär|ongeveer|environ)\s+)?${figure}${range}[\s-]+${noun}`,
  "giu",
);
/** "A 300-word essay." */
const compound = new RegExp(String.raw`(?<![\p{L}\p{N}.,])${figure}[-‐‑]words?(?!\p{L})`, "giu");

const mention = new RegExp(String.raw`(?<![\p{N}.,])${figure}[\s-]+(?:words?|ord|wörtern?|worten?|woorden|mots)(?!\p{L})`, "giu");

/** Anything longer contains a text, which may mention any number. */
const longestQuestion = 1_200;
const fewestWords = 10;

export function askedLength(question: string): AskedLength | null {
  if (question.length > longestQuestion) return null;
  const found = [
    ...[...question.matchAll(pattern)].map(lengthIn),
    ...[...question.matchAll(compound)].map(([, first]): AskedLength => {
      const words = numberOf(first!);
      return { low: words, high: words, language: "en" };
    }),
  ];
  const [only] = found;
  const mentions = question.match(mention)?.length ?? 0;
  if (only === undefined || mentions > 1 || only.high < only.low || only.high < fewestWords) return null;
  return only;
}

function lengthIn({ groups, 4: first, 5: second }: RegExpExecArray): AskedLength {
  const low = numberOf(first!);
  const high = second === undefined ? low : numberOf(second);
  const language = languageOf(groups!["noun"]!.toLowerCase());
  if (groups!["most"] !== undefined) return { low: 0, high, language };
  return { low, high: groups!["least"] === undefined ? high : Infinity, language };
}

function languageOf(noun: string): StyleLanguage {
  if (noun.startsWith("word")) return "en";
  return noun === "ord" ? "sv" : noun === "woorden" ? "nl" : noun === "mots" ? "fr" : "de";
}

function numberOf(digits: string): number {
  return Number(digits.replaceAll(/\D/g, ""));
}

/** The words of the only draft, or of an answer that is plain text. */
export function wordsOfAnswer(blocks: readonly Block[]): number | null {
  const kept = blocks.filter(({ kind }) => kind !== "reasoning");
  const drafts = kept.filter(({ kind }) => kind === "draft");
  if (drafts.length === 1) return countWords(drafts[0]!.text);
  return kept.length > 0 && kept.every(({ kind }) => kind === "text")
    ? kept.reduce((words, { text }) => words + countWords(text), 0)
    : null;
}

/** Deviations up to this are accepted. */
export const lengthTolerance = 0.1;

/** The actual and requested word counts; null if the answer is within tolerance. */
export function lengthMissed(
  words: number,
  { low, high }: Pick<AskedLength, "low" | "high">,
): { words: number; asked: number } | null {
  if (words > Math.round(high * (1 + lengthTolerance))) return { words, asked: high };
  if (words < Math.round(low * (1 - lengthTolerance))) return { words, asked: low };
  return null;
}

const corrections: Record<StyleLanguage, (isTooLong: boolean, words: number) => string> = {
  en: (isTooLong, words) => `${isTooLong ? "Shorten" : "Lengthen"} it to about ${words} words.`,
  sv: (isTooLong, words) => `${isTooLong ? "Korta" : "Förläng"} den till ungefär ${words} ord.`,
  de: (isTooLong, words) => `${isTooLong ? "Kürze" : "Verlängere"} den Text auf etwa ${words} Wörter.`,
  nl: (isTooLong, words) => `${isTooLong ? "Kort de tekst in" : "Breid de tekst uit"} tot ongeveer ${words} woorden.`,
  fr: (isTooLong, words) => `${isTooLong ? "Raccourcis" : "Allonge"} le texte à environ ${words} mots.`,
};

/** The follow-up to the model, in the language of the question, so that it answers in that. */
export function correctionOf({ words, asked }: { words: number; asked: number }, language: StyleLanguage): string {
  return corrections[language](words > asked, asked);
}
