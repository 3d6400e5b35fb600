/*
 * Law passages for getInformation: verbatim paragraphs relevant to a question, each cited as its
 * jurisdiction does, with the date of its text. Provisions the question names are given in full if
 * they fit, or reported as missing.
 */
import type { Source } from "#core/sources/source.ts";
import { paragraphsOf, pinpoint, type Paragraph } from "#core/law/pinpoint.ts";
import { citedActName, languageOfId } from "#core/law/law-names.ts";
import { splitSentences, splitWords, type ProseLanguage } from "#core/text/sentences.ts";
import { isAnswer } from "../knowledge/answerable.ts";
import { languageOf } from "../knowledge/law-index.ts";
import { lengthOf } from "../knowledge/law-ranking.ts";
import type { FoundSection } from "../knowledge/found-section.ts";
import { lawSentences, type LawSentences } from "../knowledge/law-sentences.ts";
import type { LawHit, MissingProvision } from "../knowledge/search-law.ts";
import { rankPassages } from "../prose/passages.ts";
import type { ChosenLawFilter, ToolContext } from "./tool.ts";

/** Below this share of the best score, a section merely shares words with the question. */
const leastScore = 0.45;
/** Below this share of the best coverage of the question, a passage merely shares words with it. */
const shareOfBest = 0.6;
const nearlyBest = 0.75;
/** Characters of a section the question names, and of a paragraph that is merely relevant. */
const longestNamed = 3_000;
const longestBearing = 1_200;

/** If the stored law covers less of a question than this, its sources are queried too. */
const enoughSaid = 0.5;
/** A question put at length names more than any paragraph says: its coverage tells nothing. */
const mostWordsJudged = 20;

/** `coverage`: how much of the question it says, 0 to 1. */
type Shown = { hit: LawHit; places: Place[]; coverage: number };

type Asked = { query: string; limit: number; filter: ChosenLawFilter };

const nothing = { passages: [], notices: [], isNearest: false, notHad: [] };

/**
 * `notices` are sentences about law that couldn't be fetched or is of an earlier date. If all that a
 * question names could not be had, `notHad` says so, and there are no passages: what else is stored
 * is no answer. `isNearest`: the passages only come closest.
 */
export async function lawPassages({ query, limit, filter }: Asked, { law, addSources }: Pick<ToolContext, "law" | "addSources">) {
  if (law.chosen.length === 0) return nothing;
  const say = lawSentences(query, law.chosen);
  const chosen = law.chosen.filter((one) => filter.jurisdictions === undefined || filter.jurisdictions.includes(one));
  const asked = { question: query, limit, ...filter };
  const brought = await law.live?.bringNamed(query, chosen);
  const notices = brought?.notices ?? [];
  let hits = await law.search(asked);
  if (law.live && brought?.named === 0 && !isAnswered(hits, query)) {
    const found = await law.live.bringFound(query, chosen);
    notices.push(...found.notices);
    if (found.stored > 0) hits = await law.search(asked);
  }
  hits = hits.filter(({ score, isNamed, isNear }) => isNamed || isNear === true || score >= leastScore);
  const named = hits.filter(({ isNamed }) => isNamed);
  const missing = (await law.missing(asked)).map((one) => missingNotice(one, say));
  notices.push(...missing);
  const notHad = [...(brought?.missing ?? []), ...missing];
  if (named.length === 0 && notHad.length > 0) return { passages: [], notices, isNearest: false, notHad };
  const shown =
    named.length > 0
      ? named.map((hit): Shown => ({ hit, places: namedParagraphs(hit, query), coverage: 1 }))
      : bearing(hits, query);
  notices.push(
    ...wordingNotices(
      shown.map(({ hit }) => hit),
      say,
    ),
  );
  const sources = addSources(shown.map(({ hit }) => sourceOf(hit, say)));
  const passages = shown
    .flatMap(({ hit, places }, at) => places.map((place) => passage(hit, place, { source: sources[at]!, say })))
    .slice(0, limit);
  const isNearest = named.length === 0 && !isCovered(shown, query);
  if (isNearest && shown.length > 0) notices.unshift(say.nothingAnswers(chosen));
  return { passages, notices, isNearest, notHad: [] };
}

/**
 * Keeps hits that cover about as much of the question as the best; the top hit and the nearest in
 * meaning stay even if worded differently.
 */
