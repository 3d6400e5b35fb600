/*
 * What files hold, in the data folder, each under a random key. A name from
 * outside never becomes a path: keys are made here, and a key of another form
 * is refused before any path is made of it.
 */
import { randomBytes } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable, type Writable } from "node:stream";

const keyForm = /^[0-9a-f]{40}$/;

export type FileStore = {
  newKey(): string;
  /** Where to write what is not whole yet. `keep` makes it lasting under its key, `drop` forgets it. */
  begin(key: string): Promise<{ stream: Writable; keep(): Promise<void>; drop(): Promise<void> }>;
  read(key: string): Promise<Buffer>;
  /** From `start` up to and including `end`. */
  stream(key: string, range?: { start: number; end: number }): ReadableStream<Uint8Array>;
  remove(key: string): Promise<void>;
  /** Keys that were kept more than a day ago, for a sweep to compare with what is known. */
  oldKeys(): Promise<string[]>;
};

/** True for what `newKey` makes, and for nothing that could name another place. */
export function isFileKey(key: string): boolean {
  return keyForm.test(key);
}

export function createFileStore(folder: string): FileStore & { has(key: string): Promise<boolean>; placeOf(key: string): string } {
  const placeOf = (key: string) => {
    if (!isFileKey(key)) throw new Error("A file's key has another form.");
    return join(folder, key.slice(0, 2), key);
  };

  return {
    newKey: () => randomBytes(20).toString("hex"),

    placeOf,

    has: (key) =>
      stat(placeOf(key)).then(
        () => true,
        () => false,
      ),

    async begin(key) {
      const place = placeOf(key);
      await mkdir(join(place, ".."), { recursive: true });
      const part = `${place}.part`;
      return {
        stream: createWriteStream(part, { flags: "wx" }),
        async keep() {
          const file = await open(part, "r");
          await file.sync();
          await file.close();
          await rename(part, place);
        },
        drop: () => rm(part, { force: true }),
      };
    },

    read: (key) => readFile(placeOf(key)),

    stream(key, range) {
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
