/* A text, or a draft's document, as a sample of a person's writing. */
import { storedDocument } from "#core/document/document-repair.ts";
import { plainTextOf } from "#core/document/document-text.ts";
import { truncate } from "#core/sources/source.ts";
import { countStyle, type StyleCounts } from "#core/style/style-counts.ts";
import { fewestSampleWords, longestSample } from "#core/style/writing-style.ts";
import { detectStyleLanguage } from "../prose/language.ts";

export type SampleGiven = { text: string; document?: undefined } | { document: string; text?: undefined };
export type MeasuredSample = { excerpt: string; counts: StyleCounts } | { refusal: string };

const excerptLength = 140;

export function styleSample({ text, document }: SampleGiven): MeasuredSample {
  const whole = text ?? plainTextOf(storedDocument(JSON.parse(document!)));
  const words = whole.slice(0, longestSample);
  const language = detectStyleLanguage(words);
  if (language === null)
    return { refusal: "Stet can measure English, Swedish, German, Dutch and French. This sample seems to be in another language." };
  const counts = countStyle(words, language);
  if (counts.words < fewestSampleWords) return { refusal: tooShort(counts.words) };
  return { excerpt: truncate(words.replaceAll(/\s+/g, " ").trim(), excerptLength), counts };
}

function tooShort(words: number): string {
  return `A sample needs at least ${fewestSampleWords} words in full sentences; this one has ${words}. Headings and lists don’t count.`;
}
