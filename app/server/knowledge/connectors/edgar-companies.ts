/*
 * The company and the form of filing that a question asks for. Questions name companies anywhere
 * ("What did Tesla report in its latest 10-K?"), so every run of capitalized words may be one, and
 * EDGAR's own list of companies decides.
 */

export type Listed = { cik_str: number; ticker: string; title: string };

const forms = "10-K|10-Q|8-K|20-F|6-K|DEF 14A|S-1|S-4|F-1";
const formForm = new RegExp(`(?<![\\w-])(${forms})(?![\\w-])`, "i");
const allForms = new RegExp(formForm.source, "gi");

/** Said in words, a form may also be another kind of report. */
const inWords: readonly [RegExp, string][] = [
  [/\bannual report\b|\bårsrapport|\bårsredovisning|\bGeschäftsbericht|\bJahresbericht|\bjaarverslag/iu, "10-K"],
  [/\bquarterly report\b|\bkvartalsrapport|\bQuartalsbericht|\bkwartaalbericht/iu, "10-Q"],
  [/\bproxy statement\b/i, "DEF 14A"],
  [/\bcurrent report\b/i, "8-K"],
];

/** `isGuess`: it is only described. */
export function namedForm(text: string): { name: string; isGuess: boolean } | null {
  const name = formForm.exec(text)?.[1]?.toUpperCase();
  if (name !== undefined) return { name, isGuess: false };
  const described = inWords.find(([form]) => form.test(text));
  return described === undefined ? null : { name: described[1], isGuess: true };
}

/** Begin a question with a capital, or are written with one in any filing. */
const noCompany = new Set(
  "a an the what which who when where why how did does do is are was were has have had can could should will would tell show find give list according in on of for from by its their form item part risk factor factors annual quarterly report reports sec edgar filing january february march april may june july august september october november december vad vilka vilken hur när enligt i den det wie was welche wann laut im in der die das geschäftsbericht quartalsbericht jahresbericht wat welke hoe wanneer volgens het de us usa united states".split(
    " ",
  ),
);

const word = String.raw`\p{Lu}[\p{L}\d&.-]*(?:['’]\p{Lu}[\p{L}\d]*)?|\d+\p{Lu}\p{L}*`;
const run = new RegExp(`(?<![\\p{L}\\d])(?:${word})(?:,?\\s(?:(?:&|of|and)\\s)?(?:${word}))*`, "gu");

/** What may be a company's name or ticker, what stands nearest to the form first. */
export function companiesIn(text: string): string[] {
  const at = Math.max(0, formForm.exec(text)?.index ?? 0);
  const without = text
    .replace(allForms, (form) => "·".repeat(form.length))
    .replace(/['’]s?(?!\p{L})/gu, (mark) => "·".repeat(mark.length));
  const found = [...without.matchAll(run)].flatMap(({ 0: words, index }) => {
    const name = withoutCommon(words);
    return name === "" ? [] : [{ name, distance: Math.abs(at - index) }];
  });
  return [...new Set(found.toSorted((a, b) => a.distance - b.distance).map(({ name }) => name))].slice(0, 6);
}

function withoutCommon(words: string): string {
  const isCommon = (one = "") => noCompany.has(one.replace(/[.,]$/, "").toLowerCase());
  const all = words.split(/\s/);
  while (isCommon(all[0])) all.shift();
  while (isCommon(all.at(-1))) all.pop();
  return all.join(" ").replace(/[,.]$/, (mark) => (mark === "." && /\b(?:Inc|Corp|Co|Ltd)\.$/.test(words) ? mark : ""));
}

/** By ticker, by its whole name, then by its beginning: the list is in the order of market value. */
export function findCompany(name: string, all: readonly Listed[]): Listed | undefined {
  const said = plain(name);
  if (said === "") return undefined;
  return (
    all.find(({ ticker }) => ticker === name.trim()) ??
    all.find(({ title }) => plain(title) === said) ??
    all.find(({ title }) => plain(title).startsWith(`${said} `)) ??
    all.find(({ ticker }) => ticker === name.trim().toUpperCase())
  );
}

/** Treats "Apple Inc." and "APPLE INC", and "Coca-Cola" and "COCA COLA CO", as the same company. */
function plain(name: string): string {
  return name
    .toLowerCase()
    .replace(/\s?\/[a-z]{2,3}\/?$/, "")
    .replace(/[.,'’]/g, "")
    .replaceAll("-", " ")
    .replace(/(?<!\s)\s+(?:inc|corp|corporation|co|company|ltd|plc|llc|sa|nv|ag)$/, "")
    .trim();
}
