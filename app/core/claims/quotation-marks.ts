/*
 * Finds quotations in the styles of five languages: “…” and ‘…’, „…“, „…”, ”…”,
 * »…«, «…» and "…". Nested quotation marks are part of the quotation.
 */
import type { Range } from "../law/quotation.ts";

/** The closing marks possible for each opening mark, the likeliest first. */
const closing: Record<string, string> = {
  "“": "”“",
  "„": "“”",
  "”": "”",
  '"': '"',
  "«": "»",
  "»": "«»",
  "‘": "’",
  "‚": "‘’",
};
const longest = 6000;

export type Quoted = Range & { words: string };

/** Outermost quotations, in order; ranges exclude the marks. */
export function quotationsIn(text: string): Quoted[] {
  const found: Quoted[] = [];
  for (let at = 0; at < text.length; at++) {
    const close = closing[text[at]!];
    if (close === undefined || !opens(text, at)) continue;
    const end = closeOf(text, at, close);
    if (end < 0) continue;
    if (/[\p{L}\p{N}]/u.test(text.slice(at + 1, end))) found.push({ start: at + 1, end, words: text.slice(at + 1, end) });
    at = end;
  }
  return found;
}

/** A mark that can only open does so anywhere; one that can also close opens only at the start of a word. */
function opens(text: string, at: number): boolean {
  const before = text[at - 1] ?? " ";
  const after = text[at + 1] ?? " ";
  if (/\s/.test(after) && text[at] !== "«") return /["“„]/.test(text[at]!) && /^ ?\p{L}/u.test(text.slice(at + 1, at + 3));
  return /[\s([{—–:/>*_-]/.test(before) || "„«“".includes(text[at]!);
}

function closeOf(text: string, open: number, close: string): number {
  const mark = text[open]!;
  let depth = 0;
  for (let at = open + 1; at < text.length && at - open <= longest; at++) {
    const one = text[at]!;
    if (depth === 0 && close.includes(one) && ends(text, at, one)) return at;
    if (one === mark || closing[one] === undefined || close.includes(one)) continue;
    // A nested quotation: its closing mark must not end the outer one.
    if ("“„«".includes(one) && !"‘‚".includes(mark)) depth++;
    else if (depth > 0 && "”“»".includes(one)) depth--;
  }
  return -1;
}

/** The apostrophe in "seller’s" doesn't close a quotation. */
function ends(text: string, at: number, mark: string): boolean {
  if (mark !== "’" && mark !== "‘") return true;
  return !/[\p{L}\p{N}]/u.test(text[at + 1] ?? "");
}
