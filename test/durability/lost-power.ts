/*
 * A model of a disk that loses power: flushed data stays, and any part of the rest may. Bytes written since their
 * file's last flush survive or not, write by write, whole or torn; names created, changed or removed survive in order
 * up to some point, as on a journaling file system.
 */
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, readSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { Entry } from "./record-files.ts";

type Change = { at: number; data: Buffer } | { size: number };
type NameChange = Exclude<Entry, { op: "write" | "resize" | "flush" }>;
/** The contents of a disk: files by path, and folders. */
export type Remains = { files: Map<string, Buffer>; folders: Set<string> };

export class Disk {
  readonly #contents = new Map<string, { flushed: Buffer; pending: Change[] }>();
  /** Path to file; null for a folder. */
  readonly #names = new Map<string, string | null>();
  #pendingNames: NameChange[] = [];
  readonly #hearsFlush: boolean;

  /** `hearsFlush: false` models the disk under an unmodified PGlite. */
  constructor(folder: string, { hearsFlush = true } = {}) {
    this.#hearsFlush = hearsFlush;
    for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
      const path = relative(folder, join(entry.parentPath, entry.name));
      this.#names.set(path, entry.isDirectory() ? null : path);
      if (entry.isFile()) this.#contents.set(path, { flushed: readFileSync(join(folder, path)), pending: [] });
    }
  }

  apply(entry: Entry, data: Buffer) {
    if (entry.op === "write") this.#contents.get(entry.file)?.pending.push({ at: entry.at, data });
    else if (entry.op === "resize") this.#contents.get(entry.file)?.pending.push({ size: entry.size });
    else if (entry.op === "flush") this.#flush(entry.file);
    else {
      if (entry.op === "create") this.#contents.set(entry.file, { flushed: Buffer.alloc(0), pending: [] });
      this.#pendingNames.push(entry);
    }
  }

  /** What remains after the cut; `share` of what was not flushed survives. */
  cut(random: () => number, share: number): Remains {
    const names = new Map(this.#names);
    const survivors = Math.round(this.#pendingNames.length * Math.min(1, share * 2 * random()));
    for (const change of this.#pendingNames.slice(0, survivors)) rename(names, change);
    const remains: Remains = { files: new Map(), folders: new Set() };
    for (const [path, file] of names) {
      if (file === null) remains.folders.add(path);
      else remains.files.set(path, this.#found(file, random, share));
    }
    return remains;
  }

  #found(file: string, random: () => number, share: number): Buffer {
    const { flushed, pending } = this.#contents.get(file) ?? { flushed: Buffer.alloc(0), pending: [] };
    let found = flushed;
    for (const change of pending) {
      if (random() >= share) continue;
      found = changed(found, random() < 0.2 ? torn(change, random) : change);
    }
    return found;
  }

  #flush(file: string) {
    if (!this.#hearsFlush) return;
    const content = this.#contents.get(file);
    if (content) {
      for (const change of content.pending) content.flushed = changed(content.flushed, change, true);
      content.pending = [];
    }
    const concerns = (change: NameChange) =>
      content
        ? change.op === "create" && change.file === file
        : dirname(change.op === "rename" ? change.to : change.path) === (file || ".");
    const last = this.#pendingNames.findLastIndex(concerns);
    for (const change of this.#pendingNames.splice(0, last + 1)) rename(this.#names, change);
  }
}

function rename(names: Map<string, string | null>, change: NameChange) {
  if (change.op === "create" || change.op === "link") names.set(change.path, change.file);
  else if (change.op === "makeFolder") names.set(change.path, null);
  else if (change.op === "rename") {
    names.set(change.to, names.get(change.path) ?? null);
    names.delete(change.path);
  } else names.delete(change.path);
}

/** `inPlace` if nothing else uses this content; a log of 16 MB is not copied for each commit. */
function changed(content: Buffer, change: Change, inPlace = false): Buffer {
  if (inPlace && "data" in change && change.at + change.data.length <= content.length) {
    change.data.copy(content, change.at);
    return content;
  }
  const end = "size" in change ? change.size : Math.max(content.length, change.at + change.data.length);
  const result = Buffer.alloc(end);
  content.copy(result, 0, 0, end);
  if ("data" in change) change.data.copy(result, change.at);
  return result;
}

/** Disks write sectors of 512 bytes whole, and nothing larger. */
function torn(change: Change, random: () => number): Change {
  if ("size" in change) return change;
  const sectors = Math.floor((change.data.length * random()) / 512);
  return { at: change.at, data: change.data.subarray(0, sectors * 512) };
}

export function putDown({ files, folders }: Remains, folder: string) {
  for (const path of folders) mkdirSync(join(folder, path), { recursive: true });
  for (const [path, content] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

/** The entries of a recording up to a byte offset, a chunk at a time. */
export function* entriesUntil(recording: string, end: number): Generator<[Entry, Buffer]> {
  const descriptor = openSync(recording, "r");
  try {
    const all = Buffer.alloc(end);
    readSync(descriptor, all, 0, end, 0);
    for (let at = 0; at < end;) {
      const lineEnd = all.indexOf(10, at);
      if (lineEnd < 0) return;
      const entry = JSON.parse(all.toString("utf8", at, lineEnd)) as Entry;
      const bytes = entry.op === "write" ? entry.bytes : 0;
      at = lineEnd + 1 + bytes;
      if (at <= end) yield [entry, all.subarray(lineEnd + 1, at)];
    }
  } finally {
    closeSync(descriptor);
  }
}
