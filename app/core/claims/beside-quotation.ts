/*
 * What a claim says outside its quotation marks. The words in marks may be the
 * source's own and the sentence around them say the opposite: 'The tenant need
 * not give “one month’s notice”'. So these words are held against the quoted
 * paragraphs as a reworded claim is, and each of them needs a ground there; those
 * without one are named. "The provision says:" only introduces.
 */
import type { Range } from "../law/quotation.ts";
import type { Difference } from "./agreement.ts";
import { align, isWord } from "./alignment.ts";
import { pinpointsIn } from "./pinpoints.ts";
import { Proof } from "./proof.ts";
import type { Quoted } from "./quotation-marks.ts";
import { reporting, reportingBehind } from "./reporting.ts";
import { signsIn } from "../signs/signs.ts";
import type { Sign, SignKind } from "../signs/sign.ts";
import { isSilentOn, isTranslated, supportFor } from "./support.ts";
import { tokenText, type TokenText } from "../signs/tokens.ts";
import { agreesAcrossLanguages } from "./translation.ts";
import { wordFinder } from "./unconfirmed.ts";

type Compared = { kind: "agrees" } | { kind: "unclear" } | { kind: "differs"; difference: Difference };
export type Beside =
  | { kind: "agrees"; proof: Proof; isTranslation?: boolean }
  /** The words that nothing was found for. */
  | { kind: "unconfirmed"; missing: string[] }
  | { kind: "differs"; difference: Difference };

/** The share of the words outside the marks that the passage must have to be what they speak of. */
const spokenShare = 0.5;

/**
 * `isCutShort`: the source denies what is quoted, in front of it or behind it. `passage`: the paragraphs that have the
 * quoted words; `names`: what the source and the parts around them are called.
 */
export function wordsBeside(
  { text, quoted, isCutShort }: { text: string; quoted: readonly Quoted[]; isCutShort: boolean },
  { passage, names }: { passage: string; names: string },
  source: TokenText,
): Beside {
  const there = signsIn(passage);
  const said = withoutPinpoints(text, quoted);
  const statements = statementsOf(said, quoted);
  const compared = compare({ text: said, quoted }, statements, { passage, isCutShort }, source);
  if (compared.kind === "differs") return compared;
  const judged = statements.map((one) => proofOf(one, there, `${names} ${passage}`, source));
  const missing = judged.flatMap((one) => (one instanceof Proof ? [] : one));
  if (missing.length > 0) return { kind: "unconfirmed", missing: [...new Set(missing)] };
  if (compared.kind === "unclear") return { kind: "unconfirmed", missing: statements.flatMap(phrasesOf) };
  const isTranslation = statements.some(
    (one) =>
      !introduces(one, signsIn(besideMarks(one.text, one.quoted))) && isTranslated(besideMarks(one.text, one.quoted), source),
  );
  return {
    kind: "agrees",
    proof: Proof.all(judged.filter((one) => one instanceof Proof)),
    ...(isTranslation && { isTranslation }),
  };
}

/** The words without a ground, if there are any; empty if there is nothing but quotations. */
function proofOf(one: Statement, there: readonly Sign[], passage: string, source: TokenText): Proof | string[] {
  const outside = besideMarks(one.text, one.quoted);
  const own = signsIn(outside);
  if (own.length === 0) return [];
  const sentence = unmarked(one);
  if (introduces(one, own)) {
    const isLabel = one.quoted.length === 0 && !isReported(one.text, one.quoted);
    const foreign = isLabel ? ofOtherPlace(own, wordFinder(sentence, passage), source) : [];
    return foreign.length > 0 ? foreign : Proof.ofIntroduction(outside.trim());
  }
  const claim = signsIn(sentence);
  // Of its words, only figures and what decides can be compared.
  if (isTranslated(outside, source)) {
    const proof = own.some(({ kind }) => kind === "figure") ? Proof.ofTranslation(own, there) : undefined;
    return proof ?? phrasesOf(one);
  }
  // "“… was 43” months": what continues behind the marks is the writer's own.
  const isQuoted = ({ start, text }: Sign) => one.quoted.some((words) => words.start <= start && start + text.length <= words.end);
  const words = wordFinder(sentence, passage);
  const has = (word: string) => speaking.has(word) || words.has(word);
  return Proof.ofWords(claim, { ...words, signs: there, aligned: align(claim, there), has }, (at) => !isQuoted(claim[at]!));
}

