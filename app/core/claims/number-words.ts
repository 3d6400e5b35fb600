/* Number words from 0 to 99, and the round ones above, in four languages. */

const units: Record<string, string> = {
  en: "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen",
  de: "null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn",
  sv: "noll en två tre fyra fem sex sju åtta nio tio elva tolv tretton fjorton femton sexton sjutton arton nitton",
  nl: "nul een twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien",
};
const tens: Record<string, string> = {
  en: "twenty thirty forty fifty sixty seventy eighty ninety",
  de: "zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig",
  sv: "tjugo trettio fyrtio femtio sextio sjuttio åttio nittio",
  nl: "twintig dertig veertig vijftig zestig zeventig tachtig negentig",
};
/** "Ein", "en" and "een" are usually articles, and count as 1 only before a unit. */
const ones = "one ein eine einem einen einer eines en ett een a an";
const scales: Record<string, number> = {
  hundred: 100,
  hundert: 100,
  hundra: 100,
  honderd: 100,
  thousand: 1000,
  tausend: 1000,
  tusen: 1000,
  duizend: 1000,
};

export const numberWords: ReadonlyMap<string, number> = makeWords();
export const onlyBeforeUnits: ReadonlySet<string> = new Set(ones.split(" "));

function makeWords(): Map<string, number> {
  const words = new Map<string, number>(Object.entries(scales));
  for (const language of Object.keys(units)) {
    const small = units[language]!.split(" ");
    const large = tens[language]!.split(" ");
    for (const [value, word] of small.entries()) words.set(word, value);
    for (const [at, ten] of large.entries()) {
      const value = 20 + 10 * at;
      words.set(ten, value);
      for (const [unit, one] of small.slice(0, 10).entries()) {
        if (unit === 0) continue;
        for (const joined of compounds(language, ten, one)) words.set(joined, value + unit);
      }
    }
  }
  for (const word of ones.split(" ")) words.set(word, 1);
  return words;
}

function compounds(language: string, ten: string, one: string): string[] {
  if (language === "en") return [`${ten}-${one}`, `${ten} ${one}`];
  if (language === "de") return [`${one}und${ten}`];
  if (language === "sv") return [`${ten}${one}`];
  return [`${one}en${ten}`, `${one}ën${ten}`];
}
