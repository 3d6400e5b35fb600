/*
 * Finds mentions of known acts by number, abbreviation, or title in any
 * inflection. The names come from the acts themselves, plus a short table.
 */
import { dutchCivilCode, dutchNames, europeanNames, swedishNames } from "./law-names.ts";

export type NamedAct = { id: string; title: string; shortNames: readonly string[]; jurisdiction: string };

export type ActMention = {
  /** Several if they share a name, like the books of a code. */
  acts: readonly NamedAct[];
  start: number;
  end: number;
  /** An abbreviation in the wrong case, which counts only next to a number. */
  isWeak: boolean;
};

type Name = { written: string; words: string[]; acts: NamedAct[] };
/** Keyed by first word. */
export type ActNames = ReadonlyMap<string, readonly Name[]>;

const word = /[\p{L}\p{M}\d]+(?:[:/.’'-][\p{L}\p{M}\d]+)*/gu;
const longestTitle = 120;

export function actNames(acts: readonly NamedAct[]): ActNames {
  const byName = new Map<string, Name>();
  for (const act of acts)
    for (const written of new Set(namesOf(act))) {
      const words = wordsIn(written).map(({ text }) => text.toLowerCase());
      if (words.length === 0 || written.length < 2) continue;
      const known = byName.get(written);
      if (known) known.acts.push(act);
      else byName.set(written, { written, words, acts: [act] });
    }
  const byFirst = new Map<string, Name[]>();
  for (const name of byName.values()) {
    const key = name.words[0]!;
    byFirst.set(key, [...(byFirst.get(key) ?? []), name]);
  }
  for (const names of byFirst.values()) names.sort((a, b) => b.words.length - a.words.length);
  return byFirst;
}

/** In text order; if two overlap, the longer wins. */
export function findActs(text: string, names: ActNames): ActMention[] {
  const words = wordsIn(text);
  const found: ActMention[] = [];
  for (let at = 0; at < words.length; at++) {
    const match = longestAt(words, at, names);
    if (match === null) continue;
    found.push({ acts: match.acts, start: words[at]!.start, end: words[at + match.length - 1]!.end, isWeak: match.isWeak });
    at += match.length - 1;
  }
  return found;
}

type Word = { text: string; start: number; end: number };

function longestAt(words: readonly Word[], at: number, names: ActNames) {
  const first = words[at]!.text.toLowerCase();
  for (const key of [first, ...uninflected(first)])
    for (const name of names.get(key) ?? []) {
      const length = name.words.length;
      if (at + length > words.length) continue;
      const own = words.slice(at, at + length);
      const isSame = name.words.every((one, i) => {
        const said = own[i]!.text.toLowerCase();
        return said === one || (i === length - 1 && uninflected(said).includes(one));
      });
      if (!isSame) continue;
      const isWeak = isAbbreviation(name.written) && !own[0]!.text.startsWith(name.written);
      return { acts: name.acts, length, isWeak };
    }
  return null;
}

/** "GDPR:s", "KSchGs", "socialtjänstlagens". */
function uninflected(said: string): string[] {
  const bare = said.replace(/[:’']s$/, "");
  return [
    bare,
    ...["s", "n", "en", "et", "ens", "ets"].filter((end) => bare.endsWith(end)).map((end) => bare.slice(0, -end.length)),
  ].filter((one) => one.length > 1 && one !== said);
}

function isAbbreviation(name: string): boolean {
  return name.length <= 6 && !name.includes(" ") && /\p{Lu}/u.test(name);
}

/** As an act may be written. */
export function namesOf(act: NamedAct): string[] {
  const { id, title, shortNames, jurisdiction } = act;
  const bare = id.replace(/^(?:SFS|CELEX) | (?:DE|NL|SV)$/g, "");
  const names = [...shortNames, ...titleNames(title), bare];
  if (jurisdiction === "SE") names.push(...(swedishNames[bare] ?? []));
  if (jurisdiction === "NL") {
    names.push(...(dutchNames[bare] ?? []));
    if (Object.values(dutchCivilCode).includes(bare)) names.push("BW", "Burgerlijk Wetboek");
  }
  if (jurisdiction === "EU") names.push(`CELEX:${bare}`, ...europeanNumbers(bare), ...(europeanNames[bare] ?? []));
  if (jurisdiction === "GB") names.push(...initials(title));
  // "UWG 2004", "BDSG 2018": the year is dropped in ordinary use.
  if (jurisdiction === "DE") names.push(...shortNames.map((name) => name.replace(/ \d{4}$/, "")));
  return names;
}

/** "Lag (1982:80) om anställningsskydd" is also "lagen om anställningsskydd"; "Socialtjänstlag (2025:400)" also "socialtjänstlagen". */
function titleNames(title: string): string[] {
  const plain = title
    .replace(/(?<!\s)\s*\([^()]*\)/g, "")
    .replace(/\s+/g, " ")
    .trim();
  if (plain.length > longestTitle) return [];
  const definite = plain.replace(/^(Lag|Förordning)\b/i, (one) => (one.toLowerCase() === "lag" ? "lagen" : "förordningen"));
  return [title, plain, definite, plain.replace(/(?<!\s)\s+\d{4}$/, "")].filter(
    (name) => !/^(?:Lag|Förordning|Gesetz|Wet|Act)$/i.test(name),
  );
}

/** 32016R0679 is 2016/679, 32001R0044 also 44/2001, 31993L0013 also 93/13/EEC. */
function europeanNumbers(celex: string): string[] {
  const match = /^[03](\d{4})([A-Z]{1,2})(\d{4})/.exec(celex);
  if (match === null) return [];
  const [, year = "", , padded = ""] = match;
  const number = Number(padded);
  const names = [`${year}/${number}`, `${number}/${year}`];
  for (const community of ["EU", "EC", "EEC", "EG", "EWG", "EEG"]) {
    names.push(`${year}/${number}/${community}`);
    if (year < "2000") names.push(`${year.slice(2)}/${number}/${community}`);
  }
  return year < "2000" ? [...names, `${year.slice(2)}/${number}`] : names;
}

/** "Consumer Credit Act 1974" is the CCA 1974. */
function initials(title: string): string[] {
  const words = title.replace(/(?<!\s)\s*\([^()]*\)/g, "").split(/\s+/);
  const year = /^\d{4}$/.exec(words.at(-1) ?? "")?.[0];
  const capitals = words.filter((one) => /^\p{Lu}/u.test(one)).map((one) => one[0]);
  if (year === undefined || capitals.length < 2) return [];
  const short = capitals.join("");
  return [`${short} ${year}`, ...(short.length > 2 ? [short] : [])];
}

function wordsIn(text: string): Word[] {
  return [...text.matchAll(word)].map((match) => ({
    text: match[0],
    start: match.index,
    end: match.index + match[0].length,
  }));
}
