/*
 * Everyday words and what acts say instead ("Kaution": "Mietsicherheit"), from content/law-words: one file per
 * language, which people read and correct. A question is also searched by these words, with less weight than its own.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ProseLanguage } from "#core/text/sentences.ts";
import { foldText, termsOf } from "./analyse.ts";
import { lawWeights } from "./ranking-weights.ts";

export type LawWords = { everyday: string[]; legal: string[]; from: string };

/** What of a question is said otherwise in law: its own terms, and those of the words for it. */
export type Related = { asked: readonly string[]; legal: readonly string[] };

/** In a compound of another word, "Mietkaution", at least so many letters tell a word. */
const leastInCompound = 5;
const leastBeside = 3;
const hasCompounds: ReadonlySet<ProseLanguage> = new Set(["de", "sv", "nl"]);

const folder = join(import.meta.dirname, "../../../content/law-words");

/** A line is everyday words, words of acts, and where they are from, with tabs between; "#" begins a comment. */
export function readLawWords(text: string): LawWords[] {
  return text.split("\n").flatMap((line) => {
    const [everyday = "", legal = "", from = ""] = line.split("\t").map((part) => part.trim());
    if (line.startsWith("#") || everyday === "" || legal === "") return [];
    return [{ everyday: listOf(everyday), legal: listOf(legal), from }];
  });
}

function listOf(words: string): string[] {
  return words
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "");
}

type Entry = { asked: readonly string[]; legal: readonly string[] };
type Table = { byTerm: Map<string, Entry[]>; single: Map<string, Entry[]> };

/** Finds what of a question the table has other words for. */
function relatedFinder(words: readonly LawWords[], language: ProseLanguage): (question: string) => Related[] {
  const { byTerm, single } = tableOf(words, language);
  return (question) => {
    const terms = [...new Set(termsOf(question, language, null))];
    const said = new Set(terms);
    const found = new Map<Entry, readonly string[]>();
    for (const term of terms) {
      for (const entry of byTerm.get(term) ?? []) if (entry.asked.every((one) => said.has(one))) found.set(entry, entry.asked);
      if (!hasCompounds.has(language) || single.has(term)) continue;
      for (const [part, entries] of single)
        if (isPartOf(part, term)) for (const entry of entries) if (!found.has(entry)) found.set(entry, [term]);
    }
    return [...found].map(([{ legal }, asked]) => ({ asked, legal: legal.filter((one) => !said.has(one)) }));
  };
}

function isPartOf(part: string, term: string): boolean {
  return (
    part.length >= leastInCompound && term.length >= part.length + leastBeside && (term.endsWith(part) || term.startsWith(part))
  );
}

function tableOf(words: readonly LawWords[], language: ProseLanguage): Table {
  const byTerm = new Map<string, Entry[]>();
  const single = new Map<string, Entry[]>();
  for (const { everyday, legal } of words) {
    const own = [...new Set(legal.flatMap((one) => termsOf(one, language, null)))];
    for (const phrase of everyday) {
      const asked = [...new Set(termsOf(phrase, language, null))];
      const first = asked.toSorted((a, b) => b.length - a.length)[0];
      if (first === undefined) continue;
      const entry = { asked, legal: own };
      byTerm.set(first, [...(byTerm.get(first) ?? []), entry]);
      if (asked.length === 1) single.set(first, [...(single.get(first) ?? []), entry]);
    }
  }
  return { byTerm, single };
}

/**
 * Whether a person asks, in their own words. A heading, a search by key words and a sentence of a judgment use the
 * words of acts, and what else those words may mean only leads away.
 */
export function isPersonal(question: string, language: ProseLanguage): boolean {
  return question.includes("?") || (question.toLowerCase().match(/\p{L}+/gu) ?? []).some((word) => persons[language].has(word));
}

const persons: Record<ProseLanguage, ReadonlySet<string>> = {
  en: new Set("i me my we us our".split(" ")),
  sv: new Set("jag mig min mitt mina vi oss vår vårt våra".split(" ")),
  de: new Set("ich mich mir mein meine meinem meinen meiner meines wir uns unser unsere unserem unseren".split(" ")),
  nl: new Set("ik me mij mijn wij we ons onze".split(" ")),
};

/** How many sections have each term. */
type Counts = ReadonlyMap<string, number>;

/**
 * The words of acts for a question, with their weights. Where no act has the everyday word, they stand in for it;
 * where acts have it too, they are added to what a person asks, with less weight.
 */
function lawTerms(related: readonly Related[], counts: Counts, isAsked: boolean) {
  const terms = new Map<string, number>();
  const { absentWord, presentWord } = lawWeights;
  const applied = related.flatMap((one) => {
    const weight = one.asked.every((term) => !counts.has(term)) ? absentWord : isAsked ? presentWord : 0;
    return weight === 0 ? [] : [Object.assign({ weight }, one)];
  });
  for (const { legal, weight } of applied)
    for (const term of legal) if (counts.has(term)) terms.set(term, Math.max(weight, terms.get(term) ?? 0));
  return { applied, terms };
}

export type LawWordTable = { related(question: string, language: ProseLanguage): Related[] };

/**
 * The table that comes with Stet and an installation's own, in a folder of the same form: each file is read once. A line
 * of the own one that is struck out takes its everyday words away from both.
 */
export function createLawWords(own: string | null = null): LawWordTable {
  const finders = new Map<ProseLanguage, (question: string) => Related[]>();
  return {
    related(question, language) {
      let find = finders.get(language);
      if (!find) {
        const words = [folder, ...(own === null ? [] : [own])].flatMap((one) => wordsIn(one, language));
        finders.set(language, (find = relatedFinder(appliedWords(words), language)));
      }
      return find(question);
    },
  };
}

export const builtInLawWords = createLawWords();

/** An installation need not have words of its own. */
export function wordsIn(place: string, language: ProseLanguage): LawWords[] {
  const file = join(place, `${language}.tsv`);
  return existsSync(file) ? readLawWords(readFileSync(file, "utf8")) : [];
}

/** Mined words count once a person has looked at them and says so in the third column. */
export function appliedWords(words: readonly LawWords[]): LawWords[] {
  const struck = new Set(words.filter(isStruck).flatMap(({ everyday }) => everyday.map(foldText)));
  return words
    .filter((one) => !isStruck(one) && !isProposal(one))
    .map((one) => Object.assign({}, one, { everyday: one.everyday.filter((word) => !struck.has(foldText(word))) }));
}

export const isProposal = ({ from }: LawWords) => from.startsWith("mined");
const isStruck = ({ from }: LawWords) => from.startsWith("struck");

/** How a question is looked up: its terms by weight with those of acts, and what of the table that applies. */
export function lookUp(
  { terms, related }: { terms: ReadonlyMap<string, number>; related: readonly Related[] },
  stored: Counts,
  isAsked: boolean,
) {
  const { applied, terms: added } = lawTerms(related, stored, isAsked);
  const all = new Map([...added, ...terms]);
  const counts = new Map([...stored].filter(([term]) => all.has(term)));
  return { terms: all, counts, related: applied, words: isAsked ? [...added.keys()] : [] };
}
