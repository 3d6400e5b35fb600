/*
 * Registration numbers of companies: what they look like, and their check digits where they have some. Sources: the
 * Swedish Tax Agency (organisation numbers), ISO 17442 (LEI), Companies House, KVK and the European Commission's VIES
 * (VAT numbers, with national algorithms).
 */
import { passesLuhn } from "../pseudonyms/check-digits.ts";

export const identifierKinds = ["se-organisation", "gb-company", "nl-kvk", "de-register", "lei", "vat", "other"] as const;
export type IdentifierKind = (typeof identifierKinds)[number];
export type ContactIdentifier = { kind: IdentifierKind; value: string };
/** The value in its usual form, or what is wrong with it. */
export type ReadIdentifier = { ok: true; value: string } | { ok: false; note: string };

export const identifierWords: Record<IdentifierKind, { label: string; example: string }> = {
  "se-organisation": { label: "Organisation number (SE)", example: "556016-0680" },
  "gb-company": { label: "Company number (GB)", example: "01234567" },
  "nl-kvk": { label: "KVK number (NL)", example: "33031431" },
  "de-register": { label: "Register number (DE)", example: "HRB 12345, Amtsgericht München" },
  lei: { label: "LEI", example: "213800KUD8LAJWSQ9D15" },
  vat: { label: "VAT number", example: "DE136695976" },
  other: { label: "Other number", example: "" },
};

const wrongDigit = "The check digit is wrong: one of the digits is mistyped.";

export function readIdentifier(kind: IdentifierKind, entered: string): ReadIdentifier {
  const text = entered.normalize("NFKC").trim().replaceAll(/\s+/g, " ");
  if (text === "") return { ok: false, note: "Enter the number." };
  return readers[kind](text);
}

const readers: Record<IdentifierKind, (text: string) => ReadIdentifier> = {
  "se-organisation": swedish,
  "gb-company": british,
  "nl-kvk": dutch,
  "de-register": german,
  lei,
  vat,
  other: (text) => ({ ok: true, value: text.slice(0, 100) }),
};

function swedish(text: string): ReadIdentifier {
  const digits = text.replaceAll(/[\s-]/g, "").replace(/^16(?=\d{10}$)/, "");
  // The third digit sets organisations apart from people, whose month of birth is there.
  if (!/^\d{2}[2-9]\d{7}$/.test(digits))
    return { ok: false, note: "An organisation number has ten digits, the third of them at least 2: 556016-0680." };
  return passesLuhn(digits) ? { ok: true, value: `${digits.slice(0, 6)}-${digits.slice(6)}` } : { ok: false, note: wrongDigit };
}

function british(text: string): ReadIdentifier {
  const number = text.replaceAll(/\s/g, "").toUpperCase();
  if (/^\d{6,8}$/.test(number)) return { ok: true, value: number.padStart(8, "0") };
  return /^(?:[A-Z]{2}\d{6}|R0\d{6}|[A-Z]{2}\d{5}R)$/.test(number)
    ? { ok: true, value: number }
    : { ok: false, note: "A company number has eight digits, or two letters and six digits: 01234567, SC123456." };
}

function dutch(text: string): ReadIdentifier {
  const digits = text.replaceAll(/[\s.]/g, "").replace(/^kvk:?/i, "");
  return /^\d{8}$/.test(digits) ? { ok: true, value: digits } : { ok: false, note: "A KVK number has eight digits: 33031431." };
}

const registers = ["HRA", "HRB", "GnR", "GsR", "PR", "VR"];

/** The court belongs to it: the same number exists at every one. */
function german(text: string): ReadIdentifier {
  const number = /\b(HRA|HRB|GnR|GsR|PR|VR)\s?(\d{1,6})(?:\s?([A-Z]{1,3})\b)?/i.exec(text);
  if (number === null) return { ok: false, note: "Enter the register, the number and the court: HRB 12345, Amtsgericht München." };
  const rest = text.replace(number[0], " ");
  const court = /(?:Amtsgericht|Registergericht|\bAG)\s+(\p{L}[\p{L} .()/-]{1,60})/u.exec(rest)?.[1]?.trim();
  if (court === undefined) return { ok: false, note: "Add the court: the same number exists at every one." };
  const register = registers.find((one) => one.toLowerCase() === number[1]!.toLowerCase());
  const letters = number[3] === undefined ? "" : ` ${number[3].toUpperCase()}`;
  return { ok: true, value: `${register} ${number[2]}${letters}, Amtsgericht ${court}` };
}

