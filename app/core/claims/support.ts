/*
 * Whether a source supports a paraphrase in an answer: finds the passages with
 * most of the claim's words; agreement.ts compares the nearest sentences with it
 * sign by sign. In another language than the source's, content words can't be
 * compared: the figures have to be there, and the signs that are the same in
 * every language.
 */
import { guessLanguage, hasNoWordOf, isUnknownLanguage } from "../prose/prose-language.ts";
import { originalRange, type Range } from "../law/quotation.ts";
import { figuresIn, hasFigure, namesCurrency, withoutReferences, type Figure } from "../signs/figures.ts";
import { inTermsOf } from "./alignment.ts";
import { agreementWith, type Difference } from "./agreement.ts";
import { contentStem, signsIn, stemOf } from "../signs/signs.ts";
import type { Sign } from "../signs/sign.ts";
import { rangeOfTokens, tokensOf, type TokenText } from "../signs/tokens.ts";
import { SameWords } from "../words/same-words.ts";
import { Proof } from "./proof.ts";
import { onlyIntroduces } from "./reporting.ts";
import { wordFinder } from "./unconfirmed.ts";

export type Support =
  | { verdict: "supported"; range: Range; proof: Proof; isTranslation?: boolean }
  | { verdict: "differs"; range: Range; difference: Difference }
  /** Nothing contradicts it, but the passage lacks some of its words. */
  | { verdict: "unconfirmed"; range: Range; missing: string[] }
  | { verdict: "not-found" }
  /** Something could not be matched, or there is no figure to find it by in another language. */
  | { verdict: "not-checked" };

/** Window size, in words of the source. */
const windowWords = 70;
/** The share of a claim's words a passage must contain, without and with a figure in common. */
const wordShare = 0.5;
const shareWithFigure = 0.25;
/** With only a few words, half may match by chance. */
const fewWords = 6;
const fewWordsShare = 0.65;

/** A passage can only contradict what it speaks of: this much of a longer claim, in its order. */
const shareToDiffer = 0.5;
/** With so many of its words in another order, and all its parties, it may be said in a turned sentence. */
const shareInAnyOrder = 0.75;

/** Where the words that decide are not known, only figures can contradict, and nothing is supported. */
export function supportFor(claim: string, source: TokenText): Support {
  const support = compare(claim, source);
  if (!("range" in support)) return support;
  const passage = source.content.slice(support.range.start, support.range.end);
  if (!isUnknownLanguage(claim) && !isUnknownLanguage(passage)) return support;
  const isOfFigures = support.verdict === "differs" && /\d/.test(support.difference.said);
  return isOfFigures ? support : { verdict: "not-checked" };
}

function compare(claim: string, source: TokenText): Support {
  const said = withoutFrame(claim, source);
  const stripped = withoutReferences(said);
  const figures = figuresIn(stripped);
  const stems = contentStems(withoutSums(stripped, figures));
  const terms = termsOf(stripped, stems, source);
  if (stems.length === 0 && figures.length === 0) return { verdict: "not-found" };
  const windows = bestWindows(source, { stems, terms, figures });
  const [window] = windows;
  if (isTranslated(stripped, source, window) && !sharesWords(source, stems)) return translated(stripped, figures, source);
  if (window === undefined) return { verdict: "not-found" };
  const sentences = bearingSentences(source, window, { stems, terms, figures });
  const nearest = nearestSentences(source, windows, { stems, terms });
  const range = rangeOfTokens(source, sentences[0]![0], sentences.at(-1)![1]);
  const passage = sentences.map((sentence) => textOf(source, sentence)).join(" ");
  const there = new Set(contentStems(passage, terms));
  const shared = stems.filter((stem) => there.has(stem)).length;
  const theirs = figuresIn(passage);
  const hasCommonFigure = figures.some((figure) => hasFigure(theirs, figure));
  const share = stems.length === 0 ? 0 : shared / stems.length;
  const bears =
    (shared >= 2 && share >= (stems.length <= fewWords ? fewWordsShare : wordShare)) ||
    (shared >= 1 && hasCommonFigure && share >= shareWithFigure);
  const hasSameKind = figures.some(({ kind }) => kind !== "number" && theirs.some((one) => one.kind === kind));
  if (!bears && !(shared >= 1 && share >= shareWithFigure && hasSameKind)) return { verdict: "not-found" };
  const claimed = signsIn(said);
  const inTerms = (text: string) => inTermsOf(claimed, signsIn(text));
  const agreement = agreementWith(claimed, nearest.map(inTerms), inTerms(passage));
  const isOfThis = stems.length <= fewWords || agreement.share >= shareToDiffer;
  if (agreement.kind !== "agrees" && !isOfThis)
    return { verdict: share >= shareInAnyOrder && hasItsParties(claimed, signsIn(passage)) ? "not-checked" : "not-found" };
  if (agreement.kind === "differs") return { verdict: "differs", range, difference: agreement.difference };
  if (!bears) return { verdict: "not-found" };
  if (agreement.kind !== "agrees") return { verdict: "not-checked" };
  const words = wordFinder(said, `${headingBefore(source, sentences[0]![0])} ${passage}`);
  const proof = Proof.ofWords(claimed, { ...agreement, ...words });
  return proof instanceof Proof ? { verdict: "supported", range, proof } : { verdict: "unconfirmed", range, missing: proof };
}

