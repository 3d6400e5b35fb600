/*
 * Semantic search in law, next to keyword search. A short code per embedded section is kept in
 * memory; the nearest are then compared exactly. Loaded law is embedded on command (npm run
 * knowledge embed), because much is sent for it; acts fetched for a question are embedded in the
 * background.
 */
import { setImmediate as nextTurn, setTimeout as wait } from "node:timers/promises";
import { theServer, type Actor } from "#core/workspace/policy.ts";
import {
  countLawToEmbed,
  lawToEmbed,
  lawVectorCoverage,
  readLawCodes,
  readLawVectors,
  saveLawVectors,
  type LawScope,
} from "../data/law/law-vectors.ts";
import type { Db } from "../db/database.ts";
import type { Log } from "../log.ts";
import type { Embeddings } from "../models/embeddings.ts";
import { nothingSecret, type Secrecy } from "../models/secrecy.ts";
import type { QuestionVectors } from "./question-vectors.ts";
import { roomFor } from "./typed-room.ts";
import { codeOf, distance, packed, similarity } from "./vectors.ts";

type NearQuestion = {
  question: string;
  secrecy: Secrecy;
  jurisdictions: readonly string[];
  sources?: readonly string[] | undefined;
};

export type LawVectors = {
  /** Ids of the nearest sections, nearest first; empty if there are no vectors or the question couldn't be embedded. */
  nearest(me: Actor, asked: NearQuestion): Promise<number[]>;
  /** Embeds all sections without vectors, resuming after an interruption. Returns the number of sections. */
  embed(scope: LawScope, signal: AbortSignal, onDone?: (sections: number) => void): Promise<number>;
  /** The same for one act unless it is large, in the background. */
  embedSoon(actId: string): void;
  close(): Promise<void>;
};

type Services = {
  db: Db;
  log: Pick<Log, "warn" | "info">;
  embeddings: Embeddings;
  questions: QuestionVectors;
  /** How long a search waits; what is still being read is ready for the next one. */
  limitMs?: number;
};

/** Sections sent and stored at a time. */
const batch = 64;
/** The maximum number of an act's sections sent without an explicit command. */
const mostUnasked = 300;
/** Per jurisdiction, in memory: at most 51 MB. */
const mostCodes = 400_000;
const readAtOnce = 20_000;
/** Codes compared with a question before yielding. */
const comparedAtOnce = 50_000;
/** Compared exactly; more if some are filtered by source. */
const measured = 200;
const measuredOfSources = 600;
const mostNear = 40;
/** The nearest of a few say nothing about the rest: vectors are only used if this share of a jurisdiction has them. */
const leastCovered = 0.5;
/** After this, reads what other processes have stored. */
const freshMs = 600_000;
/** After this, rereads all codes, dropping those of deleted sections. */
const keptMs = 86_400_000;

type Codes = { ids: Uint32Array; words: Uint32Array; size: number; dimensions: number; since: number; at: number };