/** "Supervisors in training:" in front of what is quoted of other supervisors: words of its subject, and others that the source has elsewhere. */
function ofOtherPlace(own: readonly Sign[], passage: ReturnType<typeof wordFinder>, source: TokenText): string[] {
  const words = own.filter(({ kind }) => kind === "content").map(({ text }) => text);
  const isHere = (word: string) => passage.has(word.toLowerCase());
  return words.some(isHere) ? words.filter((word) => !isHere(word) && !isSilentOn(source, word)) : [];
}

/** "The lease says: “…”", "“…”, the court held", "On termination:". */
function introduces({ text, quoted }: Statement, own: readonly Sign[]): boolean {
  if (own.some((sign) => decides(sign) || (sign.kind === "role" && !speakers.has(sign.key))))
    return isReported(text, quoted) && !own.some(decides);
  const isHeading =
    quoted.length === 0 && /:\s*$/.test(text) && own.filter(({ kind }) => kind !== "reference").length < fewestStated;
  return isHeading || isReported(text, quoted) || isReportedBehind(text, quoted);
}

/** What stands between the quotations, without the sign at its end. */
function phrasesOf({ text, quoted }: Statement): string[] {
  return besideMarks(text, quoted)
    .split(/\s{3,}/u)
    .map((words) => words.trim().replace(/^[,.;:–—\s]+|[,.;:–—\s]+$/gu, ""))
    .filter((words) => /\p{L}{2}/u.test(words));
}

/** The sentence as it reads, each word at its place. */
function unmarked({ text, quoted }: Statement): string {
  const blank = (words: string) =>
    words
      .replace(/\[(\p{L})\]/gu, "  $1")
      .replace(/\[[^[\]]{0,80}\]|\(\s?(?:…|\.\.\.)\s?\)|…|\.\.\./gu, (found) => " ".repeat(found.length));
  return quoted.reduceRight(
    (rest, { start, end, words }) =>
      `${rest.slice(0, Math.max(0, start - 1))}${start > 0 ? " " : ""}${blank(words)} ${rest.slice(end + 1)}`,
    text,
  );
}

function compare(
  { text: said, quoted }: Statement,
  statements: readonly Statement[],
  { passage, isCutShort }: { passage: string; isCutShort: boolean },
  source: TokenText,
): Compared {
  const there = signsIn(passage);
  const isOther = isTranslated(besideMarks(said, quoted), source);
  const goesOn = (one: Statement) => isCutShort && !isOther && adjoins(one);
  const doubted = statements.filter((one) => goesOn(one) || saysMore(one, there) || (!isOther && statesMore(one, there)));
  if (doubted.length === 0) return { kind: "agrees" };
  const words = tokenText(passage);
  const wanting = doubted.map((one) => judge(one, words, there, source, goesOn(one))).filter(({ kind }) => kind !== "agrees");
  if (
    wanting.length === 0 ||
    supportFor(withoutMarks({ text: said, quoted }).replace(/:(?=\s)/g, ","), words).verdict === "supported"
  )
    return { kind: "agrees" };
  return wanting.find(({ kind }) => kind === "differs") ?? wanting[0]!;
}

type Statement = { text: string; quoted: readonly Quoted[] };

/** With spaces for brackets that name a provision. */
function withoutPinpoints(text: string, quoted: readonly Range[]): string {
  return pinpointsIn(besideMarks(text, quoted)).reduce(
    (rest, { start, end }) => rest.slice(0, start) + " ".repeat(end - start) + rest.slice(end),
    text,
  );
}