/** How far above a passage its heading may end, and how long it may be, in words. */
const longestHeading = 8;

/** "8. Fees." says what the sentence behind it speaks of. */
function headingBefore({ quotation, tokens }: TokenText, at: number): string {
  const before = tokens[at - 1];
  if (before === undefined) return "";
  const { text } = quotation;
  let first = at - 1;
  while (first > 0 && at - first <= longestHeading && !/[.;!?]/.test(text.slice(tokens[first - 1]!.end, tokens[first]!.start)))
    first--;
  if (at - first > longestHeading) return "";
  const heading = text.slice(tokens[first]!.start, before.end);
  return signsIn(heading).every(({ kind, key }) => kind === "content" || key.startsWith("#number:")) ? heading : "";
}

/** The words of "twelve thousand euros" are no words of its subject. */
function withoutSums(text: string, figures: readonly Figure[]): string {
  const sums = figures.filter(({ kind }) => kind === "sum");
  return sums.reduceRight((rest, { start, end }) => rest.slice(0, start) + " ".repeat(end - start) + rest.slice(end), text);
}

function hasItsParties(claim: readonly Sign[], passage: readonly Sign[]): boolean {
  const roles = (signs: readonly Sign[]) => new Set(signs.flatMap(({ kind, key }) => (kind === "role" ? [key] : [])));
  const [mine, theirs] = [roles(claim), roles(passage)];
  return mine.size >= 2 && [...mine].every((one) => theirs.has(one));
}

/** None of these words is in the source: it neither supports nor contradicts them. */
export function isSilentOn(source: TokenText, words: string): boolean {
  const stems = new Set(contentStems(words));
  if (stems.size === 0 || figuresIn(words).length > 0) return false;
  for (const word of source.places.keys()) if (stems.has(contentStem(word) ?? "")) return false;
  return true;
}

/**
 * "Nach § 5 gilt:", "In short:" introduce and claim nothing, unless they deny or limit. "If employed there: EUR 7.50" does
 * not: the source has these words.
 */
