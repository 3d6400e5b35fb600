/*
 * What a claim says outside its quotation marks. The words in marks may be the
 * source's own and the sentence around them say the opposite: 'The tenant need
 * not give “one month’s notice”'. So words that speak of the quoted passage are
 * held against it as a reworded claim is, and so is whatever decides something:
 * a negation, the force of a verb, a bound, an exception. "The provision says:"
 * is neither.
 */
import type { Range } from "../law/quotation.ts";
import type { Difference } from "./agreement.ts";
import { isWord } from "./alignment.ts";
import { pinpointsIn } from "./pinpoints.ts";
import type { Quoted } from "./quotation-marks.ts";
import { signsIn, type Sign, type SignKind } from "./signs.ts";
import { isTranslated, supportFor } from "./support.ts";
import { tokenText, type TokenText } from "./tokens.ts";
import { agreesAcrossLanguages } from "./translation.ts";

export type Beside = { kind: "agrees" } | { kind: "unclear" } | { kind: "differs"; difference: Difference };

/** The share of the words outside the marks that the passage must have to be what they speak of. */
const spokenShare = 0.5;

/** `passage`: the paragraphs that have the quoted words. */
export function wordsBeside(
  { text, quoted }: { text: string; quoted: readonly Quoted[] },
  passage: string,
  source: TokenText,
): Beside {
  const there = signsIn(passage);
  const said = withoutPinpoints(text, quoted);
  const isOther = isTranslated(besideMarks(said, quoted), source);
  const doubted = statementsOf(said, quoted).filter((one) => saysMore(one, there) || (!isOther && statesMore(one, there)));
  if (doubted.length === 0) return { kind: "agrees" };
  const words = tokenText(passage);
  const wanting = doubted.map((one) => judge(one, words, there, source)).filter(({ kind }) => kind !== "agrees");
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
  return [0, ...ends].map((start, i) => {
    const end = ends[i] ?? text.length;
    const own = quoted.filter((one) => one.start >= start && one.end <= end);
    const moved = own.map(({ words, start: at, end: to }) => ({ words, start: at - start, end: to - start }));
    return withoutAuthority({ text: text.slice(start, end), quoted: moved });
  });
}

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

const reporting =
  /(?<!\p{L})(?:says?|states?|provides?|reads?|stipulates?|lays down|sets out|defines?|puts it|regelt|lautet|bestimmt|sagt|besagt|heißt es|steht|definiert|säger|anger|lyder|föreskriver|stadgar|definierar|står|luidt|bepaalt|zegt|stelt|vermeldt|staat|definieert|dispose|prévoit|énonce|stipule)(?:\s\p{L}{1,20}){0,2}\s*[:,]?\s*$/iu;

/** "On the landlord's right of entry the lease says: …" */
function isReported(text: string, quoted: readonly Range[]): boolean {
  const [first] = quoted;
  const before = first === undefined ? text : text.slice(0, Math.max(0, first.start - 1));
  const behind = quoted.length === 0 ? "" : text.slice(quoted.at(-1)!.end + 1);
  return reporting.test(before) && !/\p{L}{3}/u.test(behind);
}

function judge(one: Statement, passage: TokenText, there: readonly Sign[], source: TokenText): Beside {
  const said = withoutMarks(one);
  const found = supportFor(said, passage);
  if (found.verdict === "supported") return { kind: "agrees" };
  const outside = besideMarks(one.text, one.quoted);
  if (isTranslated(outside, source) && agreesAcrossLanguages(signsIn(said), there)) return { kind: "agrees" };
  const signs = signsIn(outside);
  if (found.verdict === "differs" && speakOf(signs, there, 1)) return { kind: "differs", difference: found.difference };
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
const decides = ({ kind, key, isArticle }: Sign) => (deciding.has(kind) && isArticle !== true) || key === "quantity:only";

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
