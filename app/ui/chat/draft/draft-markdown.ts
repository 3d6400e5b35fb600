/*
 * The Markdown of an answer's draft as a document and back. A document has no
 * formulas, so there they are their source as text, which is written as it was.
 */
import type { Node } from "prosemirror-model";
import { documentToMarkdown } from "#core/document/document-to-markdown.ts";
import { markdownToDocument } from "#core/document/markdown-to-document.ts";

type Form = { open: string; close: string; /** It stands alone between line breaks. */ isBlock?: boolean; isInLine?: boolean };

const formulas: readonly Form[] = [
  { open: "\\(", close: "\\)", isInLine: true },
  { open: "$$", close: "$$" },
  { open: "\\[", close: "\\]", isBlock: true },
];
/** As a document's text is escaped in Markdown. */
const escapedFormulas: readonly Form[] = [
  { open: "\\\\(", close: "\\\\)", isInLine: true },
  { open: "$$", close: "$$" },
  { open: "\\\\\\[", close: "\\\\\\]", isBlock: true },
];
const longestFormula = 5000;
/** As app/ui/markdown/rare-syntax.ts decides: "\(a\)" and "\[Name\]" only escape their brackets. */
const mathematical = /[\\^_=<>+]/;

export function draftDocument(markdown: string): Node {
  const escaped = replaceFormulas(markdown, formulas, (found) =>
    mathematical.test(found.slice(2, -2)) ? found.replaceAll(/[\\`*_[\]<~|&]/g, "\\$&").replaceAll(/\s+/g, " ") : found,
  );
  return markdownToDocument(escaped);
}

export function draftMarkdown(document: Node): string {
  return replaceFormulas(documentToMarkdown(document), escapedFormulas, (found) => found.replaceAll(/\\([\\`*_[\]<~|&])/g, "$1"));
}

/** Replaces the formulas outside code, in time proportional to the text. */
function replaceFormulas(text: string, forms: readonly Form[], replace: (formula: string) => string): string {
  const next = nextOccurrence(text);
  let made = "";
  let copied = 0;
  for (let at = 0; at < text.length;) {
    const form = forms.find((form) => opensAt(text, at, form));
    const end = form === undefined ? null : endOfFormula(text, at, form, next);
    if (end !== null) {
      made += text.slice(copied, at) + replace(text.slice(at, end));
      copied = end;
    }
    at = end ?? (text[at] === "`" ? endOfCode(text, at, next) : at + 1);
  }
  return made + text.slice(copied);
}

type Next = (part: string, from: number) => number;

/** `indexOf` from places that only move forward, which never searches the same stretch twice. */
function nextOccurrence(text: string): Next {
  const known = new Map<string, number>();
  return (part, from) => {
    const before = known.get(part) ?? -1;
    if (before >= from) return before;
    const found = text.indexOf(part, from);
    known.set(part, found < 0 ? Infinity : found);
    return known.get(part)!;
  };
}

function opensAt(text: string, at: number, { open, isBlock }: Form): boolean {
  if (!text.startsWith(open, at) || (open === "\\(" && text[at - 1] === "\\")) return false;
  return !isBlock || at === 0 || text[at - 1] === "\n";
}

function endOfFormula(text: string, at: number, { open, close, isBlock, isInLine }: Form, next: Next): number | null {
  const start = at + open.length;
  const end = next(close, start + 1);
  if (end - start > longestFormula || (isInLine && next("\n", start) < end)) return null;
  const after = end + close.length;
  return isBlock && after < text.length && text[after] !== "\n" ? null : after;
}

function endOfCode(text: string, at: number, next: Next): number {
  if (!text.startsWith("```", at)) {
    const end = next("`", at + 1);
    return end < next("\n", at + 1) ? end + 1 : at + 1;
  }
  const end = next("```", endOfTicks(text, at));
  return endOfTicks(text, Math.min(end, text.length));
}

function endOfTicks(text: string, from: number): number {
  let at = from;
  while (text[at] === "`") at++;
  return at;
}
