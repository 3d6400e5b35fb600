/* An export on disk: a ZIP or plain JSON. Only the directory is read up front; contents are read on demand. */
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import yauzl, { type Entry } from "yauzl";
import { Unreadable } from "../files/unreadable.ts";

export type Export = {
  names: readonly string[];
  /** Symbolic links: their content is only a path, and they are not among `names`. */
  links: readonly string[];
  /** One of `names`. */
  stream(name: string): Promise<AsyncIterable<Uint8Array>>;
  sizeOf(name: string): number;
  /** When it was last changed, in milliseconds since 1970, if the archive says so. */
  timeOf(name: string): number | null;
  close(): void;
};

const mostEntries = 200_000;
const noArchive = "This file is neither a ZIP archive nor JSON. Choose the ZIP exactly as you received it from the other product.";
const damaged = "This archive is damaged: its table of contents can’t be read. Download it again and retry.";

export async function openExport(path: string, size: number): Promise<Export> {
  const head = await beginning(path);
  if (head.startsWith("PK")) return openZip(path);
  if (!/^\ufeff?\s*[[{]/.test(head)) throw new Unreadable(noArchive);
  return {
    names: ["conversations.json"],
    links: [],
    stream: async () => createReadStream(path),
    sizeOf: () => size,
    timeOf: () => null,
    close: () => {},
  };
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
  const links: string[] = [];
  const zip = await yauzl.openPromise(path, { lazyEntries: true, validateEntrySizes: true, autoClose: false }).catch(() => {
    throw new Unreadable(damaged);
  });
  if (zip.entryCount > mostEntries)
    throw new Unreadable(`This archive has ${zip.entryCount} entries; at most ${mostEntries} can be read.`);
  try {
    for await (const entry of zip.eachEntry()) {
      if (entry.isEncrypted())
        throw new Unreadable("This archive is password-protected. Unpack it and pack it again without a password.");
      const name = nameOf(entry);
      if (isLink(entry)) links.push(name);
      // The first entry of a name counts.
      else if (!name.endsWith("/") && !entries.has(name)) entries.set(name, entry);
    }
  } catch (error) {
    throw error instanceof Unreadable ? error : new Unreadable(damaged);
  }
  return {
    names: [...entries.keys()],
    links,
    sizeOf: (name) => entries.get(name)?.uncompressedSize ?? 0,
    timeOf: (name) => timeOf(entries.get(name)),
    stream: async (name) => (await zip.openReadStreamPromise(entries.get(name)!)) as AsyncIterable<Uint8Array>,
    close: () => zip.close(),
  };
}

/** Settings of other programs, and what a Mac adds. */
export function isHidden(name: string): boolean {
  return /(^|\/)(?:\.|__MACOSX\/)/.test(name);
}

const saysUtf8 = 0x800;

/** Programs on a Mac write names in UTF-8 without saying so. */
function nameOf({ fileName, fileNameRaw, generalPurposeBitFlag }: Entry): string {
  if ((generalPurposeBitFlag & saysUtf8) !== 0) return fileName;
  try {
    const name = new TextDecoder("utf-8", { fatal: true }).decode(fileNameRaw).replaceAll("\\", "/");
    return yauzl.validateFileName(name) === null ? name : fileName;
  } catch {
    return fileName;
  }
}

function isLink({ externalFileAttributes }: Entry): boolean {
  return ((externalFileAttributes >>> 16) & 0o170_000) === 0o120_000;
}

/** The format’s clock begins in 1980, so that day means that nothing is known. */
function timeOf(entry: Entry | undefined): number | null {
  const time = entry?.getLastModDate({ timezone: "UTC" }).getTime() ?? Number.NaN;
  return Number.isNaN(time) || time < Date.UTC(1980, 0, 2) || time > Date.now() + 86_400_000 ? null : time;
}
