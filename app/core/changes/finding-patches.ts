/*
 * From findings to patches that a reader can apply one by one. A patch names
 * its place by quoting it, so the quotation must occur once in the text: it
 * grows word by word to both sides until it does, and neighbours whose
 * quotations would overlap become one patch.
 */
import type { Finding } from "../prose/finding.ts";
import { cutsWord, normaliseNeedle, normaliseQuotation, type Quotation } from "../law/quotation.ts";
import type { Span } from "../text/sentences.ts";

export type FindingPatch = { original: string; replacement: string; summary: string };

/** Nobody weighs more changes than this at once; the first are given, and the text can be checked again. */
export const mostPatches = 200;

/** A quotation that is not unique at this length belongs to a text that repeats itself; its change is left out. */
const longestQuotation = 800;

type Group = Span & { findings: Finding[] };

/** `findings` may come in any order and must not overlap; those without a replacement are left out. */
export function patchesFromFindings(text: string, findings: readonly Finding[]): FindingPatch[] {
  const groups: Group[] = [];
  // As a patch is located later: white space, quotes and dashes do not tell two places apart.
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

/** A quotation this long is still found when the text is put into a longer document. */
const comfortableLength = 20;

/**
 * The smallest run of whole words round a place that occurs once. It first
 * grows for comfort, inside its line and clear of its neighbours (`room`), and
 * then as far as it must, the line first.
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
  // Steps double: a text that repeats itself must not cost a search for every word of it.
  for (let step = 1; !isUnique(text, quotation, start, end) && end - start < longestQuotation; step *= 2) {
    for (let word = 0; word < step; word++) {
      const before = wordBefore(text, start);
      const after = wordAfter(text, end);
      if (before === start && after === end) return { start, end };
      const leftStays = before < start && !text.slice(before, start).includes("\n");
      const rightStays = after > end && !text.slice(end, after).includes("\n");
      // Both sides in turn, inside the line as long as one side can.
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
  // A place that begins or ends in white space, or is empty, takes the next word in on that side.
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
