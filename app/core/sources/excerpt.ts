/*
 * A reader who opens a citation wants the few lines behind the claim. So the
 * claim is searched for in the source: verbatim, then as the passage with most
 * of its words, then any of its words; otherwise the excerpt is the start of
 * the source. Lengths are from section 9. Excerpts are cut at whole words.
 */
import { findQuotation, isLowSurrogate, normaliseNeedle, normaliseQuotation, type Range } from "../law/quotation.ts";

export const excerptContext = { near: 100, close: 40, fallback: 150 } as const;
export const excerptFallbackLength = 300;

export type Excerpt = {
  text: string;
  /** The range in `text` to highlight; absent if nothing of the claim was found. */
  match?: Range;
  /** Whether the source continues before or after. */
  moreBefore: boolean;
  moreAfter: boolean;
};

/** The text around [start, end), with at most `context` characters on each side. */
export function excerptAround(text: string, { start, end }: Range, context: number): Excerpt {
  const from = wordStart(text, start - context, start);
  const to = wordEnd(text, end + context, end);
  return {
    text: text.slice(from, to),
    match: { start: start - from, end: end - from },
    moreBefore: text.slice(0, from).trim() !== "",
    moreAfter: text.slice(to).trim() !== "",
  };
}

/** Around words that were found. A whole paragraph is cut to the fallback's length, so that the popup stays one. */
export function excerptOfWords(text: string, { start, end }: Range): Excerpt {
  if (end - start <= excerptFallbackLength)
    return excerptAround(text, { start, end }, end - start > 2 * excerptContext.near ? excerptContext.close : excerptContext.near);
  const begun = excerptAround(text, { start, end: wordEnd(text, start + excerptFallbackLength, start) }, 0);
  return { ...begun, moreAfter: true };
}

/** The excerpt of a source for a claim. */
export function excerptFor(source: string, claim: string): Excerpt {
  const quotation = normaliseQuotation(source, { ignoreCase: true });
  for (const quoted of quotedIn(claim)) {
    const [place] = findQuotation(quotation, normaliseNeedle(quoted, { ignoreCase: true }));
    if (place)
      return excerptAround(
        source,
        place,
        place.end - place.start > 2 * excerptContext.near ? excerptContext.close : excerptContext.near,
      );
  }
  const { passage, words } = densestPassage(source, claim);
  if (passage && words > 1) return excerptAround(source, passage, excerptContext.close);
  if (passage) return excerptAround(source, passage, excerptContext.fallback);
  const begin = source.length - source.trimStart().length;
  const end = wordEnd(source, begin + excerptFallbackLength, begin);
  return { text: source.slice(begin, end), moreBefore: false, moreAfter: source.slice(end).trim() !== "" };
}

/** The excerpt as one line of plain text. */
export function excerptText({ text, moreBefore, moreAfter }: Excerpt): string {
  return `${moreBefore ? "…" : ""}${text.replace(/\s+/g, " ").trim()}${moreAfter ? "…" : ""}`;
}

/** The claim itself, then the quotations in it, longest first. */
function quotedIn(claim: string): string[] {
  const inside = [...claim.matchAll(/["“„«»”]([^"“„«»”]{8,2000})["“„«»”]/g)].map((match) => match[1]!);
  return [claim, ...inside.sort((a, b) => b.length - a.length)].filter((text) => text.trim().length > 0);
}

/** The stretch, at most the fallback's length, with the most distinct words of the claim. */
function densestPassage(source: string, claim: string): { passage?: Range; words: number } {
  const wanted = new Set(wordsOf(claim).map((word) => word.text));
  const found = wordsOf(source).filter((word) => wanted.has(word.text));
  const inside = new Map<string, number>();
  let best: { passage?: Range; words: number } = { words: 0 };
  for (let first = 0, last = 0; last < found.length; last++) {
    const { text, end } = found[last]!;
    inside.set(text, (inside.get(text) ?? 0) + 1);
    for (; end - found[first]!.start > excerptFallbackLength; first++) leaveOne(inside, found[first]!.text);
    if (inside.size > best.words) best = { passage: { start: found[first]!.start, end }, words: inside.size };
  }
  return best;
}

function leaveOne(counts: Map<string, number>, word: string): void {
  const count = counts.get(word)! - 1;
  if (count > 0) counts.set(word, count);
  else counts.delete(word);
}

/** Words of four letters or more, and numbers; short words occur everywhere. */
function wordsOf(text: string): ({ text: string } & Range)[] {
  return [...text.matchAll(/[\p{L}\p{M}]{4,60}|\p{N}{1,20}/gu)].map((match) => ({
    text: match[0].toLowerCase().normalize("NFC"),
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/** The first word starting at or after an offset, but no later than `latest`. */
function wordStart(text: string, at: number, latest: number): number {
  if (at <= 0) return 0;
  for (let i = at; i <= latest; i++) if (isSpace(text, i - 1) && !isSpace(text, i)) return i;
  return isLowSurrogate(text, at) ? at + 1 : at;
}

/** The end of the last word ending at or before an offset, but no earlier than `earliest`. */
function wordEnd(text: string, at: number, earliest: number): number {
  if (at >= text.length) return text.trimEnd().length < earliest ? text.length : Math.max(earliest, text.trimEnd().length);
  for (let i = at; i >= earliest; i--) if (isSpace(text, i) && !isSpace(text, i - 1)) return i;
  return isLowSurrogate(text, at) ? at - 1 : at;
}

function isSpace(text: string, at: number): boolean {
  return at < 0 || at >= text.length || /\s/.test(text[at]!);
}
