/*
 * Law for a question: what it names by its number comes first, exactly; then
 * what BM25 finds, jurisdiction by jurisdiction, each by the statistics of its
 * own language.
 */
import { findActNumbers, findLawCitations } from "#core/law-citation.ts";
import { theServer, type Actor } from "#core/policy.ts";
import {
  lawActs,
  lawStatistics,
  readLaw,
  readPostings,
  readSections,
  saveAct,
  saveIndex,
  type FoundSection,
  type KnownAct,
} from "../data/law.ts";
import type { Db } from "../db/database.ts";
import type { LawAct } from "./law-act.ts";
import { buildIndex, keptWording, languageOf, questionTerms, scoreSections, type LawStatistics } from "./law-index.ts";

export type LawHit = FoundSection & {
  /** Named in the question, or its score; 0 to 1 among the hits. */ score: number;
  isNamed: boolean;
};

export type LawSearch = {
  /** Empty when nothing is loaded for these jurisdictions. */
  search(me: Actor, question: string, jurisdictions: readonly string[], limit: number): Promise<LawHit[]>;
  /** Of which jurisdictions law has been loaded. */
  loaded(me: Actor): Promise<string[]>;
};

/** Read whole and looked at again: by the words alone the right section is nearly always among these. */
const candidates = 40;
const wordingWeight = 0.4;

/** What was loaded while Stet runs is known after this. */
const freshMs = 60_000;

export function createLawSearch(db: Db): LawSearch {
  let known: { statistics: Map<string, LawStatistics>; acts: KnownAct[]; at: number } | null = null;

  async function knowledge(me: Actor) {
    if (known === null || Date.now() - known.at > freshMs) {
      const [statistics, acts] = await Promise.all([lawStatistics(me, db), lawActs(me, db)]);
      known = { statistics, acts, at: Date.now() };
    }
    return known;
  }

  return {
    async search(me, question, jurisdictions, limit) {
      const { statistics, acts } = await knowledge(me);
      const here = acts.filter(({ jurisdiction }) => jurisdictions.includes(jurisdiction));
      const named = await namedSections(me, db, question, here);
      const lists = await Promise.all(
        jurisdictions.map(async (jurisdiction) => {
          const own = statistics.get(jurisdiction);
          if (own === undefined) return [];
          const terms = questionTerms(question, languageOf(jurisdiction), own.lexicon);
          const postings = await readPostings(me, db, jurisdiction, { terms: [...terms.keys()], sections: own.sections });
          return scoreSections(terms, postings, own, Math.max(limit, candidates));
        }),
      );
      const likely = lists.flat();
      const found = await readLaw(me, db, { ids: likely.map(({ id }) => id) });
      const top = likely.reduce((most, { score }) => Math.max(most, score), 0) || 1;
      const hits = likely
        .flatMap(({ id, score }): LawHit[] => {
          const section = found.find((one) => one.id === id);
          if (section === undefined) return [];
          const kept = keptWording(question, `${section.heading} ${section.text}`, languageOf(section.act.jurisdiction));
          return [{ ...section, score: score / top + wordingWeight * kept, isNamed: false }];
        })
        .toSorted((a, b) => b.score - a.score);
      const best = hits[0]?.score ?? 1;
      for (const hit of hits) hit.score /= best;
      const first = named.map((section): LawHit => ({ ...section, score: 1, isNamed: true }));
      return [...first, ...hits.filter(({ id }) => !named.some((one) => one.id === id))].slice(0, limit);
    },
    async loaded(me) {
      return [...(await knowledge(me)).statistics.keys()];
    },
  };
}

/** The sections that the question names: a number and an act. */
async function namedSections(me: Actor, db: Db, question: string, acts: readonly KnownAct[]): Promise<FoundSection[]> {
  const citations = findLawCitations(question);
  if (citations.length === 0) return [];
  const meant = namedActs(question, acts);
  const found = await readLaw(me, db, { actIds: meant.map(({ id }) => id), numbers: citations.map(({ number }) => number) });
  const order = (section: FoundSection) => citations.findIndex(({ number }) => number === section.number);
  return found.toSorted((a, b) => order(a) - order(b)).slice(0, 5);
}

/** Acts called by their number, their short name, or their title without its number, in any of their inflections. */
function namedActs(question: string, acts: readonly KnownAct[]): KnownAct[] {
  const numbers = findActNumbers(question);
  const said = question.toLowerCase();
  return acts.filter(({ title, shortNames }) => {
    if (shortNames.some((name) => numbers.includes(name))) return true;
    const names = [...shortNames, ...titleNames(title)].filter((name) => name.length > 1 && !/^[\d:/]+$/.test(name));
    return names.some((name) =>
      new RegExp(`(?<![\\p{L}\\d])${escaped(name.toLowerCase())}(?:s|n|en|et)?(?![\\p{L}\\d])`, "u").test(said),
    );
  });
}

/** "Lag (1982:80) om anställningsskydd" is also "lagen om anställningsskydd"; "Socialtjänstlag (2025:400)" also "socialtjänstlagen". */
function titleNames(title: string): string[] {
  const plain = title
    .replace(/\s*\([^)]*\)/g, "")
    .replace(/\s+/g, " ")
    .trim();
  const definite = plain.replace(/^(Lag|Förordning)\b/i, (word) => (word.toLowerCase() === "lag" ? "lagen" : "förordningen"));
  return plain.length > 120 ? [] : [...new Set([plain, definite, plain.replace(/\s+\d{4}$/, "")])];
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** Stores acts and builds the index anew for every jurisdiction they belong to. Answers how many sections it holds. */
export async function loadLaw(db: Db, acts: readonly LawAct[]): Promise<number> {
  for (const act of acts) await saveAct(theServer, db, act, languageOf(act.jurisdiction));
  let sections = 0;
  for (const jurisdiction of new Set(acts.map((act) => act.jurisdiction))) {
    const index = buildIndex(await readSections(theServer, db, jurisdiction), languageOf(jurisdiction));
    await saveIndex(theServer, db, jurisdiction, index);
    sections += index.statistics.sections;
  }
  return sections;
}
