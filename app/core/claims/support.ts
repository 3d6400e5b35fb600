/*
 * Whether a source supports a paraphrase in an answer: finds the passage with
 * most of the claim's words, then compares figures, dates, negation, force and
 * opposites. If claim and source are in different languages, only figures and
 * names are compared.
 */
import { guessLanguage } from "../prose/prose-language.ts";
import type { Range } from "../law/quotation.ts";
import { figuresIn, hasFigure, withoutReferences, type Figure } from "./figures.ts";
import { forcesIn, negationDifference, oppositeIn, withBounds } from "./polarity.ts";
import { rangeOfTokens, tokensOf, type TokenText } from "./tokens.ts";

/** What the claim says, and what the source says instead, if anything. */
export type Difference = { said: string; source?: string };

export type Support =
  | { verdict: "supported"; range: Range; isTranslation?: boolean }
  | { verdict: "differs"; range: Range; difference: Difference }
  | { verdict: "not-found" }
  /** In a different language, with no figure or name to compare. */
  | { verdict: "not-checked" };

/** Window size, in words of the source. */
const windowWords = 70;
/** The share of a claim's words a passage must contain, without and with a figure in common. */
const wordShare = 0.5;
const shareWithFigure = 0.25;
/** With only a few words, half may match by chance. */
const fewWords = 6;
const fewWordsShare = 0.65;

export function supportFor(claim: string, source: TokenText): Support {
  const stripped = withoutFrame(claim);
  const stems = contentStems(stripped);
  const figures = figuresIn(stripped);
  if (stems.length === 0 && figures.length === 0) return { verdict: "not-found" };
  const window = bestWindow(source, stems, figures);
  if (isTranslated(stripped, source, window)) return translated(figures, source);
  if (window === undefined) return { verdict: "not-found" };
  const sentences = bearingSentences(source, window, stems, figures);
  const range = rangeOfTokens(source, sentences[0]![0], sentences.at(-1)![1]);
  const passage = sentences.map((sentence) => textOf(source, sentence)).join(" ");
  const there = new Set(contentStems(passage));
  const shared = stems.filter((stem) => there.has(stem)).length;
  const theirs = figuresIn(passage);
  const hasCommonFigure = figures.some((figure) => hasFigure(theirs, figure));
  const share = stems.length === 0 ? 0 : shared / stems.length;
  const bears =
    (shared >= 2 && share >= (stems.length <= fewWords ? fewWordsShare : wordShare)) ||
    (shared >= 1 && hasCommonFigure && share >= shareWithFigure);
  const hasSameKind = figures.some(({ kind }) => kind !== "number" && theirs.some((one) => one.kind === kind));
  if (!bears && !(shared >= 1 && share >= shareWithFigure && hasSameKind)) return { verdict: "not-found" };
  const difference = figureDifference(figures, theirs) ?? wordDifference(stripped, passage, stems);
  if (difference !== undefined) return { verdict: "differs", range, difference };
  return bears ? { verdict: "supported", range } : { verdict: "not-found" };
}

/** None of these words is in the source: it neither supports nor contradicts them. */
export function isSilentOn(source: TokenText, words: string): boolean {
  const stems = new Set(contentStems(words));
  if (stems.size === 0 || figuresIn(words).length > 0) return false;
  for (const word of source.places.keys()) if (stems.has(contentStem(word) ?? "")) return false;
  return true;
}

