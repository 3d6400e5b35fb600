/*
 * Judges each citation of an answer. Quoted words must occur in the source,
 * verbatim or with marked omissions; paraphrases must agree in figures, dates,
 * negation and force. Each marker is judged by the words it covers, and nothing
 * counts as verified without a match.
 */
import { findQuotation, normaliseNeedle, normaliseQuotation, type Range } from "../law/quotation.ts";
import type { CitedWords, Source } from "../sources/source.ts";
import { sourceMetadata } from "../sources/source.ts";
import { exceptionIn, isOfAbsence } from "./absence.ts";
import { besideMarks, decidesSomething, wordsBeside } from "./beside-quotation.ts";
import { decidingRest } from "./cut-short.ts";
import { claimsOf, plain, quotedLines, type Claim } from "./claim-text.ts";
import { figuresIn, hasFigure } from "../signs/figures.ts";
import { matchQuotation, type Match } from "./match-quotation.ts";
import { quotationsIn, type Quoted } from "./quotation-marks.ts";
import { misplaced, provisionsOf, withoutTrailingPinpoint } from "./pinpoints.ts";
import { Proof, trust, type Judged } from "./proof.ts";
import { negators } from "../signs/polarity.ts";
import { signsIn } from "../signs/signs.ts";
import { isSilentOn, supportFor, type Support } from "./support.ts";
import { tokenText, type TokenText } from "../signs/tokens.ts";
import { strictest } from "./verdicts.ts";

/** Keeps a page full of markers from taking minutes. */
const mostChecked = 80;
const shortestSentence = 12;

type Read = TokenText & {
  /** What it is called. */
  name: string;
  pageStarts: readonly number[];
  provisions: ReturnType<typeof provisionsOf>;
};

/** The sources with a verdict for each of their citations, in text order. */
export function verifyCitations(text: string, sources: readonly Source[]): Source[] {
  const found = new Map<number, CitedWords[]>();
  const read = new Map<number, Read>();
  let checked = 0;
  for (const claim of claimsOf(text))
    for (const number of claim.numbers) {
      const source = sources.find((one) => one.number === number);
      if (source?.content === undefined || source.content === "") continue;
      const content = read.get(number) ?? readSource(source, source.content);
      read.set(number, content);
      const words: CitedWords = checked++ < mostChecked ? judge(claim, content) : { claim: claim.text, verdict: "not-checked" };
      found.set(number, [...(found.get(number) ?? []), words]);
    }
  return sources.map((source) => {
    const { cited: _, ...rest } = source;
    const cited = source.number === undefined ? undefined : found.get(source.number);
    return cited === undefined ? rest : Object.assign(rest, { cited });
  });
}

function readSource(source: Source, content: string): Read {
  const { pageStarts, ref } = sourceMetadata(source);
  const name = [source.name, source.displayName, ref].filter(Boolean).join(" ");
  const starts = Array.isArray(pageStarts) ? pageStarts.filter((start): start is number => typeof start === "number") : [];
  return { ...tokenText(content, normaliseQuotation(content)), name, pageStarts: starts, provisions: provisionsOf(content, ref) };
}

function judge(claim: Claim, source: Read): Judged {
  const earlier = claim.earlier.find((words) => matchQuotation(source, words, source.pageStarts).kind === "altered");
  if (earlier !== undefined) return judgeQuoted(claim.text, [{ start: 0, end: 0, words: earlier }], source);
  const words = claim.lead === undefined ? judgeWords(claim, source) : judgeItem(claim.lead, claim, source);
  return claim.following === undefined ? words : judgeLead(claim, words, source);
}

type Said = Pick<Claim, "text" | "isBlockQuote">;

function judgeWords({ text, isBlockQuote }: Said, source: Read): Judged {
  const quoted = isBlockQuote ? [{ start: 0, end: text.length, words: text }] : quotationsIn(text);
  if (quoted.length > 0) return judgeQuoted(text, quoted, source);
  const sentence = withoutTrailingPinpoint(text);
  if (sentence.length >= shortestSentence) {
    const whole = matchQuotation(source, sentence, source.pageStarts);
    if (whole.kind === "exact") return judgeWhole(text, sentence, whole.range, source);
  }
  const support = supportOf(sentence, source);
  if (support.verdict === "not-found" && isOfAbsence(text)) return { claim: text, verdict: "not-checked" };
  if (support.verdict === "not-found" || support.verdict === "not-checked") return { claim: text, verdict: support.verdict };
  const { range } = support;
  if (support.verdict === "differs") return { ...cited(text, "differs", source, range), difference: support.difference };
  if (support.verdict === "unconfirmed") return { ...cited(text, "unconfirmed", source, range), missing: support.missing };
  const elsewhere = misplaced(text, [range], source);
  if (elsewhere !== undefined) return { ...cited(text, "differs", source, range), difference: elsewhere };
  const words = { ...passageOf(text, source, range), verdict: support.verdict };
  return trust(support.proof, support.isTranslation ? { ...words, isTranslation: true } : words);
}

