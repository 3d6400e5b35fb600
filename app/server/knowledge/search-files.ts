/*
 * Searches people's files for passages relevant to a question, best first. The question is stemmed
 * in each language the files are written in. The best keyword hits are read and reranked, as for
 * law.
 */
import { passagesOf, type FilePassage } from "#core/sources/file-text.ts";
import type { Actor } from "#core/workspace/policy.ts";
import { proseLanguages, type ProseLanguage } from "#core/text/sentences.ts";
import {
  filesWithoutText,
  findProjectCalled,
  languagesOfFiles,
  readFileIndexes,
  unindexedFiles,
  type FileScope,
} from "../data/files/file-indexes.ts";
import { readFiles } from "../data/files/files.ts";
import { lawIndexed, lawStatistics } from "../data/law/law.ts";
import type { Db } from "../db/database.ts";
import type { ReadFile } from "../files/chat-files.ts";
import type { Lexicon } from "./analyse.ts";
import { keptWording, questionTerms } from "./bm25.ts";
import { bucketOf, scorePassages, type ScoredPassage } from "./file-index.ts";
import type { FileIndexer } from "./file-indexer.ts";
import { relatedStems, relatedWeight } from "../prose/related-words.ts";
import type { Secrecy } from "../models/secrecy.ts";
import type { FileVectors, NearPassage } from "./file-vectors.ts";
import { countGrams, emptyGrams, gramScorer } from "./letter-grams.ts";
import { fused } from "./reciprocal-rank.ts";

export type FoundPassage = {
  file: ReadFile;
  passage: FilePassage;
  language: ProseLanguage;
  /** 0 to 1, relative to the other results. */
  score: number;
  /** Among the nearest in meaning, whatever its words. */
  isNear?: boolean;
};

/** `project` is its name as the writer gave it. */
export type FileQuestion = Omit<FileScope, "project"> & {
  project?: string | undefined;
  question: string;
  limit: number;
  /** Without it the question is not sent to a model: it is searched by its words alone. */ secrecy?: Secrecy;
};
export type FoundInFiles = {
  passages: FoundPassage[];
  /** The chat's files without searchable text, with the reason. */
  unread: { name: string; reason: string }[];
};
export type FileSearch = { search(me: Actor, asked: FileQuestion, signal: AbortSignal): Promise<FoundInFiles> };

/** With keywords alone, the right passage is nearly always among these. */
const candidates = 40;
/** Files read in full for reranking. */
const mostRead = 12;
const wordingWeight = 0.5;
const lettersWeight = 0.3;
/** Recently uploaded files whose indexing is awaited. */
const mostAwaited = 20;
const mostUnread = 10;

type Services = {
  db: Db;
  indexer: Pick<FileIndexer, "bring">;
  /** Null if no embedding model is configured. */ vectors?: FileVectors | null;
};

export function createFileSearch({ db, indexer, vectors = null }: Services): FileSearch {
  const lexicons = createLexicons(db);
  return {
    async search(me, { question, limit, project: called, secrecy, ...rest }, signal) {
      const project = called === undefined ? undefined : await findProjectCalled(me, db, called);
      if (project === null) throw new Error(`There is no project called “${called}” that the writer can see.`);
      const scope: FileScope = { ...rest, ...(project !== undefined && { project }) };
      const unread = await filesWithoutText(me, db, { ...scope, ids: [] }, mostUnread);
      await indexer.bring(await unindexedFiles(me, db, scope, mostAwaited), signal);
      const languages = await languagesOfFiles(me, db, scope);
      const terms = new Map<ProseLanguage, Map<string, number>>();
      for (const language of languages.keys())
        terms.set(language, withRelated(questionTerms(question, language, await lexicons.of(me, language)), language));
      const buckets = new Map([...terms].map(([language, own]) => [language, [...new Set([...own.keys()].map(bucketOf))]]));
      const near = (secrecy === undefined ? [] : await vectors?.nearest(me, { question, secrecy, scope, limit: candidates })) ?? [];
      const scored = scorePassages(await readFileIndexes(me, db, scope, buckets), terms, Math.max(limit, candidates));
      const found = await lookedAtAgain(me, db, question, withNear(scored, near, languages));
      return { passages: byBoth(found, near).slice(0, limit), unread: unread.map(reasonOf) };
    },
  };
}

