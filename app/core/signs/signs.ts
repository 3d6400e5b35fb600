/*
 * A text as a sequence of signs for comparison: the stems of its content words,
 * its figures, and the words that decide what it says: negations, the force of
 * verbs, bounds, quantities, the order of time, parties. Signs that mean the
 * same are equal, also across languages: "not later than", "spätestens" and
 * "uiterlijk" are one bound.
 */
import { figuresIn, referencesIn, unitNamed, type Figure } from "./figures.ts";
import { phrases, roleOf } from "./phrases.ts";
import type { Sign } from "./sign.ts";
import { passiveBy } from "../words/voice.ts";
import { limitAt, relationAt } from "./relations.ts";
import { ordinalNamed } from "../words/number-words.ts";
import { isGerman, withoutSecondDenials, withoutSplitDenials } from "./denials.ts";
import { namesNumber, negators } from "./polarity.ts";
import { tokensOf, type Token } from "./tokens.ts";

export function signsIn(text: string): Sign[] {
  const [first, ...rest] = withoutSecondDenials(
    withoutSplitDenials(withoutNouns(withLeads(readSigns(text), text), text), text),
    text,
  );
  if (first === undefined) return [];
  return [opening.test(text) ? { ...first, isOpening: true } : first, ...rest];
}

const opening =
  /^\s*(?:according|under|pursuant|in|on|for|at|by|as|with|from|upon|where|when|if|nach|laut|gemäß|im|bei|beim|zum|zur|für|aus|mit|wenn|soweit|sofern|enligt|i|vid|för|av|om|när|på|till|med|volgens|krachtens|ingevolge|op|bij|voor|uit|met|als|indien|wanneer)\s/iu;

/** Where many words have a capital, as in German, it is no sign of a name. */
function withoutNouns(signs: readonly Sign[], text: string): Sign[] {
  const words = signs.filter(({ kind }) => kind === "content");
  const capitals = words.filter(({ text }) => /^\p{Lu}/u.test(text));
  if (!isGerman(text) && capitals.length <= Math.max(2, mostNames * words.length)) return [...signs];
  return signs.map((sign) => ({ ...sign, isName: false }));
}

const mostNames = 0.34;

function readSigns(text: string): Sign[] {
  const plain = text.replaceAll("’", "'").replace(listed, (found) => " ".repeat(found.length));
  const figures = figuresIn(plain);
  const references = new Map(referencesIn(plain).map((one) => [one.start, one.number]));
  const words = tokensOf(plain);
  const signs: Sign[] = [];
  let clause = 0;
  let statement = 0;
  /** Of the last word, and of the last one that is a sign. */
  let end = 0;
  let signEnd = 0;
  for (let at = 0; at < words.length;) {
    const word = words[at]!;
    if (endsClause(plain.slice(end, word.start)) || joinsForce(words, at) || turnsToRule(words, at, signs, clause)) clause++;
    if (endsStatement(plain.slice(end, word.start + 1), word.text)) statement++;
    const said = together(words, at, plain).map((one) => one.text.toLowerCase());
    const limit = limitAt(words, at, (start) => figures.some((one) => one.start === start));
    const { sign, length } = limit === undefined ? signAt(said, word.text) : boundOf(limit);
    // The Dutch "ten minste" begins with no number.
    const figure = length > 1 ? undefined : figures.find((one) => one.start <= word.start && word.start < one.end);
    if (figure !== undefined) {
      const key = `#${figure.kind}:${figure.value}`;
      signs.push({
        kind: "figure",
        key,
        text: figure.text,
        ...(figure.count !== undefined && { count: figure.count }),
        start: figure.start,
        clause,
        statement,
        ...joinedBy(words, at, signEnd),
        ...(figure.isArticle && { isArticle: true }),
        ...related(words, at, "figure"),
      });
      end = signEnd = figure.end;
      while (at < words.length && words[at]!.start < figure.end) at++;
      continue;
    }
    const reference = references.get(word.start);
    if (reference !== undefined) {
      const isRangeEnd = signs.at(-1)?.kind === "reference" && joinsRange.test(plain.slice(signEnd, word.start));
      signs.push({
        kind: "reference",
        key: `§:${reference.toLowerCase()}`,
        text: reference,
        start: word.start,
        clause,
        statement,
        ...(isRangeEnd && { isRangeEnd }),
      });
      end = signEnd = word.end;
      at++;
      continue;
    }
    if (sign !== undefined && !namesNumber(plain, word) && !isRange(sign.key, signs.at(-1), figures, words[at + length])) {
      const last = words[at + length - 1]!;
      const isName = sign.kind === "content" && /^\p{Lu}\p{Ll}/u.test(word.text) && !beginsSentence(plain.slice(0, word.start));
      signs.push({
        ...sign,
        text: plain.slice(word.start, last.end),
        start: word.start,
        clause,
        statement,
        ...(isName && { isName }),
        ...joinedBy(words, at, signEnd),
        ...(sign.kind === "content" && passiveAt(plain, words, at)),
        ...(sign.kind === "role" && { led: ledBy(plain, words, at, signEnd), ...related(words, at, "party") }),
        ...(sign.kind === "content" && related(words, at, isName ? "party" : "thing")),
      });
      signEnd = last.end;
    }
    end = words[at + length - 1]!.end;
    at += length;
  }
  return signs;
}

