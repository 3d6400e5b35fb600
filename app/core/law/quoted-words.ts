/*
 * Words a model put in quotation marks or a block quote and that occur in a
 * source it cites are attributed to that source, not the model. Verbatim only,
 * like everything labeled as quoted.
 */
import { findQuotation, normaliseNeedle, normaliseQuotation, type Quotation } from "./quotation.ts";
import { pageOfPlace, sourceMetadata, sourceName, type Source } from "../sources/source.ts";

export type QuotedWords = { start: number; end: number; source: string; place: string | null };

/** Shorter ones occur in many texts. */
const shortest = 12;
const inMarks = /["“„«”]([^"“„«»”]{4,4000})["“„«»”]/g;

/** The ranges in `text` that quote the sources, without the marks. */
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
