/*
 * A replacement in the case of what it replaces: with lower-case letters only it follows, "RENT" as "FEE" and "Rent" as
 * "Fee"; one with capitals of its own is meant as it is.
 */
export function inCaseOf(found: string, replacement: string): string {
  if (replacement !== replacement.toLowerCase()) return replacement;
  const letters = found.match(/\p{L}/gu) ?? [];
  const isCapital = (letter: string) => letter !== letter.toLowerCase();
  if (letters.length > 1 && letters.every(isCapital)) return replacement.toUpperCase();
  const [first] = letters;
  if (first === undefined || !isCapital(first)) return replacement;
  return replacement.replace(/\p{L}/u, (letter) => letter.toUpperCase());
}
