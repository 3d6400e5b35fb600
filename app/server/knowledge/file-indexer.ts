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
  /** Call when there may be something to index. */
  wake(): void;
  /** Also checks periodically. */
  watch(): void;
  /** Indexes these before all others. */
  bring(ids: readonly string[], signal: AbortSignal): Promise<void>;
  /** Indexes everything pending. Returns the number of files. */
  indexAll(): Promise<number>;
  close(): Promise<void>;
};

type Services = { db: Db; indexing: Indexing; log: Pick<Log, "warn">; vectors?: Pick<FileVectors, "embedAll"> | null };

const startMs = 2_000;
/** Another process on the same database may have accepted a file and then exited. */
const everyMs = 5 * 60_000;
const longestSample = 4_000;
/** Large enough to save efficiently, small enough not to delay a question for long. */
const batch = { files: 64, bytes: 1_000_000 };

export function createFileIndexer({ db, indexing, log, vectors = null }: Services): FileIndexer {
  const timers: NodeJS.Timeout[] = [];
  const closing = new AbortController();
  const learnt = new Map<string, number>();
  let isAwake = false;
  let working: Promise<unknown> = Promise.resolve();

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

  async function indexAll(): Promise<number> {
    await learnFromLaw();
    let done = 0;
    while (!closing.signal.aborted) {
      const next = await filesToIndex(theServer, db, batch);
      if (next.length === 0) break;
      await indexBatch(next);
      done += next.length;
    }
    return done;
  }

  function wake(): void {
    if (isAwake || closing.signal.aborted) return;
    isAwake = true;
    working = (async () => {
      // Cleared first: anything that arrives during the work is seen by it or wakes it again.
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
      for (let left = ids; left.length > 0;) {
        signal.throwIfAborted();
        const next = await filesToIndex(theServer, db, batch, left);
        if (next.length === 0) break;
        await indexBatch(next);
        left = left.filter((id) => !next.some((file) => file.id === id));
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

/** The middle of a text is prose, while its beginning may be a title page. */
function languageIn(text: string) {
  const middle = Math.max(0, Math.floor(text.length / 2) - longestSample / 2);
  return detectLanguage(text.slice(middle, middle + longestSample)) ?? detectLanguage(text.slice(0, longestSample)) ?? "en";
}