/** Word for word, but perhaps without the end of its sentence: "unless …". */
function judgeWhole(text: string, sentence: string, first: Range, source: Read): Judged {
  const ranges = [first, ...findQuotation(source.quotation, normaliseNeedle(sentence)).slice(1, mostPlaces)];
  const rests = ranges.map((range) => ({ range, rest: decidingRest(source.content, range) }));
  const whole = rests.find(({ rest }) => rest === undefined);
  const { range, rest } = whole ?? rests[0]!;
  if (rest !== undefined) return { ...cited(text, "differs", source, range), difference: { said: "—", source: rest.decider.text } };
  const proof = Proof.ofQuotation(sentence, range, source.content);
  if (proof === undefined) return cited(text, "not-checked", source, range);
  return trust(proof, { ...passageOf(text, source, range), verdict: "verified" });
}

/** An item continues its lead-in, if that decides something: "The tenant must not: sublet the rooms". */
function judgeItem(lead: string, claim: Said, source: Read): Judged {
  const alone = judgeWords(claim, source);
  if (claim.isBlockQuote || !decidesSomething(lead)) return alone;
  const text = `${lead.trimEnd().replace(/:$/, "")} ${claim.text}`;
  const whole = { ...judgeWords({ text, isBlockQuote: false }, source), claim: claim.text };
  if (whole.verdict !== "not-found" && whole.verdict !== "not-checked") return whole;
  return alone.verdict === "not-found" || alone.verdict === "altered" ? alone : { claim: claim.text, verdict: "not-checked" };
}

/** A lead-in is judged with what follows. Its own words count if they are found, or decide something. */
function judgeLead({ text, following = [] }: Claim, own: Judged, source: Read): Judged {
  const isFound = own.verdict !== "not-found" && own.verdict !== "not-checked";
  const items = following.map((one) => {
    const said = one.isBlockQuote ? quotedLines(one.text) : plain(one.text);
    return judgeItem(text, { text: said, isBlockQuote: one.isBlockQuote }, source);
  });
  const all = isFound ? [own, ...items] : items;
  const worst = strictest(all);
  return worst === undefined ? { claim: text, verdict: "not-checked" } : { ...worst, claim: text };
}

/** If the source doesn't mention B, only the A of "A, but not B" can be checked. */
function supportOf(text: string, source: Read): Support {
  const apart = exceptionIn(text);
  if (apart === null || !isSilentOn(source, apart.left)) return supportFor(text, source);
  const claimed = supportFor(apart.claimed, source);
  return claimed.verdict === "supported" && !claimed.isTranslation ? { verdict: "not-checked" } : supportFor(text, source);
}

function judgeQuoted(claim: string, quoted: readonly Quoted[], source: Read): Judged {
  const matches = quoted.map(({ words }) => ({ words, match: matchQuotation(source, words, source.pageStarts) }));
  const missing = matches.find(({ match }) => match.kind === "none");
  if (missing !== undefined) return { claim, verdict: "not-found", quoted: missing.words };
  const changed = matches.find(({ match }) => match.kind === "altered");
  if (changed !== undefined) return { ...cited(claim, "altered", source, rangeOf(changed.match)), quoted: changed.words };
  const first = rangeOf(matches[0]!.match);
  const passage = passagesOf(matches, source);
  const foreign = foreignFigure(besideMarks(claim, quoted), passage);
  if (foreign !== undefined) return { ...cited(claim, "differs", source, first), difference: { said: foreign } };
  const names = `${source.name} ${headingsOf(matches, source)}`;
  const isCutShort = matches.some(({ match }) => decidingRest(source.content, rangeOf(match)) !== undefined);
  const beside = wordsBeside({ text: claim, quoted, isCutShort }, { passage, names }, source);
  if (beside.kind === "differs") return { ...cited(claim, "differs", source, first), difference: beside.difference };
  const passedOver = deniedBehind(claim, quoted, matches, source);
  if (passedOver !== undefined) return { ...cited(claim, "differs", source, first), difference: { said: "—", source: passedOver } };
  const omitted = matches.flatMap(({ match }) => (match.kind === "omissions" ? match.omitted : []));
  const elsewhere = misplaced(besideMarks(claim, quoted), placesOf(matches, source), source);
  if (elsewhere !== undefined) return { ...cited(claim, "differs", source, first), difference: elsewhere };
  omitted.push(...cutOff(claim, quoted, first, source));
  const proofs = matches.map(({ words, match }) =>
    Proof.ofQuotation(words, rangeOf(match), source.content, match.kind === "omissions"),
  );
  if (proofs.includes(undefined))
    return { ...cited(claim, "altered", source, first), quoted: matches[proofs.indexOf(undefined)]!.words };
  const left = omitted.length > 0 ? { omitted } : {};
  if (beside.kind === "unconfirmed") return { ...cited(claim, "quotation-only", source, first), ...left, missing: beside.missing };
  const proof = Proof.all([...proofs.filter((one) => one !== undefined), beside.proof]);
  const words = { ...passageOf(claim, source, first), ...(beside.isTranslation && { isTranslation: true }) };
  return trust(proof, { ...words, ...left, verdict: omitted.length > 0 ? "verified-omissions" : "verified" });
}

