/*
 * Loaded into a whole server before all else. Records every change it makes in the data folder outside of the
 * database, and every flush, to the file STET_RECORD names. The database's own files are recorded in its thread by
 * record-files.ts, in the same format.
 */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { dirname, relative, resolve } from "node:path";
import type { Entry } from "./record-files.ts";

type Callback = (error: NodeJS.ErrnoException | null, ...results: unknown[]) => void;
type Handle = fs.promises.FileHandle;

const real = { ...fs };
const realPromises = { ...fs.promises };
const root = resolve(process.env["STET_RECORD_ROOT"] as string);
const record = real.openSync(process.env["STET_RECORD"] as string, "a");
const fileAt = new Map<string, string>();
/** By descriptor: its file, and the current write position. */
const opened = new Map<number, { file: string; at: number }>();
let created = 0;

function note(entry: Entry, data: Uint8Array = new Uint8Array()) {
  real.writeSync(record, Buffer.concat([Buffer.from(`${JSON.stringify(entry)}\n`), data]));
}

function inside(path: unknown): string | undefined {
  const name = relative(root, resolve(String(path)));
  return name.startsWith("..") || name === "database" || name.startsWith("database/") ? undefined : name;
}

const isThere = (path: unknown) => real.existsSync(String(path));

function noteOpened(path: unknown, descriptor: number, wasThere: boolean, isTruncated: boolean) {
  const name = inside(path);
  if (name === undefined) return;
  if (!wasThere) {
    fileAt.set(name, `${name}#${++created}`);
    note({ op: "create", path: name, file: fileAt.get(name) as string });
  }
  // A folder is identified by its path; the data folder itself has none.
  const file = fileAt.get(name) ?? (name || ".");
  opened.set(descriptor, { file, at: 0 });
  if (wasThere && isTruncated) note({ op: "resize", file, size: 0 });
}

const truncates = (flags: unknown) => typeof flags === "string" && flags.startsWith("w") && !flags.includes("x");

function noteWritten(descriptor: number, data: Uint8Array, at: unknown) {
  const open = opened.get(descriptor);
  if (open === undefined) return;
  const from = typeof at === "number" ? at : open.at;
  open.at = from + data.length;
  note({ op: "write", file: open.file, at: from, bytes: data.length }, data);
}

function noteFlushed(descriptor: number) {
  const open = opened.get(descriptor);
  if (open !== undefined) note({ op: "flush", file: open.file });
}

/** Every folder that a recursive `mkdir` creates, top down. */
function missingFolders(path: unknown): string[] {
  const missing: string[] = [];
  for (let folder = resolve(String(path)); !isThere(folder); folder = dirname(folder)) missing.unshift(folder);
  return missing.flatMap((folder) => inside(folder) ?? []);
}

function noteRenamed(from: unknown, to: unknown) {
  const [path, target] = [inside(from), inside(to)];
  if (path === undefined || target === undefined) return;
  fileAt.set(target, fileAt.get(path) ?? path);
  fileAt.delete(path);
  note({ op: "rename", path, to: target });
}

function bytesOf(content: unknown, options?: unknown): Uint8Array {
  const encoding = typeof options === "string" ? options : "utf8";
  return typeof content === "string" ? Buffer.from(content, encoding as BufferEncoding) : (content as Uint8Array);
}

// Used by streams.
fs.open = ((path: string, ...rest: unknown[]) => {
  const answer = rest.pop() as Callback;
  const wasThere = isThere(path);
  (real.open as (...given: unknown[]) => void)(path, ...rest, (error: NodeJS.ErrnoException | null, descriptor: number) => {
    if (!error) noteOpened(path, descriptor, wasThere, truncates(rest[0]));
    answer(error, descriptor);
  });
}) as typeof fs.open;

