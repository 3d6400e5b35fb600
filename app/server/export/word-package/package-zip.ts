/* A ZIP archive with some of its entries replaced, added or left out. The others are copied as they are stored, without unpacking them. */
import { crc32, deflateRawSync } from "node:zlib";
import { Unwritable } from "../../files/readers/xml-scan.ts";

type Entry = {
  name: string;
  nameBytes: Buffer;
  flags: number;
  method: number;
  time: number;
  checksum: number;
  packed: Buffer;
  size: number;
  external: number;
};

const [localSign, directorySign, endSign] = [0x04_03_4b_50, 0x02_01_4b_50, 0x06_05_4b_50];
const hasDescriptor = 0x08;
const isUtf8 = 0x0800;
/** In the format without ZIP64. */
const unknown = 0xff_ff_ff_ff;

/** Directories of an archive that was read before. */
export function entriesOf(bytes: Buffer): Entry[] {
  const end = bytes.lastIndexOf(record(endSign, 4));
  if (end < 0 || end + 22 > bytes.length) throw new Unwritable("no directory");
  const count = bytes.readUInt16LE(end + 10);
  let at = bytes.readUInt32LE(end + 16);
  const entries: Entry[] = [];
  for (let i = 0; i < count; i++) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== directorySign) throw new Unwritable("an invalid directory");
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((place) => bytes.readUInt16LE(at + place));
    const nameBytes = bytes.subarray(at + 46, at + 46 + nameLength!);
    entries.push({ ...storedAt(bytes, at), name: nameBytes.toString(), nameBytes });
    at += 46 + nameLength! + extraLength! + commentLength!;
  }
  return entries;
}

function storedAt(bytes: Buffer, at: number): Omit<Entry, "name" | "nameBytes"> {
  const [packedSize, size, local] = [20, 24, 42].map((place) => bytes.readUInt32LE(at + place));
  if (packedSize === unknown || size === unknown || local === unknown) throw new Unwritable("ZIP64");
  if (local! + 30 > bytes.length || bytes.readUInt32LE(local!) !== localSign) throw new Unwritable("an invalid directory");
  const start = local! + 30 + bytes.readUInt16LE(local! + 26) + bytes.readUInt16LE(local! + 28);
  if (start + packedSize! > bytes.length) throw new Unwritable("an invalid directory");
  return {
    flags: bytes.readUInt16LE(at + 8) & ~hasDescriptor,
    method: bytes.readUInt16LE(at + 10),
    time: bytes.readUInt32LE(at + 12),
    checksum: bytes.readUInt32LE(at + 16),
    packed: bytes.subarray(start, start + packedSize!),
    size: size!,
    external: bytes.readUInt32LE(at + 38),
  };
}

/** `parts`: the new content of entries, by name; those that don't exist are added at the end. */
export function withParts(
  bytes: Buffer,
  parts: ReadonlyMap<string, string | Uint8Array>,
  gone: ReadonlySet<string> = new Set(),
): Buffer {
  const entries = entriesOf(bytes).filter(({ name }) => !gone.has(name));
  const known = new Set(entries.map(({ name }) => name));
  const replaced = entries.map((entry) => {
    const content = parts.get(entry.name);
    return content === undefined ? entry : packed(entry, content);
  });
  const first = entries[0];
  if (first === undefined) throw new Unwritable("an empty archive");
  for (const [name, content] of parts)
    if (!known.has(name)) {
      const added = { ...first, name, nameBytes: Buffer.from(name), flags: isUtf8, external: 0 };
      replaced.push(packed(added, content));
    }
  return archiveOf(replaced);
}

function packed(entry: Entry, given: string | Uint8Array): Entry {
  const content = Buffer.from(given as Uint8Array);
  return {
    ...entry,
    flags: entry.flags & isUtf8,
    method: 8,
    checksum: crc32(content),
    packed: deflateRawSync(content),
    size: content.length,
  };
}

function archiveOf(entries: readonly Entry[]): Buffer {
  const [files, directory]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const entry of entries) {
    const facts = factsOf(entry);
    const local = Buffer.concat([record(localSign, 4), facts, entry.nameBytes, entry.packed]);
    files.push(local);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(entry.external, 6);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([record(directorySign, 4), versionMade, facts, rest, entry.nameBytes]));
    offset += local.length;
  }
  const list = Buffer.concat(directory);
  const end = record(endSign, 22);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, list, end]);
}

const versionMade = Buffer.from([20, 0]);

/** What local header and directory have in common. */
function factsOf({ flags, method, time, checksum, packed: { length }, size, nameBytes }: Entry): Buffer {
  const bytes = Buffer.alloc(26);
  bytes.writeUInt16LE(20, 0);
  bytes.writeUInt16LE(flags, 2);
  bytes.writeUInt16LE(method, 4);
  bytes.writeUInt32LE(time, 6);
  bytes.writeUInt32LE(checksum, 10);
  bytes.writeUInt32LE(length, 14);
  bytes.writeUInt32LE(size, 18);
  bytes.writeUInt16LE(nameBytes.length, 22);
  return bytes;
}

function record(signature: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  bytes.writeUInt32LE(signature, 0);
  return bytes;
}
