/*
 * Office files are zip archives, which can declare little and contain a lot. So the directory is
 * checked before unpacking, unpacked bytes are counted, and only the parts a reader requests are
 * unpacked.
 */
import { unzipSync } from "fflate";
import yauzl, { type Entry, type ZipFile } from "yauzl";
import { Unreadable } from "./unreadable.ts";

const mebibyte = 1024 * 1024;
type Limits = { entries: number; bytes: number; ratio: number; bigEntry: number };
const ofStrangers: Limits = { entries: 2_000, bytes: 50 * mebibyte, ratio: 200, bigEntry: mebibyte };
/** For an archive that Stet has just made. */
export const noLimits: Limits = { entries: Infinity, bytes: Infinity, ratio: Infinity, bigEntry: Infinity };

export const isProtected = "This file is password-protected. Save it without the password and attach it again.";

export type Archive = {
  names: readonly string[];
  has(name: string): boolean;
  /** A part's text in chunks, or null if there is none of this name. */
  part(name: string): AsyncIterable<string> | null;
  /** The first bytes of a part. */
  head(name: string, bytes: number): Promise<Buffer | null>;
};

/** Existing parts, unpacked as streams. */
type Parts = ReadonlyMap<string, () => AsyncIterable<Uint8Array>>;

export async function openArchive(bytes: Buffer, limits: Limits = ofStrangers): Promise<Archive> {
  const parts = await partsOf(bytes, limits);
  // Part names are case-insensitive.
  const lower = new Map([...parts.keys()].map((name) => [name.toLowerCase(), name]));
  const find = (name: string) => parts.get(name) ?? parts.get(lower.get(name.toLowerCase()) ?? "");
  let unpacked = 0;
  async function* chunks(open: () => AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of open()) {
        unpacked += chunk.length;
        if (unpacked > limits.bytes) throw tooLarge();
        yield chunk;
      }
    } catch (error) {
      throw error instanceof Unreadable ? error : damaged();
    }
  }
  return {
    names: [...parts.keys()],
    has: (name) => find(name) !== undefined,
    part(name) {
      const open = find(name);
      return open === undefined ? null : decoded(chunks(open));
    },
    async head(name, length) {
      const open = find(name);
      if (open === undefined) return null;
      const gathered: Uint8Array[] = [];
      for await (const chunk of chunks(open)) {
        gathered.push(chunk);
        if (gathered.reduce((sum, one) => sum + one.length, 0) >= length) break;
      }
      return Buffer.concat(gathered).subarray(0, length);
    },
  };
}

async function partsOf(bytes: Buffer, limits: Limits): Promise<Parts> {
  try {
    const zip = await opened(bytes);
    const parts = new Map<string, () => AsyncIterable<Uint8Array>>();
    for (const [name, entry] of await listed(zip, limits)) parts.set(name, () => streamed(zip, entry));
    return parts;
  } catch (error) {
    if (error instanceof Unreadable) throw error;
    return looselyListed(bytes, limits);
  }
}

/** Opened only when read: an open stream can fail before anything listens to it. */
async function* streamed(zip: ZipFile, entry: Entry): AsyncGenerator<Uint8Array> {
  for await (const chunk of await zip.openReadStreamPromise(entry)) yield chunk as Buffer;
}

/**
 * Some programs write archives with an invalid directory (truncated extra fields, names with a
 * leading slash) but intact parts. An unpacked part must not exceed its declared size.
 */
function looselyListed(bytes: Buffer, limits: Limits): Parts {
  const parts = new Map<string, () => AsyncIterable<Uint8Array>>();
  const tally = new Tally(limits);
  try {
    unzipSync(bytes, {
      filter({ name, size, originalSize }) {
        tally.add(originalSize, size);
        const plain = name.replaceAll("\\", "/").replace(/^\/+/, "");
        if (!parts.has(plain)) parts.set(plain, () => unpackedOnly(bytes, name));
        return false;
      },
    });
  } catch (error) {
    throw error instanceof Unreadable ? error : damaged();
  }
  return parts.size === 0 ? damaged() : parts;
}

async function* unpackedOnly(bytes: Buffer, wanted: string): AsyncGenerator<Uint8Array> {
  let isFirst = true;
  const found = unzipSync(bytes, { filter: ({ name }) => name === wanted && isFirst && !(isFirst = false) });
  yield found[wanted]!;
}

/** Checks an archive's declared unpacked size against our limits. */
class Tally {
  #entries = 0;
  #total = 0;
  #limits: Limits;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  add(unpacked: number, packed: number): void {
    const limits = this.#limits;
    if (++this.#entries > limits.entries) throw tooMany(this.#entries);
    this.#total += unpacked;
    const ratio = unpacked / Math.max(1, packed);
    if (this.#total > limits.bytes || (unpacked > limits.bigEntry && ratio > limits.ratio)) throw tooLarge();
  }
}

async function opened(bytes: Buffer): Promise<ZipFile> {
  // Lazily: an archive of 100,000 entries is refused without reading them.
  return yauzl.fromBufferPromise(bytes, { lazyEntries: true, validateEntrySizes: true });
}

async function listed(zip: ZipFile, limits: Limits): Promise<Map<string, Entry>> {
  if (zip.entryCount > limits.entries) throw tooMany(zip.entryCount);
  const entries = new Map<string, Entry>();
  const tally = new Tally(limits);
  for await (const entry of zip.eachEntry()) {
    tally.add(entry.uncompressedSize, entry.compressedSize);
    if (entry.isEncrypted()) throw new Unreadable(isProtected);
    // The first entry of a name counts: a second may exist to deceive a scanner.
    if (!entries.has(entry.fileName)) entries.set(entry.fileName, entry);
  }
  return entries;
}

async function* decoded(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  for await (const chunk of chunks) {
    decoder ??= new TextDecoder(chunk[0] === 0xff && chunk[1] === 0xfe ? "utf-16le" : chunk[0] === 0xfe ? "utf-16be" : "utf-8");
    yield decoder.decode(chunk, { stream: true });
  }
  if (decoder !== undefined) yield decoder.decode();
}

function damaged(): never {
  throw new Unreadable("This file is damaged: its archive can’t be unpacked. Open it in the app it came from and save it again.");
}

function tooMany(count: number): Unreadable {
  return new Unreadable(`This file is an archive with ${count} parts, too many for a document. It was not opened.`);
}

function tooLarge(): Unreadable {
  return new Unreadable("This file unpacks to far more than its stated size. It was not opened.");
}