/** "The contract says that", "Nach § 5 gilt:" introduce a source and claim nothing. */
function withoutFrame(claim: string): string {
  return withoutReferences(claim.replace(/^[^:“„"]{0,60}:\s+(?=\S)/u, "")).replace(/\s+/g, " ");
}

/** Words of five letters or more, cut to a stem: inflections differ where the meaning doesn't. */
function contentStems(text: string): string[] {
  const stems = tokensOf(text).map((token) => contentStem(token.text.toLowerCase()));
  return [...new Set(stems.filter((stem) => stem !== null))];
}

function contentStem(word: string): string | null {
  return /^\p{L}{4,}/u.test(word) && !emptyWords.has(word) ? stemOf(word) : null;
}

function stemOf(word: string): string {
  return word.replace(/'s$/, "").slice(0, Math.max(4, Math.min(7, word.length - 2)));
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

/** The window of the source with most of the claim's words and figures. */
function bestWindow(
  source: TokenText,
  stems: readonly string[],
  figures: readonly Figure[],
): [from: number, to: number] | undefined {
  const wanted = new Set(stems);
  const numbers = new Set(figures.flatMap(({ text }) => text.match(/\d+(?:[.,]\d+)*/g) ?? []));
  const hits: { at: number; key: string }[] = [];
  for (const [word, places] of source.places) {
    const key = numbers.has(word) ? word : /^\p{L}{4,}/u.test(word) && wanted.has(stemOf(word)) ? stemOf(word) : undefined;
    if (key !== undefined) for (const at of places) hits.push({ at, key });
  }
  hits.sort((a, b) => a.at - b.at);
  const inside = new Map<string, number>();
  let best: { from: number; to: number; count: number } | undefined;
  for (let first = 0, last = 0; last < hits.length; last++) {
    const { at, key } = hits[last]!;
    inside.set(key, (inside.get(key) ?? 0) + 1);
    for (; at - hits[first]!.at >= windowWords; first++) {
      const left = inside.get(hits[first]!.key)! - 1;
      if (left > 0) inside.set(hits[first]!.key, left);
      else inside.delete(hits[first]!.key);
    }
    if (best === undefined || inside.size > best.count) best = { from: hits[first]!.at, to: at + 1, count: inside.size };
  }
  return best && [best.from, best.to];
}

type TokenRange = [from: number, to: number];

/** A neighboring sentence joins the passage if it adds this share of the claim's words. */
const addedShare = 0.2;

/**
 * The window's sentence nearest to the claim, plus those that add to it, in
 * order. Ties go to the one with a figure of the claim.
 */
function bearingSentences(
  source: TokenText,
  window: TokenRange,
  stems: readonly string[],
  figures: readonly Figure[],
): TokenRange[] {
  const wanted = new Set(stems);
  const named = figures.filter(({ isArticle }) => isArticle !== true);
  const all = sentencesIn(source, window).map((sentence) => {
    const text = textOf(source, sentence);
    const own = new Set(contentStems(text).filter((stem) => wanted.has(stem)));
    const theirs = named.length === 0 ? [] : figuresIn(text);
    return { sentence, own, isNamed: named.some((figure) => hasFigure(theirs, figure)) };
  });
  const chosen: TokenRange[] = [];
  const covered = new Set<string>();
  for (;;) {
    const gains = all.map(({ sentence, own, isNamed }) => {
      const gain = [...own].filter((stem) => !covered.has(stem)).length;
      return { sentence, own, gain, rank: gain + (isNamed ? 0.5 : 0) };
    });
    const best = gains.reduce((most, one) => (one.rank > most.rank ? one : most), gains[0]!);
    const isEnough = chosen.length > 0 && (best.gain < 2 || best.gain < addedShare * stems.length);
    if (isEnough || chosen.includes(best.sentence)) break;
    chosen.push(best.sentence);
    for (const stem of best.own) covered.add(stem);
  }
  return chosen.toSorted((a, b) => a[0] - b[0]);
}

/** The sentences touching a window, up to sixty words beyond it. */
function sentencesIn({ quotation, tokens }: TokenText, [from, to]: TokenRange): TokenRange[] {
  const { text } = quotation;
  const isBreak = (at: number) =>
    at > 0 &&
    at < tokens.length &&
    /[.;!?]["')\]]?\s/.test(text.slice(tokens[at - 1]!.end, tokens[at]!.start + 1)) &&
    !/^\p{Ll}/u.test(tokens[at]!.text) &&
    !abbreviated.test(tokens[at - 1]!.text);
  let [first, last] = [from, to];
  while (first > 0 && from - first < 60 && !isBreak(first)) first--;
  while (last < tokens.length && last - to < 60 && !isBreak(last)) last++;
  const starts = [first];
  for (let at = first + 1; at < last; at++) if (isBreak(at)) starts.push(at);
  return starts.map((start, i) => [start, starts[i + 1] ?? last]);
}

const abbreviated = /^(?:abs|nr|nrn|art|no|nos|satz|kap|lid|st|jfr|vgl|prop|s|ss|sec|cl|p)$/iu;

function textOf({ quotation, tokens }: TokenText, [from, to]: TokenRange): string {
  return quotation.text.slice(tokens[from]?.start ?? 0, tokens[to - 1]?.end ?? 0);
}

function figureDifference(mine: readonly Figure[], theirs: readonly Figure[]): Difference | undefined {
  for (const figure of mine) {
    if (figure.isArticle === true || hasFigure(theirs, figure)) continue;
    const other = theirs.find(
      ({ kind, isArticle, ...one }) => kind === figure.kind && isArticle !== true && !hasFigure(mine, { kind, ...one }),
    );
    return { said: figure.text, ...(other && { source: other.text }) };
  }
  return undefined;
}

function wordDifference(claim: string, passage: string, stems: readonly string[]): Difference | undefined {
  const [boundedClaim, boundedPassage] = withBounds(claim, passage);
  const wanted = new Set(stems);
  const said = clausesOf(boundedClaim).map(wordsOf);
  const there = clausesOf(boundedPassage)
    .filter((clause) => contentStems(clause).some((stem) => wanted.has(stem)))
    .map(wordsOf);
  const [mine, theirs] = [said.flat(), there.flat()];
  const opposite = oppositeIn(mine, theirs);
  if (opposite !== undefined) return opposite;
  const denied = negationDifference(said, there, contentStem);
  if (denied !== undefined) return { said: denied.said ?? "—", ...(denied.source !== undefined && { source: denied.source }) };
  const [mineForces, theirForces] = [forcesIn(mine), forcesIn(theirs)];
  const isOther = mineForces.size > 0 && theirForces.size > 0 && ![...mineForces].some((force) => theirForces.has(force));
  if (!isOther) return undefined;
  return { said: verbOf(mine), source: verbOf(theirs) };
}

function verbOf(words: readonly string[]): string {
  return words.find((word) => forcesIn([word]).size > 0) ?? "";
}

function wordsOf(text: string): string[] {
  return tokensOf(text).map((token) => token.text.toLowerCase());
}

function clausesOf(text: string): string[] {
  return text.split(/(?<=[.;:!?])\s+/);
}

/** The claim's function words belong to a different language than the source's. */
function isTranslated(claim: string, source: TokenText, window: TokenRange | undefined): boolean {
  const mine = guessLanguage(claim);
  if (!mine.isSure || mine.language === undefined) return false;
  const middle = window?.[0] ?? 0;
  const [from, to] = [Math.max(0, middle - 100), Math.min(source.tokens.length, middle + 200)];
  const sample = source.quotation.text.slice(source.tokens[from]?.start ?? 0, source.tokens[to - 1]?.end ?? 0);
  const theirs = guessLanguage(sample);
  return theirs.isSure && theirs.language !== undefined && theirs.language !== mine.language;
}

/** All its figures occur in one passage; names are spelled alike in both languages. */
function translated(figures: readonly Figure[], source: TokenText): Support {
  if (figures.length === 0) return { verdict: "not-checked" };
  const { text } = source.quotation;
  const units = text.split(/\n\s*\n|(?<=[.;])\s+(?=\p{Lu})/u);
  let offset = 0;
  let nearest: { range: Range; difference: Difference } | undefined;
  for (const unit of units) {
    const start = text.indexOf(unit, offset);
    offset = start + unit.length;
    const theirs = figuresIn(unit);
    const missing = figures.find((figure) => figure.isArticle !== true && !hasFigure(theirs, figure));
    const [from, to] = [firstToken(source, start), firstToken(source, offset)];
    if (from >= to) continue;
    const range = rangeOfTokens(source, from, to);
    if (missing === undefined) return { verdict: "supported", range, isTranslation: true };
    const other = theirs.find(({ kind }) => kind === missing.kind && kind !== "number");
    if (other !== undefined) nearest ??= { range, difference: { said: missing.text, source: other.text } };
  }
  return nearest === undefined ? { verdict: "not-found" } : { verdict: "differs", ...nearest };
}

function firstToken({ tokens }: TokenText, at: number): number {
  let [low, high] = [0, tokens.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (tokens[middle]!.start < at) low = middle + 1;
    else high = middle;
  }
  return low;
}