/** "No.", and what stands between colons and semicolons outside the marks or on the sides of a dash; not between two dashes. */
function statementsOf(text: string, quoted: readonly Quoted[]): Statement[] {
  const outside = besideMarks(text, quoted);
  const dashes = [...outside.matchAll(/[–—]|\s-(?=\s)/gu)];
  const ends = [...outside.matchAll(/[:;]|(?<=^\s*\p{L}{2,4})[.!]/gu), ...(dashes.length === 1 ? dashes : [])].map(
    ({ index }) => index + 1,
  );
  ends.sort((a, b) => a - b);
  const starts = [0, ...ends].map((start, i) => ({ start, i }));
  // "No." answers the question; what it means is in the sentence behind it.
  const stated = starts.filter(({ start, i }) => !answers.test(text.slice(start, ends[i] ?? text.length)));
  return stated.map(({ start, i }) => {
    const end = ends[i] ?? text.length;
    const own = quoted.filter((one) => one.start >= start && one.end <= end);
    const moved = own.map(({ words, start: at, end: to }) => ({ words, start: at - start, end: to - start }));
    return withoutAuthority({ text: text.slice(start, end), quoted: moved });
  });
}

const answers = /^\s*(?:yes|no|ja|nein|doch|jo|nej|nee)[.!]$/iu;

