/* Describes a style in a few plain sentences based on its measures. Only distinctive traits are mentioned. */
import type { StyleLanguage } from "./style-counts.ts";
import type { StyleMeasures } from "./style-measures.ts";

export function describeStyle(measures: readonly StyleMeasures[]): string {
  if (measures.length < 2) return measures.map(described).join("");
  return measures.map((one) => `In ${styleLanguageNames[one.language]}: ${described(one)}`).join(" ");
}

export const styleLanguageNames: Record<StyleLanguage, string> = {
  en: "English",
  sv: "Swedish",
  de: "German",
  nl: "Dutch",
  fr: "French",
};

/**
 * Per thousand words: below the first is few, from the second on is many. From
 * edited prose, half of which lies in between.
 */
const usual = {
  commas: [20, 80],
  dashes: [0.5, 4],
  semicolons: [0.3, 2],
  brackets: [0.5, 5],
  hedges: [2, 9],
  contractions: [1, 8],
};

/** Shares of long words, which differ by language because of compounds. */
const usualLongWords: Record<StyleLanguage, [few: number, many: number]> = {
  en: [0.18, 0.28],
  sv: [0.2, 0.31],
  de: [0.25, 0.36],
  nl: [0.2, 0.31],
  fr: [0.21, 0.31],
};

const pronouns: Record<StyleLanguage, { i: string; we: string; informal: string; formal: string }> = {
  en: { i: "I", we: "we", informal: "you", formal: "you" },
  sv: { i: "jag", we: "vi", informal: "du", formal: "ni" },
  de: { i: "ich", we: "wir", informal: "du", formal: "Sie" },
  nl: { i: "ik", we: "wij", informal: "je", formal: "u" },
  fr: { i: "je", we: "nous", informal: "tu", formal: "vous" },
};

function described(one: StyleMeasures): string {
  const { hedges, contractions, spelling } = one;
  const parts = [
    sentences(one),
    `Paragraphs of about ${roughly(one.paragraph.median)} words`,
    vocabulary(one),
    punctuation(one),
    speaker(one),
    reader(one),
    pick(hedges, usual.hedges, "Rarely hedges", "Often hedges"),
    contractions === null ? null : pick(contractions, usual.contractions, "No contractions", "Uses contractions"),
    spelling === null ? null : `${spelling} spelling`,
  ];
  return `${parts.filter((part) => part !== null).join(". ")}.`;
}

function pick(value: number, [few, many]: readonly number[], little: string, much: string): string | null {
  return value < few! ? little : value >= many! ? much : null;
}

function sentences({ sentence: { median, low, high } }: StyleMeasures): string {
  const kind = median <= 13 ? "Short" : median <= 21 ? "Medium-length" : "Long";
  const varied = high >= low * 2.2 ? ", with much variation" : "";
  return `${kind} sentences, usually ${Math.round(low)} to ${Math.round(high)} words${varied}`;
}

function roughly(words: number): number {
  return words < 20 ? Math.round(words) : Math.round(words / 10) * 10;
}

function vocabulary({ language, longWords, typeToken }: StyleMeasures): string | null {
  const parts = [
    pick(longWords, usualLongWords[language], "plain, short words", "many long words"),
    typeToken === null ? null : pick(typeToken, [0.6, 0.76], "words repeated rather than varied", "varied vocabulary"),
  ];
  const said = parts.filter((part) => part !== null).join("; ");
  return said === "" ? null : said.charAt(0).toUpperCase() + said.slice(1);
}

/** In shorter texts, the absence of a mark means nothing. */
const enoughToMiss = 500;

function punctuation({ words, marks }: StyleMeasures): string | null {
  const names = ["commas", "dashes", "semicolons", "brackets"] as const;
  const many = names.filter((name) => marks[name] >= usual[name][1]!);
  const none = names.filter((name) => words >= enoughToMiss && marks[name] < usual[name][0]! && name !== "brackets");
  const often = many.length === 0 ? null : `often uses ${listed(many)}`;
  const never = none.length === 0 ? null : none.map((name) => (name === "commas" ? "few commas" : `no ${name}`)).join(", ");
  const said = [often, never].filter((part) => part !== null).join("; ");
  return said === "" ? null : said.charAt(0).toUpperCase() + said.slice(1);
}

function listed(words: readonly string[]): string {
  return new Intl.ListFormat("en-GB", { type: "conjunction" }).format(words);
}

/** Per thousand words; below this it is occasional. */
const speaks = 5;

function speaker({ language, person: { i, we } }: StyleMeasures): string | null {
  const words = pronouns[language];
  if (i < 1 && we < 1) return `Impersonal: neither “${words.i}” nor “${words.we}”`;
  if (Math.max(i, we) < speaks) return null;
  return `Writes as “${i >= we ? words.i : words.we}”`;
}

function reader({ language, person: { you }, address }: StyleMeasures): string | null {
  if (you < speaks) return null;
  return `Addresses the reader as “${pronouns[language][address ?? "informal"]}”`;
}
