/*
 * What a text puts in quotation marks, in the forms of five languages: “…” and
 * ‘…’, „…“, „…”, ”…”, »…«, «…» and "…". Marks inside a quotation belong to it.
 */
import type { Range } from "../law/quotation.ts";

/** Which marks may end a quotation that one begins with, the likeliest first. */
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

/** Outermost quotations in their order; ranges are without the marks. */
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

/** A mark that can only begin begins anywhere; one that may also end begins where a word does. */
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
    // A quotation inside: its end must not be taken for ours.
    if ("“„«".includes(one) && !"‘‚".includes(mark)) depth++;
    else if (depth > 0 && "”“»".includes(one)) depth--;
  }
  return -1;
}

/** The apostrophe of "seller’s" ends nothing. */
function ends(text: string, at: number, mark: string): boolean {
  if (mark !== "’" && mark !== "‘") return true;
  return !/[\p{L}\p{N}]/u.test(text[at + 1] ?? "");
}