/** Adds semantic matches, whatever their words. */
function withNear(
  scored: readonly ScoredPassage[],
  near: readonly NearPassage[],
  languages: ReadonlyMap<ProseLanguage, number>,
): ScoredPassage[] {
  const [language = "en"] = languages.keys();
  const known = new Set(scored.map(({ fileId, passage }) => `${fileId} ${passage}`));
  const fileLanguage = new Map(scored.map((one) => [one.fileId, one.language]));
  const more = near
    .filter(({ fileId, passage }) => !known.has(`${fileId} ${passage}`))
    .map(({ fileId, passage }) => ({ fileId, passage, language: fileLanguage.get(fileId) ?? language, score: 0 }));
  return [...scored.slice(0, candidates), ...more];
}

function byBoth(found: readonly (FoundPassage & { at: number })[], near: readonly NearPassage[]): readonly FoundPassage[] {
  if (near.length === 0) return found;
  const keys = near.map(({ fileId, passage }) => `${fileId} ${passage}`);
  const ranked = fused(found, keys, {
    keyOf: ({ file, at }) => `${file.documentId} ${at}`,
    hasWords: ({ score }) => score > 0,
  });
  const best = ranked[0]?.weight ?? 1;
  return ranked.map(({ one, weight, isNear }) => Object.assign(one, { score: weight / best, isNear }));
}

function reasonOf({ name, problem }: { name: string; problem: string | null }) {
  return { name, reason: `“${name}”: ${problem ?? "There is no text in this file."}` };
}

function withRelated(terms: Map<string, number>, language: ProseLanguage): Map<string, number> {
  for (const term of relatedStems(new Set(terms.keys()), language)) terms.set(term, relatedWeight);
  return terms;
}

async function lookedAtAgain(
  me: Actor,
  db: Db,
  question: string,
  scored: readonly ScoredPassage[],
): Promise<(FoundPassage & { at: number })[]> {
  const ids = [...new Set(scored.map(({ fileId }) => fileId))].slice(0, mostRead);
  const files = new Map<string, ReadFile>();
  for (const { id: documentId, name, contentType, size, document } of await readFiles(me, db, ids))
    if (document !== null) files.set(documentId, { documentId, name, contentType, size, document });
  const passages = new Map<string, FilePassage[]>();
  const read = scored.flatMap(({ fileId, passage: at, language, score }) => {
    const file = files.get(fileId);
    if (file === undefined) return [];
    const { document } = file;
    let own = passages.get(fileId);
    if (!own) passages.set(fileId, (own = passagesOf(document)));
    const passage = own[at];
    if (passage === undefined) return [];
    const text = `${passage.headings.at(-1) ?? ""} ${document.text.slice(passage.start, passage.end)}`;
    return [{ file, at, passage, language, score, text }];
  });
  // N-gram frequency is counted among the results: nothing is known about the rest here.
  const grams = emptyGrams();
  for (const { text } of read) countGrams(grams, text);
  const letters = gramScorer(question, grams);
  const kept = new Map(proseLanguages.map((language) => [language, keptWording(question, language)]));
  const shares = read.map((one) => Object.assign(one, { letters: letters(one.text), kept: kept.get(one.language)!(one.text) }));
  const top = Math.max(...shares.map((one) => one.score)) || 1;
  const mostLetters = Math.max(...shares.map((one) => one.letters)) || 1;
  const again = shares.map(({ file, at, passage, language, ...one }) => ({
    file,
    at,
    passage,
    language,
    score: one.score / top + wordingWeight * one.kept + (lettersWeight * one.letters) / mostLetters,
  }));
  const best = again.reduce((most, { score }) => Math.max(most, score), 0) || 1;
  return again.map((one) => Object.assign(one, { score: one.score / best })).toSorted((a, b) => b.score - a.score);
}

/** The lexicon learned from law, reread when its index changes. */
function createLexicons(db: Db) {
  const known = new Map<ProseLanguage, { at: number; lexicon: Lexicon }>();
  const none: Lexicon = new Map();
  return {
    async of(me: Actor, language: ProseLanguage): Promise<Lexicon> {
      if (language === "en") return none;
      const indexed = (await lawIndexed(me, db)).find((one) => one.language === language);
      if (indexed === undefined) return none;
      const own = known.get(language);
      if (own?.at === indexed.at) return own.lexicon;
      const lexicon = (await lawStatistics(me, db, indexed.jurisdiction))?.lexicon ?? none;
      known.set(language, { at: indexed.at, lexicon });
      return lexicon;
    },
  };
}