function bearing(hits: readonly LawHit[], query: string): Shown[] {
  const read = hits.map((hit) => Object.assign(bearingPlace(hit, query), { hit }));
  const least = shareOfBest * Math.max(0, ...read.map(({ coverage }) => coverage));
  return read
    .filter(({ coverage, hit }, at) => coverage >= least || at === 0 || hit.isNear === true)
    .map(({ hit, place, coverage }, at) => ({ hit, places: at === 0 ? [place, ...besideIt(hit, place)] : [place], coverage }));
}

/** The other paragraphs of a short section: what the answer depends on is often in the next one. */
function besideIt(hit: LawHit, { start, end }: Place): Place[] {
  if (hit.text.length > longestBearing) return [];
  const others = paragraphsOf(hit.text, hit.act.jurisdiction).filter((one) => one.end <= start || one.start >= end);
  return others.map((one) => cut(hit, one, longestBearing));
}

/** Whether enough of the question is said anywhere. What is near in meaning may say it in other words. */
function isCovered(shown: readonly Shown[], query: string): boolean {
  if (splitWords(query).length > mostWordsJudged || shown.some(({ hit }) => hit.isNear === true)) return true;
  return isAnswer(
    Math.max(0, ...shown.map(({ hit }) => lengthOf(query, hit.act.jurisdiction))),
    shown.map(({ hit }) => hit.covers ?? 0),
    shown.map(({ coverage }) => coverage),
  );
}

function isAnswered(hits: readonly LawHit[], query: string): boolean {
  return hits.some(({ text, act, isNamed }) => {
    if (isNamed) return true;
    const [best] = rankPassages([text], query, textLanguage(act), 1);
    return best !== undefined && best.coverage >= enoughSaid;
  });
}

type Place = { text: string; start: number; end: number };

/** This paragraph if the question names it; otherwise as much of the section as fits, the relevant parts first. */
function namedParagraphs(hit: LawHit, query: string): Place[] {
  const all = paragraphsOf(hit.text, hit.act.jurisdiction);
  const named = all.filter(({ number }) => number !== null && hit.paragraphs?.includes(number));
  if (named.length > 0) return named.map((one) => cut(hit, one, longestNamed));
  const ranked = rankPassages([hit.text], query, textLanguage(hit.act), all.length);
  const bears = (one: Paragraph) => ranked.find(({ start }) => start >= one.start && start < one.end)?.score ?? 0;
  const best = all.toSorted((a, b) => bears(b) - bears(a) || a.start - b.start);
  const isWhole = hit.text.length <= longestNamed;
  const shown: Paragraph[] = [];
  let room = longestNamed;
  for (const one of isWhole ? all : [all[0]!, ...best.filter((other) => other !== all[0])]) {
    if (shown.length === 0 || one.end - one.start <= room) shown.push(one);
    room -= one.end - one.start;
  }
  return shown.toSorted((a, b) => a.start - b.start).map((one) => cut(hit, one, longestNamed));
}

/** Around the relevant sentence: its whole paragraph if short, so that no qualification is lost. */
function bearingPlace(hit: LawHit, query: string): { place: Place; coverage: number } {
  const { jurisdiction } = hit.act;
  const ranked = rankPassages([hit.text], query, textLanguage(hit.act), 8);
  // A section starts with its rule; exceptions repeat its words.
  const telling = ranked
    .filter(({ score, coverage }) => score >= nearlyBest * ranked[0]!.score && coverage >= ranked[0]!.coverage)
    .toSorted((a, b) => a.start - b.start)[0];
  const all = paragraphsOf(hit.text, jurisdiction);
  const paragraph = all.findLast(({ start }) => start <= (telling?.start ?? 0)) ?? all[0]!;
  const isShort = telling === undefined || paragraph.end - paragraph.start <= longestBearing;
  const place = isShort ? cut(hit, paragraph, longestBearing) : wholeThought(hit, telling, paragraph.end);
  return { place, coverage: ranked[0]?.coverage ?? 0 };
}

/** The sentence, plus the list that it introduces if it ends in a colon or mid-sentence. */
function wholeThought(hit: LawHit, { start, end }: { start: number; end: number }, last: number): Place {
  const isOpen = !/[.;!?)\]”"’]\s*$/.test(hit.text.slice(start, end));
  return isOpen ? cut(hit, { start, end: last }, longestBearing) : { text: hit.text.slice(start, end), start, end };
}

