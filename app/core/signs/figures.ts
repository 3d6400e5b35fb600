/*
 * Extracts figures from text: amounts, percentages, periods, dates and plain
 * numbers, in four languages, in digits or words, so that "thirty days", "30
 * days" and "30 Tage" are equal. Numbers that only identify a provision or a
 * page are ignored.
 */
import type { Range } from "../law/quotation.ts";
import { numberNamed, onlyBeforeUnits, ordinalNamed } from "../words/number-words.ts";

export type Figure = Range & {
  kind: "sum" | "share" | "period" | "measure" | "date" | "number";
  /** Comparable within a kind: an amount with its currency, a period in days or months, a weight in grams, a date as ISO. */
  value: string;
  text: string;
  /** The number as it is said, in the unit that is said. */
  count?: string;
  /** "a year", "ein Monat": may mean one or each. */
  isArticle?: boolean;
};

const currency: Record<string, string> = {
  "€": "EUR", eur: "EUR", euro: "EUR", euros: "EUR", "$": "USD", usd: "USD", dollar: "USD", dollars: "USD",
  "£": "GBP", gbp: "GBP", pound: "GBP", pounds: "GBP", sek: "SEK", kr: "SEK", kronor: "SEK", kronen: "SEK",
  dkk: "DKK", nok: "NOK", chf: "CHF", "us$": "USD",
}; // prettier-ignore
/** "Euros", "kr": it belongs to its sum, and says nothing of what the sum is for. */
export function namesCurrency(said: string): boolean {
  return Object.hasOwn(currency, said);
}

const multiples: Record<string, number> = {
  thousand: 1e3, tausend: 1e3, tusen: 1e3, duizend: 1e3, million: 1e6, millions: 1e6, millionen: 1e6, mio: 1e6, miljoner: 1e6, miljon: 1e6, mn: 1e6, miljoen: 1e6, m: 1e6,
  billion: 1e9, milliarde: 1e9, milliarden: 1e9, miljard: 1e9, miljarder: 1e9, bn: 1e9,
}; // prettier-ignore
/** In days, months or hours. */
const periods: [words: string, unit: string, factor: number][] = [
  ["day days tag tage tagen tages dag dygn dygnet dagar dagars dagen", "d", 1],
  // Ten days are fewer than ten working days.
  [
    "werktagen werktage arbeitstage arbeitstagen bankarbeitstage bankarbeitstagen werkdagen arbetsdagar arbetsdagars bankdagar vardagar",
    "wd",
    1,
  ],
  ["week weeks woche wochen vecka veckan veckor veckors weken", "d", 7],
  [
    "month months monat monate monaten monats månad månaden månader månaders maand maanden kalendermonate kalendermonaten kalenderjahre",
    "m",
    1,
  ],
  ["quarter quarters quartal quartale kvartal kwartaal kwartalen", "m", 3],
  ["year years jahr jahre jahren jahres år året års jaar jaren kalenderjahren", "m", 12],
  ["hour hours stunde stunden timme timmen timmar timmars uur uren h", "h", 1],
  ["minute minutes minuten minuter minut", "min", 1],
];
const unitOf = new Map(unitWords(periods));
/** "Monthly": a month each, never a figure of its own. */
const eachOf = new Map(
  unitWords([
    ["daily täglich tägliche tägliches täglichen dagligen daglig dagligt dagliga dagelijks dagelijkse", "d", 1],
    ["weekly wöchentlich wöchentliche wöchentlichen veckovis wekelijks wekelijkse", "d", 7],
    ["monthly monatlich monatliche monatlicher monatliches monatlichen månatlig månatligt månatliga månatligen månadsvis maandelijks maandelijkse", "m", 1],
    ["quarterly vierteljährlich vierteljährliche vierteljährlichen kvartalsvis driemaandelijks driemaandelijkse", "m", 3],
    ["yearly annual annually jährlich jährliche jährlicher jährliches jährlichen årlig årligt årliga årligen jaarlijks jaarlijkse", "m", 12],
  ]), // prettier-ignore
);

function unitWords(table: typeof periods): [string, { unit: string; factor: number }][] {
  return table.flatMap(([words, unit, factor]) =>
    words.split(" ").map((word): [string, { unit: string; factor: number }] => [word, { unit, factor }]),
  );
}

