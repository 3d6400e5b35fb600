/*
 * Which text a proposed change is about when no document is open: a draft in an
 * earlier answer, an attached file, or text pasted into a message, usually
 * after "Please correct this:" or in quotation marks.
 *
 * Picks the text in which most of the changes can be located; among equals the
 * nearest, and within a message the shortest, so that the request around a
 * pasted text isn't included.
 */
import { markdownWords } from "../text/markdown-words.ts";
import type { Patch } from "./patch-json.ts";
import { findQuotation, normaliseNeedle, normaliseQuotation } from "../law/quotation.ts";

export type PatchTarget = {
  /** A stable name, so that later changes find the result of earlier ones. */
  name: string;
  kind: "draft" | "message" | "file";
  text: string;
  /** The text after applied changes and the writer's own edits. */
  now?: string;
};

/** Candidate texts within a message, shortest first, the whole message last. Offsets are into the message. */
export function textsWithin(message: string): { start: number; text: string }[] {
  const spans = [fenced(message), quoted(message), afterBlankLine(message), afterColon(message), [0, message.length] as const];
  const seen = new Set<string>();
  return spans
    .flatMap((span) => (span === null ? [] : [trimmed(message, ...span)]))
    .filter(({ text }) => text !== "" && !seen.has(text) && seen.add(text))
    .sort((a, b) => a.text.length - b.text.length);
}

/** `targets` come nearest first. Null if none contains any of the passages. */
export function choosePatchTarget(
  targets: readonly PatchTarget[],
  patches: readonly Pick<Patch, "original">[],
): PatchTarget | null {
  const needles = patches.map((patch) => normaliseNeedle(patch.original)).filter((needle) => needle !== "");
  let best: { target: PatchTarget; found: number } | null = null;
  for (const target of targets) {
    const quotations = shownTexts(target).map((text) => normaliseQuotation(text));
    const holds = (needle: string) => quotations.some((quotation) => findQuotation(quotation, needle).length > 0);
    const found = needles.filter(holds).length;
    if (found > (best?.found ?? 0)) best = { target, found };
    if (found === needles.length) break;
  }
  return best?.target ?? null;
}

/** A draft may be quoted by its words or its Markdown; a changed text, in its current or original form. */
function shownTexts({ kind, text, now }: PatchTarget): string[] {
  const texts = now === undefined || now === text ? [text] : [now, text];
  return kind === "draft" ? texts.flatMap((one) => [one, markdownWords(one).text]) : texts;
}

type Span = readonly [start: number, end: number];

function fenced(message: string): Span | null {
  const open = message.indexOf("```");
  const start = open < 0 ? -1 : message.indexOf("\n", open);
  const end = start < 0 ? -1 : message.indexOf("```", start);
  return end < 0 ? null : [start + 1, end];
}

const quotes = [
  ['"', '"'],
  ["“", "”"],
  ["„", "“"],
  ["”", "”"],
  ["«", "»"],
] as const;
/** Shorter quotations are more likely a word being discussed. */
const quotedMin = 20;

function quoted(message: string): Span | null {
  const spans = quotes.flatMap(([open, close]): Span[] => {
    const start = message.indexOf(open);
    const end = message.lastIndexOf(close);
    return start >= 0 && end - start > quotedMin ? [[start + 1, end]] : [];
  });
  const longest = spans.sort((a, b) => b[1] - b[0] - (a[1] - a[0]))[0];
  return longest === undefined || isNamed(message, longest) ? null : longest;
}

/** Whether the quoted words merely point at words of the text: they occur a second time. */
function isNamed(message: string, [start, end]: Span): boolean {
  const words = message.slice(start, end).trim();
  return message.slice(0, start).includes(words) || message.slice(end).includes(words);
}

function afterBlankLine(message: string): Span | null {
  const match = /\r?\n[ \t]*\r?\n/.exec(message);
  return match === null ? null : [match.index + match[0].length, message.length];
}

/** Requests are short; a colon further on belongs to the text. */
const requestMax = 300;

function afterColon(message: string): Span | null {
  const match = /:\s/.exec(message.slice(0, requestMax));
  return match === null ? null : [match.index + 1, message.length];
}

function trimmed(message: string, start: number, end: number): { start: number; text: string } {
  const text = message.slice(start, end);
  return { start: start + text.length - text.trimStart().length, text: text.trim() };
}
