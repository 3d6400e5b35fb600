/*
 * Brings files into the index behind the uploads: nobody waits for it but a
 * question about a file that has come just now. A file that cannot be indexed
 * is put down as one without passages, so that it is tried once and not for
 * ever.
 */
import { theServer } from "#core/policy.ts";
import { filesToIndex, saveFileIndex, type FileToIndex } from "../data/file-indexes.ts";
import { lawIndexed, lawStatistics } from "../data/law.ts";
import type { Db } from "../db/database.ts";
import type { Log } from "../log.ts";
import { detectLanguage } from "../prose/language.ts";
import type { FileVectors } from "./file-vectors.ts";
import type { FileIndex } from "./file-index.ts";
import type { Indexing } from "./indexing.ts";

export type FileIndexer = {
  /** There may be something to index. */
  wake(): void;
  /** Looks by itself, now and then. */
  watch(): void;
  /** Indexes these before all others. */
  bring(ids: readonly string[], signal: AbortSignal): Promise<void>;
  /** Everything that is not indexed yet. Answers how many files. */
  indexAll(): Promise<number>;
  close(): Promise<void>;
};

type Services = { db: Db; indexing: Indexing; log: Pick<Log, "warn">; vectors?: Pick<FileVectors, "embedAll"> | null };

const startMs = 2_000;
/** Other processes on the same database may have taken a file in and ended. */
const everyMs = 5 * 60_000;
const longestSample = 4_000;

export function createFileIndexer({ db, indexing, log, vectors = null }: Services): FileIndexer {
  const timers: NodeJS.Timeout[] = [];
  const closing = new AbortController();
  let isAwake = false;
  let working: Promise<unknown> = Promise.resolve();

  async function indexOne({ id, text, blocks }: FileToIndex): Promise<void> {
    const language = languageIn(text);
    let index: FileIndex = { language, lengths: new Uint8Array(0), length: 0, buckets: [] };
    try {
      index = await indexing.run({ kind: "file", file: { text, blocks, language } });
    } catch (error) {
      if (closing.signal.aborted) throw error;
      log.warn({ fileId: id, err: error }, "a file could not be indexed");
    }
    await saveFileIndex(theServer, db, id, index);
  }

  async function indexAll(): Promise<number> {
    await learnFromLaw(db, indexing);
    let done = 0;
    while (!closing.signal.aborted) {
      const [next] = await filesToIndex(theServer, db, 1);
      if (next === undefined) break;
      await indexOne(next);
      done++;
    }
    return done;
  }

  function wake(): void {
    if (isAwake || closing.signal.aborted) return;
    isAwake = true;
    working = (async () => {
      // Cleared first: what comes while this works is seen by it or wakes it again.
      while (isAwake && !closing.signal.aborted) {
        isAwake = false;
        await indexAll();
        await vectors?.embedAll(closing.signal).catch((error: unknown) => {
          if (!closing.signal.aborted)
            log.warn({ err: error }, "files could not be made vectors; they are searched by their words");
        });
      }
    })().catch((error: unknown) => {
      if (!closing.signal.aborted) log.warn({ err: error }, "files could not be indexed");
    });
  }

  return {
    wake,
    watch() {
      timers.push(setTimeout(wake, startMs).unref(), setInterval(wake, everyMs).unref());
    },
    async bring(ids, signal) {
      for (const file of await filesToIndex(theServer, db, ids.length, ids)) {
        signal.throwIfAborted();
        await indexOne(file);
      }
    },
    indexAll,
    async close() {
      closing.abort();
      for (const timer of timers) clearInterval(timer);
      await indexing.close();
      await working;
    },
  };
}

/** The middle of a text is prose where its beginning may be a title page. */
function languageIn(text: string) {
  const middle = Math.max(0, Math.floor(text.length / 2) - longestSample / 2);
  return detectLanguage(text.slice(middle, middle + longestSample)) ?? detectLanguage(text.slice(0, longestSample)) ?? "en";
}

async function learnFromLaw(db: Db, indexing: Indexing): Promise<void> {
  for (const { jurisdiction, language } of await lawIndexed(theServer, db)) {
    if (language === "en") continue;
    const statistics = await lawStatistics(theServer, db, jurisdiction);
    if (statistics !== null) indexing.use(language, statistics.lexicon);
  }
}
