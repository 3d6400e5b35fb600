/* Number words, ordinals and fractions, in four languages. */

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

/** The thousands first: "dreihunderttausend" is three hundred of them. */
const scalesApart = [1000, 100].map((size) => {
  const names = Object.keys(scales).filter((name) => scales[name] === size);
  return new RegExp(`^(.*?)(${names.join("|")})(?:and|und|och|en)?(.*)$`, "u");
});

/** The number a word names: "thirty", "zweihundertfünfzig", "tvåhundrafemtio". */
export function numberNamed(word: string): number | undefined {
  const known = numberWords.get(word);
  if (known !== undefined || word.length < shortestCompound) return known;
  const [, before = "", unit, rest = ""] = scalesApart.map((scale) => scale.exec(word)).find((found) => found !== null) ?? [];
  if (unit === undefined) return undefined;
  const [times, more] = [before === "" ? 1 : numberNamed(before), rest === "" ? 0 : numberNamed(rest)];
  return times === undefined || more === undefined ? undefined : times * scales[unit]! + more;
}

const shortestCompound = 8;

/** "Second" from 2, as "2nd", "zweite", "tvåa" and "tweede" are; "andra" is left out, as it is mostly "other". */
const ordinals = makeOrdinals();

function makeOrdinals(): Map<string, number> {
  const lists = [
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth",
    "erste zweite dritte vierte fünfte sechste siebte achte neunte zehnte elfte zwölfte dreizehnte vierzehnte fünfzehnte sechzehnte siebzehnte achtzehnte neunzehnte zwanzigste",
    "första - tredje fjärde femte sjätte sjunde åttonde nionde tionde elfte tolfte trettonde fjortonde femtonde sextonde sjuttonde artonde nittonde tjugonde",
    "eerste tweede derde vierde vijfde zesde zevende achtste negende tiende elfde twaalfde dertiende veertiende vijftiende zestiende zeventiende achttiende negentiende twintigste",
  ];
  const found = new Map<string, number>();
  for (const list of lists)
    for (const [at, word] of list.split(" ").entries())
      for (const ending of word.endsWith("e") ? ["", "n", "r", "s", "m"] : ["", "s"]) found.set(word + ending, at + 1);
  const last = "last letzte letzten letzter letztes letztem sista laatste";
  for (const word of last.split(" ")) found.set(word, -1);
  const parts =
    "half/2 drittel/3 viertel/4 fünftel/5 sechstel/6 zehntel/10 tredjedel/3 fjärdedel/4 femtedel/5 sjättedel/6 tiondel/10 kwart/4 quarter/4";
  for (const part of parts.split(" ")) {
    const [word = "", value] = part.split("/");
    for (const ending of ["", "s", "n", "en", "ar", "arna"]) found.set(word + ending, Number(value));
  }
  return found;
}

/** The rank or the part a word names: "third", "3rd", "dritten", "tredjedel". */
export function ordinalNamed(word: string): number | undefined {
  const digits = /^(\d{1,3})(?:st|nd|rd|th|de|ste|e|a)$/u.exec(word)?.[1];
  return digits === undefined ? ordinals.get(word) : Number(digits);
}
