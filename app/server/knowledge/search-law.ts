/*
 * Searches law for a question: provisions it cites come first, matched exactly; then BM25 results
 * per jurisdiction, with the statistics of its language. The best are reranked by phrasing and
 * letters. If sections have vectors, semantic matches are added and the two rankings fused; a
 * hit's score remains its keyword score.
 */
import { resolveCitations } from "#core/law/law-citation.ts";
import { dutchCivilCode, languageOfId } from "#core/law/law-names.ts";
import { actNames, findActs, type ActNames, type NamedAct } from "#core/law/act-mentions.ts";
import type { Actor } from "#core/workspace/policy.ts";
import { readLawOn } from "../data/law/law-on-day.ts";
import { countPostings, readPostings } from "../data/law/law-postings.ts";
import { chaptersWith, lawActs, lawIndexed, lawStatistics, readLaw, type KnownAct, type LawFilter } from "../data/law/law.ts";
import type { Db } from "../db/database.ts";
import { detectLanguage } from "../prose/language.ts";
import { coverReader } from "./answerable.ts";
import { questionTerms } from "./bm25.ts";
import type { FoundSection } from "./found-section.ts";
import { pastOf } from "./law-act.ts";
import { languageOf, scoreSections, worthReading, type LawStatistics, type Scored } from "./law-index.ts";
import { lookedAtAgain } from "./law-ranking.ts";
import { builtInLawWords, isPersonal, lookUp, type LawWordTable } from "./law-words.ts";
import type { Secrecy } from "../models/secrecy.ts";
import type { LawVectors } from "./law-vectors.ts";
import { createPostingsCache } from "./postings-cache.ts";
import { fused } from "./reciprocal-rank.ts";

export type LawHit = FoundSection & {
  /** Cited in the question, or the score; 0 to 1, relative to the other hits. */ score: number;
  isNamed: boolean;
  /** Among the nearest in meaning, whatever its words. */
  isNear?: boolean;
  /** The share of the question's words it has, by their rarity. */
  covers?: number;
  /** The cited paragraphs, by number. */
  paragraphs?: readonly string[];
};

export type LawQuestion = LawFilter & {
  question: string;
  jurisdictions: readonly string[];
  limit: number;
  /** Without it the question is not sent to a model: it is searched by its words alone. */
  secrecy?: Secrecy;
};

export type MissingProvision = {
  provision: string;
  act: string;
  /** The requested date. */
  day?: string;
  /** The chapters of the act that have a section of this number. */
  chapters?: string[];
};

export type LawSearch = {
  /** Empty if nothing is loaded for these jurisdictions. */
  search(me: Actor, asked: LawQuestion): Promise<LawHit[]>;
  /** The jurisdictions for which law is loaded. */
  loaded(me: Actor): Promise<string[]>;
  /** Provisions the question cites that the stored acts don't have: "Article 28", with the act's title. */
  missing(me: Actor, asked: LawQuestion): Promise<MissingProvision[]>;
  /** Whether an act or decision with this number is stored. */
  knowsAct(me: Actor, number: string): Promise<boolean>;
  /** Makes what was just stored searchable. */
  look(): void;
};

/** Read in full and reranked: with keywords alone, the right section is nearly always among these. */
const candidates = 80;
/** More are read if a date or source filter excludes some. */
const filteredCandidates = 240;

/** After this, notices what was loaded at runtime. */
const freshMs = 60_000;

type Indexed = LawStatistics & { at: number; pastAt: number };
type Known = { statistics: Map<string, Indexed>; acts: KnownAct[]; at: number };

