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
  /** For each character of `text`, where its original begins and ends. */
  starts: number[];
  ends: number[];
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

export function normaliseQuotation(text: string, options: { ignoreCase?: boolean } = {}): Quotation {
  const out: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  let last = "";
  for (let at = 0; at < text.length;) {
    const end = clusterEnd(text, at);
    const plain = plainForm(text.slice(at, end));
    if (plain === last && (plain === " " || plain === "-")) {
      // One run of white space, or of dashes, is one.
      ends[ends.length - 1] = end;
    } else if (plain) {
      last = plain;
      out.push(options.ignoreCase ? lowerCase(plain) : plain);
      for (let i = 0; i < plain.length; i++) {
        starts.push(at);
        ends.push(end);
      }
    }
    at = end;
  }
  return { text: out.join(""), starts, ends };
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
    if (!cutsWord(text, at) && !cutsWord(text, end)) ranges.push(originalRange(haystack, at, end));
    let next = at + 1;
    while (cutsWord(text, next)) next++;
    at = text.indexOf(needle, next);
  }
  return ranges;
}

export function originalRange(quotation: Quotation, start: number, end: number): Range {
  return { start: quotation.starts[start]!, end: quotation.ends[end - 1]! };
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

/** Per character, and only where it keeps its length. */
function lowerCase(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text;
}