function lei(text: string): ReadIdentifier {
  const code = text.replaceAll(/\s/g, "").toUpperCase();
  if (!/^[A-Z0-9]{18}\d{2}$/.test(code))
    return { ok: false, note: "An LEI has 20 letters and digits, the last two of them digits." };
  return modulo97(code) === 1 ? { ok: true, value: code } : { ok: false, note: wrongDigit };
}

/** Letters as numbers, A = 10. */
function modulo97(code: string): number {
  let rest = 0;
  for (const one of code) {
    const value = parseInt(one, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest;
}

/** The form of each country's number behind its letters; Greece uses EL, Northern Ireland XI. */
const vatForms: Record<string, RegExp> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CH: /^E\d{9}(?:MWST|TVA|IVA)?$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  EL: /^\d{9}$/,
  ES: /^[A-Z0-9]\d{7}[A-Z0-9]$/,
  FI: /^\d{8}$/,
  FR: /^[A-Z0-9]{2}\d{9}$/,
  GB: /^(?:\d{9}|\d{12}|GD\d{3}|HA\d{3})$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^\d[A-Z0-9+*]\d{5}[A-Z]{1,2}$/,
  IT: /^\d{11}$/,
  LT: /^(?:\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^\d{9}B\d{2}$/,
  NO: /^\d{9}(?:MVA)?$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{10}01$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
  XI: /^(?:\d{9}|\d{12})$/,
};

const vatChecks: Record<string, (number: string) => boolean> = {
  DE: isGermanVat,
  GB: isBritishVat,
  XI: isBritishVat,
  NL: (number) => isOldDutchVat(number) || modulo97(`NL${number}`) === 1,
  SE: (number) => passesLuhn(number.slice(0, 10)),
  BE: (number) => 97 - (Number(number.slice(0, 8)) % 97) === Number(number.slice(8)),
};

function vat(text: string): ReadIdentifier {
  const code = text.replaceAll(/[\s.-]/g, "").toUpperCase();
  const country = code.slice(0, 2);
  const form = vatForms[country];
  if (form === undefined) return { ok: false, note: "A VAT number begins with the two letters of its country: SE556016068001." };
  const number = code.slice(2);
  if (!form.test(number)) return { ok: false, note: `This isn’t the form of a VAT number of ${country}.` };
  return (vatChecks[country]?.(number) ?? true) ? { ok: true, value: code } : { ok: false, note: wrongDigit };
}

/** ISO 7064, modulo 11, 10. */
function isGermanVat(number: string): boolean {
  let product = 10;
  for (const digit of number.slice(0, 8)) {
    const sum = (Number(digit) + product) % 10 || 10;
    product = (sum * 2) % 11;
  }
  return number[0] !== "0" && (11 - product) % 10 === Number(number[8]);
}

/** Modulo 97; numbers given out since 2010 are 55 higher. Those of government and health have none. */
function isBritishVat(number: string): boolean {
  if (!/^\d/.test(number)) return true;
  const sum = Array.from(number.slice(0, 7)).reduce(
    (total, digit, at) => total + Number(digit) * (8 - at),
    Number(number.slice(7, 9)),
  );
  return sum % 97 === 0 || (sum + 55) % 97 === 0;
}

/** Before 2020, the number of a tax entity, modulo 11. */
function isOldDutchVat(number: string): boolean {
  const sum = Array.from(number.slice(0, 8)).reduce((total, digit, at) => total + Number(digit) * (9 - at), 0);
  return sum % 11 === Number(number[8]);
}
