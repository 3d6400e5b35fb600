/*
 * Pairs of words that British and American English spell differently. Only
 * words with a single meaning: "licence", "practise", "cheque" and "programme"
 * depend on grammar or sense and are left out. -ize is good British spelling
 * too: -ise is flagged in American text, -ize in British text is not.
 */
export type EnglishSpelling = "British" | "American";

/** Inflections attach to both stems alike. */
const stems: readonly (readonly [british: string, american: string, endings: string])[] = [
  ["colour", "color", ",s,ed,ing,ful,less"],
  ["favour", "favor", ",s,ed,ing,able,ably,ite,ites"],
  ["honour", "honor", ",s,ed,ing,able"],
  ["labour", "labor", ",s,ed,ing,er,ers"],
  ["behaviour", "behavior", ",s,al"],
  ["neighbour", "neighbor", ",s,ing,hood,hoods"],
  ["endeavour", "endeavor", ",s,ed,ing"],
  ["harbour", "harbor", ",s,ed,ing"],
  ["humour", "humor", ",s,ed"],
  ["rumour", "rumor", ",s,ed"],
  ["flavour", "flavor", ",s,ed,ing"],
  ["savour", "savor", ",s,ed,ing"],
  ["odour", "odor", ",s,less"],
  ["vapour", "vapor", ",s"],
  ["vigour", "vigor", ""],
  ["rigour", "rigor", ""],
  ["candour", "candor", ""],
  ["splendour", "splendor", ""],
  ["armour", "armor", ",ed"],
  ["parlour", "parlor", ",s"],
  ["misdemeanour", "misdemeanor", ",s"],
  ["demeanour", "demeanor", ""],
  ["centre", "center", ",s"],
  ["theatre", "theater", ",s"],
  ["fibre", "fiber", ",s"],
  ["calibre", "caliber", ""],
  ["sombre", "somber", ""],
  ["spectre", "specter", ",s"],
  ["defence", "defense", ",s,less"],
  ["offence", "offense", ",s"],
  ["pretence", "pretense", ",s"],
  ["analys", "analyz", "e,ed,ing"],
  ["paralys", "paralyz", "e,ed,ing"],
  ["catalys", "catalyz", "e,ed,ing"],
  ["travell", "travel", "ed,ing,er,ers"],
  ["cancell", "cancel", "ed,ing"],
  ["labell", "label", "ed,ing"],
  ["modell", "model", "ed,ing"],
  ["counsell", "counsel", "or,ors,ing,ed"],
  ["fulfil", "fulfill", ",s,ment"],
  ["enrol", "enroll", ",s,ment"],
  ["instalment", "installment", ",s"],
  ["skilful", "skillful", ",ly"],
  ["wilful", "willful", ",ly"],
  ["jewellery", "jewelry", ""],
  ["ageing", "aging", ""],
  ["grey", "gray", ",s,er,ish"],
  ["mould", "mold", ",s,ed,ing,y"],
  ["plough", "plow", ",s,ed,ing"],
  ["sceptic", "skeptic", ",s,al,ally,ism"],
  ["manoeuvre", "maneuver", ""],
  ["whilst", "while", ""],
  ["amongst", "among", ""],
  ["aluminium", "aluminum", ""],
  ["organis", "organiz", "e,es,ed,ing,er,ers,ation,ations,ational"],
  ["realis", "realiz", "e,es,ed,ing,ation"],
  ["recognis", "recogniz", "e,es,ed,ing,able"],
  ["authoris", "authoriz", "e,es,ed,ing,ation,ations"],
  ["apologis", "apologiz", "e,es,ed,ing"],
  ["emphasis", "emphasiz", "e,ed,ing"],
  ["summaris", "summariz", "e,es,ed,ing"],
  ["utilis", "utiliz", "e,es,ed,ing,ation"],
  ["minimis", "minimiz", "e,es,ed,ing"],
  ["maximis", "maximiz", "e,es,ed,ing"],
  ["finalis", "finaliz", "e,es,ed,ing"],
  ["prioritis", "prioritiz", "e,es,ed,ing"],
  ["criticis", "criticiz", "e,es,ed,ing"],
  ["standardis", "standardiz", "e,es,ed,ing,ation"],
  ["customis", "customiz", "e,es,ed,ing"],
  ["optimis", "optimiz", "e,es,ed,ing,ation"],
  ["specialis", "specializ", "e,es,ed,ing,ation"],
];

const pairs = stems.flatMap(([british, american, endings]) =>
  endings.split(",").map((ending): [string, string] => [british + ending, american + ending]),
);

const toAmerican = new Map(pairs);
const isBritishToo = (american: string) =>
  ["while", "among"].includes(american) || /iz(?:e|es|ed|ing|able|er|ers|ations?|ational)$/.test(american);
const toBritish = new Map(
  pairs.flatMap(([british, american]): [string, string][] => (isBritishToo(american) ? [] : [[american, british]])),
);

export type ForeignSpelling = { start: number; end: number; words: string; replacement: string };

/** Words in the other variant's spelling. */
export function otherSpellings(text: string, wanted: EnglishSpelling): ForeignSpelling[] {
  const table = wanted === "British" ? toBritish : toAmerican;
  return [...text.matchAll(/(?<![\p{L}\p{N}_])[a-z]{4,}(?![\p{L}\p{N}_])/giu)].flatMap((hit) => {
    const replacement = table.get(hit[0].toLowerCase());
    if (replacement === undefined) return [];
    return [{ start: hit.index, end: hit.index + hit[0].length, words: hit[0], replacement: asCased(hit[0], replacement) }];
  });
}

/** The replacement with the capitalization of the word it replaces. */
export function asCased(words: string, replacement: string): string {
  if (words.length > 3 && words === words.toUpperCase() && words !== words.toLowerCase()) return replacement.toUpperCase();
  return /^\p{Lu}/u.test(words) ? replacement.charAt(0).toUpperCase() + replacement.slice(1) : replacement;
}
