/*
 * OLE compound files, in which Outlook and Office before 2007 keep their streams: a small file system of sectors,
 * chained by an allocation table. Every chain is followed at most once around, whatever the file says.
 */
import { Unreadable } from "../../unreadable.ts";

export type Entry = { name: string; children: Map<string, Entry>; bytes(): Buffer };

type Raw = { name: string; type: number; left: number; right: number; child: number; start: number; size: number };

const free = 0xff_ff_ff_fa;
const none = 0xff_ff_ff_ff;
const mostEntries = 100_000;
/** Messages are attached to messages, but never so deep. */
const deepest = 100;

export const damaged = "This file is damaged and can’t be read. Open it in the app it came from and save it again.";

export function openCompound(file: Buffer): Entry {
  try {
    return new Compound(file).root();
  } catch (error) {
    // A number that points outside the file.
    if (error instanceof RangeError) throw new Unreadable(damaged);
    throw error;
  }
}

class Compound {
  #file: Buffer;
  #sectorSize: number;
  #miniSize: number;
  #cutoff: number;
  #table: Uint32Array;
  #miniTable: Uint32Array;
  #entries: Raw[];
  #miniStream: Buffer;

  constructor(file: Buffer) {
    this.#file = file;
    const [shift, miniShift] = [file.readUInt16LE(0x1e), file.readUInt16LE(0x20)];
    if ((shift !== 9 && shift !== 12) || miniShift > shift) throw new Unreadable(damaged);
    this.#sectorSize = 2 ** shift;
    this.#miniSize = 2 ** miniShift;
    this.#cutoff = file.readUInt32LE(0x38);
    this.#table = numbersOf(Buffer.concat(this.#tableSectors().map((at) => this.#sector(at))));
    this.#miniTable = numbersOf(this.#chain(file.readUInt32LE(0x3c)));
    this.#entries = entriesOf(this.#chain(file.readUInt32LE(0x30)));
    const root = this.#entries[0];
    if (root === undefined) throw new Unreadable(damaged);
    this.#miniStream = this.#chain(root.start).subarray(0, root.size);
  }

  root(): Entry {
    const seen = new Set<number>([0]);
    return this.#entry(this.#entries[0]!, seen, 0);
  }

  #entry(raw: Raw, seen: Set<number>, depth: number): Entry {
    const children = new Map<string, Entry>();
    const waiting = depth < deepest ? [raw.child] : [];
    while (waiting.length > 0) {
      const at = waiting.pop()!;
      const one = this.#entries[at];
      if (one === undefined || seen.has(at) || seen.size > mostEntries) continue;
      seen.add(at);
      waiting.push(one.left, one.right);
      if (one.type === 1 || one.type === 2) children.set(one.name, this.#entry(one, seen, depth + 1));
    }
    return { name: raw.name, children, bytes: () => this.#stream(raw) };
  }

  #stream({ start, size, type }: Raw): Buffer {
    if (type !== 2 || size === 0) return Buffer.alloc(0);
    if (size >= this.#cutoff) return this.#chain(start).subarray(0, size);
    const pieces: Buffer[] = [];
    for (const at of followed(this.#miniTable, start))
      pieces.push(this.#miniStream.subarray(at * this.#miniSize, (at + 1) * this.#miniSize));
    return Buffer.concat(pieces).subarray(0, size);
  }

  #sector(at: number): Buffer {
    // The header takes the place of the first sector.
    const start = (at + 1) * this.#sectorSize;
    return this.#file.subarray(start, start + this.#sectorSize);
  }

  #chain(start: number): Buffer {
    return Buffer.concat(followed(this.#table, start).map((at) => this.#sector(at)));
  }

  /** The sectors of the allocation table: 109 in the header, more in a chain of their own. */
  #tableSectors(): number[] {
    const found: number[] = [];
    for (let at = 0; at < 109; at++) found.push(this.#file.readUInt32LE(0x4c + at * 4));
    const perSector = this.#sectorSize / 4 - 1;
    const seen = new Set<number>();
    for (let next = this.#file.readUInt32LE(0x44); next < free && !seen.has(next);) {
      seen.add(next);
      const sector = this.#sector(next);
      if (sector.length < this.#sectorSize) break;
      for (let at = 0; at < perSector; at++) found.push(sector.readUInt32LE(at * 4));
      next = sector.readUInt32LE(perSector * 4);
    }
    const most = this.#file.length / this.#sectorSize;
    return [...new Set(found)].filter((at) => at < most);
  }
}

function numbersOf(bytes: Buffer): Uint32Array {
  const numbers = new Uint32Array(Math.floor(bytes.length / 4));
  for (let at = 0; at < numbers.length; at++) numbers[at] = bytes.readUInt32LE(at * 4);
  return numbers;
}

function followed(table: Uint32Array, start: number): number[] {
  const found: number[] = [];
  const seen = new Set<number>();
  for (let at = start; at < table.length && !seen.has(at); at = table[at]!) {
    seen.add(at);
    found.push(at);
  }
  return found;
}

function entriesOf(directory: Buffer): Raw[] {
  const entries: Raw[] = [];
  for (let at = 0; at + 128 <= directory.length && entries.length < mostEntries; at += 128) {
    const nameLength = Math.min(64, directory.readUInt16LE(at + 64));
    const link = (offset: number) => directory.readUInt32LE(at + offset);
    entries.push({
      name: directory.toString("utf16le", at, at + Math.max(0, nameLength - 2)),
      type: directory[at + 66]!,
      left: link(68),
      right: link(72),
      child: directory[at + 66] === 2 ? none : link(76),
      start: link(116),
      size: link(120),
    });
  }
  return entries;
}
