/*
 * Which words of an answer each citation marker covers: its sentence, minus
 * what an earlier marker covers. Sentences don't end inside quotation marks or
 * after "Abs." and "Nr.", a pinpoint in brackets isn't a sentence, and a block
 * quote is a single claim. A marker at a lead-in ("In two ways [[1]]:") stands
 * for what follows it as well (lead-ins.ts).
 */
import { markerLineMax, readMarker } from "../chat/reply-markers.ts";
import { findCitations } from "../law/citations.ts";
import { splitSentences } from "../text/sentences.ts";
import { followingOf, leadOf, type Following } from "./lead-ins.ts";
import { quotationsIn } from "./quotation-marks.ts";

export type Claim = {
  /** Without Markdown syntax. */
  text: string;
  /** Its range [start, end) in the answer. */
  start: number;
  end: number;
  /** The cited source numbers. */
  numbers: number[];
  isBlockQuote: boolean;
  /** Quotations earlier in the paragraph that have no marker of their own. */
  earlier: string[];
  /** Of a list item that continues a sentence, that sentence's beginning: "The tenant must not". */
  lead?: string;
  /** Of a lead-in, what follows it and has no marker of its own: list items, a block quote, or the rest of its paragraph. */
  following?: Following[];
};

/** How far back a claim may begin. */
const farthest = 8000;

/** One per marker, in order; adjacent markers share the same words. */
export function claimsOf(answer: string): Claim[] {
  const claims: Claim[] = [];
  let from = 0;
  for (const { start, end, numbers } of findCitations(answer)) {
    const between = answer.slice(from, start);
    const last = claims.at(-1);
    if (last !== undefined && !/[\p{L}\p{N}]/u.test(between)) claims.push({ ...last, numbers });
    else {
      const claim = claimIn(answer, Math.max(from, start - farthest), start);
      const lead = leadOf(answer, claim.start);
      const following = followingOf(answer, claim.text, end);
      const mark = markAround(claim.text, answer.slice(end, end + farthest));
      const text = claim.text + mark;
      claims.push({ ...claim, text, numbers, ...(lead !== undefined && { lead: plain(lead) }), ...(following && { following }) });
      if (mark !== "" && answer.startsWith(mark, end)) {
        from = end + mark.length;
        continue;
      }
    }
    from = end;
  }
  return claims;
}

/** The mark that closes the quotation in which a marker stands: “the rent is due [[1]]”. */
function markAround(text: string, behind: string): string {
  const paragraph = behind.split("\n\n", 1)[0]!;
  const closed = quotationsIn(text).length;
  return ["”", "“", '"', "»", "«", "’"].find((mark) => paragraph.includes(mark) && quotationsIn(text + mark).length > closed) ?? "";
}

function claimIn(answer: string, from: number, to: number): Omit<Claim, "numbers"> {
  const segment = answer.slice(from, to).trimEnd();
  const block = lastBlock(segment);
  const text = isRow(segment.slice(block)) ? cellsOf(segment.slice(block)) : segment.slice(block);
  if (/^\s*>/.test(text)) return { text: quotedLines(text), start: from + block, end: to, isBlockQuote: true, earlier: [] };
  const paragraph = plain(text);
  const sentence = lastSentence(paragraph);
  const before = paragraph.length - sentence.length;
  const earlier = quotationsIn(paragraph).flatMap(({ end, words }) => (end < before ? [words] : []));
  return { text: sentence, start: from + block, end: to, isBlockQuote: false, earlier };
}

/** The start of the last paragraph, list item or block quote outside quotation marks. */
function lastBlock(segment: string): number {
  const inside = quotationsIn(segment);
  let last = 0;
  let wasQuote = /^\s*>/.test(segment);
  for (const { index } of segment.matchAll(/\n/g)) {
    const line = segment.slice(index + 1, index + 40);
    const isQuote = /^\s*>/.test(line);
    const isEmpty = line.trim() === "" || line.startsWith("\n");
    const above = segment.slice(segment.lastIndexOf("\n", index - 1) + 1, index);
    const begins =
      isMarker(above) || isQuote !== wasQuote || (!isQuote && /^\s*(?:\n|[-*+•]\s|\d{1,3}[.)]\s|#{1,6}\s|\|)/.test(line));
    if (isEmpty && index + 1 >= segment.length) continue;
    if (begins && segment.slice(index + 1).trim() !== "" && !inside.some(({ start, end }) => start <= index && index < end))
      last = index + 1;
    if (!isEmpty) wasQuote = isQuote;
  }
  return last;
}

/** "BEGIN DRAFT": not the beginning of the draft's first sentence. */
function isMarker(line: string): boolean {
  const marker = line.length > markerLineMax ? undefined : readMarker(line);
  return marker !== undefined && marker !== "half";
}

const isRow = (text: string) => /^\s*\|/.test(text);

/** A row of a table reads as its cells, with commas between. */
function cellsOf(row: string): string {
  const cells = row.split(/(?<!\\)\|/).map((cell) => cell.trim());
  return cells.filter((cell) => cell !== "").join(", ");
}

export function quotedLines(text: string): string {
  const lines = text.split("\n").map((line) => line.replace(/^\s*(?:>\s?)+/, ""));
  // An attribution line below the quotation.
  if (lines.length > 1 && /^\s*(?:—|–|--)\s/.test(lines.at(-1)!)) lines.pop();
  return lines
    .map((line) => plain(line))
    .join("\n")
    .trim();
}

export function plain(text: string): string {
  return text
    .replace(/^\s*(?:[-*+•]\s+|#{1,6}\s+)/, "")
    .replace(/\\$/gm, "")
    .replace(/\\([!-/:-@[-`{-~])/g, "$1")
    .replace(/[*_`]{1,3}/g, "")
    .trim();
}

function lastSentence(text: string): string {
  const inside = quotationsIn(text);
  const pieces = splitSentences(text);
  let start = pieces.length === 0 ? 0 : pieces.at(-1)!.start;
  for (let at = pieces.length - 1; at > 0; at--) {
    start = pieces[at]!.start;
    const isInside = inside.some((quoted) => quoted.start < start && start <= quoted.end + 1);
    // "(.PDF)", "Example.Com": no space, no end of a sentence.
    const isApart = /\s/.test(text.slice(start - 1, start + 1));
    if (isApart && !isInside && !isPinpoint(text.slice(start)) && !/^[\p{Ll}\d,;:)\]]/u.test(text.slice(start))) break;
    start = pieces[at - 1]!.start;
  }
  // After an earlier marker the sentence continues: ", so its last day is".
  return text.slice(start).replace(/^(?:[.!?]\s|[\s,;:])+/, "");
}

/** Only brackets, numbers and abbreviations, so a location rather than a statement. */
export function isPinpoint(text: string): boolean {
  const rest = text.replace(/\([^()]*(?:\([^()]*\)[^()]*)*\)/g, " ");
  return (rest.match(/\p{L}{3,}/gu)?.length ?? 0) < 2 && !/["“„”«»]/.test(rest);
}
