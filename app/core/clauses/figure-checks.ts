/*
 * Figures that contradict themselves: "thirty (60) days", "31 April 2026",
 * "Monday 2 January 2026" (a Friday), two currencies in one document. All are
 * detectable without knowing what was meant.
 */
import type { Span } from "../text/sentences.ts";

export type FigureProblem = Span & {
  text: string;
  kind: "number-mismatch" | "impossible-date" | "weekday-mismatch" | "several-currencies";
  explanation: string;
};

export function checkFigures(text: string): FigureProblem[] {
  return [...numberMismatches(text), ...dateProblems(text), ...currencies(text)].toSorted((a, b) => a.start - b.start);
}

const units =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const tens = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const scales: Record<string, number> = { hundred: 100, thousand: 1_000, million: 1_000_000, billion: 1_000_000_000 };
export const numberWord = [...units, ...tens, ...Object.keys(scales)].join("|");

/** "one hundred and twenty-five" → 125; null if any word isn't a number. */
export function numberFromWords(words: string): number | null {
  let total = 0;
  let group = 0;
  let any = false;
  for (const word of words.toLowerCase().split(/[\s-]+/)) {
    if (word === "and" || word === "") continue;
    any = true;
    if (units.includes(word)) group += units.indexOf(word);
    else if (tens.includes(word)) group += 20 + 10 * tens.indexOf(word);
    else if (word === "hundred") group = (group || 1) * 100;
    else if (word in scales) {
      total += (group || 1) * scales[word]!;
      group = 0;
    } else return null;
  }
  return any ? total + group : null;
}

function numberMismatches(text: string): FigureProblem[] {
  const words = `(?:${numberWord})(?:(?:[\\s-]+(?:and\\s+)?)(?:${numberWord})){0,12}`;
  const digits = "\\d{1,3}(?:,\\d{3})+|\\d+";
  const written = new RegExp(`(?<![\\p{L}-])(${words})(?:\\s+(?:percent|per cent))?\\s*\\((${digits})\\s*%?\\)`, "giu");
  const reversed = new RegExp(`(?<![\\d.,])(${digits})\\s*\\((${words})\\)`, "giu");
  const problems: FigureProblem[] = [];
  const check = (hit: RegExpExecArray, wordsPart: string, digitsPart: string) => {
    const spoken = numberFromWords(wordsPart);
    const figure = Number(digitsPart.replaceAll(",", ""));
    if (spoken === null || spoken === figure) return;
    const explanation = `The words say ${spoken.toLocaleString("en-GB")}, the figure says ${figure.toLocaleString("en-GB")}.`;
    problems.push({ start: hit.index, end: hit.index + hit[0].length, text: hit[0], kind: "number-mismatch", explanation });
  };
  for (const hit of text.matchAll(written)) check(hit, hit[1]!, hit[2]!);
  for (const hit of text.matchAll(reversed)) check(hit, hit[2]!, hit[1]!);
  return problems;
}

const months: Record<string, number> = {};
for (const [
  at,
  names,
] of "january januari januar januari,february februari februar,march mars märz maart,april,may maj mai mei,june juni,july juli,august augusti augustus,september,october oktober,november,december dezember"
  .split(",")
  .entries()) {
  for (const name of names.split(" ")) months[name] = at + 1;
}
const weekdays: Record<string, number> = {};
for (const [
  at,
  names,
] of "sunday söndag sonntag zondag,monday måndag montag maandag,tuesday tisdag dienstag dinsdag,wednesday onsdag mittwoch woensdag,thursday torsdag donnerstag donderdag,friday fredag freitag vrijdag,saturday lördag samstag zaterdag"
  .split(",")
  .entries()) {
  for (const name of names.split(" ")) weekdays[name] = at;
}
const englishDays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

function dateProblems(text: string): FigureProblem[] {
  const month = Object.keys(months).join("|");
  const weekday = `(?:(${Object.keys(weekdays).join("|")})(?:,|\\s+the|\\s+den|,\\s+den)?\\s+)?`;
  const dayFirst = new RegExp(
    `(?<![\\p{L}\\d])${weekday}(\\d{1,2})(?:st|nd|rd|th|\\.)?\\s+(?:of\\s+)?(${month})(?:,?\\s+(\\d{4}))?(?![\\p{L}\\d])`,
    "giu",
  );
  const monthFirst = new RegExp(
    `(?<![\\p{L}\\d])${weekday}(${month})\\s+(\\d{1,2})(?:st|nd|rd|th)?(?:,?\\s+(\\d{4}))(?![\\p{L}\\d])`,
    "giu",
  );
  const iso = /(?<![\d-])(\d{4})-(\d{2})-(\d{2})(?![\d-])/g;
  const problems: FigureProblem[] = [];
  const add = (hit: RegExpExecArray, name: string | undefined, day: number, monthNumber: number, year: number | null) => {
    const problem = dateProblem(name, day, monthNumber, year);
    if (problem) problems.push({ start: hit.index, end: hit.index + hit[0].length, text: hit[0], ...problem });
  };
  for (const hit of text.matchAll(dayFirst))
    add(hit, hit[1], Number(hit[2]), months[hit[3]!.toLowerCase()]!, hit[4] ? Number(hit[4]) : null);
  for (const hit of text.matchAll(monthFirst)) add(hit, hit[1], Number(hit[3]), months[hit[2]!.toLowerCase()]!, Number(hit[4]));
  for (const hit of text.matchAll(iso)) add(hit, undefined, Number(hit[3]), Number(hit[2]), Number(hit[1]));
  return problems;
}

function dateProblem(
  weekday: string | undefined,
  day: number,
  month: number,
  year: number | null,
): Pick<FigureProblem, "kind" | "explanation"> | null {
  // Without a year, 29 February is allowed.
  const date = new Date(Date.UTC(year ?? 2024, month - 1, day));
  if (month < 1 || month > 12 || day < 1 || date.getUTCMonth() !== month - 1) {
    return { kind: "impossible-date", explanation: "There is no such day." };
  }
  if (weekday === undefined || year === null || date.getUTCDay() === weekdays[weekday.toLowerCase()]) return null;
  return { kind: "weekday-mismatch", explanation: `That day is a ${englishDays[date.getUTCDay()]!}.` };
}

const currencyNames: [string, RegExp][] = [
  ["EUR", /€|\bEUR\b|\beuros?\b/giu],
  ["GBP", /£|\bGBP\b|\bpounds? sterling\b/giu],
  ["USD", /(?<![A-Z])(?:US)?\$(?=\s?\d)|\bUSD\b|\bU\.?S\.? dollars?\b/gu],
  ["SEK", /\bSEK\b|\bkronor\b/giu],
  ["CHF", /\bCHF\b/gu],
  ["DKK", /\bDKK\b/gu],
  ["NOK", /\bNOK\b/gu],
];

function currencies(text: string): FigureProblem[] {
  const found = currencyNames
    .map(([name, pattern]) => ({ name, hits: [...text.matchAll(pattern)] }))
    .filter((one) => one.hits.length > 0);
  if (found.length < 2) return [];
  const rarest = found.toSorted((a, b) => a.hits.length - b.hits.length)[0]!;
  const hit = rarest.hits[0]!;
  const counts = found.map((one) => `${one.name} ${one.hits.length}×`).join(", ");
  return [
    {
      start: hit.index,
      end: hit.index + hit[0].length,
      text: hit[0],
      kind: "several-currencies",
      explanation: `More than one currency is used: ${counts}.`,
    },
  ];
}
