/*
 * What a citation is worth. For each, the words that the answer leans on are
 * looked for in the stored source: word for word (after spaces, quotation marks
 * and dashes are made alike) is verified; nearly, or in other words, is a
 * paraphrase, kept with the passage that comes closest; else it is not there.
 * A changed figure or an added "not" is no word-for-word match, and so never
 * passes for verified.
 */
import { findCitations } from "./citations.ts";
import { excerptFor } from "./excerpt.ts";
import { nearestPassage } from "./nearest-passage.ts";
import { findQuotation, normaliseNeedle, normaliseQuotation, type Quotation } from "./quotation.ts";
import type { CitedWords, Source } from "./source.ts";

/** A page full of markers is no reason to search for minutes. */
const mostChecked = 80;
const shortestQuote = 12;

/** The sources with what was found for each of their citations, in the order in which these stand in the text. */
export function verifyCitations(text: string, sources: readonly Source[]): Source[] {
  const found = new Map<number, CitedWords[]>();
  const read = new Map<number, Quotation>();
  let checked = 0;
  for (const { start, numbers } of findCitations(text)) {
    const claim = claimBefore(text, start);
    for (const number of numbers) {
      const content = sources.find((source) => source.number === number)?.content;
      if (content === undefined || content === "") continue;
      let quotation = read.get(number);
      if (!quotation) read.set(number, (quotation = normaliseQuotation(content)));
      const words = checked++ < mostChecked ? judge(claim, content, quotation) : { claim, verdict: "not-checked" as const };
      found.set(number, [...(found.get(number) ?? []), words]);
    }
  }
  return sources.map((source) => {
    const { cited: _, ...rest } = source;
    const cited = source.number === undefined ? undefined : found.get(source.number);
    return cited === undefined ? rest : Object.assign(rest, { cited });
  });
}

function judge(claim: string, content: string, quotation: Quotation): CitedWords {
  // Words in quotation marks are what is said to stand there; without any, the whole sentence is.
  const quoted = [...claim.matchAll(/["“„«»”]([^"“„«»”]{4,2000})["“„«»”]/g)]
    .map((match) => match[1]!)
    .filter((words) => words.length >= shortestQuote);
  const needles = quoted.length > 0 ? quoted : [claim];
  const places = needles.map((words) => findQuotation(quotation, normaliseNeedle(words))[0]);
  if (claim.length >= shortestQuote && places.every((place) => place !== undefined)) {
    const { start, end } = places[0]!;
    return { claim, verdict: "verified", start, end, words: content.slice(start, end) };
  }
  const near = nearestPassage(quotation, normaliseNeedle(needles[0]!));
  const place = near ?? closest(content, claim);
  if (place === undefined) return { claim, verdict: "not-found" };
  return { claim, verdict: "paraphrase", start: place.start, end: place.end, words: content.slice(place.start, place.end) };
}

/** Several words of the claim close together are a passage; one alone is chance. */
function closest(content: string, claim: string): { start: number; end: number } | undefined {
  const excerpt = excerptFor(content, claim);
  if (!excerpt.match) return undefined;
  const words = excerpt.text.slice(excerpt.match.start, excerpt.match.end);
  if ((words.match(/[\p{L}\p{N}]{4,}/gu)?.length ?? 0) < 2) return undefined;
  const at = content.indexOf(excerpt.text);
  return at < 0 ? undefined : { start: at + excerpt.match.start, end: at + excerpt.match.end };
}

/** The sentence a marker stands behind, without the signs of Markdown; in a block quote all of its lines since the last marker. */
function claimBefore(text: string, at: number): string {
  // Markers side by side stand behind the same words.
  const own = lineBefore(text, at);
  const lines = [{ start: own.start, line: own.line.replace(/(?:\[\[[\d,; ]*\]\]\s*)+$/, "") }];
  if (!isQuoted(lines[0]!.line)) {
    const plain = plainWords(lines[0]!.line.replace(new RegExp(marker, "g"), ""));
    return (plain.split(/(?<=[.!?]["”»)]?)\s+(?=[\p{Lu}\d"“„«(§])/u).at(-1) ?? "").trim();
  }
  for (;;) {
    const { start, line } = lines[0]!;
    if (start === 0 || marker.test(line)) break;
    const before = lineBefore(text, start - 1);
    if (!isQuoted(before.line)) break;
    lines.unshift(before);
  }
  // Of a line with a marker only what stands behind it is still claimed.
  return plainWords(lines.map(({ line }) => line.split(marker).at(-1)).join("\n"));
}

const marker = /\[\[[\d,; ]*\]\]/;

function lineBefore(text: string, at: number): { start: number; line: string } {
  const start = text.lastIndexOf("\n", at - 1) + 1;
  return { start, line: text.slice(start, at) };
}

function isQuoted(line: string): boolean {
  return /^\s*>/.test(line);
}

function plainWords(lines: string): string {
  return lines
    .replace(/^\s*(?:>\s*|[-*+]\s+|\d+[.)]\s+|#+\s+)*/, "")
    .replace(/^[ \t]*>[ \t]?/gm, "")
    .replace(/\\$/gm, "")
    .replace(/\\([!-/:-@[-`{-~])/g, "$1")
    .replace(/[*_`]+/g, "")
    .trim();
}
