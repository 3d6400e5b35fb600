/* What mailboxes (mbox) and archives (ZIP) hold, part by part, opened only when read. */
import yauzl, { type Entry, type ZipFile } from "yauzl";
import { isProtected } from "../zip.ts";
import { Unreadable } from "../unreadable.ts";

export type Part = { path: string; name: string; open(): Promise<Buffer> };

const mebibyte = 1024 * 1024;
const mostEntries = 500_000;
const mostBytes = 200 * mebibyte;
const mostRatio = 200;
/** Archives in archives, and mailboxes in them. */
const deepest = 4;

/** Also of archives whose names are not in UTF-8. */
const lineOfMailbox = /^From [^\r\n]{3,}\d{4}[^\r\n]*\r?\n(?:>?From |[\w-]+:)/;

export function isMailbox(bytes: Buffer): boolean {
  return lineOfMailbox.test(bytes.toString("latin1", 0, 1000));
}

/** Whether it is an archive of files, and no document that is kept as an archive. */
export async function isArchive(bytes: Buffer, name: string): Promise<boolean> {
  if (!/\.zip$/i.test(name) || bytes.toString("latin1", 0, 2) !== "PK") return false;
  try {
    const zip = await opened(bytes);
    let count = 0;
    for await (const { fileName } of zip.eachEntry()) {
      if (fileName === "[Content_Types].xml" || fileName === "mimetype") return false;
      count++;
      if (count > mostEntries) return false;
    }
    return count > 0;
  } catch {
    return false;
  }
}

/** The parts of a mailbox or an archive, those of archives within it too; null for anything else. */
export async function partsOf(bytes: Buffer, name: string, depth = 0): Promise<AsyncIterable<Part> | null> {
  if (depth >= deepest) return null;
  if (isMailbox(bytes)) return messagesIn(bytes, name);
  return (await isArchive(bytes, name)) ? filesIn(bytes, depth) : null;
}

async function* messagesIn(bytes: Buffer, name: string): AsyncGenerator<Part> {
  let number = 0;
  for (let from = 0; from < bytes.length;) {
    const to = nextMessage(bytes, from + 5);
    const start = bytes.indexOf(10, from) + 1;
    const own = bytes.subarray(start, to);
    number++;
    // oxlint-disable-next-line require-await -- like the parts of archives
    yield { path: `${name}/${number}`, name: `Message ${number}.eml`, open: async () => unescaped(own) };
    from = to;
  }
}

function nextMessage(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf("\nFrom ", from); at !== -1; at = bytes.indexOf("\nFrom ", at + 6))
    if (lineOfMailbox.test(bytes.toString("latin1", at + 1, at + 1000))) return at + 1;
  return bytes.length;
}

/** Lines that begin with "From " are kept behind a ">". */
function unescaped(bytes: Buffer): Buffer {
  if (!bytes.includes("\n>From ") && !bytes.includes("\n>>From ")) return bytes;
  return Buffer.from(bytes.toString("latin1").replace(/^>(>*From )/gm, "$1"), "latin1");
}

async function* filesIn(bytes: Buffer, depth: number): AsyncGenerator<Part> {
  const zip = await opened(bytes);
  const entries: Entry[] = [];
  for await (const entry of zip.eachEntry()) if (!entry.fileName.endsWith("/")) entries.push(entry);
  for (const entry of entries) {
    const path = entry.fileName;
    const own = { path, name: path.split("/").at(-1)!, open: () => unpacked(zip, entry) };
    const inner = /\.(?:zip|mbox|mbx)$/i.test(path) ? await partsWithin(own, depth) : null;
    if (inner === null) yield own;
    else for await (const part of inner) yield { ...part, path: `${path}/${part.path}` };
  }
}

/** What can't be opened is a part by itself, which says why. */
async function partsWithin(part: Part, depth: number): Promise<AsyncIterable<Part> | null> {
  try {
    return await partsOf(await part.open(), part.name, depth + 1);
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}

function opened(bytes: Buffer): Promise<ZipFile> {
  return yauzl.fromBufferPromise(bytes, { lazyEntries: true, validateEntrySizes: true });
}

async function unpacked(zip: ZipFile, entry: Entry): Promise<Buffer> {
  const { uncompressedSize, compressedSize } = entry;
  if (entry.isEncrypted()) throw new Unreadable(isProtected);
  const ratio = uncompressedSize / Math.max(1, compressedSize);
  if (uncompressedSize > mostBytes || (uncompressedSize > mebibyte && ratio > mostRatio))
    throw new Unreadable("This file unpacks to far more than can be read. It was not opened.");
  try {
    const chunks: Buffer[] = [];
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks);
  } catch {
    throw new Unreadable("This part of the archive is damaged and can’t be unpacked.");
  }
}
