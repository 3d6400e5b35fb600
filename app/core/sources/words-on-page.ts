/*
 * Where cited words stand on a page. The page and the extracted text break lines, hyphenate and set tables
 * differently, so only letters and digits are compared, in the form in which quotations are.
 */
import { normaliseNeedle } from "../law/quotation.ts";
import type { RecognisedPage } from "./recognised-page.ts";

/** In shares of the page's width and height, from its upper left corner. */
export type Box = { left: number; top: number; right: number; bottom: number };
/** A run of text on the page. `boxOf`: of its characters from one offset to another. */
export type PlacedText = { text: string; boxOf(from: number, to: number): Box };

/** `isPart`: the words begin on the page before, or end on the next. */
export type FoundOnPage = { boxes: Box[]; isPart: boolean };

/** Fewer letters than this could stand anywhere. */
const fewestOfPart = 16;

export function findOnPage(items: readonly PlacedText[], words: string): FoundOnPage | null {
  const page = lettersOf(items.map(({ text }) => text));
  const wanted = lettersOf([words]).text;
  if (wanted === "") return null;
  const at = page.text.indexOf(wanted);
  if (at >= 0) return { boxes: boxesOf(items, page, at, at + wanted.length), isPart: false };
  const head = longest(wanted.length, (length) => page.text.includes(wanted.slice(0, length)));
  const tail = longest(wanted.length, (length) => page.text.includes(wanted.slice(wanted.length - length)));
  if (Math.max(head, tail) < Math.min(fewestOfPart, wanted.length)) return null;
  const part = head >= tail ? wanted.slice(0, head) : wanted.slice(wanted.length - tail);
  // The beginning of what continues on the next page is the last thing on this one.
  const from = head >= tail ? page.text.lastIndexOf(part) : page.text.indexOf(part);
  return { boxes: boxesOf(items, page, from, from + part.length), isPart: true };
}

type Letters = { text: string; /** For each letter, its item and its offset there. */ places: [item: number, at: number][] };

function lettersOf(texts: readonly string[]): Letters {
  const places: Letters["places"] = [];
  let letters = "";
  for (const [item, text] of texts.entries()) {
    let at = 0;
    for (const character of text) {
      for (const letter of normaliseNeedle(character).normalize("NFC").toLowerCase())
        if (/[\p{L}\p{N}]/u.test(letter)) {
          letters += letter;
          for (let unit = 0; unit < letter.length; unit++) places.push([item, at]);
        }
      at += character.length;
    }
  }
  return { text: letters, places };
}

/** If a length is found, every shorter one is. */
function longest(most: number, isFound: (length: number) => boolean): number {
  let [found, missed] = [0, most + 1];
  while (missed - found > 1) {
    const middle = (found + missed) >> 1;
    if (isFound(middle)) found = middle;
    else missed = middle;
  }
  return found;
}

/** One for each run of text that they are part of. */
function boxesOf(items: readonly PlacedText[], { places }: Letters, from: number, to: number): Box[] {
  const ranges = new Map<number, { from: number; to: number }>();
  for (const [item, at] of places.slice(from, to)) {
    const range = ranges.get(item);
    if (range === undefined) ranges.set(item, { from: at, to: at + 1 });
    else range.to = at + 1;
  }
  return [...ranges].map(([item, range]) => items[item]!.boxOf(range.from, range.to));
}

/** The words that a page's picture was read as, where they stand on the page once it is turned upright. */
export function recognisedItems({ lines, width, height }: RecognisedPage): PlacedText[] {
  return lines.flatMap(({ words }) =>
    words.map(([text, left, top, right, bottom]) => ({
      text,
      boxOf: () => ({ left: left / width, top: top / height, right: right / width, bottom: bottom / height }),
    })),
  );
}
