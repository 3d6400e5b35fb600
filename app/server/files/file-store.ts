/*
 * File contents in the data folder, each under a random key. External names never become paths:
 * keys are generated here, and any other key is rejected before a path is built.
 */
import { randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { problem } from "#core/workspace/problem.ts";
import { beginFile, exists, type ArrivingFile } from "../storage/durable-file.ts";

const keyForm = /^[0-9a-f]{40}$/;

export type FileStore = {
  newKey(): string;
  /** Starts writing an incomplete file. `keep` makes it permanent under its key, `drop` discards it. */
  begin(key: string): Promise<ArrivingFile>;
  /** Rejects with the problem `file-missing` if there is none. */
  read(key: string): Promise<Buffer>;
  /** From `start` through `end`. Rejects like `read`, before the first byte. */
  stream(key: string, range?: { start: number; end: number }): Promise<ReadableStream<Uint8Array>>;
  remove(key: string): Promise<void>;
  /** Keys stored more than a day ago, for a sweep to compare with the database. */
  oldKeys(): Promise<string[]>;
};

/** True only for keys made by `newKey`, so never for a path elsewhere. */
export function isFileKey(key: string): boolean {
  return keyForm.test(key);
}

type LocalFiles = FileStore & { has(key: string): Promise<boolean>; placeOf(key: string): string };

/** `onFault` is called for files that are in the database but not in storage. */
export function createFileStore(folder: string, onFault: (fault: unknown) => void): LocalFiles {
  const placeOf = (key: string) => {
    if (!isFileKey(key)) throw new Error("A file's key has another form.");
    return join(folder, key.slice(0, 2), key);
  };
  const missing = (error: unknown): never => {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    onFault(error);
    throw problem("file-missing");
  };

  return {
    newKey: () => randomBytes(20).toString("hex"),

    placeOf,

    has: (key) => exists(placeOf(key)),

    begin: (key) => beginFile(placeOf(key)),

    read: (key) => readFile(placeOf(key)).catch(missing),

    async stream(key, range) {
      await stat(placeOf(key)).catch(missing);
      return Readable.toWeb(createReadStream(placeOf(key), range)) as ReadableStream<Uint8Array>;
    },

    remove: (key) => rm(placeOf(key), { force: true }),

    async oldKeys() {
      const names = await readdir(folder, { recursive: true }).catch(() => []);
      const keys: string[] = [];
      for (const name of names) {
        const key = name.split("/").at(-1)!;
        if (!isFileKey(key.replace(/\.part$/, ""))) continue;
        const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: Date.now() }));
        if (Date.now() - mtimeMs < 86_400_000) continue;
        if (key.endsWith(".part")) await rm(join(folder, name), { force: true });
        else keys.push(key);
      }
      return keys;
    },
  };
}
