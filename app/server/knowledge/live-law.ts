/*
 * Fetches law from its source while an answer is written. Acts a question names are fetched if
 * missing and revalidated if old; if the source doesn't respond, the stored text is used and its
 * date stated. An answer waits a few seconds at most; slower requests finish in the background for
 * next time.
 */
import { theServer, type Actor } from "#core/workspace/policy.ts";
import {
  findStaleLaw,
  findStoredLaw,
  listFetchedLaw,
  listLawSources,
  markLawChecked,
  noteSource,
  saveFetch,
  type SourceRecord,
  type StoredLaw,
} from "../data/law/law-fetches.ts";
import type { Db } from "../db/database.ts";
import type { Log } from "../log.ts";
import { SourceProblem, type Connector, type ConnectorDescription, type Opened, type Reference } from "./connectors/connector.ts";
import { ShapeChanged } from "./law-act.ts";
import { addLaw } from "./index-law.ts";
import { lawSentences, type LawSentences, type Why } from "./law-sentences.ts";
import { createIndexing } from "./indexing.ts";
import type { LawVectors } from "./law-vectors.ts";
import type { LawSearch } from "./search-law.ts";

export type LiveLawOptions = {
  db: Db;
  log: Log;
  search: LawSearch;
  /** Null if no embedding model is configured. */
  vectors?: Pick<LawVectors, "embedSoon"> | null;
  connectors: readonly Connector[];
  /** Which sources are queried; none if live law is off. */
  isOn: (source: string) => boolean;
  freshHours: number;
  waitSeconds: number;
};

/** What failed, in sentences of the question's language, and how many acts were added. */
export type Brought = { notices: string[]; stored: number };

/** For a source that is never queried, only what was loaded from it is known. */
export type SourceState = { id: string; description: ConnectorDescription | null; isOn: boolean; record: SourceRecord | null };

export type LiveLaw = {
  /** Fetches or revalidates the law that a text names. */
  bringNamed(
    text: string,
    jurisdictions: readonly string[],
  ): Promise<
    Brought & { named: number; /** Those of the notices that say that a named act could not be had. */ missing: string[] }
  >;
  /** Uses the sources' own search for a question, and fetches the most likely results. */
  bringFound(question: string, jurisdictions: readonly string[]): Promise<Brought>;
  /** Revalidates the acts of these sections if they are old, in the background. */
  revalidate(refs: readonly string[]): void;
  /** The acts that a text names, whatever their jurisdiction; guesses only if it names none for certain. */
  named(text: string): Reference[];
  /** What the sources are called, by their ids. */
  names(): Record<string, string>;
  /** Whether any source is queried. */
  isLive(): boolean;
  /** A source that is queried at runtime; null for others. */
  describe(source: string): (ConnectorDescription & { isOn: boolean }) | null;
  /** Fetches one act, or asks whether it has changed, however long it takes. */
  bringAct(reference: Reference, watched: Watched): Promise<Outcome>;
  /** Revalidates everything that was fetched. Returns a line for each act that changed or couldn't be fetched. */
  refreshAll(source?: string): Promise<{ checked: number; lines: string[] }>;
  states(me: Actor): Promise<SourceState[]>;
  /** Resolves when nothing is being fetched. */
  settled(): Promise<void>;
  close(): Promise<void>;
};

/** The maximum documents fetched and sources searched per question. */
const mostNamed = 4;
const mostFound = 2;
const hour = 3_600_000;

export type Outcome = { kind: "stored" | "amended" | "same" } | { kind: "failed"; why: Why };
/** By the request that waits for one act. */
export type Watched = { signal: AbortSignal; /** Its source has answered, and it is being stored. */ onFetched: () => void };
type Job = { outcome: Promise<Outcome>; isSlow: boolean };