function withoutFrame(claim: string, source: TokenText): string {
  const frame = /^[^:“„"]{0,60}:\s+(?=\S)/u.exec(claim)?.[0] ?? "";
  const signs = signsIn(frame);
  const isNeutral = signs.every(({ kind }) => kind === "content" || kind === "reference" || kind === "order");
  const isPlace = contentStems(frame).length === 0;
  const isOnly = isNeutral && (isPlace || onlyIntroduces(frame) || isSilentOn(source, frame));
  return (isOnly ? claim.slice(frame.length) : claim).replace(/\s+/g, " ");
}

/** Words of five letters or more, cut to a stem: inflections differ where the meaning doesn't. */
function contentStems(text: string, terms?: Terms): string[] {
  const words = tokensOf(text).map((token) => token.text.toLowerCase());
  const stems = words.map((word) => (namesCurrency(word) ? null : (terms?.get(word) ?? contentStem(word))));
  return [...new Set(stems.filter((stem) => stem !== null))];
}

/** Words of the source, each with the stem that the claim has for it. */
type Terms = ReadonlyMap<string, string>;
type Sought = { stems: readonly string[]; terms: Terms };

const vocabularies = new WeakMap<TokenText, SameWords>();

function termsOf(claim: string, stems: readonly string[], source: TokenText): Terms {
  const vocabulary =
    vocabularies.get(source) ?? new SameWords([...source.places.keys()].filter((word) => contentStem(word) !== null));
  vocabularies.set(source, vocabulary);
  const wanted = new Set(stems);
  const terms = new Map<string, string>();
  for (const word of new Set(tokensOf(claim).map(({ text }) => text.toLowerCase()))) {
    const stem = contentStem(word);
    if (stem === null || !wanted.has(stem)) continue;
    for (const same of vocabulary.of(word)) if (!terms.has(same) && !wanted.has(contentStem(same)!)) terms.set(same, stem);
  }
  return terms;
}

/** Places that have as many of the claim's words as the best; the rest of a longer list is ignored. */
const mostWindows = 6;

/** The windows of the source with most of the claim's words and figures, in order. */
function bestWindows(source: TokenText, sought: Sought & { figures: readonly Figure[] }): TokenRange[] {
  const hits = hitsOf(source, sought);
  const inside = new Map<string, number>();
  let best: TokenRange[] = [];
  let most = 0;
  for (let first = 0, last = 0; last < hits.length; last++) {
    const { at, key } = hits[last]!;
    inside.set(key, (inside.get(key) ?? 0) + 1);
    for (; at - hits[first]!.at >= windowWords; first++) {
      const left = inside.get(hits[first]!.key)! - 1;
      if (left > 0) inside.set(hits[first]!.key, left);
      else inside.delete(hits[first]!.key);
    }
    const from = hits[first]!.at;
    const before = best.at(-1);
    if (inside.size > most) [best, most] = [[[from, at + 1]], inside.size];
    else if (inside.size < most || before === undefined) continue;
    else if (from >= before[1] && best.length < mostWindows) best.push([from, at + 1]);
    else if (from < before[1] && at - before[0] < 2 * windowWords) before[1] = at + 1;
  }
  return best;
}

function hitsOf(
  source: TokenText,
  { stems, terms, figures }: Sought & { figures: readonly Figure[] },
): { at: number; key: string }[] {
  const wanted = new Set(stems);
  const numbers = new Set(figures.flatMap(({ text }) => text.match(/\d+(?:[.,]\d+)*/g) ?? []));
  const hits: { at: number; key: string }[] = [];
  for (const [word, places] of source.places) {
    const stem = /^\p{L}{4,}/u.test(word) ? (terms.get(word) ?? stemOf(word)) : "";
    const key = numbers.has(word) ? word : wanted.has(stem) ? stem : undefined;
    if (key !== undefined) for (const at of places) hits.push({ at, key });
  }
  return hits.sort((a, b) => a.at - b.at);
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
  { stems, terms, figures }: Sought & { figures: readonly Figure[] },
): TokenRange[] {
  const wanted = new Set(stems);
  const named = figures.filter(({ isArticle }) => isArticle !== true);
  const all = sentencesIn(source, window).map((sentence) => {
    const text = textOf(source, sentence);
    const own = new Set(contentStems(text, terms).filter((stem) => wanted.has(stem)));
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

/** How many sentences are compared sign by sign. */
const mostCompared = 4;

/** The sentences of these windows with most of the claim's words. */
function nearestSentences(source: TokenText, windows: readonly TokenRange[], { stems, terms }: Sought): string[] {
  const wanted = new Set(stems);
  const texts = new Set(windows.flatMap((window) => sentencesIn(source, window).map((sentence) => textOf(source, sentence))));
  return [...texts]
    .map((text) => ({ text, shared: contentStems(text, terms).filter((stem) => wanted.has(stem)).length }))
    .toSorted((a, b) => b.shared - a.shared)
    .slice(0, mostCompared)
    .map(({ text }) => text);
}

/** The sentences touching a window, up to sixty words beyond it. */
function sentencesIn(source: TokenText, [from, to]: TokenRange): TokenRange[] {
  const { quotation, tokens } = source;
  const { text } = quotation;
  const isBreak = (at: number) => {
    if (at <= 0 || at >= tokens.length) return false;
    const between = text.slice(tokens[at - 1]!.end, tokens[at]!.start + 1);
    const next = text.slice(tokens[at]!.start, tokens[at]!.end + 4);
    if (/^(?:\p{Ll}|\d{1,2}[.)]\s+\p{Ll})/u.test(next)) return false;
    if (/[.;!?]["')\]]?\s/.test(between)) return !abbreviated.test(tokens[at - 1]!.text);
    return /^\p{Lu}/u.test(next) && !/[,:–—-]/.test(between) && isNewParagraph(source, at);
  };
  let [first, last] = [from, to];
  while (first > 0 && from - first < 60 && !isBreak(first)) first--;
  while (last < tokens.length && last - to < 60 && !isBreak(last)) last++;
  const starts = [first];
  for (let at = first + 1; at < last; at++) if (isBreak(at)) starts.push(at);
  return starts.map((start, i) => [start, starts[i + 1] ?? last]);
}

/** "It has no cost", "It is expected …": items of a list, without a sign at their ends. */
function isNewParagraph({ content, quotation, tokens }: TokenText, at: number): boolean {
  const { start, end } = originalRange(quotation, tokens[at - 1]!.end - 1, tokens[at]!.start + 1);
  return /\n\s*\n/.test(content.slice(start, end));
}

const abbreviated = /^(?:abs|nr|nrn|art|no|nos|satz|kap|lid|st|jfr|vgl|prop|s|ss|sec|cl|p)$/iu;

function textOf({ quotation, tokens }: TokenText, [from, to]: TokenRange): string {
  return quotation.text.slice(tokens[from]?.start ?? 0, tokens[to - 1]?.end ?? 0);
}

/** A translation keeps few of the source's words: names, and what both languages write alike. */
function sharesWords(source: TokenText, stems: readonly string[]): boolean {
  const wanted = new Set(stems);
  const there = new Set([...source.places.keys()].flatMap((word) => contentStem(word) ?? []).filter((stem) => wanted.has(stem)));
  return there.size > wordShare * wanted.size;
}

/** In one language the short words are the same, in two hardly any. */
function sharesFunctionWords(claim: string, { places }: TokenText): boolean {
  const short = tokensOf(claim).flatMap(({ text }) => (/^\p{Ll}{1,4}$/u.test(text) ? [text] : []));
  return short.length > 0 && short.filter((word) => places.has(word)).length >= 0.5 * short.length;
}

/** So many function words more than another language has are no chance, however few they are in a list of clauses. */
const clearLead = 3;

/** The claim's function words belong to a different language than the source's. */
export function isTranslated(claim: string, source: TokenText, window?: readonly [from: number, to: number]): boolean {
  const mine = guessLanguage(claim);
  if (!mine.isAhead || mine.language === undefined || sharesFunctionWords(claim, source)) return false;
  const middle = window?.[0] ?? 0;
  const [from, to] = [Math.max(0, middle - 100), Math.min(source.tokens.length, middle + 200)];
  const sample = source.quotation.text.slice(source.tokens[from]?.start ?? 0, source.tokens[to - 1]?.end ?? 0);
  const theirs = guessLanguage(sample);
  const isClear = theirs.isSure || theirs.lead >= clearLead;
  if (!isClear || theirs.language === undefined || theirs.language === mine.language) return false;
  return mine.isSure || hasNoWordOf(theirs.language, claim);
}

/** One passage has all its figures, and decides what the claim decides. */
function translated(claim: string, figures: readonly Figure[], source: TokenText): Support {
  if (figures.length === 0) return { verdict: "not-checked" };
  const signs = signsIn(claim);
  let isUnclear = false;
  let nearest: { range: Range; difference: Difference } | undefined;
  for (const { start, end } of passagesIn(source.content)) {
    const passage = source.content.slice(start, end);
    const theirs = figuresIn(passage);
    const missing = figures.find((figure) => figure.isArticle !== true && !hasFigure(theirs, figure));
    const range = { start, end };
    const proof = missing === undefined ? Proof.ofTranslation(signs, signsIn(passage)) : undefined;
    if (proof !== undefined) return { verdict: "supported", range, proof, isTranslation: true };
    if (missing === undefined) {
      isUnclear = true;
      continue;
    }
    const other = theirs.find(({ kind }) => kind === missing.kind && kind !== "number");
    if (other !== undefined) nearest ??= { range, difference: { said: missing.text, source: other.text } };
  }
  if (isUnclear) return { verdict: "not-checked" };
  return nearest === undefined ? { verdict: "not-found" } : { verdict: "differs", ...nearest };
}

const endOfPassage = /\n\s*\n|\n(?=[^\S\n]*[\p{Lu}\d(§])|[.;]\s+(?=\(?[\p{Lu}\d])/gu;

/** Its paragraphs and sentences. */
function passagesIn(content: string): Range[] {
  const ends = [...content.matchAll(endOfPassage)].map(({ index, 0: found }) => index + found.length);
  return [0, ...ends].flatMap((from, at) => {
    const to = ends[at] ?? content.length;
    const text = content.slice(from, to);
    const start = from + text.length - text.trimStart().length;
    return text.trim() === "" ? [] : [{ start, end: start + text.trim().length }];
  });
}
