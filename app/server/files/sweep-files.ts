/* Permanently deletes what was removed a month ago, and content that no file uses any more. */
import { theServer } from "#core/workspace/policy.ts";
import { sweepRemovedFiles, unknownKeys } from "../data/files/files.ts";
import type { Db } from "../db/database.ts";
import type { FileStore } from "./file-store.ts";

const daysKept = 30;

type Parts = { db: Db; store: FileStore };

export async function sweepFiles({ db, store }: Parts, signal: AbortSignal): Promise<void> {
  const gone = await sweepRemovedFiles(theServer, db, daysKept);
  const left = await unknownKeys(theServer, db, await store.oldKeys());
  for (const key of [...gone, ...left]) {
    signal.throwIfAborted();
    await store.remove(key);
  }
}
