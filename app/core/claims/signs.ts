/*
 * A text as a sequence of signs for comparison: the stems of its content words,
 * its figures, and the words that decide what it says: negations, the force of
 * verbs, bounds, quantities, the order of time, parties. Signs that mean the
 * same are equal, also across languages: "not later than", "spätestens" and
 * "uiterlijk" are one bound.
 */
import { figuresIn, referencesIn, unitNamed } from "./figures.ts";
import { phrases, roleOf } from "./phrases.ts";
import { ordinalNamed } from "./number-words.ts";
import { namesNumber, negators } from "./polarity.ts";
import { tokensOf } from "./tokens.ts";

export type SignKind =
  | "content"
  | "figure"
  | "ordinal"
  | "negation"
  | "force"
  | "bound"
  | "quantity"
  | "order"
  | "role"
  | "prompt"
  | "exception"
  | "unit"
  | "reference";

export type Sign = {
  kind: SignKind;
  /** Equal for signs with the same meaning. */
  key: string;
  /** As written. */
  text: string;
  /** The clause, counted from 0; clauses end at commas, brackets and full stops. */
  clause: number;
  /** "A year": may be one or each. */
  isArticle?: boolean;
  /** What an expression denies: "without delay" has "delay". */
  inside?: readonly string[];
};

export function signsIn(text: string): Sign[] {
  const plain = text.replaceAll("’", "'").replace(listed, " ");
  const figures = figuresIn(plain);
  const references = new Map(referencesIn(plain).map((one) => [one.start, one.number]));
  const words = tokensOf(plain);
  const signs: Sign[] = [];
  let clause = 0;
  let end = 0;
  for (let at = 0; at < words.length;) {
    const word = words[at]!;
    if (endsClause(plain.slice(end, word.start)) || joinsForce(words, at)) clause++;
    const said = words.slice(at, at + longestPhrase).map((one) => one.text.toLowerCase());
    const { sign, length } = signAt(said, word.text);
    // The Dutch "ten minste" begins with no number.
    const figure = length > 1 ? undefined : figures.find((one) => one.start <= word.start && word.start < one.end);
    if (figure !== undefined) {
      const key = `#${figure.kind}:${figure.value}`;
      signs.push({ kind: "figure", key, text: figure.text, clause, ...(figure.isArticle && { isArticle: true }) });
      end = figure.end;
      while (at < words.length && words[at]!.start < figure.end) at++;
      continue;
    }
    const reference = references.get(word.start);
    if (reference !== undefined) {
      signs.push({ kind: "reference", key: `§:${reference.toLowerCase()}`, text: reference, clause });
      end = word.end;
      at++;
      continue;
    }
    if (sign !== undefined && !namesNumber(plain, word)) {
      const last = words[at + length - 1]!;
      signs.push({ ...sign, text: plain.slice(word.start, last.end), clause });
    }
    end = words[at + length - 1]!.end;
    at += length;
  }
  return signs;
}

/** "at most\n\n1. one month": the item goes on with the sentence that the list began in. */
const listed = /(?<=\p{L})[^\S\n]*\n\s*(?:\d{1,2}[.)]|\(?[a-z]\)|[-–•*])\s+(?=\p{Ll})/gu;

const longestPhrase = 4;

/** "… and may not": a second rule begins in the same sentence. */
function joinsForce(words: readonly { text: string }[], at: number): boolean {
  const isForce = (one: { text: string } | undefined) => phrases.get(one?.text.toLowerCase() ?? "")?.kind === "force";
  return conjunctions.has(words[at - 1]?.text.toLowerCase() ?? "") && isForce(words[at]);
}

const conjunctions: ReadonlySet<string> = new Set("and or but und oder aber och eller men en of maar".split(" "));

function endsClause(between: string): boolean {
  return /[,;:()–—•]|[.!?]["')\]]?\s|\n/u.test(between);
}

function signAt(said: readonly string[], word: string): { sign?: Omit<Sign, "text" | "clause">; length: number } {
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
  return unitNamed(word) ?? word.replace(/'s$/, "").slice(0, Math.max(4, Math.min(7, word.length - 2)));
}

const emptyWords: ReadonlySet<string> = new Set(
  (
    "that this these those with from have been were will shall must which their there such than then they them when where what would should could also into upon under only other each " +
    "agreement contract document file says said states provides provision clause section article according accordance " +
    "nicht oder eine einer einem einen eines sind wird werden wurde haben nach über unter durch diese dieser dieses diesem wenn dass aber auch sich kann muss soll " +
    "inte eller samt från till denna detta dessa skall måste kunna vara blir eller också enligt denne deras " +
    "niet deze zijn wordt worden heeft hebben door over onder voor naar indien moet kunnen zoals"
  ).split(" "),
);
const shortEmptyWords: ReadonlySet<string> = new Set(
  (
    "the and for are was has had who its his her our you but out off per " +
    "der die das den dem des ein und ist für von mit bei aus auf als wie was wer hat war zum zur vom sie ihm ihr uns man " +
    "och att som det ett för med har var han hon sig sin vid när där här " +
    "het een van hem hun dat wie wat met bij uit zal zij wij aan tot dan ook nog"
  ).split(" "),
);