fs.write = ((descriptor: number, buffer: Uint8Array, offset: number, length: number, at: unknown, answer: Callback) => {
  real.write(descriptor, buffer, offset, length, at as number, (error, written) => {
    if (!error) noteWritten(descriptor, buffer.subarray(offset, offset + written), at);
    answer(error, written, buffer);
  });
}) as typeof fs.write;

fs.writev = ((descriptor: number, buffers: Uint8Array[], at: unknown, answer: Callback) => {
  real.writev(descriptor, buffers, at as number, (error, written) => {
    if (!error) noteWritten(descriptor, Buffer.concat(buffers).subarray(0, written), at);
    answer(error, written, buffers);
  });
}) as typeof fs.writev;

fs.close = ((descriptor: number, answer: Callback) => {
  opened.delete(descriptor);
  real.close(descriptor, answer);
}) as typeof fs.close;

// Used by our own code.
function watched(handle: Handle): Handle {
  const { fd } = handle;
  const [writeFile, sync, datasync, close] = [handle.writeFile, handle.sync, handle.datasync, handle.close].map((call) =>
    (call as (...given: unknown[]) => Promise<void>).bind(handle),
  ) as [Handle["writeFile"], Handle["sync"], Handle["datasync"], Handle["close"]];
  // Called by a stream over the handle.
  const [write, writev] = [handle.write.bind(handle), handle.writev.bind(handle)] as [
    (...given: unknown[]) => Promise<{ bytesWritten: number }>,
    (...given: unknown[]) => Promise<{ bytesWritten: number }>,
  ];
  const flushed = (flush: () => Promise<void>) => async () => {
    await flush();
    noteFlushed(fd);
  };
  return Object.assign(handle, {
    async write(buffer: Uint8Array, offset: number, length: number, at: unknown) {
      const result = await write(buffer, offset, length, at);
      noteWritten(fd, buffer.subarray(offset, offset + result.bytesWritten), at);
      return result;
    },
    async writev(buffers: Uint8Array[], at: unknown) {
      const result = await writev(buffers, at);
      noteWritten(fd, Buffer.concat(buffers).subarray(0, result.bytesWritten), at);
      return result;
    },
    async writeFile(content: string, options?: unknown) {
      await writeFile(content, options as BufferEncoding);
      noteWritten(fd, bytesOf(content, options), undefined);
    },
    sync: flushed(sync),
    datasync: flushed(datasync),
    async close() {
      opened.delete(fd);
      await close();
    },
  });
}

Object.assign(fs.promises, {
  async open(path: string, flags: string, mode: number) {
    const wasThere = isThere(path);
    const handle = await realPromises.open(path, flags, mode);
    noteOpened(path, handle.fd, wasThere, truncates(flags));
    return inside(path) === undefined ? handle : watched(handle);
  },
  async writeFile(path: string, content: string, options?: unknown) {
    const handle = await fs.promises.open(path, "w");
    await handle.writeFile(content, options as BufferEncoding).finally(() => handle.close());
  },
  async mkdir(path: string, options?: { recursive?: boolean }) {
    const missing = missingFolders(path);
    const first = await realPromises.mkdir(path, options);
    for (const folder of missing) note({ op: "makeFolder", path: folder });
    return first;
  },
  async rename(from: string, to: string) {
    await realPromises.rename(from, to);
    noteRenamed(from, to);
  },
  async link(from: string, to: string) {
    await realPromises.link(from, to);
    const [path, target] = [inside(from), inside(to)];
    if (path !== undefined && target !== undefined) note({ op: "link", path: target, file: fileAt.get(path) ?? path });
  },
  async rm(path: string, options?: object) {
    const wasThere = isThere(path);
    await realPromises.rm(path, options);
    noteRemoved(path, wasThere);
  },
  async unlink(path: string) {
    await realPromises.unlink(path);
    noteRemoved(path, true);
  },
});

function noteRemoved(path: string, wasThere: boolean) {
  const name = inside(path);
  if (wasThere && name !== undefined) note({ op: "remove", path: name });
}

syncBuiltinESMExports();
