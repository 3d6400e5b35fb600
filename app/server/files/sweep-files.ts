/* What was removed a month ago goes for good, and with it content that no file has any more. */
import { theServer } from "#core/workspace/policy.ts";
import { sweepRemovedFiles, unknownKeys } from "../data/files/files.ts";
import type { Db } from "../db/database.ts";
import type { Log } from "../log.ts";
import type { FileStore } from "./file-store.ts";

const everyMs = 6 * 60 * 60_000;
const daysKept = 30;

/** Answers the function that ends the sweeping. */
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
