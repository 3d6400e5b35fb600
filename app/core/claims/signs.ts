/*
 * A text as a sequence of signs for comparison: the stems of its content words,
 * its figures, and the words that decide what it says: negations, the force of
 * verbs, bounds, quantities, the order of time, parties. Signs that mean the
 * same are equal, also across languages: "not later than", "spätestens" and
 * "uiterlijk" are one bound.
 */
import { figuresIn, referencesIn, unitNamed, type Figure } from "./figures.ts";
import { phrases, roleOf } from "./phrases.ts";
import { ordinalNamed } from "./number-words.ts";
import { namesNumber, negators } from "./polarity.ts";
import { tokensOf, type Token } from "./tokens.ts";

export type SignKind =
  | "content"
  | "figure"
  | "ordinal"
  | "negation"
  | "force"
  | "bound"
  | "quantity"
  | "order"
  | "pole"
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
  /** Written with a capital where other nouns of its text are not: "Paris". */
  isName?: boolean;
  /** The word that joins it to what is before it. */
  joined?: "and" | "or";
  /** The text begins with words that introduce a source or a case: "According to the lease". */
  isOpening?: boolean;
  /** What an expression denies: "without delay" has "delay". */
  inside?: readonly string[];
};

export function signsIn(text: string): Sign[] {
  const [first, ...rest] = withoutSplitDenials(withoutNouns(readSigns(text)));
  if (first === undefined) return [];
  return [opening.test(text) ? { ...first, isOpening: true } : first, ...rest];
}

const opening =
  /^\s*(?:according|under|pursuant|in|on|for|at|by|as|with|from|upon|where|when|if|nach|laut|gemäß|im|bei|beim|zum|zur|für|aus|mit|wenn|soweit|sofern|enligt|i|vid|för|av|om|när|på|till|med|volgens|krachtens|ingevolge|op|bij|voor|uit|met|als|indien|wanneer)\s/iu;

/** "Darf die Wohnung nicht": the denial of a permission stands behind its object. */
function withoutSplitDenials(signs: readonly Sign[]): Sign[] {
  const gone = new Set<Sign>();
  const merged = signs.map((sign, at) => {
    if (sign.key !== "force:permit") return sign;
    const end = signs.findIndex((one, i) => i > at && (one.clause !== sign.clause || one.kind === "force"));
    const rest = signs.slice(at + 1, end < 0 ? signs.length : end);
    const denial = rest.find(({ text }) => splitDenials.has(text.toLowerCase()));
    const behind = denial === undefined ? undefined : rest[rest.indexOf(denial) + 1];
    if (denial === undefined || rest.find(({ kind }) => kind === "negation") !== denial || behind?.key === "quantity:only")
      return sign;
    gone.add(denial);
    return { ...sign, key: "force:forbid", text: `${sign.text} … ${denial.text}` };
  });
  return merged.filter((sign) => !gone.has(sign));
}

const splitDenials: ReadonlySet<string> = new Set("nicht inte ej icke niet".split(" "));

/** Where many words have a capital, as in German, it is no sign of a name. */
function withoutNouns(signs: readonly Sign[]): Sign[] {
  const words = signs.filter(({ kind }) => kind === "content");
  const capitals = words.filter(({ text }) => /^\p{Lu}/u.test(text));
  if (capitals.length <= Math.max(2, mostNames * words.length)) return [...signs];
  return signs.map((sign) => ({ ...sign, isName: false }));
}

const mostNames = 0.34;

function readSigns(text: string): Sign[] {
  const plain = text.replaceAll("’", "'").replace(listed, " ");
  const figures = figuresIn(plain);
  const references = new Map(referencesIn(plain).map((one) => [one.start, one.number]));
  const words = tokensOf(plain);
  const signs: Sign[] = [];
  let clause = 0;
  let end = 0;
  for (let at = 0; at < words.length;) {
    const word = words[at]!;
    if (endsClause(plain.slice(end, word.start)) || joinsForce(words, at) || turnsToRule(words, at, signs, clause)) clause++;
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
    if (sign !== undefined && !namesNumber(plain, word) && !isRange(sign.key, signs.at(-1), figures, words[at + length])) {
      const last = words[at + length - 1]!;
      const isName = sign.kind === "content" && /^\p{Lu}\p{Ll}/u.test(word.text) && !beginsSentence(plain.slice(0, word.start));
      signs.push({
        ...sign,
        text: plain.slice(word.start, last.end),
        clause,
        ...(isName && { isName }),
        ...joinedBy(words, at, end),
      });
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

/** "Betalar hyresgästen inte | får hyresvärden …": a condition without "if" ends where the verb comes before its party. */
function turnsToRule(words: readonly { text: string }[], at: number, signs: readonly Sign[], clause: number): boolean {
  if (phrases.get(words[at]!.text.toLowerCase())?.kind !== "force" || roleOf(words[at + 1]?.text ?? "") === undefined) return false;
  return signs.some((one) => one.clause === clause && (one.kind === "role" || one.kind === "negation"));
}

const conjunctions: ReadonlySet<string> = new Set("and or but und oder aber och eller men en of maar".split(" "));

function endsClause(between: string): boolean {
  return /[,;:()–—•]|[.!?]["')\]]?\s|\n/u.test(between);
}

/** "35 bis 40": no order of time. */
function isRange(key: string, before: Sign | undefined, figures: readonly Figure[], next: Token | undefined): boolean {
  return key === "order:before" && before?.kind === "figure" && figures.some(({ start }) => start === next?.start);
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

function beginsSentence(before: string): boolean {
  const near = before.slice(-nearby).replaceAll(/["'()[\]]/g, "");
  return near.includes("\n") || near.trim() === "" || /[.!?:;…]$/u.test(near.trim());
}

/** How far back the end of a sentence is looked for. */
const nearby = 6;

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