export function createLiveLaw(options: LiveLawOptions): LiveLaw {
  const { db, log, search, vectors = null, isOn, freshHours, waitSeconds } = options;
  const connectors = new Map(options.connectors.map((one) => [one.describe().id as string, one]));
  const jobs = new Map<string, Job>();
  const ending = new AbortController();
  const indexing = createIndexing();
  let last: Promise<unknown> = Promise.resolve();

  function inJurisdictions(jurisdictions: readonly string[]): Connector[] {
    return options.connectors.filter((one) => jurisdictions.includes(one.describe().jurisdiction));
  }

  function mayChange(connector: Connector): boolean {
    const { id, isFinal = false } = connector.describe();
    return isOn(id) && !isFinal;
  }

  function isStale(stored: StoredLaw): boolean {
    const { checkedAt, storedAt } = stored;
    return hasChanged(stored) || Date.now() - (checkedAt ?? storedAt).getTime() > freshHours * hour;
  }

  /** At most one request per document at a time, shared by all callers. */
  function job(key: string, work: () => Promise<Outcome>): Job {
    const running = jobs.get(key);
    if (running !== undefined) return running;
    const begun: Job = { outcome: work().finally(() => jobs.delete(key)), isSlow: false };
    jobs.set(key, begun);
    return begun;
  }

  async function attempt(
    connector: Connector,
    work: (signal: AbortSignal) => Promise<Outcome>,
    watched?: Watched,
  ): Promise<Outcome> {
    const { id } = connector.describe();
    const signal = watched === undefined ? ending.signal : AbortSignal.any([ending.signal, watched.signal]);
    try {
      const outcome = await work(signal);
      await noteSource(theServer, db, id, null);
      return outcome;
    } catch (error) {
      if (signal.aborted) return { kind: "failed", why: { fault: "off", detail: "is not asked any more" } };
      const sentence = sentenceOf(error);
      if (sentence === null) log.error({ err: error, source: id }, "bug in a source of law");
      const fault = error instanceof SourceProblem ? error.fault : "changed";
      // A missing document is an answer; a source that wasn't queried gave none.
      if (fault !== "resting" && fault !== "off")
        await noteSource(theServer, db, id, fault === "not-there" ? null : (sentence ?? "failed")).catch((failure: unknown) =>
          log.error({ err: failure }, "how a source answered could not be noted"),
        );
      return { kind: "failed", why: { fault, detail: sentence ?? "could not be read" } };
    }
  }

  function fetchAct(connector: Connector, reference: Reference, watched?: Watched): Job {
    const work = async (signal: AbortSignal): Promise<Outcome> => {
      const opened = await connector.open(reference, signal);
      signal.throwIfAborted();
      watched?.onFetched();
      return { kind: await store(reference.source, opened, reference.key) };
    };
    return job(`${reference.source} ${reference.key}`, () => attempt(connector, work, watched));
  }

  type Fetched = StoredLaw & { known: NonNullable<StoredLaw["known"]> };
  function checkAct(connector: Connector, stored: Fetched, watched?: Watched): Job {
    const { known } = stored;
    const work = async (signal: AbortSignal): Promise<Outcome> => {
      const opened = await (hasChanged(stored)
        ? connector.open(referenceTo(stored, known.key), signal)
        : connector.refresh(known, signal));
      signal.throwIfAborted();
      watched?.onFetched();
      if (opened !== null) return { kind: await store(connector.describe().id, opened) };
      await markLawChecked(theServer, db, stored.source, known.key);
      return { kind: "same" };
    };
    return job(`${stored.source} ${known.key}`, () => attempt(connector, work, watched));
  }

  /** Sequential, because the index is append-only. */
  async function store(source: Reference["source"], opened: Opened, asked?: string): Promise<"stored" | "amended" | "same"> {
    const work = last.then(async () => {
      const saved = [];
      for (const act of opened.acts) saved.push(await addLaw({ db, indexing }, act));
      await saveFetch(theServer, db, source, opened, asked);
      search.look();
      for (const { id } of opened.acts) vectors?.embedSoon(id);
      return saved.includes("amended") ? "amended" : saved.includes("new") ? "stored" : "same";
    });
    last = work.catch(() => undefined);
    return work;
  }

  /** Null if it takes longer than an answer may wait; a job that was too slow once doesn't get the full wait again. */
  async function awaited(one: Job): Promise<Outcome | null> {
    const limit = one.isSlow ? 100 : waitSeconds * 1000;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<null>((resolve) => (timer = setTimeout(resolve, limit, null)));
    const outcome = await Promise.race([one.outcome, late]);
    clearTimeout(timer);
    if (outcome === null) one.isSlow = true;
    return outcome;
  }

  async function bringOne(reference: Reference, say: LawSentences): Promise<Brought & { missing: boolean }> {
    const connector = connectors.get(reference.source)!;
    const { name, id, isFinal = false } = connector.describe();
    const stored = await findStoredLaw(theServer, db, reference);
    const { instead } = reference;
    // Usable in another language too, if the source doesn't have this one.
    const usable =
      stored ?? (instead === undefined ? null : await findStoredLaw(theServer, db, Object.assign({ ...reference }, instead)));
    const canAge = !isFinal || reference.isNewest === true;
    const isOld = stored !== null && stored.source === id && canAge && isStale(stored);
    if (stored !== null && !isOld) return { notices: [], stored: 0, missing: false };
    const isSilent = usable !== null || reference.isGuess === true;
    if (!isOn(id) && !isSilent)
      log.info({ source: id, setting: "LIVE_LAW" }, "law that a question names is neither stored nor asked for");
    if (!isOn(id)) return { notices: isSilent ? [] : [say.notAsked(name, reference.label)], stored: 0, missing: usable === null };
    const known = reference.isNewest === true ? null : stored?.known;
    const outcome = await awaited(stored && known ? checkAct(connector, { ...stored, known }) : fetchAct(connector, reference));
    if (outcome !== null && outcome.kind !== "failed")
      return { notices: [], stored: outcome.kind === "same" ? 0 : 1, missing: false };
    const why: Why = outcome === null ? { fault: "late", detail: "has not answered yet" } : outcome.why;
    const isNothing = reference.isGuess === true && why.fault === "not-there";
    const notice = () => {
      if (usable !== null) return say.usedStored(name, why, dayOf(usable));
      return outcome === null ? say.stillSending(name, reference.label) : say.notHad(name, reference.label, why);
    };
    return { notices: isNothing ? [] : [notice()], stored: 0, missing: usable === null };
  }

  async function bring(
    references: readonly Reference[],
    say: LawSentences,
  ): Promise<Brought & { named: number; missing: string[] }> {
    const brought = await Promise.all(references.map((one) => bringOne(one, say)));
    return {
      notices: [...new Set(brought.flatMap(({ notices }) => notices))],
      missing: [...new Set(brought.flatMap(({ notices, missing }) => (missing ? notices : [])))],
      stored: brought.reduce((sum, one) => sum + one.stored, 0),
      // A guessed title that turned out not to be one names nothing.
      named: brought.filter(({ missing }, at) => !missing || references[at]!.isGuess !== true).length,
    };
  }

  return {
    async bringNamed(text, jurisdictions) {
      const named = inJurisdictions(jurisdictions).flatMap((one) => one.named(text));
      const unique = [...new Map(named.map((one) => [`${one.source} ${one.key}`, one])).values()].slice(0, mostNamed);
      return bring(unique, lawSentences(text, jurisdictions));
    },
    async bringFound(question, jurisdictions) {
      const say = lawSentences(question, jurisdictions);
      const sources = inJurisdictions(jurisdictions);
      const asked = sources.filter((one) => isOn(one.describe().id));
      const loaded = asked.length === sources.length ? [] : await search.loaded(theServer);
      const without = sources.filter((one) => !asked.includes(one) && !loaded.includes(one.describe().jurisdiction));
      // One sentence for a jurisdiction, however many sources it has.
      const empty = [...new Map(without.toReversed().map((one) => [one.describe().jurisdiction, one])).values()];
      const found = await Promise.all(
        asked.map(async (connector): Promise<{ references: Reference[]; notice: string | null }> => {
          const { id, name, needs } = connector.describe();
          if (needs !== null) return { references: [], notice: say.needs(name, needs) };
          let references: Reference[] = [];
          const searching = job(`${id} search ${question}`, () =>
            attempt(connector, async () => {
              references = await connector.search(question, ending.signal);
              return { kind: "same" };
            }),
          );
          const outcome = await awaited(searching);
          if (outcome === null)
            return { references: [], notice: say.failed(name, { fault: "late", detail: "has not answered yet" }) };
          return {
            references: references.slice(0, mostFound),
            notice: outcome.kind === "failed" ? say.failed(name, outcome.why) : null,
          };
        }),
      );
      const notices = [
        ...empty.map((one) => {
          const { name, jurisdiction } = one.describe();
          return say.nothingStored(name, jurisdiction);
        }),
        ...found.flatMap(({ notice }) => (notice === null ? [] : [notice])),
      ];
      const brought = await bring(
        found.flatMap(({ references }) => references),
        say,
      );
      return { notices: [...notices, ...brought.notices], stored: brought.stored };
    },
    revalidate(refs) {
      const before = new Date(Date.now() - freshHours * hour);
      void findStaleLaw(theServer, db, refs, before)
        .then((stale) => {
          for (const one of stale) {
            const connector = connectors.get(one.source);
            if (connector !== undefined && one.known !== null && mayChange(connector))
              checkAct(connector, { ...one, known: one.known });
          }
        })
        .catch((error: unknown) => log.error({ err: error }, "stored law could not be asked for again"));
    },
    named(text) {
      const all = options.connectors.flatMap((one) => one.named(text));
      const certain = all.filter(({ isGuess }) => isGuess !== true);
      return [...new Map((certain.length > 0 ? certain : all).map((one) => [`${one.source} ${one.key}`, one])).values()];
    },
    names: () => Object.fromEntries(options.connectors.map((one) => [one.describe().id, one.describe().name])),
    isLive: () => options.connectors.some((one) => isOn(one.describe().id)),
    describe(source) {
      const connector = connectors.get(source);
      return connector === undefined ? null : { ...connector.describe(), isOn: isOn(source) };
    },
    async bringAct(reference, watched) {
      const connector = connectors.get(reference.source);
      if (connector === undefined) throw new Error(`no source of law is called ${reference.source}`);
      const stored = reference.isNewest === true ? null : await findStoredLaw(theServer, db, reference);
      const known = stored?.source === reference.source ? stored.known : null;
      const begun = stored && known ? checkAct(connector, { ...stored, known }, watched) : fetchAct(connector, reference, watched);
      return begun.outcome;
    },
    async refreshAll(source) {
      const all = await listFetchedLaw(theServer, db, source);
      const lines: string[] = [];
      let checked = 0;
      for (const one of all) {
        const connector = connectors.get(one.source);
        if (connector === undefined || one.known === null || !mayChange(connector)) continue;
        const outcome = await checkAct(connector, { ...one, known: one.known }).outcome;
        checked++;
        if (outcome.kind === "amended") lines.push(`${one.title}: amended.`);
        if (outcome.kind === "failed") lines.push(`${one.title}: ${connector.describe().name} ${outcome.why.detail}.`);
      }
      return { checked, lines };
    },
    async states(me) {
      const records = await listLawSources(me, db);
      const asked = options.connectors.map((one): SourceState => {
        const description = one.describe();
        const record = records.find(({ source }) => source === description.id) ?? null;
        return { id: description.id, description, isOn: isOn(description.id), record };
      });
      const others = records.filter(({ source }) => !connectors.has(source));
      return [...asked, ...others.map((record) => ({ id: record.source, description: null, isOn: false, record }))];
    },
    async settled() {
      while (jobs.size > 0) await Promise.all([...jobs.values()].map(({ outcome }) => outcome));
      await last;
    },
    async close() {
      ending.abort(new Error("Stet is being stopped"));
      await this.settled();
      await indexing.close();
    },
  };
}

/** The source's text has changed by date, without an update. */
function hasChanged({ changesOn }: StoredLaw): boolean {
  return changesOn !== null && changesOn <= new Date().toISOString().slice(0, 10);
}

function referenceTo({ source, title, actId }: StoredLaw, key: string): Reference {
  return { source: source as Reference["source"], key, label: title, actId, names: [] };
}

/** Null for bugs, as opposed to source failures. */
function sentenceOf(error: unknown): string | null {
  if (error instanceof SourceProblem) return error.message;
  if (error instanceof ShapeChanged) return `answered in a form that Stet does not know (${error.message})`;
  return null;
}

function dayOf({ version, storedAt }: StoredLaw): string {
  return version ?? storedAt.toISOString().slice(0, 10);
}