/** `vectors` is null if no embedding model is configured. */
export function createLawSearch(
  db: Db,
  vectors: Pick<LawVectors, "nearest"> | null = null,
  lawWords: LawWordTable = builtInLawWords,
): LawSearch {
  let known: Known | null = null;
  const cache = createPostingsCache();

  async function knowledge(me: Actor): Promise<Known> {
    if (known !== null && Date.now() - known.at < freshMs) return known;
    const before = known;
    const [indexed, acts] = await Promise.all([lawIndexed(me, db), lawActs(me, db)]);
    const statistics: Known["statistics"] = new Map();
    for (const { jurisdiction, at, pastAt } of indexed) {
      const old = before?.statistics.get(jurisdiction);
      const own = old?.at === at ? old : await lawStatistics(me, db, jurisdiction);
      if (own !== null) statistics.set(jurisdiction, { ...own, at, pastAt });
    }
    known = { statistics, acts, at: Date.now() };
    return known;
  }

  async function likely(
    me: Actor,
    { question, jurisdiction, day }: { question: string; jurisdiction: string; day: string | undefined },
    statistics: Indexed,
    limit: number,
  ) {
    const language = languageOf(jurisdiction);
    const own = questionTerms(question, language, statistics.lexicon);
    const related = lawWords.related(question, language);
    const looked = new Set([...own.keys(), ...related.flatMap(({ legal }) => legal)]);
    const stored = await countPostings(me, db, jurisdiction, [...looked]);
    const { terms, ...known } = lookUp({ terms: own, related }, stored, isPersonal(question, language));
    const worth = worthReading(known.counts);
    const read = (name: string, at: number, wanted: readonly string[]) =>
      cache.read({ jurisdiction: name, at, terms: wanted }, (missing) => readPostings(me, db, name, missing));
    const postings = await read(jurisdiction, statistics.at, worth);
    if (day === undefined || statistics.pastAt === 0) return { scored: scoreSections(terms, postings, statistics, limit), known };
    // All wordings share statistics: a word is as rare in a past wording as overall.
    const rare = [...terms.keys()].filter((term) => !known.counts.has(term) || worth.includes(term));
    const wordings = new Map(postings);
    for (const [term, pieces] of await read(pastOf(jurisdiction), statistics.pastAt, rare))
      wordings.set(term, [...(wordings.get(term) ?? []), ...pieces]);
    return { scored: scoreSections(terms, wordings, statistics, limit), known };
  }

  /** Whichever wording of a section matches, the result is the one in force on the date. */
  async function readBest(me: Actor, scored: readonly Scored[], { inForceOn, sources }: LawFilter): Promise<Found> {
    const filter = sources === undefined ? {} : { sources };
    const wanted = { ids: scored.map(({ id }) => id) };
    if (inForceOn === undefined) return { scored, sections: await readLaw(me, db, wanted, filter) };
    const onDay = await readLawOn(me, db, wanted, { ...filter, inForceOn });
    const scores = new Map(scored.map(({ id, score }) => [id, score]));
    const best = onDay.map(({ section, ids }) => ({ id: section.id, score: Math.max(...ids.map((id) => scores.get(id) ?? 0)) }));
    return { scored: best, sections: onDay.map(({ section }) => section) };
  }

  return {
    async search(me, { question, jurisdictions, limit, secrecy, ...filter }) {
      const { statistics, acts } = await knowledge(me);
      const { sections: named } = await namedSections(me, db, { question, jurisdictions, filter }, acts);
      const most = filter.sources === undefined && filter.inForceOn === undefined ? candidates : filteredCandidates;
      // Past wordings have no vectors.
      const isByMeaning = vectors !== null && secrecy !== undefined && filter.inForceOn === undefined;
      const nearing = isByMeaning
        ? vectors.nearest(me, { question, secrecy, jurisdictions, sources: filter.sources })
        : Promise.resolve([]);
      const lists = await Promise.all(
        jurisdictions.map(async (jurisdiction) => {
          const own = statistics.get(jurisdiction);
          if (own === undefined) return [];
          const { scored, known } = await likely(me, { question, jurisdiction, day: filter.inForceOn }, own, Math.max(limit, most));
          const found = await readBest(me, scored, filter);
          const again = lookedAtAgain(
            { question, words: known.words, jurisdiction, grams: own.grams },
            found.scored,
            found.sections,
          )
            .toSorted((a, b) => b.score - a.score)
            .map(({ section, score }): LawHit => Object.assign(section, { score, isNamed: false }));
          const { lexicon, sections } = own;
          const covered = coverReader(question, {
            language: languageOf(jurisdiction),
            lexicon,
            counts: known.counts,
            related: known.related,
            sections,
          });
          for (const hit of again.slice(0, limit))
            hit.covers = covered(`${hit.act.title} ${hit.act.shortNames.join(" ")} ${hit.heading} ${hit.text}`);
          return again;
        }),
      );
      const hits = lists.flat().toSorted((a, b) => b.score - a.score);
      const best = hits[0]?.score ?? 1;
      for (const hit of hits) hit.score /= best;
      const near = await nearing;
      const beside = await readLaw(me, db, { ids: near.filter((id) => !hits.some((hit) => hit.id === id)) }, filter);
      const ranked = byBoth(hits, beside, near);
      const first = named.map((section): LawHit => Object.assign(section, { score: 1, isNamed: true }));
      return [...first, ...ranked.filter(({ id }) => !named.some((one) => one.id === id))].slice(0, limit);
    },
    async missing(me, asked) {
      const { question, jurisdictions, limit: _, ...filter } = asked;
      const { missing } = await namedSections(me, db, { question, jurisdictions, filter }, (await knowledge(me)).acts);
      return Promise.all(
        missing.map(async ({ actId, number, ...one }): Promise<MissingProvision> => {
          const chapters = await chaptersWith(me, db, actId, number);
          return chapters.length === 0 ? one : Object.assign(one, { chapters });
        }),
      );
    },
    async knowsAct(me, number) {
      const { acts } = await knowledge(me);
      return acts.some(({ id, title, shortNames }) => [id, title, ...shortNames].some((name) => name.includes(number)));
    },
    look() {
      if (known !== null) known.at = 0;
    },
    async loaded(me) {
      return [...(await knowledge(me)).statistics.keys()];
    },
  };
}