const percents = new Set("% percent prozent procent".split(" "));
/** "2 percentage points" more than 4 % is 6 %; 2 % more is 4.08 %. */
const points = new Set(
  "prozentpunkt prozentpunkte prozentpunkten procentenhet procentenheter procentpunt procentpunten".split(" "),
);
/** In grams, meters, square meters, liters, watt hours or bytes. Not "m", which is a million, too. */
const measures: [words: string, unit: string, factor: number][] = [
  ["mg milligram milligramm milligrams", "g", 0.001],
  ["g gram grams gramm", "g", 1],
  ["kg kilo kilos kilogram kilograms kilogramm kilogramme", "g", 1e3],
  ["t ton tons tonne tonnes tonnen", "g", 1e6],
  ["mm millimeter millimetre millimetres millimetern", "m", 0.001],
  ["cm centimeter centimetre centimetres zentimeter zentimetern", "m", 0.01],
  ["meter meters metre metres metern", "m", 1],
  ["km kilometer kilometers kilometre kilometres kilometern", "m", 1e3],
  ["m² kvm qm quadratmeter quadratmetern kvadratmeter kvm vierkante", "m²", 1],
  ["ha hectare hectares hektar hectaren", "m²", 1e4],
  ["km² quadratkilometer quadratkilometern kvadratkilometer", "m²", 1e6],
  ["ml milliliter millilitre millilitres", "l", 0.001],
  ["liter liters litre litres litern", "l", 1],
  ["m³ kubikmeter kubikmetern", "l", 1e3],
  ["kwh kilowattstunde kilowattstunden kilowattimmar", "Wh", 1e3],
  ["mwh megawattstunde megawattstunden megawattimmar", "Wh", 1e6],
  ["gwh gigawattstunden gigawattimmar", "Wh", 1e9],
  ["kb", "B", 1e3],
  ["mb megabyte megabytes", "B", 1e6],
  ["gb gigabyte gigabytes", "B", 1e9],
  ["tb terabyte terabytes", "B", 1e12],
];
const measureOf = new Map(unitWords(measures));
const ofWork: ReadonlySet<string> = new Set("business working banking".split(" "));
const between: ReadonlySet<string> = new Set([
  ...ofWork,
  ..."calendar consecutive full successive further additional whole clear kalender volle vollen ganze hela fulla volledige".split(
    " ",
  ),
]);
const months = new Map(
  [
    "january januar januari jan", "february februar februari feb", "march märz mars maart mar", "april apr", "may mai maj mei", "june juni jun",
    "july juli jul", "august augusti augustus aug", "september sept sep", "october oktober okt oct", "november nov", "december dezember dec dez",
  ].flatMap((names, at) => names.split(" ").map((name): [string, number] => [name, at + 1])),
); // prettier-ignore

