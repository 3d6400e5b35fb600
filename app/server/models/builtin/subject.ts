/*
 * Splits a message into the request and the text it is about: a fenced or quoted passage, what
 * follows a colon, or a pasted block before or after the request.
 */
import { splitWords } from "#core/text/sentences.ts";
import { recogniseIntent } from "./intent.ts";

export type Request = {
  instruction: string;
  /** Null if the message contains no text of its own. */
  text: string | null;
};

export function partMessage(message: string): Request {
  const trimmed = message.trim();
  return (
    fenced(trimmed) ??
    quoted(trimmed) ??
    afterColon(trimmed) ??
    afterQuestion(trimmed) ??
    block(trimmed) ??
    pasted(trimmed) ?? { instruction: trimmed, text: null }
  );
}

function fenced(message: string): Request | null {
  const hit = /^(`{3,12}|~{3,12}|"""|''')[^\n]*\n([\s\S]*?)\n?^\1[^\S\n]*$/m.exec(message);
  return hit && hit[2]!.trim() !== "" ? { instruction: without(message, hit), text: hit[2]! } : null;
}

/** A quotation of five words or more is the text; a shorter one is a word being discussed. */
function quoted(message: string): Request | null {
  const hit = /["“„«]([^"“”„»«]{15,})["”“»]/u.exec(message);
  if (!hit || countWords(hit[1]!) < 5) return null;
  const rest = without(message, hit);
  // A text that contains quotations isn't a request around a quotation.
  return countWords(rest) <= 25 && asksForWork(rest) ? { instruction: rest, text: hit[1]!.trim() } : null;
}

function afterColon(message: string): Request | null {
  const at = message.search(/:\s/);
  if (at === -1 || message.slice(0, at).includes("\n\n")) return null;
  const instruction = message.slice(0, at);
  const text = message.slice(at + 1).trim();
  return countWords(instruction) <= 25 && countWords(text) >= 2 && asksForWork(instruction) ? { instruction, text } : null;
}

/** "Is this sentence correct? He don't like it." */
function afterQuestion(message: string): Request | null {
  const at = message.indexOf("? ");
  if (at === -1 || message.slice(0, at).includes("\n")) return null;
  const instruction = message.slice(0, at + 1);
  const text = message.slice(at + 2).trim();
  const intent = recogniseIntent(instruction);
  const works = intent === "correct" || intent === "plain" || intent === "shorten" || intent === "evaluate";
  return works && countWords(instruction) <= 15 && countWords(text) >= 3 && !text.endsWith("?") ? { instruction, text } : null;
}

/** A short request in the first or last paragraph (or line), the text in the rest. */
function block(message: string): Request | null {
  for (const gap of [/\n\s*\n/, /\n/]) {
    const parts = message.split(gap);
    if (parts.length < 2) continue;
    const first = parts[0]!;
    const last = parts.at(-1)!;
    if (isRequest(first)) return { instruction: first, text: message.slice(message.indexOf(first) + first.length).trim() };
    if (isRequest(last)) return { instruction: last, text: message.slice(0, message.lastIndexOf(last)).trim() };
  }
  return null;
}

/** A long message without a request is a text. */
function pasted(message: string): Request | null {
  return countWords(message) >= 60 && !isRequest(message) ? { instruction: "", text: message } : null;
}

function isRequest(part: string): boolean {
  return countWords(part) <= 40 && asksForWork(part);
}

function asksForWork(part: string): boolean {
  const intent = recogniseIntent(part);
  if (intent === "question" || intent === "legal-question") return part.trimEnd().endsWith("?");
  return intent !== "other" && intent !== "greeting" && intent !== "thanks" && intent !== "about" && intent !== "write";
}

function without(message: string, hit: RegExpExecArray): string {
  return `${message.slice(0, hit.index)} ${message.slice(hit.index + hit[0].length)}`.trim();
}

function countWords(text: string): number {
  return splitWords(text.slice(0, 4_000)).length;
}
