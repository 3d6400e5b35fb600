/*
 * From findings to patches that a reader can apply one by one. A patch names
 * its place by quoting it, so the quotation must occur once in the text: it
 * grows word by word to both sides until it does, and neighbours whose
 * quotations would overlap become one patch.
 */
import type { Finding } from "./finding.ts";
import type { Span } from "./sentences.ts";

export type FindingPatch = { original: string; replacement: string; summary: string };

type Group = Span & { findings: Finding[] };

/** `findings` may come in any order and must not overlap; those without a replacement are left out. */
export function patchesFromFindings(text: string, findings: readonly Finding[]): FindingPatch[] {
  const groups: Group[] = [];
  const usable = findings.filter((finding) => finding.replacement !== null && finding.replacement !== finding.original);
  for (const finding of usable.toSorted((a, b) => a.start - b.start)) {
    let group: Group = { ...grow(text, finding), findings: [finding] };
    for (let last = groups.at(-1); last && last.end >= group.start; last = groups.at(-1)) {
      groups.pop();
      group = {
        start: Math.min(last.start, group.start),
        end: Math.max(last.end, group.end),
        findings: [...last.findings, ...group.findings],
      };
    }
    groups.push(group);
  }
  return groups.map((group) => ({
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

/** The smallest run of whole words round a place that occurs once; the line first, then beyond it. */
function grow(text: string, place: Span): Span {
  let { start, end } = wholeWords(text, place);
  let left = true;
  while (!occursOnce(text, text.slice(start, end))) {
    if (start === 0 && end === text.length) break;
    const before = wordBefore(text, start);
    const after = wordAfter(text, end);
    const leftStays = before < start && !text.slice(before, start).includes("\n");
    const rightStays = after > end && !text.slice(end, after).includes("\n");
    // Both sides in turn, inside the line as long as one side can.
    const goLeft = leftStays === rightStays ? (left ? before < start : after === end) : leftStays;
    if (goLeft) start = before;
    else end = after;
    left = !left;
  }
  return { start, end };
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

const folded = new Map<string, string>();

/** As a patch is located later: white space, quotes and dashes do not tell two places apart. */
function fold(text: string): string {
  const known = folded.get(text);
  if (known !== undefined) return known;
  const result = text
    .normalize("NFC")
    .replace(/\u00ad/g, "")
    .replace(/\s+/g, " ")
    .replace(/[“”„‟«»]/g, '"')
    .replace(/[‘’‚‛]/g, "'")
    .replace(/[‐‑‒–—―−]/g, "-");
  if (text.length > 200) {
    folded.clear();
    folded.set(text, result);
  }
  return result;
}

function occursOnce(text: string, quotation: string): boolean {
  const whole = fold(text);
  const part = fold(quotation);
  const first = whole.indexOf(part);
  return first !== -1 && whole.indexOf(part, first + 1) === -1;
}