export function createLawVectors({ db, log, embeddings, questions, limitMs = 4_000 }: Services): LawVectors {
  const { model } = embeddings;
  const known = new Map<string, Promise<Codes>>();
  let covered: { names: string[]; at: number } | null = null;
  /** When vectors were last stored here: anything read before is stale. */
  let changedAt = 0;
  const ending = new AbortController();
  let last: Promise<unknown> = Promise.resolve();

  function isFresh({ at }: { at: number }): boolean {
    return at > changedAt && Date.now() - at < freshMs;
  }

  async function coveredJurisdictions(me: Actor): Promise<string[]> {
    if (covered !== null && isFresh(covered)) return covered.names;
    const at = Date.now();
    const all = await lawVectorCoverage(me, db);
    const names = all.filter((one) => one.model === model && one.vectors >= leastCovered * one.sections);
    covered = { names: names.map(({ jurisdiction }) => jurisdiction), at };
    return covered.names;
  }

  /** One read at a time: the next continues where it ended. */
  function codesOf(me: Actor, jurisdiction: string, dimensions: number): Promise<Codes> {
    const before = known.get(jurisdiction) ?? Promise.resolve(null);
    const next = before.catch(() => null).then((codes) => readOn(me, jurisdiction, dimensions, codes));
    known.set(jurisdiction, next);
    return next;
  }

  async function readOn(me: Actor, jurisdiction: string, dimensions: number, before: Codes | null): Promise<Codes> {
    const now = Date.now();
    if (before !== null && before.dimensions === dimensions && isFresh(before)) return before;
    const isKept = before !== null && before.dimensions === dimensions && now - before.since < keptMs;
    const none = { ids: new Uint32Array(1), words: new Uint32Array(1), size: 0, dimensions, since: now };
    const codes: Codes = { ...(isKept ? before : none), at: now };
    while (codes.size < mostCodes) {
      const after = codes.size === 0 ? 0 : codes.ids[codes.size - 1]!;
      const limit = Math.min(readAtOnce, mostCodes - codes.size);
      const read = await readLawCodes(me, db, { model, jurisdiction, dimensions, after, limit });
      const count = read.ids.length;
      const words = wordsOf(read.codes);
      const perCode = count === 0 ? 0 : words.length / count;
      codes.ids = roomFor(codes.ids, codes.size + count);
      codes.words = roomFor(codes.words, codes.size * perCode + words.length);
      codes.ids.set(read.ids, codes.size);
      codes.words.set(words, codes.size * perCode);
      codes.size += count;
      if (count < limit) return codes;
    }
    if (!isKept)
      log.warn(
        { jurisdiction, sections: mostCodes },
        "more law has vectors than is kept in memory; the rest is found by its words",
      );
    return codes;
  }

  async function nearestOf(me: Actor, { question, secrecy, jurisdictions, sources }: NearQuestion): Promise<number[]> {
    const names = await coveredJurisdictions(me);
    const asked = jurisdictions.filter((one) => names.includes(one));
    const vector = asked.length === 0 ? null : await questions.of(question, secrecy);
    if (vector === null) return [];
    const code = wordsOf(codeOf(vector));
    const lists = await Promise.all(
      asked.map(async (jurisdiction) => {
        const codes = await codesOf(me, jurisdiction, vector.length);
        const ids = await leastDistant(codes, code, sources === undefined ? measured : measuredOfSources);
        const read = await readLawVectors(me, db, { ids, sources });
        return read.map(({ sectionId: id, data }) => ({ id, near: similarity(data, 0, vector) }));
      }),
    );
    return lists
      .flat()
      .toSorted((a, b) => b.near - a.near)
      .slice(0, mostNear)
      .map(({ id }) => id);
  }

  async function embed(scope: LawScope, signal: AbortSignal, onDone?: (sections: number) => void): Promise<number> {
    let done = 0;
    for (let after = 0; ;) {
      signal.throwIfAborted();
      const sections = await lawToEmbed(theServer, db, model, { ...scope, after, limit: batch });
      if (sections.length === 0) return done;
      const { vectors } = await embeddings.embed(
        sections.map(({ text }) => text),
        nothingSecret,
        signal,
      );
      const made = sections.map(({ ref, actId, digest }, at) => {
        const vector = vectors[at]!;
        return { ref, actId, digest, dimensions: vector.length, data: packed([vector]), code: codeOf(vector) };
      });
      await saveLawVectors(theServer, db, model, made);
      after = sections.at(-1)!.id;
      done += sections.length;
      changedAt = Date.now();
      onDone?.(done);
    }
  }

  async function embedSmall(actId: string): Promise<void> {
    const { sections } = await countLawToEmbed(theServer, db, model, { actId });
    if (sections === 0) return;
    if (sections > mostUnasked) log.info({ actId, sections }, "an act is large; its vectors are made by npm run knowledge embed");
    else await embed({ actId }, ending.signal);
  }

  return {
    async nearest(me, asked) {
      try {
        const near = await Promise.race([nearestOf(me, asked), wait(limitMs, null, { ref: false })]);
        if (near === null) log.info({ model }, "law was not searched by its meaning in time; it was searched by its words alone");
        return near ?? [];
      } catch (error) {
        if (me.kind === "visitor") throw error;
        log.warn({ err: error, model }, "law could not be searched by its meaning; it is searched by its words alone");
        return [];
      }
    },
    embed,
    embedSoon(actId) {
      last = last
        .then(() => (ending.signal.aborted ? undefined : embedSmall(actId)))
        .catch((error: unknown) => {
          if (!ending.signal.aborted) log.warn({ err: error, actId, model }, "an act could not be made vectors");
        });
    },
    async close() {
      ending.abort();
      await last;
    },
  };
}

function wordsOf(code: Uint8Array): Uint32Array {
  // Copied, because database buffers may not be aligned for 32-bit words.
  return new Uint32Array(Uint8Array.from(code).buffer);
}

/** The ids of the codes that differ least from the question's. */
async function leastDistant({ ids, words, size }: Codes, code: Uint32Array, limit: number): Promise<number[]> {
  const distances = new Uint16Array(size);
  const counts = new Uint32Array(code.length * 32 + 1);
  for (let at = 0; at < size; at++) {
    if (at > 0 && at % comparedAtOnce === 0) await nextTurn();
    counts[(distances[at] = distance(words, at * code.length, code))]!++;
  }
  let most = 0;
  for (let sum = counts[0]!; most < counts.length - 1 && sum < limit;) sum += counts[++most]!;
  const chosen: number[] = [];
  for (const isBelow of [true, false])
    for (let at = 0; at < size && chosen.length < limit; at++)
      if (isBelow ? distances[at]! < most : distances[at] === most) chosen.push(ids[at]!);
  return chosen;
}
