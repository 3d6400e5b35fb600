/*
 * The searches of a step: of the stored law as of its day, of the project's files, and of what cites the provisions found.
 * Each is logged with what was taken and what was set aside; what was taken becomes a source with a number.
 */
import type { FoundPassage, NumberedSource, ResearchQuery } from "#core/research/research.ts";
import { lawDates, sourceMetadata, sourceName, type Source } from "#core/sources/source.ts";
import type { Person } from "#core/workspace/policy.ts";
import type { RunFacts } from "../data/research/research-runs.ts";
import type { NewSearch } from "../data/research/research-searches.ts";
import { withPseudonyms } from "../knowledge/live-law-asked.ts";
import type { Secrecy } from "../models/secrecy.ts";
import { filePassages } from "../tools/file-passages.ts";
import { lawPassages } from "../tools/law-passages.ts";
import { citingPassages } from "./citing-passages.ts";
import type { ResearchServices } from "./research-services.ts";

/** A passage that was taken, for the answer. */
export type Passage = { number: number; name: string; dates: string; text: string };
export type StepSearched = { passages: Passage[]; searches: NewSearch[]; sources: NumberedSource[]; notices: string[] };

export type Searching = {
  services: Pick<ResearchServices, "db" | "law" | "liveLaw" | "fileSearch">;
  me: Person;
  facts: Pick<RunFacts, "projectId" | "jurisdictions" | "day" | "withFiles">;
  secrecy: Secrecy;
  signal: AbortSignal;
};

/** Of each search. */
const mostPassages = 6;

/** `known`: the sources that the research has. */
export async function searchStep(
  searching: Searching,
  { question, queries }: { question: string; queries: readonly ResearchQuery[] },
  known: readonly NumberedSource[],
): Promise<StepSearched> {
  const { facts, signal } = searching;
  const numbering = numberSources(known);
  const searched: StepSearched = { passages: [], searches: [], sources: numbering.added, notices: [] };
  const asked = queries.length === 0 ? [{ kind: "words", text: question } as const] : queries;
  for (const query of asked) {
    signal.throwIfAborted();
    if (query.kind === "citing") await searchCiting(searching, numbering, query.text, searched);
    else {
      const text = query.text === "" ? question : query.text;
      if (facts.jurisdictions.length > 0) await searchLaw(searching, numbering, text, searched);
      if (facts.withFiles) await searchFiles(searching, numbering, text, searched);
    }
  }
  return searched;
}

type Numbering = ReturnType<typeof numberSources>;

/** A source that reads as one of the research's keeps its number. */
function numberSources(known: readonly NumberedSource[]) {
  const all = [...known];
  const added: NumberedSource[] = [];
  return {
    all,
    added,
    add(sources: readonly Omit<Source, "number">[]): NumberedSource[] {
      return sources.map((source) => {
        const same = all.find(({ id, content }) => id === source.id && content === source.content);
        if (same !== undefined) return same;
        const numbered = { ...source, number: Math.max(0, ...all.map(({ number }) => number)) + 1 };
        all.push(numbered);
        added.push(numbered);
        return numbered;
      });
    },
  };
}

async function searchLaw(
  { services, me, facts, secrecy }: Searching,
  { add, all }: Numbering,
  query: string,
  searched: StepSearched,
): Promise<void> {
  const { jurisdictions, day } = facts;
  const within = { jurisdictions, ...(day !== null && { inForceOn: day }), secrecy };
  const found = await lawPassages(
    { query, limit: mostPassages, filter: { jurisdictions, inForceOn: day ?? undefined } },
    {
      law: {
        chosen: jurisdictions,
        search: ({ question, limit }) => services.law.search(me, { question, limit, ...within }),
        missing: ({ question, limit }) => services.law.missing(me, { question, limit, ...within }),
        live: withPseudonyms(services.liveLaw, secrecy),
      },
      addSources: add,
    },
  );
  const passages = found.passages.map(({ cite, pinpoint, text }): FoundPassage => {
    return { number: cite, name: pinpoint, text, isTaken: !found.isNearest };
  });
  const notices = [...new Set([...found.notHad, ...found.notices])];
  searched.searches.push({ searched: "law", query, jurisdictions: [...jurisdictions], day, found: passages, notices });
  searched.notices.push(...notices);
  take(searched, passages, all);
}

async function searchFiles(
  { services, me, facts, secrecy, signal }: Searching,
  { add, all }: Numbering,
  query: string,
  searched: StepSearched,
): Promise<void> {
  const found = await filePassages({ query, limit: mostPassages, filter: {} }, [], {
    fileSearch: {
      searchesProject: true,
      search: (asked) => services.fileSearch.search(me, { ...asked, ids: [], project: facts.projectId, secrecy }, signal),
    },
    addSources: add,
  });
  const named = ({ document, page }: { document: string; page?: number }) =>
    page === undefined ? document : `${document}, p. ${page}`;
  const passages = [
    ...found.passages.map((one): FoundPassage => ({ number: one.cite, name: named(one), text: one.text, isTaken: true })),
    ...found.nearest.map((one): FoundPassage => ({ number: one.cite, name: named(one), text: one.text, isTaken: false })),
  ];
  const notices = found.unread.map(({ reason }) => reason);
  searched.searches.push({ searched: "files", query, jurisdictions: [], day: null, found: passages, notices });
  take(searched, passages, all);
}

async function searchCiting(
  { services, me, facts }: Searching,
  { add, all }: Numbering,
  query: string,
  searched: StepSearched,
): Promise<void> {
  const refs = all.flatMap((source) => sourceMetadata(source).ref ?? []);
  const found = await citingPassages(me, services.db, { refs, day: facts.day, limit: mostPassages });
  const sources = add(found.map(({ source }) => source));
  const passages = found.map(({ name, text }, at): FoundPassage => ({
    number: sources[at]!.number,
    name,
    text,
    isTaken: true,
  }));
  searched.searches.push({
    searched: "citing",
    query,
    jurisdictions: [...facts.jurisdictions],
    day: facts.day,
    found: passages,
    notices: [],
  });
  take(searched, passages, all);
}

function take(searched: StepSearched, passages: readonly FoundPassage[], all: readonly NumberedSource[]): void {
  for (const { number, name, text, isTaken } of passages) {
    const source = all.find((one) => one.number === number);
    if (!isTaken || number === null || source === undefined) continue;
    if (searched.passages.some((one) => one.number === number && (one.text.includes(text) || text.includes(one.text)))) continue;
    searched.passages.push({ number, name: name || sourceName(source), dates: lawDates(source) ?? "", text });
  }
}
