/*
 * Writes everything in the data folder except the database, in an order that survives a power cut: write a temporary
 * file next to the target, flush it, rename it, flush the folder. Nothing may be acknowledged before the promise
 * resolves. Without the last step the rename waits for the next commit of the file system's journal, up to five seconds
 * on ext4.
 */
import { randomBytes } from "node:crypto";
import type { WriteStream } from "node:fs";
import { link, mkdir, open, readdir, rename, rm, rmdir, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";

/** Readable only by the account that runs Stet. */
const folderMode = 0o700;
const fileMode = 0o600;

/** Flushes a file's contents or a folder's entries. */
export async function flushPath(path: string): Promise<void> {
  const file = await open(path, "r");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Folders whose own names this process has flushed, or is flushing. */
const lasting = new Map<string, Promise<void>>();

/**
 * Creates a folder with its parents. An existing folder's name is flushed too, once per process: whatever created it
 * may have lost power, or be a concurrent request that has not flushed yet.
 */
export async function makeFolder(folder: string): Promise<void> {
  const path = resolve(folder);
  const first = await mkdir(path, { recursive: true, mode: folderMode });
  if (first !== undefined) for (let made = path; made.length >= first.length; made = dirname(made)) lasting.delete(made);
  await flushName(path);
}

function flushName(folder: string): Promise<void> {
  const known = lasting.get(folder);
  if (known !== undefined) return known;
  const flushing = flushParents(folder);
  lasting.set(folder, flushing);
  flushing.catch(() => lasting.delete(folder));
  return flushing;
}

async function flushParents(folder: string): Promise<void> {
  const parent = dirname(folder);
  if (parent === folder) return;
  await flushName(parent);
  // A folder we cannot read was not created by us.
  await flushPath(parent).catch((error: unknown) => ignore(error, "EACCES", "EPERM"));
}

/** Moves a finished file to its final name, replacing any existing file. */
export async function place(part: string, path: string): Promise<void> {
  await flushPath(part);
  await rename(part, path);
  await flushPath(dirname(path));
}

/** Writes a file atomically: readers see the old one or the new one, never part of it. */
export async function writeDurably(path: string, content: string | Uint8Array): Promise<void> {
  await writePart(path, content, (part) => place(part, path));
}

async function writePart<T>(path: string, content: string | Uint8Array, finish: (part: string) => Promise<T>): Promise<T> {
  await makeFolder(dirname(path));
  const part = `${path}.${randomBytes(6).toString("hex")}.part`;
  try {
    const file = await open(part, "wx", fileMode);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    return await finish(part);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

/** Writes a file that must not exist yet. False if it does: another process may have been faster. */
export async function createDurably(path: string, content: string | Uint8Array): Promise<boolean> {
  return writePart(path, content, async (part) => {
    const isNew = await link(part, path).then(
      () => true,
      (error: unknown) => ignore(error, "EEXIST"),
    );
    await rm(part);
    await flushPath(dirname(path));
    return isNew ?? false;
  });
}

export type ArrivingFile = { stream: WriteStream; keep(): Promise<void>; drop(): Promise<void> };

/** A file written as it arrives: `keep` makes it durable under `path`, `drop` discards it. */
export async function beginFile(path: string): Promise<ArrivingFile> {
  await makeFolder(dirname(path));
  const part = `${path}.part`;
  // Opened before it can be dropped: a stream opens its file lazily, and would recreate it after removal.
  const stream = (await open(part, "wx", fileMode)).createWriteStream();
  return {
    stream,
    keep: () => place(part, path),
    async drop() {
      stream.destroy();
      await rm(part, { force: true });
    },
  };
}

/** Adds a hard link to a finished file. */
export async function linkDurably(from: string, path: string): Promise<void> {
  await flushPath(from);
  await link(from, path);
  await flushPath(dirname(path));
}

/** Empty if the folder does not exist. */
export async function listNames(folder: string): Promise<string[]> {
  return (await readdir(folder).catch((error: unknown) => ignore(error, "ENOENT"))) ?? [];
}

/** Moves a folder's contents to another one on the same disk, and removes it. */
export async function moveContents(from: string, to: string): Promise<void> {
  for (const name of await readdir(from)) await rename(join(from, name), join(to, name));
  await rmdir(from);
  await flushPath(to);
}

export async function exists(path: string): Promise<boolean> {
  const found = await stat(path).catch((error: unknown) => ignore(error, "ENOENT"));
  return found !== undefined;
}

function ignore(error: unknown, ...codes: string[]): undefined {
  if (!codes.includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
}
