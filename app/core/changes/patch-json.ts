/*
 * Reads patches from a model's JSON. Models get JSON almost right: a code
 * fence, an extra comma, a raw line break in a string. Those are repaired and
 * reported; nothing else is guessed at, because a patch changes someone's
 * contract. Failures return the reason and the raw text.
 */

import type { FormattingChange } from "./formatting-change.ts";
import type { RowsChange } from "./inserted-rows.ts";

export type Patch = {
  /** The passage to change, as quoted by the model. */
  original: string;
  replacement: string;
  summary: string;
  /** Text directly before and after, if the passage occurs more than once. */
  before?: string;
  after?: string;
  /** Which of several equal passages, counted from 1. */
  occurrence?: number;
  /** Applies to every occurrence of the original (patch-everywhere.ts). */
  all?: boolean;
  /** Verbatim passages that an `all` leaves alone. */
  except?: string[];
  /** The range in the text it came with, updated as the text changes; null once it is gone. Never set by a model. */
  place?: { start: number; end: number } | null;
  /** Where it will be once the text is saved in which it is open again. Never set by a model. */
  awaitedAt?: number;
  /** By a person, so its dashes and quotation marks are meant. Never set by a model. */
  isTyped?: true;
  /** Formatting to apply while the words stay. Never proposed by a model. */
  look?: FormattingChange;
  /** Rows to insert or delete instead of words. Never proposed by a model. */
  rows?: RowsChange;
  /** Of a change by several people that can only be decided as one: whose each part of it is. Never set by a model. */
  pieces?: ChangePiece[];
};

/** `same` and `removed` words are those of the original, in order; `same` and `added` ones those of the replacement. */
export type ChangePiece = { kind: "same" | "removed" | "added"; text: string; author?: string; date?: string };

export type PatchReading = {
  patches: Patch[];
  /** What had to be repaired, as words for the screen. */
  repaired: string[];
  /** Why something could not be read, one sentence each. */
  problems: string[];
};

/** `isCutOff`: the answer ended before the change did. */
export function readPatches(text: string, isCutOff = false): PatchReading {
  const repaired: string[] = [];
  const json = withoutFence(text.trim(), repaired);
  if (!json) return { patches: [], repaired, problems: ["The change is empty."] };
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    const mended = mend(json, repaired);
    if (mended === undefined) return { patches: [], repaired: [], problems: [isCutOff ? cutOff : unclosed] };
    try {
      value = JSON.parse(mended);
    } catch {
      return { patches: [], repaired: [], problems: [invalid] };
    }
  }
  return checkPatches(value, repaired);
}

const cutOff = "The change was cut off before it was complete.";
const invalid = "The change couldn’t be read: it isn’t written in the form of a change.";
const unclosed = "The change couldn’t be read: a quotation mark or bracket is missing.";

function checkPatches(value: unknown, repaired: string[]): PatchReading {
  const inside = isRecord(value) && !("original" in value) && Array.isArray(value.patches) ? value.patches : value;
  const list: unknown[] = Array.isArray(inside) ? inside : [inside];
  const patches: Patch[] = [];
  const problems: string[] = [];
  if (list.length === 0) problems.push("The list of changes is empty.");
  for (const [i, item] of list.entries()) {
    const name = list.length > 1 ? `Change ${i + 1} of ${list.length}` : "The change";
    const patch = checkPatch(item);
    if (typeof patch === "string") problems.push(`${name} ${patch}.`);
    else patches.push(patch);
  }
  return { patches, repaired, problems };
}

function checkPatch(item: unknown): Patch | string {
  if (!isRecord(item)) return "is not an object with original and replacement";
  const { original, replacement, summary, before, after, occurrence, all, except } = item;
  if (typeof original !== "string") return "does not say which text it replaces (original)";
  if (typeof replacement !== "string") return "does not say what to put in (replacement)";
  return {
    original,
    replacement,
    summary: typeof summary === "string" ? summary : "",
    ...(typeof before === "string" && before ? { before } : {}),
    ...(typeof after === "string" && after ? { after } : {}),
    ...(Number.isInteger(occurrence) && Number(occurrence) > 0 ? { occurrence: Number(occurrence) } : {}),
    ...(all === true ? { all, ...exceptions(except) } : {}),
  };
}

