/*
 * A model quotes a text almost as it stands: straight quotation marks for
 * curly ones, a hyphen for a dash, one space where the text has a no-break
 * space or a line break, é as one character where the file has two. Both sides
 * are brought to one form, and every place found is mapped back to the text as
 * it is, so that what is replaced or shown is the writer's own characters.
 *
 * Words are never changed, and nor is case unless asked: "Seller" and "seller"
 * are different things in a contract.
 */

export type Quotation = {
  text: string;
  /**
   * How the text lies on its original: of each piece where it begins in either,
   * and the end of the original if it is one thing that stands for another, or
   * -1 where the two are the same character by character. In order, three numbers a piece.
   */
  pieces: Int32Array;
};

export type Range = { start: number; end: number };

const replacements = new Map<string, string>(
  Object.entries({
    "'": "‘’‚‛′´`ʼ＇‹›",
    '"': "“”„‟″«»〝〞＂",
    "-": "‐‑‒–—―−﹘﹣－",
    " ": "\t\n\v\f\r\u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000",
    "": "\u00ad\u200b\u2060\ufeff",
  }).flatMap(([plain, variants]) => Array.from(variants, (variant): [string, string] => [variant, plain])),
);
for (const [ligature, letters] of Object.entries({ "…": "...", ﬀ: "ff", ﬁ: "fi", ﬂ: "fl", ﬃ: "ffi", ﬄ: "ffl" })) {
  replacements.set(ligature, letters);
}

/*
 * Most of a text is plain, and is taken over as it is, a stretch at a time.
 * What is looked at one by one are signs that stand for others, letters with
 * marks of their own, and runs of white space or dashes. `[^]` is the letter
 * that a combining mark may belong to.
 */
