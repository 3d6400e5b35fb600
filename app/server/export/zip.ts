/*
 * Streams a ZIP archive: only one entry at a time is in memory, whatever the total size. Entries
 * are deflated, unless they are already, names are UTF-8, and no name escapes the target folder.
 */
import { promisify } from "node:util";
import { crc32, deflateRaw } from "node:zlib";
import { streamOf } from "./stream-of.ts";

/** `isPacked`: it is compressed already, and is put in as it is. */
export type ZipEntry = {
  name: string;
  content: string | Uint8Array;
  at: Date;
  isPacked?: boolean;
  /** Called with the name it has got in the archive. */
  onNamed?: (name: string) => void;
};

const deflate = promisify(deflateRaw);
/** The limits of the format without ZIP64. */
const mostEntries = 65_535;
const mostBytes = 0xff_ff_ff_ff;

export function zipStream(entries: AsyncIterable<ZipEntry>): ReadableStream<Uint8Array<ArrayBuffer>> {
  return streamOf(zipChunks(entries, (name, taken) => uniqueName(safeName(name), taken)));
}

/** A file whose format is an archive: its parts have the names that the format gives them, such as `_rels/.rels`. */
export function packageStream(parts: AsyncIterable<ZipEntry>): ReadableStream<Uint8Array<ArrayBuffer>> {
  return streamOf(zipChunks(parts, (name) => name));
}

type Naming = (name: string, taken: Set<string>) => string;

async function* zipChunks(entries: AsyncIterable<ZipEntry>, named: Naming): AsyncGenerator<Uint8Array<ArrayBuffer>, undefined> {
  const directory: Buffer<ArrayBuffer>[] = [];
  const taken = new Set<string>();
  let offset = 0;
  for await (const entry of entries) {
    const content = typeof entry.content === "string" ? Buffer.from(entry.content) : entry.content;
    const isPacked = entry.isPacked === true;
    const packed = isPacked ? content : await deflate(content);
    const given = named(entry.name, taken);
    entry.onNamed?.(given);
    const name = Buffer.from(given);
    const facts = factsOf({ name, content, packed, isPacked, at: entry.at });
    const local = Buffer.concat([record(0x04_03_4b_50, 4), facts, name]);
    yield local;
    yield Uint8Array.from(packed);
    directory.push(Buffer.concat([directoryStart, facts, directoryEnd(offset), name]));
    offset += local.length + packed.length;
    if (directory.length > mostEntries || offset > mostBytes) throw new Error("This is too much for one ZIP archive.");
  }
  const list = Buffer.concat(directory);
  yield list;
  yield endOf(directory.length, list.length, offset);
}

function record(signature: number, length: number): Buffer<ArrayBuffer> {
  const bytes = Buffer.alloc(length);
  bytes.writeUInt32LE(signature, 0);
  return bytes;
}

/** Made by Unix (3), version 2.0; then the entry's own fields. */
const directoryStart = record(0x02_01_4b_50, 6);
directoryStart.writeUInt16LE((3 << 8) | 20, 4);

/** No comment, one disk, and a file that its owner may read and write. */
function directoryEnd(offset: number): Buffer<ArrayBuffer> {
  const bytes = Buffer.alloc(14);
  bytes.writeUInt32LE((0o100_644 << 16) >>> 0, 6);
  bytes.writeUInt32LE(offset, 10);
  return bytes;
}

type Facts = { name: Buffer; content: Uint8Array; packed: Uint8Array; isPacked: boolean; at: Date };

/** Fields shared by local header and directory: version, flags (UTF-8), method (deflate, or none), time, checksums and lengths. */
function factsOf({ name, content, packed, isPacked, at }: Facts): Buffer<ArrayBuffer> {
  const bytes = Buffer.alloc(26);
  bytes.writeUInt16LE(20, 0);
  bytes.writeUInt16LE(0x0800, 2);
  bytes.writeUInt16LE(isPacked ? 0 : 8, 4);
  bytes.writeUInt16LE((at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1), 6);
  const years = Math.min(127, Math.max(0, at.getUTCFullYear() - 1980));
  bytes.writeUInt16LE((years << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(), 8);
  bytes.writeUInt32LE(crc32(content), 10);
  bytes.writeUInt32LE(packed.length, 14);
  bytes.writeUInt32LE(content.length, 18);
  bytes.writeUInt16LE(name.length, 22);
  return bytes;
}

function endOf(entries: number, length: number, offset: number): Buffer<ArrayBuffer> {
  const bytes = record(0x06_05_4b_50, 22);
  bytes.writeUInt16LE(entries, 8);
  bytes.writeUInt16LE(entries, 10);
  bytes.writeUInt32LE(length, 12);
  bytes.writeUInt32LE(offset, 16);
  return bytes;
}

/** A safe path component from a user-chosen name. */
export function fileName(text: string): string {
  const plain = text
    .normalize("NFC")
    .replaceAll(/[\p{Cc}\p{Cf}/\\:*?"<>|]/gu, " ")
    .replaceAll(/\s+/g, " ")
    .trim()
    .replace(/^\.+/, "")
    .slice(0, 80)
    .replace(/(?<![. ])[. ]+$/, "");
  return plain === "" ? "untitled" : plain;
}

function safeName(name: string): string {
  return name.split("/").map(fileName).join("/");
}

function uniqueName(name: string, taken: Set<string>): string {
  const [, stem = name, ending = ""] = /^(.*?)(\.[a-z0-9]+)?$/s.exec(name) ?? [];
  let unique = name;
  // Some file systems are case-insensitive.
  for (let i = 2; taken.has(unique.toLowerCase()); i++) unique = `${stem} (${i})${ending}`;
  taken.add(unique.toLowerCase());
  return unique;
}
