/* Terms that a section of law defines, by the forms in which acts define them, and those that another one uses. */

/** Longer is a clause, and no term. */
const longest = 60;

const opens =
  /avses med|for the purposes? of th|in this (?:act|section|part|chapter|regulation)|im sinne dies|voor de toepassing van|wordt verstaan onder/i;
const headed = /definition|begriffsbestimm|begripsbepal|interpretation|ordförklaring/i;
const verb = /^\s{0,3}(?:means|includes|has the meaning|betyder|avser|bezeichnet|sind|ist)\b/;

/** In their order, each once. */
export function definedTerms({ heading, text }: { heading: string; text: string }): string[] {
  const isList = headed.test(heading) || opens.test(text.slice(0, 600));
  const terms = [...quotedTerms(text, isList), ...swedishTerms(text), ...(isList ? listedTerms(text) : [])];
  return [...new Map(terms.map((term) => [term.toLowerCase(), term])).values()];
}

/** “term” means …; in a list of definitions, whatever is quoted at the beginning of a line. */
function quotedTerms(text: string, isList: boolean): string[] {
  return [...text.matchAll(/[“‘"„»]([^“”‘’"„»«\n]{2,60})[”’"“«]/g)].flatMap(({ 0: whole, 1: term = "", index }) => {
    const before = text.slice(Math.max(0, index - 12), index);
    const begins = isList && /(?:^|\n)[\s\d(),.a-z–-]{0,10}$/.test(before);
    return begins || verb.test(text.slice(index + whole.length, index + whole.length + 30)) ? [term.trim()] : [];
  });
}

/** “Med konsument avses …”, “I denna lag avses med konsument …”. */
function swedishTerms(text: string): string[] {
  const first = [...text.matchAll(/\bmed ([\p{L}][\p{L} -]{1,58}) avses\b/giu)].map(({ 1: term = "" }) => term);
  const second = [...text.matchAll(/\bavses med ([\p{Ll}][\p{L}-]{2,40})\b/gu)].map(({ 1: term = "" }) => term);
  return [...first, ...second].filter((term) => !/^(?:det|den|detta|denna|sådan)/.test(term));
}

/** Lines such as “personuppgifter: varje upplysning …”. */
function listedTerms(text: string): string[] {
  return text.split("\n").flatMap((line) => {
    const colon = line.indexOf(":");
    if (colon < 0 || colon > longest + 8 || line.slice(colon + 1).trim() === "") return [];
    const term = line
      .slice(0, colon)
      .replace(/^\s*\(?(?:\d{1,3}|[a-z])[.)]\s*/, "")
      .trim();
    return /^[\p{L}][\p{L}\s-]{2,60}$/u.test(term) && !opens.test(line) ? [term] : [];
  });
}

/** Those that are in the text as words of their own. */
export function usedTerms(terms: readonly string[], text: string): string[] {
  const words = ` ${spaced(text)} `;
  return terms.filter((term) => term.length > 2 && words.includes(` ${spaced(term)} `));
}

const spaced = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