const special =
  /(?:[ -]{2,}|[^]?[\u0300-\uffff\t-\r\x85\xa0`\xb4\u02bc\xab\xbb\xad])[\u0300-\uffff \-\t-\r\x85\xa0`\xb4\u02bc\xab\xbb\xad]*/g;

export function normaliseQuotation(text: string, options: { ignoreCase?: boolean } = {}): Quotation {
  const form = options.ignoreCase ? lowerCase : (plain: string) => plain;
  const pieces: number[] = [];
  let out = "";
  let at = 0;
  special.lastIndex = 0;
  for (let match = special.exec(text); match !== null; match = special.exec(text)) {
    if (match.index > at) {
      pieces.push(out.length, at, -1);
      out += form(text.slice(at, match.index));
    }
    at = match.index + match[0].length;
    out = addSpecial(out, pieces, text, match.index, at, form);
  }
  if (at < text.length) {
    pieces.push(out.length, at, -1);
    out += form(text.slice(at));
  }
  return { text: out, pieces: Int32Array.from(pieces) };
}

function addSpecial(
  before: string,
  pieces: number[],
  text: string,
  from: number,
  to: number,
  form: (plain: string) => string,
): string {
  let out = before;
  let last = "";
  for (let at = from; at < to;) {
    // Within a run of white space it was looked for at the first of it.
    const guillemet = last === " " && text[at] !== "«" ? null : spacedGuillemet(text, at);
    const end = guillemet ?? clusterEnd(text, at);
    const plain = guillemet === null ? plainForm(text.slice(at, end)) : '"';
    if (plain === last && (plain === " " || plain === "-")) {
      // One run of white space, or of dashes, is one.
      pieces[pieces.length - 1] = end;
    } else if (plain) {
      last = plain;
      pieces.push(out.length, at, end);
      out += form(plain);
    }
    at = end;
  }
  return out;
}

/** « So » in French: the spaces within are part of the signs. »So« has them outside, where they are the text's. */
const opening = /(?<![\p{L}\p{M}\p{N}])«\s+(?=[\p{L}\p{N}])/uy;
const closing = /\s+»(?![\p{L}\p{N}])/uy;

/** Where the sign and its spaces end, if they begin here. */
function spacedGuillemet(text: string, at: number): number | null {
  const code = text.charCodeAt(at);
  const form = code === 0xab ? opening : code <= 32 || code === 0xa0 || code >= 0x2000 ? closing : null;
  if (form === null) return null;
  form.lastIndex = at;
  return form.test(text) ? form.lastIndex : null;
}

/** A needle has no white space at its ends: models add it, and it says nothing. */
export function normaliseNeedle(text: string, options: { ignoreCase?: boolean } = {}): string {
  return normaliseQuotation(text, options).text.trim();
}

/** Nobody chooses among more places than this. */
const placesMax = 1000;

/**
 * Every place where the needle stands as whole words, in order: "rent" does not
 * stand in "parent". Places may overlap.
 */
export function findQuotation(haystack: Quotation, needle: string): Range[] {
  const ranges: Range[] = [];
  if (!needle) return ranges;
  const text = haystack.text;
  let at = text.indexOf(needle);
  while (at >= 0 && ranges.length < placesMax) {
    const end = at + needle.length;
    if (!cutsWord(text, at) && !cutsWord(text, end) && !cutsSign(haystack, at) && !cutsSign(haystack, end))
      ranges.push(originalRange(haystack, at, end));
    let next = at + 1;
    while (cutsWord(text, next)) next++;
    at = text.indexOf(needle, next);
  }
  return ranges;
}

export function originalRange({ pieces }: Quotation, start: number, end: number): Range {
  const [first, last] = [pieceAt(pieces, start), pieceAt(pieces, end - 1)];
  return {
    start: pieces[first + 1]! + (pieces[first + 2]! < 0 ? start - pieces[first]! : 0),
    end: pieces[last + 2]! < 0 ? pieces[last + 1]! + end - pieces[last]! : pieces[last + 2]!,
  };
}

/** Where in `pieces` the one begins that holds this character of the text. */
function pieceAt(pieces: Int32Array, at: number): number {
  let [low, high] = [0, pieces.length / 3 - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (pieces[3 * middle]! <= at) low = middle;
    else high = middle - 1;
  }
  return 3 * low;
}

/** Whether a cut here would go through one sign of the original that stands for several: an ellipsis, a ligature. */
function cutsSign({ text, pieces }: Quotation, at: number): boolean {
  if (at >= text.length) return false;
  const piece = pieceAt(pieces, at);
  return pieces[piece + 2]! >= 0 && pieces[piece]! < at;
}

/** Whether a cut here would go through a word. Scripts written without spaces have no words to cut. */
export function cutsWord(text: string, at: number): boolean {
  if (at <= 0 || at >= text.length) return false;
  if (isLowSurrogate(text, at)) return true;
  return isWordCharacter(text, at - 1) && isWordCharacter(text, at);
}

function isWordCharacter(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code < 0x80) return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || code === 95 || (code >= 97 && code <= 122);
  return (
    /[\p{L}\p{M}\p{N}]/u.test(text[at]!) &&
    !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(text[at]!)
  );
}

export function isLowSurrogate(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff && at > 0 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800;
}

/** A character and the combining marks after it. */
function clusterEnd(text: string, at: number): number {
  let end = at + 1;
  if (isLowSurrogate(text, end)) end++;
  while (end < text.length && text.charCodeAt(end) >= 0x300 && /[\p{M}\u1160-\u11ff]/u.test(text[end]!)) end++;
  return end;
}

function plainForm(cluster: string): string {
  const replacement = replacements.get(cluster);
  if (replacement !== undefined) return replacement;
  return cluster.length > 1 || cluster.charCodeAt(0) >= 0x300 ? cluster.normalize("NFC") : cluster;
}

/** Only where it keeps its length: character by character where the whole does not. */
function lowerCase(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  const letters = Array.from(text);
  return letters.length === 1 ? text : letters.map(lowerCase).join("");
}