function exceptions(value: unknown): { except?: string[] } {
  const list = (Array.isArray(value) ? value : [value]).filter((one) => typeof one === "string" && one.trim() !== "");
  return list.length > 0 ? { except: list as string[] } : {};
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function withoutFence(text: string, repaired: string[]): string {
  if (!text.startsWith("```") && !text.startsWith("~~~")) return text;
  const fence = text.slice(0, 3);
  const firstBreak = text.indexOf("\n");
  let end = text.length;
  if (text.endsWith(fence)) while (text[end - 1] === fence[0]) end--;
  repaired.push("code fence");
  return text.slice(firstBreak < 0 ? 3 : firstBreak, Math.max(end, firstBreak, 3)).trim();
}

/** One pass over the tokens. Undefined if the text ends inside a string, object or list. */
function mend(json: string, repaired: string[]): string | undefined {
  const note = (what: string) => repaired.includes(what) || repaired.push(what);
  const out: string[] = [];
  let last = -1; // Index in `out` of the last token that isn't white space.
  let depth = 0;
  let lists = 0;
  const dropComma = () => {
    if (out[last] !== ",") return;
    out[last] = "";
    note("trailing comma");
  };
  for (let at = 0; at < json.length;) {
    const char = json[at]!;
    const end = char !== '"' ? at + 1 : isSummary(out, last) ? summaryEnd(json, at) : stringEnd(json, at);
    if (char === "]" || char === "}") {
      dropComma();
      depth--;
    } else if (char === "[" || char === "{") {
      if (depth === 0 && lists++ > 0 && out[last] !== ",") out.push(",");
      depth++;
    }
    out.push(char === '"' ? mendString(json.slice(at, end), note) : char);
    if (char.trim()) last = out.length - 1;
    at = end;
  }
  const lastToken = out[last] ?? "";
  if (depth > 0 || (lastToken.startsWith('"') && (lastToken === '"' || !lastToken.endsWith('"')))) return undefined;
  dropComma();
  if (lists < 2) return out.join("");
  note("several changes without a list");
  return `[${out.join("")}]`;
}

/** The index after the closing quotation mark, or the end of the text. */
function stringEnd(json: string, at: number): number {
  for (let i = at + 1; i < json.length; i++) {
    if (json[i] === "\\") i++;
    else if (json[i] === '"') return i + 1;
  }
  return json.length;
}

/** Whether the next token is the value of `summary`. */
function isSummary(out: readonly string[], last: number): boolean {
  return out[last] === ":" && out.findLast((token, i) => i < last && token.trim() !== "") === '"summary"';
}

/**
 * A summary changes no text, so unescaped quotation marks in it („an" in
 * German) are tolerated: it ends where the next field or the end of the object
 * follows.
 */
function summaryEnd(json: string, at: number): number {
  for (let end = stringEnd(json, at); ; end = stringEnd(json, end - 1)) {
    if (/^\s*(?:[}\]]|,\s*(?:"\w+"\s*:|[}\]])|$)/.test(json.slice(end))) return end;
    if (end >= json.length) return stringEnd(json, at);
  }
}

const controlEscapes: Record<string, string> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function mendString(string: string, note: (what: string) => void): string {
  let out = "";
  for (let at = 0; at < string.length; at++) {
    const char = string[at]!;
    if (char === '"' && at > 0 && at < string.length - 1) {
      note("quotation mark in a summary");
      out += '\\"';
    } else if (char < " ") {
      note("line break in a string");
      out += controlEscapes[char] ?? " ";
    } else if (char !== "\\") {
      out += char;
    } else if (at + 1 < string.length && '"\\/bfnrtu'.includes(string[at + 1]!)) {
      out += char + string[++at]!;
    } else {
      // \' is an apostrophe; in C:\Users and \§ the backslash is literal.
      note("stray backslash");
      if (string[at + 1] !== "'") out += "\\\\";
    }
  }
  return out;
}
