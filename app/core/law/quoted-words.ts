/*
 * Words that a model put into quotation marks, or into a block quote, and that
 * stand in one of the sources it cites: those are the source's and not the
 * model's. Word for word only, as everywhere where something is called quoted.
 */
import { findQuotation, normaliseNeedle, normaliseQuotation, type Quotation } from "./quotation.ts";
import { pageOfPlace, sourceMetadata, sourceName, type Source } from "../sources/source.ts";

export type QuotedWords = { start: number; end: number; source: string; place: string | null };

/** Shorter ones stand in many texts. */
const shortest = 12;
const inMarks = /["“„«”]([^"“„«»”]{4,4000})["“„«»”]/g;

/** Where in `text` words of the sources are quoted, without the marks. */
export function quotedWords(text: string, sources: readonly Source[], options: { isBlockQuote?: boolean } = {}): QuotedWords[] {
  const ranges = options.isBlockQuote
    ? [{ start: 0, end: text.length }]
    : [...text.matchAll(inMarks)].map(({ index, 1: words }) => ({ start: index + 1, end: index + 1 + words!.length }));
  return ranges.flatMap(({ start, end }) => {
    const needle = normaliseNeedle(text.slice(start, end));
    if (needle.length < shortest) return [];
    for (const source of sources) {
      const at = findQuotation(quotationOf(source), needle)[0];
      if (at) return [{ start, end, source: sourceName(source), place: placeIn(source, at.start) }];
    }
    return [];
  });
}

const read = new WeakMap<Source, Quotation>();

function quotationOf(source: Source): Quotation {
  const known = read.get(source) ?? normaliseQuotation(source.content ?? "");
  read.set(source, known);
  return known;
}

export function placeIn(source: Source, at: number): string | null {
  const page = pageOfPlace(source, at);
  if (page !== undefined) return `page ${page}`;
  const { ref } = sourceMetadata(source);
  return typeof ref === "string" && ref !== "" ? ref : null;
}
