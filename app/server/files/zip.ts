/*
 * Office files are zip archives, and an archive can promise little and hold
 * much. So its table of contents is judged before a byte is unpacked, what is
 * unpacked is counted, and only the parts that a reader asks for are.
 */
import yauzl, { type Entry, type ZipFile } from "yauzl";
import { Unreadable } from "./unreadable.ts";

const mebibyte = 1024 * 1024;
const limits = { entries: 2_000, bytes: 50 * mebibyte, ratio: 200, bigEntry: mebibyte };

export type Archive = {
  names: readonly string[];
  /** The text of a part in pieces, or null when there is none of this name. */
  part(name: string): AsyncIterable<string> | null;
  /** The beginning of a part as bytes. */
  head(name: string, bytes: number): Promise<Buffer | null>;
};

export async function openArchive(bytes: Buffer): Promise<Archive> {
  const zip = await opened(bytes);
  const entries = await listed(zip);
  let unpacked = 0;
  /** Opened only when it is read: a stream that nobody reads yet can still fail. */
  async function* chunks(entry: Entry): AsyncGenerator<Buffer> {
    try {
      for await (const chunk of await zip.openReadStreamPromise(entry)) {
        unpacked += (chunk as Buffer).length;
        if (unpacked > limits.bytes) throw tooLarge();
        yield chunk as Buffer;
      }
    } catch (error) {
      throw error instanceof Unreadable ? error : damaged();
    }
  }
  return {
    names: [...entries.keys()],
    part(name) {
      const entry = entries.get(name);
      return entry === undefined ? null : decoded(chunks(entry));
    },
    async head(name, length) {
      const entry = entries.get(name);
      if (entry === undefined) return null;
      const gathered: Buffer[] = [];
      for await (const chunk of chunks(entry)) {
        gathered.push(chunk);
        if (gathered.reduce((sum, one) => sum + one.length, 0) >= length) break;
      }
      return Buffer.concat(gathered).subarray(0, length);
    },
  };
}

async function opened(bytes: Buffer): Promise<ZipFile> {
  // Lazily: an archive of 100,000 entries is refused without reading them.
  return yauzl.fromBufferPromise(bytes, { lazyEntries: true, validateEntrySizes: true }).catch(damaged);
}

async function listed(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > limits.entries)
    throw new Unreadable(`This file is an archive of ${zip.entryCount} parts, more than any document has. It was not opened.`);
  const entries = new Map<string, Entry>();
  let total = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      total += entry.uncompressedSize;
      const ratio = entry.uncompressedSize / Math.max(1, entry.compressedSize);
      if (total > limits.bytes || (entry.uncompressedSize > limits.bigEntry && ratio > limits.ratio)) throw tooLarge();
      if (entry.isEncrypted())
        throw new Unreadable("This file is protected by a password. Save it without the password, and attach it again.");
      // The first of a name counts: a second one may be there to show a checker something else.
      if (!entries.has(entry.fileName)) entries.set(entry.fileName, entry);
    }
  } catch (error) {
    throw error instanceof Unreadable ? error : damaged();
  }
  return entries;
}

async function* decoded(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  for await (const chunk of chunks) {
    decoder ??= new TextDecoder(chunk[0] === 0xff && chunk[1] === 0xfe ? "utf-16le" : chunk[0] === 0xfe ? "utf-16be" : "utf-8");
    yield decoder.decode(chunk, { stream: true });
  }
  if (decoder !== undefined) yield decoder.decode();
}

function damaged(): never {
  throw new Unreadable("This file is damaged: its archive cannot be unpacked. Open it where it was made, and save it again.");
}

function tooLarge(): Unreadable {
  return new Unreadable("This file unpacks to far more than its size promises. It was not opened.");
}