function related(...given: Parameters<typeof relationAt>): Pick<Sign, "relation"> {
  const relation = relationAt(...given);
  return relation === undefined ? {} : { relation };
}

const boundOf = (limit: string) => ({ sign: { kind: "bound" as const, key: `bound:${limit}` }, length: 1 });

/** "at most\n\n1. one month": the item goes on with the sentence that the list began in. */
const listed = /(?<=\p{L})[^\S\n]*\n\s*(?:\d{1,2}[.)]|\(?[a-z]\)|[-–•*])\s+(?=\p{Ll})/gu;

const firstItem = /(?<=[:—–\n-]\s*|\p{L}\s+)(?:\([ai1]\)|[a1][.)](?=\s))/gu;
const anyItem = /(?<![\p{L}\d])(?:\([a-z\d]{1,2}\)|[a-z\d]{1,2}[.)](?=\s))/gu;
const endOfList = /\n\s*\n|(?:\n\s*|\.\s)\(?\d{1,2}[.)]?\s?\p{Lu}/u;

/** Each item of a list with the clause that it continues. */
function withLeads(signs: readonly Sign[], text: string): readonly Sign[] {
  const lists = [...text.matchAll(firstItem)].map(({ 0: found, index }) => {
    const from = index + found.length;
    const length = text.slice(from).search(endOfList);
    const before = signs.findLast(({ start }) => start < index);
    const lead = before && { clause: before.clause, statement: before.statement, isNumbered: /\d/.test(found) };
    return { from, to: length < 0 ? text.length : from + length, lead };
  });
  if (lists.length === 0) return signs;
  const items = [...text.matchAll(anyItem)];
  return signs.map((sign) => {
    const lead = lists.find(({ from, to }) => from <= sign.start && sign.start < to)?.lead;
    if (lead === undefined || lead.clause === sign.clause) return sign;
    const item = items.findLastIndex(({ index, 0: label }) => index <= sign.start && /\d/.test(label) === lead.isNumbered);
    return { ...sign, lead: lead.clause, statement: lead.statement, item };
  });
}

const joinsRange = /^\s?(?:–|-|to|bis|till|tot|tot en met|t\.o\.m\.)\s?(?:§\s?)?$/u;

const longestPhrase = 4;

/** A word with those behind it that may form an expression with it: "shall, not later than" has no "shall not". */
function together(words: readonly Token[], at: number, text: string): Token[] {
  const all = words.slice(at, at + longestPhrase);
  const end = all.findIndex((one, i) => i > 0 && stop.test(text.slice(all[i - 1]!.end, one.start)));
  return end < 0 ? all : all.slice(0, end);
}

/** "… and may not": a second rule begins in the same sentence. */
function joinsForce(words: readonly { text: string }[], at: number): boolean {
  const isForce = (one: { text: string } | undefined) => phrases.get(one?.text.toLowerCase() ?? "")?.kind === "force";
  return conjunctions.has(words[at - 1]?.text.toLowerCase() ?? "") && isForce(words[at]);
}

/** "Betalar hyresgästen inte | får hyresvärden …": a condition without "if" ends where the verb comes before its party. */
function turnsToRule(words: readonly { text: string }[], at: number, signs: readonly Sign[], clause: number): boolean {
  if (phrases.get(words[at]!.text.toLowerCase())?.kind !== "force" || roleOf(words[at + 1]?.text ?? "") === undefined) return false;
  const own = signs.filter((one) => one.clause === clause);
  // "De koper moet de verkoper …": a sentence that begins with its party is no condition.
  if (own[0]?.kind === "role" && articles.test(own[0].led ?? "")) return false;
  return own.some(({ kind }) => kind === "role" || kind === "negation");
}

