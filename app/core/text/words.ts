/*
 * Splits a text into words, white space and single punctuation marks. A word
 * keeps its apostrophe (don't, l’avenir) and a number its separators
 * (1.000,50). In scripts without spaces, every character is a token.
 */

export type Token = { text: string; kind: "word" | "space" | "mark" };

const word = 1;
const space = 2;
const mark = 3;
const combining = 4;
const kinds = ["", "word", "space", "mark", "mark"] as const;
/** The kind of each UTF-16 unit, cached as characters are encountered. */
const kindOf = new Uint8Array(65536);

export function tokenise(text: string): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < text.length;) {
    const kind = kindAt(text, at);
    const end = kind === word ? wordEnd(text, at) : kind === space ? spaceEnd(text, at) : markEnd(text, at);
    tokens.push({ text: text.slice(at, end), kind: kinds[kind] as Token["kind"] });
    at = end;
  }
  return tokens;
}

export function countWords(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length;) {
    const kind = kindAt(text, at);
    if (kind === word) count++;
    at = kind === word ? wordEnd(text, at) : kind === space ? spaceEnd(text, at) : markEnd(text, at);
  }
  return count;
}

function kindAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return (kindOf[code] ||= classify(String.fromCharCode(code)));
}

function classify(char: string): number {
  if (/\s/.test(char)) return space;
  if (char === "\u200d" || /\p{M}/u.test(char)) return combining;
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u.test(char))
    return mark;
  return /[\p{L}\p{N}_\u00ad]/u.test(char) ? word : mark;
}

function wordEnd(text: string, at: number): number {
  let end = at + 1;
  for (; end < text.length; end++) {
    const kind = kindAt(text, end);
    if (kind === word || kind === combining) continue;
    if (end + 1 >= text.length || kindAt(text, end + 1) !== word) break;
    const char = text[end]!;
    if (char === "'" || char === "’") continue;
    if ((char === "." || char === ",") && isDigit(text, end - 1) && isDigit(text, end + 1)) continue;
    break;
  }
  return end;
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 48 && code <= 57;
}

function spaceEnd(text: string, at: number): number {
  let end = at + 1;
  while (end < text.length && kindAt(text, end) === space) end++;
  return end;
}

/** The end of a character with what combines with it: accents, skin tones, families joined by a zero-width joiner. */
function markEnd(text: string, at: number): number {
  let end = at + (text.codePointAt(at)! > 0xffff ? 2 : 1);
  for (;;) {
    const code = text.codePointAt(end);
    if (code === undefined) return end;
    const joined = text.charCodeAt(end - 1) === 0x200d && code > 0xffff;
    if (joined || (code >= 0x1f3fb && code <= 0x1f3ff)) end += 2;
    else if (kindAt(text, end) === combining) end++;
    else return end;
  }
}