/** "8. Fees", above the paragraphs that have the quoted words. */
function headingsOf(matches: readonly { words: string; match: Match }[], { content }: Read): string {
  return matches
    .map(({ match }) => {
      const above = content.slice(0, Math.max(0, content.lastIndexOf("\n\n", rangeOf(match).start))).trimEnd();
      const line = above.slice(above.lastIndexOf("\n") + 1);
      return line.length <= longestHeading && !/[.;:,]$/.test(line) ? line : "";
    })
    .join(" ");
}

const longestHeading = 80;

/** Places of the same words that are looked at. */
const mostPlaces = 6;

/** The paragraphs that have the quoted words, wherever these stand. */
function passagesOf(matches: readonly { words: string; match: Match }[], source: Read): string {
  return [...new Set(placesOf(matches, source).map((range) => paragraphOf(source.content, range)))].join("\n\n");
}

function placesOf(matches: readonly { words: string; match: Match }[], source: Read): Range[] {
  return matches.flatMap(({ words, match }) => [
    rangeOf(match),
    ...findQuotation(source.quotation, normaliseNeedle(words)).slice(1, mostPlaces),
  ]);
}

/** A quotation by itself that stops in front of "unless …" leaves that out. */
function cutOff(claim: string, quoted: readonly Quoted[], range: Range, source: Read): string[] {
  if (quoted.length > 1 || signsIn(besideMarks(claim, quoted)).some(({ kind }) => kind !== "content" && kind !== "reference"))
    return [];
  const rest = decidingRest(source.content, range);
  return rest === undefined ? [] : [rest.words];
}

/** "„… tritt die Erhöhung“ ein", from "tritt die Erhöhung nicht ein": the sentence continues after its quotation without the denial. */
function deniedBehind(
  claim: string,
  quoted: readonly Quoted[],
  matches: readonly { match: Match }[],
  { content }: Read,
): string | undefined {
  for (const [at, { end }] of quoted.entries()) {
    const next = /^[^\p{L}.;:,([]{0,3}(\p{L}+)/u.exec(claim.slice(end + 1))?.[1]?.toLowerCase();
    if (next === undefined) continue;
    const rest = /^[^.;:,]{0,60}/u.exec(content.slice(rangeOf(matches[at]!.match).end))?.[0] ?? "";
    const words: string[] = rest.toLowerCase().match(/\p{L}+/gu) ?? [];
    const denial = words.findIndex((word) => negators.has(word));
    if (denial >= 0 && denial <= mostPassedOver && words.indexOf(next) > denial) return words[denial];
  }
  return undefined;
}

const mostPassedOver = 2;

/** A figure next to a correct quotation that its paragraphs don't contain. */
function foreignFigure(beside: string, passage: string): string | undefined {
  const figures = figuresIn(beside);
  if (figures.length === 0) return undefined;
  const there = figuresIn(passage);
  return figures.find((figure) => figure.isArticle !== true && !hasFigure(there, figure))?.text;
}

/** Some sources have no blank lines. */
const longestParagraph = 3000;

function paragraphOf(content: string, { start, end }: { start: number; end: number }): string {
  const from = content.lastIndexOf("\n\n", start);
  const to = content.indexOf("\n\n", end);
  return content.slice(Math.max(from, start - longestParagraph, 0), Math.min(to < 0 ? content.length : to, end + longestParagraph));
}

function rangeOf(match: Match): { start: number; end: number } {
  return match.kind === "none" ? { start: 0, end: 0 } : match.range;
}

function passageOf(claim: string, { content }: Read, { start, end }: Range) {
  return { claim, start, end, words: content.slice(start, end) };
}

function cited<V extends CitedWords["verdict"]>(claim: string, verdict: V, source: Read, range: Range) {
  return { ...passageOf(claim, source, range), verdict };
}
