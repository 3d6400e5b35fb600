/* An export on disk: a ZIP or plain JSON. Only the directory is read up front; contents are read on demand. */
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import yauzl, { type Entry } from "yauzl";
import { Unreadable } from "../files/unreadable.ts";

export type Export = {
  names: readonly string[];
  /** One of `names`. */
  stream(name: string): Promise<AsyncIterable<Uint8Array>>;
  sizeOf(name: string): number;
  close(): void;
};

const mostEntries = 200_000;
const noArchive = "This file is neither a ZIP archive nor JSON. Choose the ZIP exactly as you received it from the other product.";
const damaged = "This archive is damaged: its table of contents can’t be read. Download it again and retry.";

export async function openExport(path: string, size: number): Promise<Export> {
  const head = await beginning(path);
  if (head.startsWith("PK")) return openZip(path);
  if (!/^\ufeff?\s*[[{]/.test(head)) throw new Unreadable(noArchive);
  return { names: ["conversations.json"], stream: async () => createReadStream(path), sizeOf: () => size, close: () => {} };
}

async function beginning(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(200), 0, 200, 0);
    return buffer.subarray(0, bytesRead).toString();
  } finally {
    await file.close();
  }
}

async function openZip(path: string): Promise<Export> {
  const entries = new Map<string, Entry>();
  const zip = await yauzl.openPromise(path, { lazyEntries: true, validateEntrySizes: true, autoClose: false }).catch(() => {
    throw new Unreadable(damaged);
  });
  if (zip.entryCount > mostEntries)
    throw new Unreadable(`This archive has ${zip.entryCount} entries; at most ${mostEntries} can be read.`);
  try {
    for await (const entry of zip.eachEntry()) {
      if (entry.isEncrypted())
        throw new Unreadable("This archive is password-protected. Unpack it and pack it again without a password.");
      // The first entry of a name counts.
      if (!entry.fileName.endsWith("/") && !entries.has(entry.fileName)) entries.set(entry.fileName, entry);
    }
  } catch (error) {
    throw error instanceof Unreadable ? error : new Unreadable(damaged);
  }
  return {
    names: [...entries.keys()],
    sizeOf: (name) => entries.get(name)?.uncompressedSize ?? 0,
    stream: async (name) => (await zip.openReadStreamPromise(entries.get(name)!)) as AsyncIterable<Uint8Array>,
    close: () => zip.close(),
  };
}
