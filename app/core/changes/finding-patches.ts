/*
 * Turns findings into patches that a reader can apply one by one. A patch
 * locates its text by quoting it, so the quotation grows word by word until it
 * is unique; neighbors whose quotations would overlap are merged.
 */
import type { Finding } from "../prose/finding.ts";
import { cutsWord, normaliseNeedle, normaliseQuotation, type Quotation } from "../law/quotation.ts";
import type { Span } from "../text/sentences.ts";

export type FindingPatch = { original: string; replacement: string; summary: string };

/** More than a reader can review in one go. The first ones are returned, and the text can be checked again. */
export const mostPatches = 200;

/** Text that isn't unique at this length is repetitive, and its change is dropped. */
const longestQuotation = 800;

type Group = Span & { findings: Finding[] };

/** `findings` may be in any order but must not overlap. Those without a replacement are skipped. */
export function patchesFromFindings(text: string, findings: readonly Finding[]): FindingPatch[] {
  const groups: Group[] = [];
  // Normalized as when locating: white space, quotes and dashes don't make two passages different.
  const quotation = normaliseQuotation(text);
  const usable = findings.filter((finding) => finding.replacement !== null && finding.replacement !== finding.original);
  const ordered = usable.toSorted((a, b) => a.start - b.start).slice(0, mostPatches);
  for (const [at, finding] of ordered.entries()) {
    const next = ordered[at + 1];
    const room = { start: groups.at(-1)?.end ?? 0, end: next ? wholeWords(text, next).start : text.length };
    let group: Group = Object.assign(grow(text, quotation, finding, room), { findings: [finding] });
    for (let last = groups.at(-1); last && last.end > group.start; last = groups.at(-1)) {
      groups.pop();
      group = {
        start: Math.min(last.start, group.start),
        end: Math.max(last.end, group.end),
        findings: [...last.findings, ...group.findings],
      };
    }
    groups.push(group);
  }
  const quotable = groups.filter(
    (group) => group.end - group.start < longestQuotation || isUnique(text, quotation, group.start, group.end),
  );
  return quotable.map((group) => ({
    original: text.slice(group.start, group.end),
    replacement: applied(text, group),
    summary: [...new Set(group.findings.map((finding) => (finding.sure ? finding.reason : `Check: ${finding.reason}`)))].join(" "),
  }));
}

function applied(text: string, group: Group): string {
  let out = "";
  let at = group.start;
  for (const finding of group.findings) {
    out += text.slice(at, finding.start) + finding.replacement!;
    at = finding.end;
  }
  return out + text.slice(at, group.end);
}

/** Long enough to be found again if the text is pasted into a longer document. */
const comfortableLength = 20;

/**
 * The smallest run of whole words around a range that occurs once. It first
 * grows to a comfortable length within its line and `room`, then as far as
 * needed, the line first.
 */
function grow(text: string, quotation: Quotation, place: Span, room: Span): Span {
  let { start, end } = wholeWords(text, place);
  const from = Math.max(room.start, text.lastIndexOf("\n", start - 1) + 1);
  const lineEnd = text.indexOf("\n", end);
  const to = Math.min(room.end, lineEnd === -1 ? text.length : lineEnd);
  let left = true;
  for (let stuck = 0; end - start < comfortableLength && stuck < 2; left = !left) {
    const wider = left ? { start: wordBefore(text, start), end } : { start, end: wordAfter(text, end) };
    const fits = wider.start >= from && wider.end <= to && (wider.start < start || wider.end > end);
    stuck = fits ? 0 : stuck + 1;
    if (fits) ({ start, end } = wider);
  }
  // Steps double, so repetitive text doesn't cost a search per word.
  for (let step = 1; !isUnique(text, quotation, start, end) && end - start < longestQuotation; step *= 2) {
    for (let word = 0; word < step; word++) {
      const before = wordBefore(text, start);
      const after = wordAfter(text, end);
      if (before === start && after === end) return { start, end };
      const leftStays = before < start && !text.slice(before, start).includes("\n");
      const rightStays = after > end && !text.slice(end, after).includes("\n");
      // Alternates sides, and stays within the line as long as either side can.
      const goLeft = leftStays === rightStays ? (left ? before < start : after === end) : leftStays;
      if (goLeft) start = before;
      else end = after;
      left = !left;
    }
  }
  return { start, end };
}

function isUnique(text: string, quotation: Quotation, start: number, end: number): boolean {
  const needle = normaliseNeedle(text.slice(start, end));
  let places = 0;
  for (let at = quotation.text.indexOf(needle); at !== -1 && places < 2; at = quotation.text.indexOf(needle, at + 1)) {
    if (!cutsWord(quotation.text, at) && !cutsWord(quotation.text, at + needle.length)) places++;
  }
  return places === 1;
}

function wholeWords(text: string, { start, end }: Span): Span {
  let from = start;
  let to = end;
  while (from > 0 && /\S/.test(text[from - 1]!)) from--;
  while (to < text.length && /\S/.test(text[to]!)) to++;
  // If the range is empty or starts or ends in white space, include the next word on that side.
  if (/\s/.test(text[from] ?? " ")) from = wordBefore(text, from);
  if (/\s/.test(text[to - 1] ?? " ")) to = wordAfter(text, to);
  return { start: from, end: to };
}

function wordBefore(text: string, start: number): number {
  let at = start;
  while (at > 0 && /\s/.test(text[at - 1]!)) at--;
  while (at > 0 && /\S/.test(text[at - 1]!)) at--;
  return at;
}

function wordAfter(text: string, end: number): number {
  let at = end;
  while (at < text.length && /\s/.test(text[at]!)) at++;
  while (at < text.length && /\S/.test(text[at]!)) at++;
  return at;
}
