/*
 * How the items of the library and a search of them are split into words. Each word is kept as written and as its stem in
 * the item's language; a query asks for the beginning of a word, or its stem in any language. Of names and summaries every
 * part of a word is found, of texts in languages that write compounds the end of a long one ("Frist" in "Kündigungsfrist").
 */
import { quoted } from "#core/discovery/vectors.ts";
import { foldedWord, placedWords, wordsOf } from "#core/discovery/words.ts";
import { readFrontMatter } from "#core/templates/front-matter.ts";
import { contentOf, type LibraryItem } from "#core/templates/library-file.ts";
import type { MarkedLine } from "#core/templates/library-search.ts";
import { proseLanguages, type ProseLanguage } from "#core/text/sentences.ts";
import { stemOf } from "../../knowledge/analyse.ts";

/** As PostgreSQL calls them: of a name, of a summary, of a text. */
const weights = ["A", "B", "D"] as const;
type Weight = (typeof weights)[number];
/** Places by weight. */
export type Places = Record<Weight, number[]>;

const compounding: ReadonlySet<ProseLanguage> = new Set(["sv", "de", "nl"]);
const shortestPart = 3;
const compound = { least: 9, head: 4, tail: 5 } as const;
/** Longer words are codes. */
const longestSplit = 40;
/** A tsvector keeps no further places, and the rank needs few of each word. */
const mostPlaces = 16_000;
const mostOfOneWord = 20;
/** Of different words: a tsvector may have 1 MB. */
const mostBytes = 700_000;

export function lexemesOf(item: LibraryItem, source: string): Map<string, Places> {
  const { name, summary, language } = contentOf(item);
  const others = item.shelf === "templates" ? item.template.aliases : [];
  const reader = new Reader(language);
  reader.read(name, "A");
  reader.read([summary, ...others].join("\n"), "B");
  reader.read(readFrontMatter(source).body, "D");
  return reader.lexemes;
}

class Reader {
  readonly lexemes = new Map<string, Places>();
  readonly #language: ProseLanguage;
  #at = 0;
  #bytes = 0;

  constructor(language: ProseLanguage) {
    this.#language = language;
  }

  read(text: string, weight: Weight): void {
    for (const word of wordsOf(text)) {
      this.#at = Math.min(this.#at + 1, mostPlaces);
      this.#add(word, weight);
      const stem = stemOf(word, this.#language);
      if (stem !== word) this.#add(stem, weight);
      for (const part of weight === "D" ? endsOf(word, this.#language) : partsOf(word)) this.#add(part, weight);
    }
  }

  #add(lexeme: string, weight: Weight): void {
    let places = this.lexemes.get(lexeme);
    if (places === undefined) {
      this.#bytes += lexeme.length * 3 + 8;
      if (this.#bytes > mostBytes) return;
      this.lexemes.set(lexeme, (places = { A: [], B: [], D: [] }));
    }
    if (places[weight].length < mostOfOneWord) places[weight].push(this.#at);
  }
}

function partsOf(word: string): string[] {
  if (word.length > longestSplit) return [];
  return Array.from({ length: Math.max(0, word.length - shortestPart) }, (_, at) => word.slice(at + 1).toWellFormed());
}

function endsOf(word: string, language: ProseLanguage): string[] {
  if (!compounding.has(language) || word.length < compound.least || word.length > longestSplit) return [];
  const ends = word.length - compound.tail - compound.head + 1;
  return Array.from({ length: ends }, (_, at) => word.slice(at + compound.head).toWellFormed());
}

/** As PostgreSQL reads them; `head` is of name and summary. */
export function vectorsOf(item: LibraryItem, source: string): { words: string; head: string } {
  const lexemes = lexemesOf(item, source);
  return { words: written(lexemes, weights), head: written(lexemes, ["A", "B"]) };
}

function written(lexemes: ReadonlyMap<string, Places>, of: readonly Weight[]): string {
  const parts: string[] = [];
  for (const [lexeme, places] of lexemes) {
    const at = of.flatMap((weight) => places[weight].map((place) => `${place}${weight}`));
    if (at.length > 0) parts.push(`${quoted(lexeme)}:${at.join(",")}`);
  }
  return parts.join(" ");
}

/** A word of a query: the beginning of a word, unless it is very short, and what else stands for it. */
export type AskedWord = { word: string; isPrefix: boolean; stems: ReadonlySet<string> };

const mostWords = 8;

export function askedWords(query: string): AskedWord[] {
  return [...new Set(wordsOf(query))].slice(0, mostWords).map((word) => ({
    word,
    isPrefix: word.length >= shortestPart,
    stems: new Set(proseLanguages.map((language) => stemOf(word, language)).filter((stem) => stem !== word)),
  }));
}

/** A tsquery: every word, of these weights or of any. */
export function tsqueryOf(asked: readonly AskedWord[], of = ""): string {
  return asked
    .map(({ word, isPrefix, stems }) => {
      const own = `${quoted(word)}:${isPrefix ? "*" : ""}${of}`.replace(/:$/, "");
      return `(${[own, ...Array.from(stems, (stem) => quoted(stem) + (of && `:${of}`))].join(" | ")})`;
    })
    .join(" & ");
}

/** The word of a query that a word of a text answers. */
export function askedIn(run: string, asked: readonly AskedWord[], language: ProseLanguage): AskedWord | undefined {
  const own = foldedWord(run);
  return asked.find(
    ({ word, isPrefix, stems }) => (isPrefix ? own.includes(word) : own === word) || stems.has(stemOf(own, language)),
  );
}

export function markedLine(text: string, asked: readonly AskedWord[], language: ProseLanguage): MarkedLine {
  const marks: [number, number][] = [];
  for (const { word, start, end } of placedWords(text)) if (askedIn(word, asked, language)) marks.push([start, end]);
  return { text, marks };
}
