/*
 * The small words that say what a thing has to do with its sentence: paid to the landlord or by the landlord, against or
 * for the company, from the shop or to it, since May or until May. Content words do not show it: all of them are the same.
 */
import type { Relation, Sign } from "./sign.ts";
import type { Token } from "./tokens.ts";

type Words = ReadonlyMap<string, Relation>;
const words = (list: Partial<Record<Relation, string>>): Words =>
  new Map(
    Object.entries(list).flatMap(([relation, all]) => all.split(" ").map((one): [string, Relation] => [one, relation as Relation])),
  );

/** In front of a party or of a thing with its article. */
const ofThings = words({
  to: "to towards an zum zur gegenüber till åt gentemot aan naar jegens",
  by: "by from von vom durch av från door",
  against: "against gegen wider mot tegen",
  for: "for für för voor",
  over: "over above über över boven",
  under: "below beneath unter unterhalb under onder beneden",
});

/** In front of a day or a figure. */
const ofFigures = words({
  since: "from ab seit från fr.o.m sedan vanaf",
  until: "until till bis t.o.m tot",
  over: "above oberhalb boven",
  under: "below unterhalb beneden",
});

/** "Pursuant to the contract", "in relation to the buyer": part of an expression. */
const before: ReadonlySet<string> = new Set(
  (
    "pursuant according subject prior due owing regard relation respect addition contrary next thanks up as equal equivalent applicable relating related similar " +
    "bis hinaus hänsyn förhållande tillägg motsats fram utöver " +
    "enligt tot"
  ).split(" "),
);

const articles: ReadonlySet<string> = new Set(
  (
    "the a any each every its his her their our your such that this said other " +
    "der die das den dem des ein eine einen einem einer dessen deren seinen seinem ihren ihrem jeden jedem diesen diesem dieser beiden " +
    "en ett denna detta sin sitt sina annan varje båda " +
    "de het een deze dit zijn haar hun elke iedere beide andere"
  ).split(" "),
);
/** Languages that write the article as an ending. */
const bare: ReadonlySet<string> = new Set(
  "från till mot åt över under zum zur vom gegenüber aan door tegen boven onder".split(" "),
);
const mostArticles = 2;

/** What stands in front of a word, with its article between. `isParty`: of parties an article is not needed. */
export function relationAt(all: readonly Token[], at: number, kind: "party" | "figure" | "thing"): Relation | undefined {
  let from = at - 1;
  while (from >= 0 && at - 1 - from < mostArticles && articles.has(wordAt(all, from))) from--;
  const word = wordAt(all, from);
  if (before.has(wordAt(all, from - 1))) return undefined;
  if (kind === "figure") return ofFigures.get(word);
  // "By paying", "to pay": a verb.
  if (kind === "thing" && from === at - 1 && !bare.has(word)) return undefined;
  return ofThings.get(word);
}

const wordAt = (all: readonly Token[], at: number) => all[at]?.text.toLowerCase() ?? "";

const conflicts: ReadonlySet<string> = new Set(
  ["to by", "to against", "by against", "for against", "for by", "over under", "since until"].flatMap((pair) => [
    pair,
    pair.split(" ").toReversed().join(" "),
  ]),
);

export function areContrary(one: Relation | undefined, other: Relation | undefined): boolean {
  return one !== undefined && other !== undefined && conflicts.has(`${one} ${other}`);
}

type Limit = "morethan" | "lessthan" | "atmost";

/** Limits of a figure: "over 18 years", "within a period of 30 days". Swedish "under" is also "during". */
const limits = new Map<string, Limit>(
  Object.entries({
    morethan: "over above über över boven",
    lessthan: "below unter onder beneden",
    atmost: "within innerhalb binnen inom",
  }).flatMap(([limit, all]) => all.split(" ").map((one): [string, Limit] => [one, limit as Limit])),
);
/** "Within" rather than "at most". */
export const isWithin = (text: string) => limits.get(text.toLowerCase()) === "atmost";
/** A limit of time only, until when something is done. */
export const isDeadline = (text: string) => deadlines.test(text);
const deadlines = /latest|later|spätest|später|senast|senare|uiterlijk/iu;
/** What may stand between a limit and its figure. */
const fillers: ReadonlySet<string> = new Set(
  "a the an period of von der einer eines einem frist periode en tid om av een termijn van".split(" "),
);
const mostFillers = 4;

/** The limit that a word sets to the figure behind it. `isFigure`: a figure begins at this offset. */
export function limitAt(all: readonly Token[], at: number, isFigure: (start: number) => boolean): string | undefined {
  const word = wordAt(all, at);
  const limit = limits.get(word) ?? (word === "under" && /^\d/.test(wordAt(all, at + 1)) ? "lessthan" : undefined);
  if (limit === undefined) return undefined;
  let next = at + 1;
  if (limit === "atmost") while (next - at <= mostFillers && fillers.has(wordAt(all, next)) && !isFigure(all[next]!.start)) next++;
  return all[next] !== undefined && isFigure(all[next]!.start) ? limit : undefined;
}

/** "Section 6" is one of "sections 5 to 7": a number between two that a range joins. */
export function isWithinRange({ key }: Sign, passage: readonly Sign[]): boolean {
  const number = numberOf(key);
  return (
    number !== undefined &&
    passage.some((one, at) => {
      if (one.isRangeEnd !== true) return false;
      const from = passage.slice(0, at).findLast(({ kind }) => kind === "reference");
      const [first, last] = [numberOf(from?.key ?? ""), numberOf(one.key)];
      return first !== undefined && last !== undefined && first < number && number < last;
    })
  );
}

const numberOf = (key: string) => (/^§:\d{1,4}$/.test(key) ? Number(key.slice(2)) : undefined);
