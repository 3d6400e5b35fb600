/*
 * Indexes files in the background after upload; only a question about a file that just arrived
 * waits for it. A file that can't be indexed is recorded as having no passages, so that it isn't
 * retried forever.
 */
import { theServer } from "#core/workspace/policy.ts";
import { filesToIndex, saveFileIndexes, type FileToIndex } from "../data/files/file-indexes.ts";
import { lawIndexed, lawStatistics } from "../data/law/law.ts";
import type { Db } from "../db/database.ts";
import type { Log } from "../log.ts";
import { detectLanguage } from "../prose/language.ts";
import type { FileVectors } from "./file-vectors.ts";
import type { FileIndex } from "./file-index.ts";
import type { Indexing } from "./indexing.ts";

export type FileIndexer = {
  /** Indexes everything pending, and makes vectors of it. */
  work(signal: AbortSignal): Promise<void>;
  /** Indexes these before all others. */
  bring(ids: readonly string[], signal: AbortSignal): Promise<void>;
  /** Indexes everything pending. Returns the number of files. */
  indexAll(): Promise<number>;
  close(): Promise<void>;
};

type Services = { db: Db; indexing: Indexing; log: Pick<Log, "warn">; vectors?: Pick<FileVectors, "embedAll"> | null };

const longestSample = 4_000;
/** Large enough to save efficiently, small enough not to delay a question for long. */
const batch = { files: 64, bytes: 1_000_000 };

export function createFileIndexer({ db, indexing, log, vectors = null }: Services): FileIndexer {
  const closing = new AbortController();
  const learnt = new Map<string, number>();

  /** Reread only when the law index has changed. */
  async function learnFromLaw(): Promise<void> {
    for (const { jurisdiction, language, at } of await lawIndexed(theServer, db)) {
      if (language === "en" || learnt.get(jurisdiction) === at) continue;
      const statistics = await lawStatistics(theServer, db, jurisdiction);
      if (statistics !== null) indexing.use(language, statistics.lexicon);
      learnt.set(jurisdiction, at);
    }
  }

  /** One batch. If it fails, each file is tried separately to find the culprit. */
  async function indexBatch(files: readonly FileToIndex[]): Promise<void> {
    const texts = files.map(({ text, blocks }) => ({ text, blocks, language: languageIn(text) }));
    let made: (FileIndex | { error: string })[];
    try {
      made = await indexing.run({ kind: "files", files: texts });
    } catch (error) {
      if (closing.signal.aborted) throw error;
      if (files.length > 1) {
        for (const file of files) await indexBatch([file]);
        return;
      }
      made = [{ error: String(error) }];
    }
    const indexes = files.map(({ id }, at): [string, FileIndex] => {
      const own = made[at]!;
      if (!("error" in own)) return [id, own];
      log.warn({ fileId: id, err: own.error }, "a file could not be indexed");
      return [id, { language: texts[at]!.language, lengths: new Uint8Array(0), length: 0, buckets: [] }];
    });
    await saveFileIndexes(theServer, db, indexes);
  }

  async function indexAll(asked?: AbortSignal): Promise<number> {
    await learnFromLaw();
    let done = 0;
    const stop = AbortSignal.any(asked === undefined ? [closing.signal] : [closing.signal, asked]);
    while (!stop.aborted) {
      const next = await filesToIndex(theServer, db, batch);
      if (next.length === 0) break;
      await indexBatch(next);
      done += next.length;
    }
    return done;
  }

  return {
    async work(signal) {
      await indexAll(signal);
      await vectors?.embedAll(signal).catch((error: unknown) => {
        signal.throwIfAborted();
        log.warn({ err: error }, "files could not be made vectors; they are searched by their words");
      });
      signal.throwIfAborted();
    },
    async bring(ids, signal) {
      for (let left = ids; left.length > 0;) {
        signal.throwIfAborted();
        const next = await filesToIndex(theServer, db, batch, left);
        if (next.length === 0) break;
        await indexBatch(next);
        left = left.filter((id) => !next.some((file) => file.id === id));
      }
    },
    indexAll: () => indexAll(),
    async close() {
      closing.abort();
      await indexing.close();
    },
  };
}

/** The middle of a text is prose, while its beginning may be a title page. */
function languageIn(text: string) {
  const middle = Math.max(0, Math.floor(text.length / 2) - longestSample / 2);
  return detectLanguage(text.slice(middle, middle + longestSample)) ?? detectLanguage(text.slice(0, longestSample)) ?? "en";
}
