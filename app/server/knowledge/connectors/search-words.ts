/* The search terms sent to a source for a question. */
import type { ProseLanguage } from "#core/text/sentences.ts";
import { termsOf } from "../analyse.ts";

const asking =
  /^(?:vad|hur|när|vilken|vilka|vilket|gäller|säger|enligt|what|which|when|does|under|says?|tell|about|wie|was|wann|welche[rns]?|gilt|nach|steht|wat|hoe|wanneer|welke|geldt|volgens)$/u;

/** The longest content words, in their original order. */
export function searchWords(question: string, language: ProseLanguage, most = 4): string[] {
  const words = [...question.toLowerCase().matchAll(/[\p{L}\d][\p{L}\d-]+/gu)].map(([word]) => word);
  const telling = [...new Set(words)].filter(
    (word) => word.length > 3 && !asking.test(word) && termsOf(word, language, null).length > 0,
  );
  const longest = new Set(telling.toSorted((a, b) => b.length - a.length).slice(0, most));
  return telling.filter((word) => longest.has(word));
}

/** "Wet open overheid bepaalt": this, "Wet open overheid", "Wet open"; longest first, at least two words. */
export function beginnings(phrase: string): string[] {
  const words = phrase.trim().split(/\s+/);
  return words.slice(1).map((_, at) => words.slice(0, words.length - at).join(" "));
}