/** Numbers that identify a passage, an act or a case. */
const references = [
  /(?<!\p{L})(?:§§?|articles?|artikel[ns]?|artiklar|artt?\.?|sections?|secs?\.?|ss?\.|clauses?|cl\.|paragraphs?|paras?\.?|abs(?:atz|\.)|nr\.?|nos?\.|nummer|satz|halbsatz|lit\.|punkt(?:en)?|p\.|pp\.|s\.|page|pages|seite|sida|sidan|blz\.|schedule|annex|annexes|appendix|exhibit|bilaga|bijlage|anhang|anlage|chapter|chapters|part|title|buch|boek|kapitel|lid|leden|onder|rn\.|rdnr\.|aanhef|recitals?|stycke|point|points|row|items?|lag|lagen|zone|phase|article)\s{0,2}\(?\d[\d.:]{0,12}\p{L}{0,2}\)?(?:\(\w{1,5}\)){0,4}(?:\s?(?:,|-|–|and|und|och|en|to|bis|till|or|oder|eller|of)\s?\d[\d.:]{0,12}\p{L}?(?![\p{L}\d])){0,12}/giu,
  /\d{1,4}\s?[a-z]?(?:\s?(?:,|-|–|och|und|samt|eller)\s?\d{1,4}\s?[a-z]?){0,12}\s?(?:§§?|kap\.?(?!\p{L})|st\.?(?!\p{L})|stycket|ff?\.(?!\p{L}))/giu,
  // OSCOLA writes "s 1(2)" without a full stop; "the tenant's 30 days" names none.
  /(?<![\p{L}'’])(?:ss?|schs?|regs?|pts?|rr?|cls?|arts)\s\d{1,4}\p{Lu}{0,2}(?![\p{L}\d])(?:\(\w{1,5}\)){0,4}/gu,
  /(?<=\p{Lu}\p{L}{0,20}\s(?:Act|Order|Regulations?|Rules?|Directive|Code|Ordinance)\s)\d{4}(?!\d)/gu,
  // Not "30/06/2025", which is a date.
  /(?<![\d/])\d{2,4}\/\d{1,4}(?!\d|\/\d)(?::\d{1,5})?(?:\/\p{Lu}{2,4})?/gu,
  /\(?\d{4}:\d{1,5}\)?/gu,
  /(?<=(?:^|[.;:—–])[ \n]?)\(\d{1,3}[a-z]?\)(?=\s)/gmu,
  /^[^\S\n]*\d{1,3}(?:\.\d{1,3}){0,4}[.)]?\s(?=\p{Lu})/gmu,
];

/** Replaced at equal length, so that offsets stay valid. */
export function withoutReferences(text: string): string {
  return references.reduce((rest, form) => rest.replace(form, (found) => " ".repeat(found.length)), text);
}

/** The numbers of provisions, pages and acts: what a reference refers to. */
export function referencesIn(text: string): (Range & { number: string })[] {
  return references.flatMap((form) =>
    [...text.matchAll(form)].flatMap(({ 0: found, index }) =>
      [...found.matchAll(/\d[\d.:]*\d\p{L}?(?!\p{L})|\d\p{L}?(?!\p{L})|\d+/gu)].map(({ 0: number, index: at }) => ({
        number,
        start: index + at,
        end: index + at + number.length,
      })),
    ),
  );
}

/** The unit that a word names: "day", "month", "monthly". */
export function unitNamed(said: string): string | undefined {
  const unit = unitOf.get(said) ?? eachOf.get(said);
  return unit === undefined || said.length < 3 ? undefined : `${unit.factor} ${unit.unit}`;
}

const word = /\d+(?:[.,'’\u00a0\u202f ]\d{3})*(?:[.,]\d{1,4})?(?![\d])|us\$|[€$£%]|\p{L}+(?:-\p{L}+)*/giu;
type Word = Range & { text: string };

export function figuresIn(text: string): Figure[] {
  const plain = withoutReferences(text);
  const figures: Figure[] = [];
  const words: Word[] = [...plain.matchAll(word)].map(({ 0: found, index }) => ({
    text: found.toLowerCase(),
    start: index,
    end: index + found.length,
  }));
  for (const { index, 0: found, 1: year, 2: month, 3: day } of plain.matchAll(/(?<!\d)(\d{4})-(\d\d)-(\d\d)(?!\d)/g))
    figures.push(dateOf(text, index, index + found.length, Number(year), Number(month), Number(day)));
  for (const { index, 0: found, 1: day, 2: month, 3: year } of plain.matchAll(/(?<![\d.])(\d{1,2})[./](\d{1,2})[./](\d{4})(?!\d)/g))
    figures.push(dateOf(text, index, index + found.length, Number(year), Number(month), Number(day)));
  for (let at = 0; at < words.length; at++) {
    if (figures.some(({ start, end }) => words[at]!.start >= start && words[at]!.start < end)) continue;
    const found = namedDate(text, words, at) ?? countedAt(text, words, at);
    if (found === undefined) continue;
    figures.push(found);
    while (at + 1 < words.length && words[at + 1]!.start < found.end) at++;
  }
  return figures.toSorted((a, b) => a.start - b.start);
}

function dateOf(text: string, start: number, end: number, year: number, month: number, day: number): Figure {
  const value = `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
  return { kind: "date", value, start, end, text: text.slice(start, end) };
}

/** "30 June 2025", "June 30, 2025", "30. Juni 2025". */
function namedDate(text: string, words: readonly Word[], at: number): Figure | undefined {
  const [one, two, three] = [words[at], words[at + 1], words[at + 2]];
  if (one === undefined) return undefined;
  const isYear = three !== undefined && /^\d{4}$/.test(three.text);
  if (two === undefined || !isYear) return partialDate(text, one, two);
  const month = months.get(two.text) ?? months.get(one.text);
  const day = months.has(two.text) ? one.text : two.text;
  if (month === undefined || !/^\d{1,2}$/.test(day) || (!months.has(two.text) && !months.has(one.text))) return undefined;
  return dateOf(text, one.start, three.end, Number(three.text), month, Number(day));
}

/** "30 June", "June 30", or a month alone. */
function partialDate(text: string, one: Word, two: Word | undefined): Figure | undefined {
  const [first, second] = [monthNamed(text, one), two && monthNamed(text, two)];
  const day = (word: Word | undefined) =>
    word !== undefined && /^\d{1,2}$/.test(word.text) ? word.text.padStart(2, "0") : undefined;
  const figure = (month: number, end: number, on?: string): Figure => {
    const value = `--${String(month).padStart(2, "0")}${on === undefined ? "" : `-${on}`}`;
    return { kind: "date", value, start: one.start, end, text: text.slice(one.start, end) };
  };
  if (second !== undefined && day(one) !== undefined) return figure(second, two!.end, day(one));
  if (first !== undefined && day(two) !== undefined) return figure(first, two!.end, day(two));
  return first === undefined ? undefined : figure(first, one.end);
}

/** In full: "may", "mar" and "mars" can be other words. */
function monthNamed(text: string, { text: said, start }: Word): number | undefined {
  if (said.length < 4 && !["mai", "maj", "mei"].includes(said)) return said === "may" && text[start] === "M" ? 5 : undefined;
  return months.get(said);
}

const halves = /^(?:half|hälfte|hälften|helft)$/;

/** A number with its unit. */
function countedAt(text: string, words: readonly Word[], at: number): Figure | undefined {
  const before = words[at]!;
  // "Half of the fees", "die Hälfte der Miete"; not "half a year".
  if (halves.test(before.text) && /^(?:of|the|der|des|von|av|van|de|het)$/.test(words[at + 1]?.text ?? ""))
    return { kind: "share", value: "50", start: before.start, end: before.end, text: text.slice(before.start, before.end) };
  const isBefore = currency[before.text] !== undefined && before.text !== "m";
  const first = isBefore ? at + 1 : at;
  const number = numberAt(words, first);
  if (number === undefined || (isBefore && words[first]!.start - before.end > 1)) return undefined;
  let { value } = number;
  let next = number.next;
  const multiple = multiples[words[next]?.text ?? ""];
  if (multiple !== undefined && isBeside(words, next)) {
    value *= multiple;
    next++;
  }
  const isArticle = onlyBeforeUnits.has(words[first]!.text);
  // "A thirty (30) day period": the number comes behind the article.
  if (isArticle && number.next > first + 1) return undefined;
  const figure = (kind: Figure["kind"], said: string, last: number): Figure => {
    const [start, end] = [words[at]!.start, words[last]!.end];
    return { kind, value: said, count: String(value), start, end, text: text.slice(start, end), ...(isArticle && { isArticle }) };
  };
  if (isBefore) return figure("sum", `${value} ${currency[before.text]}`, next - 1);
  const unit = words[next];
  if (unit !== undefined && isBeside(words, next)) {
    if (currency[unit.text] !== undefined) return figure("sum", `${value} ${currency[unit.text]}`, next);
    if (points.has(unit.text)) return figure("share", `${value} points`, next);
    if (unit.text === "percentage" && /^points?$/.test(words[next + 1]?.text ?? ""))
      return figure("share", `${value} points`, next + 1);
    if (percents.has(unit.text)) return figure("share", String(value), next);
    const measure = isArticle ? undefined : measureOf.get(unit.text);
    if (measure !== undefined) return figure("measure", `${round(value * measure.factor)} ${measure.unit}`, next);
    if (/^(?:per|vom|pro)$/.test(unit.text) && /^(?:cent|hundert)$/.test(words[next + 1]?.text ?? ""))
      return figure("share", String(value), next + 1);
    const skipped = between.has(unit.text) ? next + 1 : next;
    const period = periodNamed(words, skipped);
    if (period !== undefined) return figure("period", `${value * period.factor} ${period.unit}`, skipped);
    // "Between one and three months": the unit counts for both.
    const range = rangeUnit(words, next);
    if (range !== undefined) return { ...figure("period", `${value * range.factor} ${range.unit}`, next - 1), isArticle: false };
  }
  // "One third", "a third".
  if (number.isWord && value < 2 && ordinalNamed(unit?.text ?? "") !== undefined)
    return figure("number", String(value), number.next - 1);
  if (number.isWord && value < 2) return undefined;
  return isArticle ? undefined : figure("number", String(value), number.next - 1);
}

/** The unit of a period; "working days" are none of the calendar. */
function periodNamed(words: readonly Word[], at: number): { unit: string; factor: number } | undefined {
  const period = unitOf.get(words[at]?.text ?? "");
  return period?.unit === "d" && ofWork.has(words[at - 1]?.text ?? "") ? { ...period, unit: "wd" } : period;
}

/** 0.1 × 3 is 0.3. */
const round = (value: number) => Number(value.toPrecision(12));

const rangeWords: ReadonlySet<string> = new Set("and to or und bis oder och till eller en tot of".split(" "));

/** The unit behind the second number of a range, where the first has none. */
function rangeUnit(words: readonly Word[], at: number): { unit: string; factor: number } | undefined {
  const from = rangeWords.has(words[at]?.text ?? "") ? at + 1 : /^\d/.test(words[at]?.text ?? "") ? at : undefined;
  const second = from === undefined ? undefined : numberAt(words, from);
  if (second === undefined || !isBeside(words, from!) || onlyBeforeUnits.has(words[from!]!.text)) return undefined;
  const unit = between.has(words[second.next]?.text ?? "") ? second.next + 1 : second.next;
  return isBeside(words, unit) ? periodNamed(words, unit) : undefined;
}

/** Adjacent enough to belong together: a space, a hyphen, a bracket. */
function isBeside(words: readonly Word[], at: number): boolean {
  return at > 0 && words[at] !== undefined && words[at]!.start - words[at - 1]!.end <= 3;
}

type NumberAt = { value: number; next: number; isWord: boolean };

function numberAt(words: readonly Word[], at: number): NumberAt | undefined {
  const first = words[at];
  if (first === undefined) return undefined;
  if (/^\d/.test(first.text)) return { value: valueOf(first.text), next: at + 1, isWord: false };
  // "thirty-day" is one word in the text, but a number with its unit.
  const [head = "", tail] = first.text.split(/-(?=day|week|month|year|hour)/);
  const value = numberNamed(head) ?? numberNamed(first.text);
  if (value === undefined || tail !== undefined) return undefined;
  let [sum, next] = [value, at + 1];
  for (;;) {
    const from = sum >= 100 && joiners.has(words[next]?.text ?? "") ? next + 1 : next;
    const more = isBeside(words, next) && isBeside(words, from) ? moreOf(sum, words[from]?.text ?? "") : undefined;
    if (more === undefined) break;
    [sum, next] = [more, from + 1];
  }
  // "thirty (30)": the digits repeat the number.
  if (/^\d/.test(words[next]?.text ?? "") && words[next]!.start - words[next - 1]!.end <= 2) {
    sum = valueOf(words[next]!.text);
    next++;
    return { value: sum, next, isWord: false };
  }
  return { value: sum, next, isWord: true };
}

const joiners: ReadonlySet<string> = new Set(["and", "und", "och", "en"]);

/** "Two hundred", "one thousand two hundred", "thirty one"; "seven a" and "six seven" are not one number. */
function moreOf(sum: number, word: string): number | undefined {
  const value = onlyBeforeUnits.has(word) && word !== "one" ? undefined : numberNamed(word);
  if (value === undefined) return undefined;
  if (value >= 100 && value % 100 === 0) {
    if (sum < value) return sum * value;
    // "Twelve thousand five hundred": the hundreds of what was counted last.
    const last = sum % 1000;
    return value === 100 && last > 0 && last < 100 ? sum - last + last * 100 : undefined;
  }
  const room = sum % 1000 === 0 ? 1000 : sum % 100 === 0 ? 100 : sum % 10 === 0 && sum % 100 >= 20 ? 10 : 0;
  return sum > 0 && value > 0 && value < room ? sum + value : undefined;
}

/** "50,000", "50.000" and "50 000" are thousands; "1.5" and "1,5" are not. */
function valueOf(digits: string): number {
  const bare = digits.replace(/[.,'’\u00a0\u202f ](?=\d{3}(?!\d))/g, "");
  return Number(bare.replace(",", "."));
}

/** Whether a passage contains a claim's figure. A number without a unit matches any figure of that value. */
export function hasFigure(passage: readonly Figure[], figure: Figure): boolean {
  return passage.some(
    ({ kind, value, count }) =>
      (kind === figure.kind && value === figure.value) ||
      ((kind === "number" || figure.kind === "number") &&
        (value.split(" ")[0] === figure.value.split(" ")[0] || (count !== undefined && count === figure.count))),
  );
}
