/* Permanently deletes what was removed a month ago, and content that no file uses any more. */
import { theServer } from "#core/workspace/policy.ts";
import { sweepRemovedFiles, unknownKeys } from "../data/files/files.ts";
import type { Db } from "../db/database.ts";
import type { Log } from "../log.ts";
import type { FileStore } from "./file-store.ts";

const everyMs = 6 * 60 * 60_000;
const daysKept = 30;

/** Returns a function that stops it. */
export function sweepFiles({ db, log, store }: { db: Db; log: Log; store: FileStore }): () => void {
  async function sweep(): Promise<void> {
    const gone = await sweepRemovedFiles(theServer, db, daysKept);
    const left = await unknownKeys(theServer, db, await store.oldKeys());
    for (const key of [...gone, ...left]) await store.remove(key);
  }
  const sweepSafely = () => void sweep().catch((error: unknown) => log.warn({ err: error }, "removed files could not be swept"));
  const first = setTimeout(sweepSafely, 60_000);
  const timer = setInterval(sweepSafely, everyMs);
  first.unref();
  timer.unref();
  return () => {
    clearTimeout(first);
    clearInterval(timer);
  };
}
