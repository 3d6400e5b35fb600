/*
 * Models quote almost verbatim: straight quotes for curly ones, a hyphen for a
 * dash, a space for a no-break space or line break, é in composed form. Both
 * sides are normalized, and every match is mapped back to the original text, so
 * that the writer's own characters are what is replaced or shown.
 *
 * Words are never changed, and neither is case unless asked: in a contract,
 * "Seller" and "seller" differ.
 */

export type Quotation = {
  text: string;
  /**
   * Maps the text to the original, three sorted numbers per piece: its start in
   * each, and its end in the original if one thing stands for another, or -1 if
   * they match character by character.
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
 * Most of a text is plain and copied in stretches. Only replaced signs, letters
 * with diacritics, and runs of white space or dashes are handled one by one.
 * `[^]` is the base letter of a combining mark.
 */
const special =
  /(?:[ -]{2,}|[^]?[\u0300-\uffff\t-\r\x85\xa0`\xb4\u02bc\xab\xbb\xad])[\u0300-\uffff \-\t-\r\x85\xa0`\xb4\u02bc\xab\xbb\xad]*/g;

/** `joinsDashes`: white space beside a dash is part of it, except a line break. */
type Form = { ignoreCase?: boolean; joinsDashes?: boolean };

export function normaliseQuotation(text: string, options: Form = {}): Quotation {
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
    out = addSpecial(out, pieces, text, match.index, at, { form, joinsDashes: options.joinsDashes === true });
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
  { form, joinsDashes }: { form: (plain: string) => string; joinsDashes: boolean },
): string {
  let out = before;
  let last = "";
  for (let at = from; at < to;) {
    // Within a run of white space, it was checked at the first character.
    const guillemet = last === " " && text[at] !== "«" ? null : spacedGuillemet(text, at);
    const end = guillemet ?? clusterEnd(text, at);
    const plain = guillemet === null ? plainForm(text.slice(at, end)) : '"';
    if (plain === last && (plain === " " || plain === "-")) {
      // A run of white space, or of dashes, collapses into one.
      pieces[pieces.length - 1] = end;
    } else if (joinsDashes && joins(text, plain, last, at, pieces)) {
      // The space before the dash, or the dash before the space, becomes the whole dash.
      out = out.slice(0, -1) + "-";
      last = "-";
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

function joins(text: string, plain: string, last: string, at: number, pieces: readonly number[]): boolean {
  if (plain === "-") return last === " " && !/[\n\r]/.test(text.slice(pieces.at(-2), pieces.at(-1)));
  return plain === " " && last === "-" && text[at] !== "\n" && text[at] !== "\r";
}

/** In French « So », the inner spaces belong to the marks. In »So« spaces are outside, and belong to the text. */
const opening = /(?<![\p{L}\p{M}\p{N}])«\s+(?=[\p{L}\p{N}])/uy;
const closing = /\s+»(?![\p{L}\p{N}])/uy;

/** The end of a guillemet with its spaces, if one starts here. */
function spacedGuillemet(text: string, at: number): number | null {
  const code = text.charCodeAt(at);
  const form = code === 0xab ? opening : code <= 32 || code === 0xa0 || code >= 0x2000 ? closing : null;
  if (form === null) return null;
  form.lastIndex = at;
  return form.test(text) ? form.lastIndex : null;
}

/** A needle has no white space at its ends: models add it without meaning. A space that carries a mark is a letter. */
export function normaliseNeedle(text: string, options: Form = {}): string {
  return normaliseQuotation(text, options).text.replaceAll(/^ (?!\p{M})| $/gu, "");
}

/** More matches than a reader could choose among. */
const placesMax = 1000;

/**
 * Every match on word boundaries, in order: "rent" doesn't match in "parent".
 * Matches may overlap.
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

/** The index in `pieces` of the piece that contains this character. */
function pieceAt(pieces: Int32Array, at: number): number {
  let [low, high] = [0, pieces.length / 3 - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (pieces[3 * middle]! <= at) low = middle;
    else high = middle - 1;
  }
  return 3 * low;
}

/** Whether a cut here would split a single character of the original that maps to several: an ellipsis, a ligature. */
function cutsSign({ text, pieces }: Quotation, at: number): boolean {
  if (at >= text.length) return false;
  const piece = pieceAt(pieces, at);
  return pieces[piece + 2]! >= 0 && pieces[piece]! < at;
}

/** Whether a cut here would split a word. Scripts without spaces have no words to split. */
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

/** A character plus its combining marks. */
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

/** Preserves length: falls back to lower-casing character by character. */
function lowerCase(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  const letters = Array.from(text);
  return letters.length === 1 ? text : letters.map(lowerCase).join("");
}