/** `hits` is in keyword order, `beside` has none of the words; `near` has ids, nearest first. */
function byBoth(hits: readonly LawHit[], beside: readonly FoundSection[], near: readonly number[]): readonly LawHit[] {
  if (near.length === 0) return hits;
  const all = [...hits, ...beside.map((section): LawHit => Object.assign(section, { score: 0, isNamed: false }))];
  const ranked = fused(all, near, { keyOf: ({ id }) => id, hasWords: ({ score }) => score > 0 });
  return ranked.map(({ one, isNear }) => Object.assign(one, { isNear }));
}

type Found = { scored: readonly Scored[]; sections: readonly FoundSection[] };

/** Names of the known acts, computed once for all questions. */
const namesOf = new WeakMap<readonly KnownAct[], ActNames>();

type NamedSection = FoundSection & { paragraphs: string[] };

/** The sections cited in the question by number and act, in the order of the question. */
async function namedSections(
  me: Actor,
  db: Db,
  { question, jurisdictions, filter }: { question: string; jurisdictions: readonly string[]; filter: LawFilter },
  acts: readonly KnownAct[],
): Promise<{ sections: NamedSection[]; missing: (MissingProvision & { actId: string; number: string })[] }> {
  let names = namesOf.get(acts);
  if (!names) namesOf.set(acts, (names = actNames(acts)));
  const language = detectLanguage(question) ?? "en";
  // For an act in several languages, prefers the question's own, then English.
  const nearness = ({ id }: NamedAct) => [null, "en", language].lastIndexOf(languageOfId(id));
  const mentions = findActs(question, names).flatMap((mention) => {
    const here = mention.acts.filter(({ jurisdiction }) => jurisdictions.includes(jurisdiction));
    return here.length === 0 ? [] : [Object.assign(mention, { acts: here.toSorted((a, b) => nearness(b) - nearness(a)) })];
  });
  const citations = resolveCitations(question, mentions);
  const wanted = citations.map(({ numbers, acts: meant }) => meantSections(numbers, meant));
  const sections = wanted.flat();
  const asked = {
    actIds: [...new Set(sections.map(({ actId }) => actId))],
    numbers: [...new Set(sections.map(({ number }) => number))],
  };
  const { inForceOn } = filter;
  const found =
    inForceOn === undefined
      ? await readLaw(me, db, asked, filter)
      : (await readLawOn(me, db, asked, { ...filter, inForceOn })).map(({ section }) => section);
  const named = new Map<number, NamedSection>();
  const missing: (MissingProvision & { actId: string; number: string })[] = [];
  for (const [at, { numbers, paragraph, acts: meant, ...place }] of citations.entries()) {
    const [first] = wanted[at]!.flatMap(
      ({ actId, number }) => found.find((one) => one.act.id === actId && one.number === number) ?? [],
    );
    if (first === undefined) {
      missing.push({
        provision: question.slice(place.start, place.end),
        act: meant[0]!.title,
        actId: meant[0]!.id,
        number: numbers[0]!,
        ...(inForceOn !== undefined && { day: inForceOn }),
      });
      continue;
    }
    const section = named.get(first.id) ?? Object.assign(first, { paragraphs: [] });
    // "Article 6.1" is paragraph 1 if the articles have whole numbers.
    const own = paragraph ?? (first.number === numbers[1] ? /^\d+\.(\d+)$/.exec(numbers[0]!)?.[1] : undefined);
    if (own !== undefined) section.paragraphs.push(own);
    named.set(first.id, section);
  }
  return { sections: [...named.values()].slice(0, mostNamed), missing };
}

const mostNamed = 5;

/** Most likely first: "6:162" is article 162 of the act that is the sixth book, else article 6:162. */
function meantSections(numbers: readonly string[], acts: readonly NamedAct[]): { actId: string; number: string }[] {
  return numbers.flatMap((number) => {
    const [, book, article] = /^(\d+[a-z]?):(\w+)$/.exec(number) ?? [];
    const books = acts.filter(({ id }) => book !== undefined && dutchCivilCode[book] === id);
    return [...books.map(({ id: actId }) => ({ actId, number: article! })), ...acts.map(({ id: actId }) => ({ actId, number }))];
  });
}
