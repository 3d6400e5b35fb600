/* Finds a name in a text, whatever its spelling, and without its company form. */
import { foldedName, nameTokens } from "./folded-name.ts";

const around = 60;

/** A pattern, for PostgreSQL and JavaScript, that every spelling of the name's longest word matches; null for a name without one. */
export function longestWordPattern(name: string): string | null {
  const longest = nameTokens(name).reduce((best, token) => (token.length > best.length ? token : best), "");
  const letters = longest.match(/ss|./gu) ?? [];
  return letters.length < 2 ? null : letters.map((letter) => spellings[letter] ?? letter).join("['’.]?");
}

/** As folded-name.ts makes them one. Letters of other alphabets are found as they are. */
const spellings: Record<string, string> = {
  a: "(?:ae|aa|[aäåáàâãæ])",
  o: "(?:oe|[oöøóòôõœ])",
  u: "(?:ue|[uüúùû])",
  e: "[eéèêë]",
  i: "[iíìîï]",
  c: "[cç]",
  n: "[nñ]",
  y: "[yýÿ]",
  s: "[sśš]",
  ss: "(?:ss|ß)",
  z: "[zžźż]",
  d: "[dđð]",
  l: "[lł]",
};

/** The words around the first mention of the name; null if there is none. */
export function mentionOf(name: string, text: string): string | null {
  const pattern = longestWordPattern(name);
  if (pattern === null) return null;
  const wanted = ` ${foldedName(name)} `;
  for (const { index, 0: word } of text.matchAll(new RegExp(pattern, "giu"))) {
    const from = Math.max(0, index - around - name.length);
    const found = text.slice(from, index + name.length + around);
    if (!` ${foldedName(found)} `.includes(wanted)) continue;
    // "widget" in running text is a word; a name has a capital.
    if (!/\p{Lu}/u.test(word)) continue;
    return found.replaceAll(/\s+/g, " ").trim();
  }
  return null;
}