const authority =
  /^\s*(?:under|in|by|according to|pursuant to|nach|gemäß|laut|enligt|i|av|volgens|krachtens|ingevolge|op grond van)\s[^,“”„«»"]{1,90},\s/iu;

/** "Under s 1(2) of the Trial Work Act 1999, …" names where it stands. */
function withoutAuthority({ text, quoted }: Statement): Statement {
  const found = authority.exec(text)?.[0] ?? "";
  const signs = signsIn(found);
  const isPlace =
    signs.some(({ kind }) => kind === "reference") && signs.every(({ kind }) => kind === "reference" || kind === "content");
  if (!isPlace) return { text, quoted };
  const moved = quoted.map(({ words, start, end }) => ({ words, start: start - found.length, end: end - found.length }));
  return { text: text.slice(found.length), quoted: moved };
}

/** It says something beside its quotations that the passage may say otherwise. */
function saysMore({ text, quoted }: Statement, there: readonly Sign[]): boolean {
  const signs = signsIn(besideMarks(text, quoted));
  if (speakOf(signs, there, quoted.length > 0 ? 1 : 2)) return true;
  return quoted.length > 0 && (signs.some(decides) || namesParty(text, quoted));
}

function statesMore({ text, quoted }: Statement, there: readonly Sign[]): boolean {
  return states(signsIn(besideMarks(text, quoted)), there) && !isReported(text, quoted);
}

/** Fewer words are a heading: "On termination:". */
const fewestStated = 3;

/** "The supplier is free to stop work:" says something of what the passage speaks of. */
function states(signs: readonly Sign[], there: readonly Sign[]): boolean {
  const words = signs.filter((sign) => isWord(sign) || sign.kind === "role" || sign.kind === "force");
  const known = new Set(there.filter((sign) => isWord(sign) || sign.kind === "role").map(({ key }) => key));
  return words.length >= fewestStated && words.some(({ key }) => known.has(key));
}

/** What a clause does with the words it is quoted for. */
const speaking: ReadonlySet<string> = new Set(
  (
    "adds says states provides reads refers speaks mentions describes defines calls names requires uses notes " +
    "säger anger nämner talar beskriver definierar tillägger hänvisar besagt bestimmt nennt spricht beschreibt definiert ergänzt verlangt " +
    "zegt bepaalt noemt spreekt beschrijft definieert"
  ).split(" "),
);

/** "“…”, it says", "“…”, säger avtalet". */
function isReportedBehind(text: string, quoted: readonly Range[]): boolean {
  const [first, last] = [quoted[0], quoted.at(-1)];
  if (first === undefined || last === undefined || /\p{L}/u.test(text.slice(0, Math.max(0, first.start - 1)))) return false;
  return reportingBehind.test(text.slice(last.end + 1));
}

/** "On the landlord's right of entry the lease says: …" */
function isReported(text: string, quoted: readonly Range[]): boolean {
  const [first] = quoted;
  const before = first === undefined ? text : text.slice(0, Math.max(0, first.start - 1));
  const behind = quoted.length === 0 ? "" : text.slice(quoted.at(-1)!.end + 1);
  return reporting.test(before) && !/\p{L}{3}/u.test(behind);
}

/** "We will “send it”", "“is owed” by the buyer": one sentence with its quotation, which it doesn't only report. */
function adjoins({ text, quoted }: Statement): boolean {
  return (
    !isReported(text, quoted) &&
    !isReportedBehind(text, quoted) &&
    quoted.some(
      ({ start, end }) => /[\p{L}\d,]\s*$/u.test(text.slice(0, Math.max(0, start - 1))) || /^\s*\p{L}/u.test(text.slice(end + 1)),
    )
  );
}

/** `goesOn`: as one sentence with its quotation it may deny what the source says, or not deny what the source does. */
function judge(one: Statement, passage: TokenText, there: readonly Sign[], source: TokenText, goesOn: boolean): Compared {
  const said = withoutMarks(one);
  const found = supportFor(said, passage);
  if (found.verdict === "supported") return { kind: "agrees" };
  const outside = besideMarks(one.text, one.quoted);
  if (isTranslated(outside, source) && agreesAcrossLanguages(signsIn(said), there)) return { kind: "agrees" };
  const signs = signsIn(outside);
  if (found.verdict === "differs" && (goesOn || speakOf(signs, there, 1))) return { kind: "differs", difference: found.difference };
  // "It is excluded altogether:" sums up what is quoted.
  const isLead = one.quoted.length === 0 && /(?:[:–—]|\s-)\s*$/u.test(one.text);
  return isLead && !signs.some(decides) && (speakOf(signs, there, 1) || !states(signs, there))
    ? { kind: "agrees" }
    : { kind: "unclear" };
}

/** With spaces for what stands in marks. */
export function besideMarks(text: string, quoted: readonly Range[]): string {
  return quoted.reduceRight((rest, { start, end }) => {
    const [from, to] = [Math.max(0, start - 1), Math.min(rest.length, end + 1)];
    return rest.slice(0, from) + " ".repeat(to - from) + rest.slice(to);
  }, text);
}

/** The sentence as it reads: without marks, ellipses and brackets of the quotations. */
function withoutMarks({ text, quoted }: Statement): string {
  const plain = (words: string) =>
    words.replace(/\[(\p{L})\]/gu, "$1").replace(/\[[^[\]]{0,80}\]|\(\s?(?:…|\.\.\.)\s?\)|…|\.\.\./gu, " ");
  return quoted.reduceRight(
    (rest, { start, end, words }) => `${rest.slice(0, Math.max(0, start - 1))}${plain(words)}${rest.slice(end + 1)}`,
    text,
  );
}

const deciding: ReadonlySet<SignKind> = new Set(["negation", "force", "bound", "exception", "figure"]);
const decides = ({ kind, key, isArticle }: Sign) =>
  (deciding.has(kind) && isArticle !== true) || key === "quantity:only" || key === "quantity:some";

/** More than a count: "in two ways" decides nothing. */
export function decidesSomething(text: string): boolean {
  return signsIn(text).some((sign) => decides(sign) && !/^#number:(?:\d|1[0-2])$/.test(sign.key));
}

/** "The landlord “shall give notice”": the sentence goes on from or with a party. "The court held that “…”" says who speaks. */
function namesParty(text: string, quoted: readonly Range[]): boolean {
  return quoted.some(({ start, end }) => {
    const before = /[^.,;:()–—“”„«»"]{0,80}$/u.exec(text.slice(0, Math.max(0, start - 1)))?.[0] ?? "";
    const behind = /^[^.,;:()–—“”„«»"]{0,80}/u.exec(text.slice(end + 1))?.[0] ?? "";
    const isTold = /(?<!\p{L})(?:that|dass|daß|att|dat)\s*$/iu.test(before);
    const isParty = ({ kind }: Sign) => kind === "role";
    if (signsIn(behind).some(isParty)) return true;
    return !isTold && signsIn(before).some((sign) => isParty(sign) && !speakers.has(sign.key));
  });
}

/** Those whose words are quoted more often than their rights. */
const speakers: ReadonlySet<string> = new Set([
  "R:domstol",
  "R:myndighet",
  "R:kommission",
  "R:regering",
  "R:riksdag",
  "R:minister",
]);

function speakOf(signs: readonly Sign[], passage: readonly Sign[], least: number): boolean {
  const words = signs.filter((sign) => (isWord(sign) && sign.kind !== "pole") || sign.kind === "role");
  const there = new Set(passage.flatMap(({ key, inside = [] }) => [key, ...inside]));
  const shared = words.filter(({ key }) => there.has(key)).length;
  return shared > 0 && shared >= Math.min(least, words.length) && shared >= spokenShare * words.length;
}
