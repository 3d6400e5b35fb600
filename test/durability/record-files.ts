/*
 * Loaded into the embedded engine's thread. Records every change the engine makes to its files, and every flush, in
 * order, to the file STET_RECORD names. power-cut.ts replays it onto a disk that loses power. An entry is a line of
 * JSON followed by as many raw bytes as it states.
 */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { relative, resolve } from "node:path";
import { workerData } from "node:worker_threads";

/** `file` identifies a file for its whole life, across renames: its first path, plus a number if it is new. */
export type Entry =
  | { op: "create"; path: string; file: string }
  /** A second name for a file. */
  | { op: "link"; path: string; file: string }
  | { op: "remove" | "makeFolder" | "removeFolder"; path: string }
  | { op: "rename"; path: string; to: string }
  | { op: "write"; file: string; at: number; bytes: number }
  | { op: "resize"; file: string; size: number }
  /** Flushes a file's bytes or, by its path, the names in a folder. */
  | { op: "flush"; file: string };

const real = { ...fs };
const root = resolve((workerData as { folder: string }).folder);
const record = real.openSync(process.env["STET_RECORD"] as string, "a");
const fileAt = new Map<string, string>();
const fileOf = new Map<number, string>();
let created = 0;

function note(entry: Entry, data?: Uint8Array) {
  real.writeSync(record, `${JSON.stringify(entry)}\n`);
  if (data) real.writeSync(record, data);
}

function inside(path: unknown): string | undefined {
  const name = relative(root, String(path));
  return name.startsWith("..") ? undefined : name;
}

function noteNew(path: string) {
  fileAt.set(path, `${path}#${++created}`);
  note({ op: "create", path, file: fileAt.get(path) as string });
}

fs.openSync = ((path: string, flags: number, mode?: number) => {
  const isNew = !real.existsSync(path);
  const descriptor = real.openSync(path, flags, mode);
  const name = inside(path);
  if (name === undefined) return descriptor;
  if (isNew) noteNew(name);
  const file = fileAt.get(name) ?? name;
  fileOf.set(descriptor, file);
  if (!isNew && (flags & fs.constants.O_TRUNC) !== 0) note({ op: "resize", file, size: 0 });
  return descriptor;
}) as typeof fs.openSync;

// How emscripten creates a file before opening it.
fs.writeFileSync = ((path: string, data: string, options: object) => {
  const name = inside(path);
  if (name !== undefined && (data !== "" || real.existsSync(path)))
    throw new Error("The engine is expected to write by descriptor");
  real.writeFileSync(path, data, options);
  if (name !== undefined) noteNew(name);
}) as typeof fs.writeFileSync;

fs.closeSync = (descriptor) => {
  fileOf.delete(descriptor);
  real.closeSync(descriptor);
};

fs.writeSync = ((descriptor: number, buffer: Uint8Array, offset: number, length: number, at: number) => {
  const written = real.writeSync(descriptor, buffer, offset, length, at);
  const file = fileOf.get(descriptor);
  if (file === undefined) return written;
  if (typeof at !== "number") throw new Error("The engine is expected to say where it writes");
  note({ op: "write", file, at, bytes: written }, new Uint8Array(buffer.buffer, buffer.byteOffset + offset, written));
  return written;
}) as typeof fs.writeSync;

fs.ftruncateSync = (descriptor, size) => {
  real.ftruncateSync(descriptor, size);
  const file = fileOf.get(descriptor);
  if (file !== undefined) note({ op: "resize", file, size: size ?? 0 });
};

fs.truncateSync = (path, size) => {
  real.truncateSync(path, size);
  const name = inside(path);
  if (name !== undefined) note({ op: "resize", file: fileAt.get(name) ?? name, size: size ?? 0 });
};

for (const flush of ["fsyncSync", "fdatasyncSync"] as const) {
  fs[flush] = (descriptor) => {
    real[flush](descriptor);
    const file = fileOf.get(descriptor);
    if (file !== undefined) note({ op: "flush", file });
  };
}

fs.renameSync = (from, to) => {
  real.renameSync(from, to);
  const [path, target] = [inside(from), inside(to)];
  if (path === undefined || target === undefined) return;
  fileAt.set(target, fileAt.get(path) ?? path);
  fileAt.delete(path);
  note({ op: "rename", path, to: target });
};

for (const [call, op] of [
  ["unlinkSync", "remove"],
  ["mkdirSync", "makeFolder"],
  ["rmdirSync", "removeFolder"],
] as const) {
  fs[call] = ((path: string, mode?: number) => {
    (real[call] as (path: string, mode?: number) => void)(path, mode);
    const name = inside(path);
    if (name !== undefined) note({ op, path: name });
  }) as never;
}
syncBuiltinESMExports();
