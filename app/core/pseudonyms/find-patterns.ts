/*
 * What is recognised in a text by its form: email addresses, telephone, account and identity numbers, and street
 * addresses. Sums, dates and the numbers of sections stay: a number counts by its check digits, or by how it is written.
 */
import { ibanLength, isDutchNumber, isGermanTaxId, isSwedishNumber, passesIban, passesLuhn } from "./check-digits.ts";
import type { FoundKind } from "./entry.ts";

export type Span = { start: number; end: number; kind: FoundKind };

type Pattern = { kind: FoundKind; form: RegExp; isOne?: (text: string) => boolean };

const digitsOf = (text: string) => text.replaceAll(/\D/g, "");

/** Not within a longer number or word: behind a letter, a digit, or the separator of a number. */
const patterns: readonly Pattern[] = [
  { kind: "email", form: /(?<![\p{L}\p{M}\p{N}._%+-])[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,4}/gu },
  // Swedish: 19811218-9876, 811218-9876, 556677-8899.
  {
    kind: "id",
    form: /(?<![\p{L}\p{M}\p{N}.,/+-])(?:(?:16|18|19|20)?\d{6}[-+]?\d{4})(?![\p{L}\p{N}]|[.,]\d)/gu,
    isOne: (text) => isSwedishNumber(digitsOf(text).slice(-10)),
  },
  // German: the tax number of a person, 12 345 678 901, and the VAT number.
  {
    kind: "id",
    form: /(?<![\p{L}\p{M}\p{N}.,/-])\d{2} ?\d{3} ?\d{3} ?\d{3}(?![\p{L}\p{N}]|[.,]\d)/gu,
    isOne: (text) => isGermanTaxId(digitsOf(text)),
  },
  { kind: "id", form: /(?<![\p{L}\p{M}\p{N}])DE ?\d{9}(?![\p{L}\p{N}])/gu },
  { kind: "id", form: /(?<![\p{L}\p{M}\p{N}])NL ?\d{9}B\d{2}(?![\p{L}\p{N}])/gu },
  { kind: "id", form: /(?<![\p{L}\p{M}\p{N}])SE ?\d{10}01(?![\p{L}\p{N}])/gu },
  { kind: "id", form: /(?<![\p{L}\p{M}\p{N}])GB ?\d{3} ?\d{4} ?\d{2}(?![\p{L}\p{N}])/gu },
  { kind: "id", form: /(?<=(?:Steuernummer|Steuer-Nr\.|St\.-Nr\.):? )\d{2,3}[/ ]\d{3}[/ ]\d{4,5}/gu },
  // Dutch.
  {
    kind: "id",
    form: /(?<![\p{L}\p{M}\p{N}.,/-])(?:\d{9}|\d{4}\.\d{2}\.\d{3})(?![\p{L}\p{N}]|[.,]\d)/gu,
    isOne: (text) => isDutchNumber(digitsOf(text)),
  },
  // British and American.
  {
    kind: "id",
    form: /(?<![\p{L}\p{M}\p{N}])[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\d{2} ?\d{2} ?\d{2} ?[A-D](?![\p{L}\p{N}])/gu,
    isOne: (text) => !/^(?:BG|GB|KN|NK|NT|TN|ZZ)/.test(text),
  },
  { kind: "id", form: /(?<![\p{L}\p{M}\p{N}-])(?!000|666|9)\d{3}-\d{2}-\d{4}(?![\p{L}\p{N}-])/gu },
  // Accounts that say what they are.
  {
    kind: "account",
    form: /(?<=(?:Kontonummer|Konto-Nr\.|kontonummer|kontonr|Kontonr|rekeningnummer|Rekeningnummer|Account No\.?|account no\.?|Account number|account number):? )\d[\d -]{4,20}\d/gu,
  },
  {
    kind: "account",
    form: /(?<=(?:[Bb]ankgiro|[Pp]lusgiro|BG|PG):? )\d[\d -]{3,9}-? ?\d/gu,
    isOne: (text) => passesLuhn(digitsOf(text)),
  },
  // Telephone numbers: international, in brackets, and those that begin with 0 and an area.
  {
    kind: "phone",
    form: /(?<![\p{L}\p{M}\p{N}.,/+-]|\d )(?:\+|00)[1-9]\d{0,2}[ ./-]?(?:\(0\)[ ]?)?\d(?:[ ./-]{0,2}\d){5,12}(?![\p{L}\p{N}])/gu,
  },
  { kind: "phone", form: /(?<![\p{L}\p{M}\p{N}.,/+-]|\d )\(0?\d{2,4}\) ?\d(?:[ -]?\d){5,8}(?![\p{L}\p{N}])/gu },
  { kind: "phone", form: /(?<![\p{L}\p{M}\p{N}.,/+-]|\d )\d{3}-\d{3}-\d{4}(?![\p{L}\p{N}]|[.,-]\d)/gu },
  {
    kind: "phone",
    form: /(?<![\p{L}\p{M}\p{N}.,/+-]|\d )0[1-9]\d{0,3}(?: ?[-/] ?| )\d(?:[ -]?\d){4,9}(?![\p{L}\p{N}]|[.,/-]\d)/gu,
    isOne: (text) => digitsOf(text).length >= 8 && !/^\d{1,2}-\d{1,2}-\d{2,4}$/.test(text),
  },
  // Streets with a number, and the place behind it.
  {
    kind: "address",
    form: /(?<![\p{L}\p{M}\p{N}])\p{Lu}[\p{L}-]{0,30}(?:gatan|vägen|gränd|stigen|torget|allén|gata|straße|strasse|weg|platz|allee|gasse|damm|ufer|chaussee|straat|laan|plein|gracht|kade|singel|steeg) \d{1,4}(?: ?[a-zA-Z](?![\p{L}\p{N}]))?/gu,
  },
  {
    kind: "address",
    form: /(?<![\p{L}\p{M}\p{N}])\p{Lu}[\p{L}-]{1,30}(?: Straße| Strasse| Allee| Platz| Weg|str\.| Str\.| väg| gata) \d{1,4}(?: ?[a-zA-Z](?![\p{L}\p{N}]))?/gu,
  },
  {
    kind: "address",
    form: /(?<![\p{L}\p{M}\p{N}])\d{1,5}[A-Za-z]? \p{Lu}[\p{L}'’-]{1,30}(?: \p{Lu}[\p{L}'’-]{1,30})?(?: Street| St\.?| Road| Rd\.?| Avenue| Ave\.?| Lane| Drive| Square| Crescent| Boulevard| Terrace| Gardens)(?![\p{L}\p{N}])/gu,
  },
];