const articles = /^(?:de|het|een|der|die|das|ein|eine|en|ett)?$/;

const conjunctions: ReadonlySet<string> = new Set("and or but und oder aber och eller men en of maar".split(" "));

function endsClause(between: string): boolean {
  return stop.test(between) || between.includes("\n");
}

const stop = /[,;:()–—•]|[.!?]["')\]]?\s/u;

/** Not where it continues about the same thing: "the deposit is EUR 900; it is due on the first day". */
function endsStatement(between: string, next: string): boolean {
  return /;|[.!?]["')\]]?\s+(?=\p{Lu}|["'(]|$)/u.test(between) && !pronouns.has(next.toLowerCase());
}

const pronouns: ReadonlySet<string> = new Set(
  (
    "it he she they this these such its their sie es er dies diese dieser dieses ihre ihr seine " +
    "den det denna detta dessa de han hon dess deras zij hij het ze deze dit diens"
  ).split(" "),
);

/** "35 bis 40": no order of time. */
function isRange(key: string, before: Sign | undefined, figures: readonly Figure[], next: Token | undefined): boolean {
  if (key !== "order:before" || next === undefined) return false;
  return before?.kind === "reference"
    ? /^\d/.test(next.text)
    : before?.kind === "figure" && figures.some(({ start }) => start === next.start);
}

/** The Dutch "of" is the English "of", too; these are never compared with each other. */
const joining = new Map<string, "and" | "or">(
  ["and und och en", "or oder eller of"].flatMap((list, at) =>
    list.split(" ").map((one) => [one, at === 0 ? "and" : "or"] as const),
  ),
);

/** The conjunction between a sign and the one before it, which ends there. */
function joinedBy(words: readonly Token[], at: number, end: number): Pick<Sign, "joined"> {
  for (let i = at - 1; i >= 0 && words[i]!.start >= end; i--) {
    const joined = joining.get(words[i]!.text.toLowerCase());
    if (joined !== undefined) return { joined };
  }
  return {};
}

const longestClause = 16;

function passiveAt(text: string, words: readonly Token[], at: number): Pick<Sign, "passiveBy"> {
  let first = at;
  let last = at;
  const isJoined = (one: number) => !endsClause(text.slice(words[one]!.end, words[one + 1]!.start));
  while (first > 0 && at - first < longestClause && isJoined(first - 1)) first--;
  while (last + 1 < words.length && last - at < longestClause && isJoined(last)) last++;
  const clause = words.slice(first, last + 1).map((one) => one.text.toLowerCase());
  const by = passiveBy(clause, at - first);
  return by === undefined ? {} : { passiveBy: words[first + by]!.start };
}

/** The words of the same clause between a sign and the one before it, which ends there. */
function ledBy(text: string, words: readonly Token[], at: number, end: number): string {
  let first = at;
  while (first > 0 && words[first - 1]!.start >= end && !endsClause(text.slice(words[first - 1]!.end, words[first]!.start)))
    first--;
  return words
    .slice(Math.max(first, at - 2), at)
    .map((one) => one.text.toLowerCase())
    .join(" ");
}

function beginsSentence(before: string): boolean {
  const near = before.slice(-nearby).replaceAll(/["'()[\]]/g, "");
  return near.includes("\n") || near.trim() === "" || /[.!?:;…]$/u.test(near.trim());
}

/** How far back the end of a sentence is looked for. */
const nearby = 6;

function signAt(
  said: readonly string[],
  word: string,
): { sign?: Omit<Sign, "text" | "start" | "clause" | "statement">; length: number } {
  for (let length = Math.min(longestPhrase, said.length); length > 0; length--) {
    const found = phrases.get(said.slice(0, length).join(" "));
    if (found === undefined) continue;
    const isDenied = length > 1 && said.slice(0, length).some((one) => negators.has(one));
    const isWhole = found.kind === "prompt" || found.kind === "bound";
    const inside =
      isDenied && isWhole ? said.slice(0, length).flatMap((one) => (negators.has(one) ? [] : (wideStem(one) ?? []))) : [];
    return { sign: { ...found, ...(inside.length > 0 && { inside }) }, length };
  }
  const isPlace = placeNames.has(said[1] ?? "");
  // "Andra" is "other", too.
  const ordinal = said[0] === "andra" && isPlace ? 2 : ordinalNamed(said[0] ?? "");
  if (ordinal !== undefined) {
    const sign = isPlace ? { kind: "reference" as const, key: `§:${ordinal}.` } : { kind: "ordinal" as const, key: `o:${ordinal}` };
    return { sign, length: 1 };
  }
  const role = roleOf(word);
  if (role !== undefined) return { sign: { kind: "role", key: `R:${role}` }, length: 1 };
  const unit = unitNamed(said[0] ?? "");
  if (unit !== undefined) return { sign: { kind: "unit", key: `unit:${unit}` }, length: 1 };
  const stem = wideStem(said[0] ?? "");
  return { ...(stem !== null && { sign: { kind: "content" as const, key: stem } }), length: 1 };
}

/** "The second paragraph", "andra stycket": a place, where a rank is none. */
const placeNames: ReadonlySet<string> = new Set(
  (
    "paragraph subparagraph subsection section sentence clause article chapter indent point part column row schedule instance " +
    "absatz absatzes satz satzes halbsatz unterabsatz abschnitt abschnitts kapitel kapitels teil teils titel " +
    "stycket meningen punkten kapitlet strecksatsen ledet lid volzin alinea zin streepje hoofdstuk afdeling titel"
  ).split(" "),
);

/** "EUR 100 a month" for "EUR 100 per month" and "the monthly fee is EUR 100"; not "EUR 100 within a month". */
export function hasRate(passage: readonly Sign[], { kind, key }: Sign): boolean {
  return (
    kind === "unit" &&
    passage.some(
      (one, at) =>
        one.isArticle === true &&
        one.key === `#period:${key.slice("unit:".length)}` &&
        passage[at - 1]?.key.startsWith("#sum:") === true,
    )
  );
}

/** The stem of a content word; null for a function word or a bare number. */
export function contentStem(word: string): string | null {
  return /^\p{L}{4,}/u.test(word) && !emptyWords.has(word) ? stemOf(word) : null;
}

/** As above, with words of three letters, such as "fee" and "pay". */
function wideStem(word: string): string | null {
  return /^\p{L}{3,}/u.test(word) && !emptyWords.has(word) && !shortEmptyWords.has(word) ? stemOf(word) : null;
}

/** Inflections differ where the meaning doesn't; "monthly" is "month". */
export function stemOf(word: string): string {
  return unitNamed(word) ?? word.replace(/'s$|(?<=^\p{L}{3,4})(?<!s)s$/u, "").slice(0, Math.max(4, Math.min(7, word.length - 2)));
}

const emptyWords: ReadonlySet<string> = new Set(
  (
    "that this these those with from have been were will shall must which their there such than then they them when where what would should could also into upon under only other each " +
    "agreement contract document file says said states provides provision clause section article according accordance " +
    "however emellertid jedoch allerdings echter insbesondere notwithstanding despite " +
    "nicht oder eine einer einem einen eines sind wird werden wurde haben nach über unter durch diese dieser dieses diesem wenn dass aber auch sich kann muss soll " +
    "inte eller samt från till denna detta dessa skall måste kunna vara blir eller också enligt denne deras " +
    "niet deze zijn wordt worden heeft hebben door over onder voor naar indien moet kunnen zoals"
  ).split(" "),
);
const shortEmptyWords: ReadonlySet<string> = new Set(
  (
    "the and for are was has had who its his her our you but out off per " +
    "der die das den dem des ein und ist für von mit bei aus auf als wie was wer hat war zum zur vom sie ihm ihr uns man " +
    "dock aber men doch " +
    "och att som det ett för med har var han hon sig sin vid när där här " +
    "het een van hem hun dat wie wat met bij uit zal zij wij aan tot dan ook nog"
  ).split(" "),
);

/** "#period". */
export const kindOf = ({ key }: Sign) => key.slice(0, key.indexOf(":"));

/** "30". */
const numberOf = ({ key }: Sign) => key.slice(key.indexOf(":") + 1).split(" ")[0];

/** Whether the passage says this figure, or as many of something, whose unit may be written otherwise: "25 dagars", "tjugofem semesterdagar". */
export function hasNumberOf(passage: readonly Sign[], figure: Sign): boolean {
  return passage.some((one) => {
    if (one.kind !== "figure") return false;
    return one.key === figure.key || numberOf(one) === numberOf(figure) || (one.count !== undefined && one.count === figure.count);
  });
}