/** As many whole sentences as fit, and at least one. */
function cut({ text, act }: LawHit, { start, end }: { start: number; end: number }, longest: number): Place {
  if (end - start <= longest) return { text: text.slice(start, end), start, end };
  const sentences = splitSentences(text.slice(start, end), textLanguage(act));
  const last = sentences.findLast((one) => one.end <= longest) ?? sentences[0]!;
  return { text: text.slice(start, start + last.end), start, end: start + last.end };
}

function missingNotice({ provision, act, day, chapters }: MissingProvision, say: LawSentences): string {
  return chapters === undefined ? say.missing(provision, act, day ?? null) : say.whichChapter(provision, act, chapters);
}

/**
 * If the wording on a date isn't stored, says which wording is given instead: one sentence for all
 * sections of an act with the same wording.
 */
function wordingNotices(hits: readonly LawHit[], say: LawSentences): string[] {
  const groups = new Map<string, LawHit[]>();
  for (const hit of hits) {
    if (hit.onDay === undefined || hit.onDay.isCertain) continue;
    const key = `${hit.act.id} ${wordingDay(hit)}`;
    groups.set(key, [...(groups.get(key) ?? []), hit]);
  }
  return [...groups.values()].map(
    (own) => `${own.map(({ label }) => label).join(", ")} ${citedActName(own[0]!.act)}: ${wordingNotice(own[0]!, say)}`,
  );
}

function wordingNotice(hit: LawHit, say: LawSentences): string {
  return say.wording(hit.onDay!.day, wordingDay(hit));
}

function wordingDay({ inForce, act }: LawHit): string | null {
  return inForce ?? act.version;
}

function noteOf(hit: LawHit, say: LawSentences): string | null {
  const isOther = hit.onDay !== undefined && !hit.onDay.isCertain;
  const notes = [isOther ? wordingNotice(hit, say) : null, hit.act.note].filter((note) => note !== null);
  return notes.length === 0 ? null : notes.join(" ");
}

/** What a source says about its wording: in force since and until, and the date of the text. */
function daysOf({ inForce, onDay, act }: LawHit) {
  return {
    ...(act.version !== null && { version: act.version }),
    ...(inForce !== null && { inForce }),
    ...(onDay?.last != null && { inForceTo: onDay.last }),
    ...(onDay !== undefined && { inForceOn: onDay.day }),
  };
}

function passage(hit: LawHit, { text, start, end }: Place, { source, say }: { source: Source; say: LawSentences }) {
  const { act, label, heading, ref } = hit;
  const note = noteOf(hit, say);
  return {
    cite: source.number ?? null,
    sourceId: source.id,
    document: act.title,
    text,
    start,
    end,
    heading: heading === "" ? null : heading,
    paragraph: hit.text.slice(0, start).split("\n\n").length,
    pinpoint: pinpoint(
      { label, text: hit.text, jurisdiction: act.jurisdiction, act: citedActName(hit.act), language: textLanguage(act) },
      start,
    ),
    ref,
    ...daysOf(hit),
    ...(note !== null && { note }),
    url: hit.url,
  };
}

function textLanguage({ id, jurisdiction }: LawHit["act"]): ProseLanguage {
  return languageOfId(id) ?? languageOf(jurisdiction);
}

/** A section that no question found. */
export function lawSource(section: FoundSection): Omit<Source, "number"> {
  const { similarity: _, ...source } = sourceOf({ ...section, score: 1, isNamed: true }, lawSentences("", []));
  return source;
}

function sourceOf(hit: LawHit, say: LawSentences): Omit<Source, "number"> {
  const { act, label, ref, text, url, score, onDay } = hit;
  const note = noteOf(hit, say);
  return {
    // A past wording is a different source from the current one.
    id: onDay === undefined || onDay.isPresent ? ref : `${ref}@${wordingDay(hit) ?? onDay.last ?? ""}`,
    type: "edgar",
    name: ref,
    displayName: `${label} ${citedActName(hit.act)}`,
    description: url,
    content: text,
    similarity: Math.round(score * 100) / 100,
    jurisdiction: act.jurisdiction,
    ...(act.source === "edgar" && { documentKey: act.id }),
    metadata: {
      fileName: act.title,
      fileType: "text/plain",
      ref,
      ...daysOf(hit),
      ...(act.licence !== "" && { licence: act.licence }),
      ...(note !== null && { note }),
    },
  };
}