/** After a street: “, 111 22 Stockholm”, “, 10115 Berlin”, “, 1012 AB Amsterdam”, “, London SW1A 2AA”. */
const place =
  /^,? {1,2}(?:(?:[A-Z]{1,2}-)?\d{3} ?\d{2} \p{Lu}\p{L}{1,30}|\d{4} ?[A-Z]{2} \p{Lu}\p{L}{1,30}|(?:\p{Lu}\p{L}{1,30},? )?[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}(?![\p{L}\p{N}]))/u;

/** Without overlaps, in reading order. */
export function findPatterns(text: string): Span[] {
  const all: Span[] = findIbans(text);
  for (const { kind, form, isOne } of patterns) {
    for (const { 0: words, index: start } of text.matchAll(form)) {
      if (isOne !== undefined && !isOne(words)) continue;
      const end = start + words.length;
      const more = kind === "address" ? (place.exec(text.slice(end, end + 90))?.[0].length ?? 0) : 0;
      // A sentence ends with a full stop, an address does not.
      const stop = kind === "email" && words.endsWith(".") ? 1 : 0;
      all.push({ start, end: end + more - stop, kind });
    }
  }
  const ordered = all.toSorted((a, b) => a.start - b.start || b.end - a.end);
  return ordered.filter((span, at) => at === 0 || !ordered.slice(Math.max(0, at - 20), at).some(({ end }) => end > span.start));
}

const ibanHead = /(?<![\p{L}\p{M}\p{N}])[A-Z]{2}\d{2}(?= ?[A-Z0-9])/gu;

/** Written together or in groups; its country says how long it is. */
function findIbans(text: string): Span[] {
  const found: Span[] = [];
  for (const { 0: head, index: start } of text.matchAll(ibanHead)) {
    const length = ibanLength(head.slice(0, 2));
    if (length === undefined) continue;
    let compact = "";
    let end = start;
    for (; end < text.length && compact.length < length; end++) {
      const one = text[end]!;
      if (/[A-Z0-9]/.test(one)) compact += one;
      else if (one !== " " && one !== "\u00a0") break;
    }
    const isWhole = compact.length === length && !/^[\p{L}\p{N}]/u.test(text.slice(end, end + 1));
    if (isWhole && passesIban(compact)) found.push({ start, end, kind: "account" });
  }
  return found;
}
