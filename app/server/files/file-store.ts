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

export type FileStore = ReturnType<typeof createFileStore>;

export function createFileStore(folder: string) {
  const placeOf = (key: string) => {
    if (!keyForm.test(key)) throw new Error("A file's key has another form.");
    return join(folder, key.slice(0, 2), key);
  };

  return {
    newKey: () => randomBytes(20).toString("hex"),

    /** Where to write what is not whole yet. `keep` makes it lasting under its key, `drop` forgets it. */
    async begin(key: string): Promise<{ stream: Writable; keep(): Promise<void>; drop(): Promise<void> }> {
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

    read: (key: string): Promise<Buffer> => readFile(placeOf(key)),

    /** From `start` up to and including `end`. */
    stream(key: string, range?: { start: number; end: number }): ReadableStream<Uint8Array> {
      return Readable.toWeb(createReadStream(placeOf(key), range)) as ReadableStream<Uint8Array>;
    },

    remove: (key: string): Promise<void> => rm(placeOf(key), { force: true }),

    /** Keys on the disk that are older than a day, for a sweep to compare with what is known. */
    async oldKeys(): Promise<string[]> {
      const names = await readdir(folder, { recursive: true }).catch(() => []);
      const keys: string[] = [];
      for (const name of names) {
        const key = name.split("/").at(-1)!;
        if (!keyForm.test(key.replace(/\.part$/, ""))) continue;
        const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: Date.now() }));
        if (Date.now() - mtimeMs < 86_400_000) continue;
        if (key.endsWith(".part")) await rm(join(folder, name), { force: true });
        else keys.push(key);
      }
      return keys;
    },
  };
}
