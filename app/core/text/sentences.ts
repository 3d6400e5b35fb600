/*
 * Splits text into paragraphs, sentences and words with UTF-16 offsets, so that
 * `text.slice(start, end)` is exactly the piece.
 *
 * Intl.Segmenter ends a sentence after "e.g. The", "No. 5 Main Street" and
 * "Art. 6 Abs. 1"; such pieces are rejoined. A list line or a heading ends at
 * its line break, with or without a full stop.
 */

export type ProseLanguage = "en" | "sv" | "de" | "nl";
export const proseLanguages: readonly ProseLanguage[] = ["en", "sv", "de", "nl"];
/** Style is measured in French too, which has no grammar rules here. */
export type StyleLanguage = ProseLanguage | "fr";
export const styleLanguages: readonly StyleLanguage[] = [...proseLanguages, "fr"];

export type Span = { start: number; end: number };
export type Piece = Span & { text: string };

const abbreviations = new Set(
  (
    "mr mrs ms dr prof sr jr st no nos art arts sec s ss para paras cl cls fig figs vol ed eds al etc vs v cf e.g i.e eg ie inc ltd co corp llc plc " +
    "p pp ch app approx dept est jan feb mar apr jun jul aug sep sept oct nov dec u.s u.k e.u a.m p.m " +
    "abs nr bzw z.b d.h u.a ff f vgl ggf evtl inkl zzgl usw bspw ziff buchst hs std mio mrd " +
    "bl.a t.ex dvs m.m osv kap st f.d s.k resp ca jfr prop " +
    "bijv d.w.z o.a jl lid blz m.b.t t.a.v enz mr drs ir"
  ).split(" "),
);

const segmenters = new Map<string, Intl.Segmenter>();

function segmenter(language: StyleLanguage, granularity: "sentence" | "word"): Intl.Segmenter {
  const key = language + granularity;
  let found = segmenters.get(key);
  if (!found) segmenters.set(key, (found = new Intl.Segmenter(language, { granularity })));
  return found;
}

function trimmed(text: string, start: number, end: number): Piece | null {
  let from = start;
  let to = end;
  while (from < to && /\s/.test(text[from]!)) from++;
  while (to > from && /\s/.test(text[to - 1]!)) to--;
  return from === to ? null : { start: from, end: to, text: text.slice(from, to) };
}

/** Blocks separated by a blank line. */
export function splitParagraphs(text: string): Piece[] {
  return cutAt(text, /\r?\n[^\S\n]*(?:\r?\n[^\S\n]*)+/g);
}

/** Blocks no sentence crosses: paragraphs, and within them list lines and headings. */
function splitBlocks(text: string): Piece[] {
  return cutAt(text, /\r?\n(?=[^\S\n]*(?:\r?\n|[-*•–]\s|#{1,6}\s|\(?[0-9a-zA-Z]{1,3}[.)]\s|\(?\d+(?:\.\d+)+\.?\s|>|\|))/g);
}

function cutAt(text: string, boundary: RegExp): Piece[] {
  const pieces: Piece[] = [];
  let start = 0;
  for (const hit of text.matchAll(boundary)) {
    const piece = trimmed(text, start, hit.index);
    if (piece) pieces.push(piece);
    start = hit.index + hit[0].length;
  }
  const last = trimmed(text, start, text.length);
  if (last) pieces.push(last);
  return pieces;
}

export function splitSentences(text: string, language: StyleLanguage = "en"): Piece[] {
  const sentences: Piece[] = [];
  for (const block of splitBlocks(text)) {
    for (const paragraph of splitParagraphs(block.text)) {
      const offset = block.start + paragraph.start;
      let start = 0;
      let end = 0;
      for (const { index, segment } of segmenter(language, "sentence").segment(paragraph.text)) {
        end = index + segment.length;
        if (runsOn(paragraph.text.slice(start, end), paragraph.text.slice(end))) continue;
        pushTrimmed(sentences, text, offset + start, offset + end);
        start = end;
      }
      if (start < end) pushTrimmed(sentences, text, offset + start, offset + end);
    }
  }
  return sentences;
}

function pushTrimmed(pieces: Piece[], text: string, start: number, end: number): void {
  const piece = trimmed(text, start, end);
  if (piece) pieces.push(piece);
}

const companyForm = /^\s*(?:inc|ltd|llc|corp|co|plc|gmbh|ag|ab|bv|b\.v|nv|n\.v|se|sa|s\.a)(?![\p{L}\d])/iu;

const germanMonth = /^\s*(?:Januar|Jänner|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)(?!\p{L})/u;

/** Whether an apparent sentence end is an abbreviation, an initial, a number or a wrapped line. */
function runsOn(sentence: string, rest: string): boolean {
  if (rest.trim() === "") return false;
  if (!/[.!?…:]["'”’»)\]]*\s*$/.test(sentence)) return true;
  // "Yahoo! Inc."
  if (/!\s*$/.test(sentence) && companyForm.test(rest)) return true;
  const tail = /(?:^|[\s(["“„/#-])([\p{L}\d.]+)\.\s*$/u.exec(sentence)?.[1];
  if (tail === undefined) return false;
  if (/^\p{Lu}$/u.test(tail) || abbreviations.has(tail.toLowerCase())) return true;
  // "am 1. März 2026"
  if (/^\d{1,2}$/.test(tail) && germanMonth.test(rest)) return true;
  return /^\d+(\.\d+)*$/.test(tail) && (/^\s*[\p{Ll}\d]/u.test(rest) || sentence.trim() === `${tail}.`);
}

/** Words as a reader counts them: "don't" and "state-of-the-art" are one each, "§" and "–" are none. */
export function splitWords(text: string, language: StyleLanguage = "en"): Piece[] {
  const words: Piece[] = [];
  for (const { index, segment, isWordLike } of segmenter(language, "word").segment(text)) {
    if (!isWordLike) continue;
    const last = words.at(-1);
    if (last && last.end === index - 1 && /[-‐‑]/.test(text[index - 1]!)) {
      last.end = index + segment.length;
      last.text = text.slice(last.start, last.end);
    } else words.push({ start: index, end: index + segment.length, text: segment });
  }
  return words;
}
