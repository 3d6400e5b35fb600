/* Check digits of account, tax and personal numbers. All take digits without separators. */

export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let at = digits.length - 1, isDouble = false; at >= 0; at--, isDouble = !isDouble) {
    const value = Number(digits[at]) * (isDouble ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}

const ibanLengths: Record<string, number> = Object.fromEntries(
  `AD24 AT20 BE16 BG22 CH21 CY28 CZ24 DE22 DK18 EE20 ES24 FI18 FO18 FR27 GB22 GI23 GL18 GR27 HR21 HU28 IE22 IS26 IT27 LI21 LT20
  LU20 LV21 MC27 MT31 NL18 NO15 PL28 PT25 RO24 SE24 SI19 SK24 SM27 TR26`
    .split(/\s+/)
    .map((one) => [one.slice(0, 2), Number(one.slice(2))]),
);

export function ibanLength(country: string): number | undefined {
  return ibanLengths[country];
}

/** ISO 13616: the first four characters moved to the end, letters as numbers, modulo 97. */
export function passesIban(iban: string): boolean {
  let rest = 0;
  for (const one of iban.slice(4) + iban.slice(0, 4)) {
    const value = parseInt(one, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}

/** A Swedish personal, coordination or organisation number, of ten digits. */
export function isSwedishNumber(digits: string): boolean {
  const month = Number(digits.slice(2, 4));
  const day = Number(digits.slice(4, 6)) % 60;
  const isDay = month >= 1 && month <= 12 && day >= 1 && day <= 31;
  return (isDay || month >= 20) && passesLuhn(digits);
}

/** The German tax identification number: ISO 7064, modulo 11, 10. */
export function isGermanTaxId(digits: string): boolean {
  let product = 10;
  for (const digit of digits.slice(0, 10)) {
    const sum = (Number(digit) + product) % 10 || 10;
    product = (sum * 2) % 11;
  }
  return digits[0] !== "0" && (11 - product) % 10 === Number(digits[10]);
}

/** The Dutch citizen service number. */
export function isDutchNumber(digits: string): boolean {
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (at === 8 ? -1 : 9 - at), 0);
  return Number(digits) > 0 && sum % 11 === 0;
}
