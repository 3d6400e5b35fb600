/* Combines samples by language into the displayed measures. */
import type { EnglishSpelling } from "./english-spelling.ts";
import { windowWords, type StyleCounts, type StyleLanguage } from "./style-counts.ts";

/** The median and quartiles. */
export type Spread = { median: number; low: number; high: number };

export type StyleMeasures = {
  language: StyleLanguage;
  words: number;
  /** In words. */
  sentence: Spread;
  paragraph: Spread;
  /** Share of distinct words in windows of a hundred; null for shorter texts. */
  typeToken: number | null;
  /** Share of words of more than six letters. */
  longWords: number;
  /** Per thousand words. */
  marks: { commas: number; dashes: number; semicolons: number; brackets: number };
  person: { i: number; we: number; you: number };
  hedges: number;
  /** English only. */
  contractions: number | null;
  spelling: EnglishSpelling | null;
  /** How the reader is addressed, in languages that distinguish. */
  address: "formal" | "informal" | null;
};

/** The language with the most words first. */
export function measureStyle(samples: readonly StyleCounts[]): StyleMeasures[] {
  const languages = [...new Set(samples.map(({ language }) => language))];
  return languages
    .map((language) => measured(samples.filter((sample) => sample.language === language)))
    .filter((one) => one.words > 0)
    .toSorted((a, b) => b.words - a.words);
}

function measured(samples: readonly StyleCounts[]): StyleMeasures {
  const { language } = samples[0]!;
  const sum = (of: (sample: StyleCounts) => number) => samples.reduce((total, sample) => total + of(sample), 0);
  const words = sum((sample) => sample.words);
  const perThousand = (of: (sample: StyleCounts) => number) => (words === 0 ? 0 : round((sum(of) / words) * 1000, 1));
  const windows = samples.flatMap((sample) => sample.windows);
  const [formal, informal] = [sum((sample) => sample.formal), sum((sample) => sample.informal)];
  const [british, american] = [sum((sample) => sample.british), sum((sample) => sample.american)];
  return {
    language,
    words,
    sentence: spreadOf(samples.flatMap((sample) => sample.sentences)),
    paragraph: spreadOf(samples.flatMap((sample) => sample.paragraphs)),
    typeToken:
      windows.length === 0 ? null : round(windows.reduce((total, one) => total + one, 0) / windows.length / windowWords, 2),
    longWords: words === 0 ? 0 : round(sum((sample) => sample.longWords) / words, 2),
    marks: {
      commas: perThousand((sample) => sample.commas),
      dashes: perThousand((sample) => sample.dashes),
      semicolons: perThousand((sample) => sample.semicolons),
      brackets: perThousand((sample) => sample.brackets),
    },
    person: {
      i: perThousand((sample) => sample.firstSingular),
      we: perThousand((sample) => sample.firstPlural),
      you: perThousand((sample) => sample.formal + sample.informal),
    },
    hedges: perThousand((sample) => sample.hedges),
    contractions: language === "en" ? perThousand((sample) => sample.contractions) : null,
    spelling: british === american ? null : british > american ? "British" : "American",
    address: language === "en" || formal === informal ? null : formal > informal ? "formal" : "informal",
  };
}

function spreadOf(lengths: readonly number[]): Spread {
  const sorted = lengths.toSorted((a, b) => a - b);
  return { median: quantile(sorted, 0.5), low: quantile(sorted, 0.25), high: quantile(sorted, 0.75) };
}

/** Linear interpolation, as in spreadsheets. */
function quantile(sorted: readonly number[], share: number): number {
  if (sorted.length === 0) return 0;
  const at = (sorted.length - 1) * share;
  const [below, above] = [sorted[Math.floor(at)]!, sorted[Math.ceil(at)]!];
  return round(below + (above - below) * (at - Math.floor(at)), 1);
}

function round(value: number, digits: number): number {
  const factor = 10 ** digits;
  return Math.round(value * factor) / factor;
}
