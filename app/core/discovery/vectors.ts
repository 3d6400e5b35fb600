/*
 * A document's words as PostgreSQL searches them. A tsvector keeps places up to 16,383 and 255 of each word, so the
 * rest of a long document is kept in further windows, which overlap by what a phrase can span. The first vector has all
 * words of the document, those of later windows without their places.
 */
import { wordsOf } from "./words.ts";

export type WordVectors = {
  /** All words; with places those of the first window. */
  words: string;
  /** Further windows. */
  more: string[];
  count: number;
  /** Whether there were more different words than can be searched. */
  isCut: boolean;
};

const mostPlaces = 16_000;
const mostOfOneWord = 250;
/** No phrase or distance spans more words. */
export const overlap = 100;
/** Of different words in one vector, which may have 1 MB. */
const mostBytes = 700_000;

export function wordVectors(text: string): WordVectors {
  const words = wordsOf(text);
  const windows = windowsOf(words);
  const all = placesOf(windows[0] ?? []);
  let bytes = 0;
  let isCut = false;
  for (const word of new Set(words)) {
    bytes += word.length * 3 + 8;
    if (bytes > mostBytes) {
      isCut = true;
      break;
    }
    if (!all.has(word)) all.set(word, []);
  }
  return { words: written(all), more: windows.slice(1).map((window) => written(placesOf(window))), count: words.length, isCut };
}

/** Words of certain fields, each behind the letter of its field. Their places are apart, so that no phrase spans two. */
export function fieldVector(fields: Readonly<Record<string, string>>): string {
  const places = new Map<string, number[]>();
  for (const [letter, text] of Object.entries(fields)) {
    let at = 0;
    for (const word of wordsOf(text).slice(0, mostPlaces)) {
      const key = fieldWord(letter, word);
      at++;
      const own = places.get(key) ?? [];
      if (own.length < mostOfOneWord) own.push(at);
      places.set(key, own);
    }
  }
  return written(places);
}

/** No word of a text begins so. */
export function fieldWord(letter: string, word: string): string {
  return `${letter}:${word}`;
}

/** As PostgreSQL reads a lexeme; words hold letters and digits alone. */
export function quoted(word: string): string {
  return `'${word.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
}

function windowsOf(words: readonly string[]): string[][] {
  const windows: string[][] = [];
  for (let from = 0; from < words.length;) {
    const counts = new Map<string, number>();
    let to = from;
    for (; to < words.length && to - from < mostPlaces; to++) {
      const count = (counts.get(words[to]!) ?? 0) + 1;
      if (count > mostOfOneWord) break;
      counts.set(words[to]!, count);
    }
    windows.push(words.slice(from, to));
    if (to >= words.length) break;
    from = to - overlap;
  }
  return windows;
}

function placesOf(words: readonly string[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  words.forEach((word, at) => {
    const own = places.get(word);
    if (own === undefined) places.set(word, [at + 1]);
    else own.push(at + 1);
  });
  return places;
}

function written(places: ReadonlyMap<string, readonly number[]>): string {
  const parts: string[] = [];
  for (const [word, at] of places) parts.push(at.length === 0 ? quoted(word) : `${quoted(word)}:${at.join(",")}`);
  return parts.join(" ");
}
