/*
 * OLE compound files, in which Outlook and Office before 2007 keep their streams: a small file system of sectors,
 * chained by an allocation table. Every chain is followed at most once around, whatever the file says. A stream can be
 * written over where it stands.
 */
import { Unreadable } from "../../unreadable.ts";

export type Entry = {
  name: string;
  children: Map<string, Entry>;
  bytes(): Buffer;
  /** Writes a stream over in the file that was opened; it is no longer than it was. */
  write(content: Buffer): void;
};

type Raw = {
  name: string;
  type: number;
  left: number;
  right: number;
  child: number;
  start: number;
  size: number;
  /** Where the file says all this. */
  place: Buffer;
};

const free = 0xff_ff_ff_fa;
const none = 0xff_ff_ff_ff;
const endOfChain = 0xff_ff_ff_fe;
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
  #miniSectors: Buffer[];

  constructor(file: Buffer) {
    this.#file = file;
    const [shift, miniShift] = [file.readUInt16LE(0x1e), file.readUInt16LE(0x20)];
    if ((shift !== 9 && shift !== 12) || miniShift > shift) throw new Unreadable(damaged);
    this.#sectorSize = 2 ** shift;
    this.#miniSize = 2 ** miniShift;
    this.#cutoff = file.readUInt32LE(0x38);
    this.#table = numbersOf(Buffer.concat(this.#tableSectors().map((at) => this.#sector(at))));
    this.#miniTable = numbersOf(Buffer.concat(this.#chain(file.readUInt32LE(0x3c))));
    this.#entries = entriesOf(this.#chain(file.readUInt32LE(0x30)));
    const root = this.#entries[0];
    if (root === undefined) throw new Unreadable(damaged);
    this.#miniSectors = this.#chain(root.start);
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
    const pieces = () => this.#pieces(raw);
    return {
      name: raw.name,
      children,
      bytes: () => Buffer.concat(pieces()).subarray(0, raw.size),
      write: (content) => this.#write(raw, content),
    };
  }

  /** A stream's places in the file, with what is left of the last. */
  #pieces({ start, size, type }: Raw): Buffer[] {
    if (type !== 2 || size === 0) return [];
    if (size >= this.#cutoff) return this.#chain(start);
    const perSector = this.#sectorSize / this.#miniSize;
    return followed(this.#miniTable, start).map((at) => {
      const from = (at % perSector) * this.#miniSize;
      return this.#miniSectors[Math.floor(at / perSector)]?.subarray(from, from + this.#miniSize) ?? Buffer.alloc(0);
    });
  }

  #write(raw: Raw, content: Buffer): void {
    let at = 0;
    for (const piece of this.#pieces(raw)) {
      piece.fill(0);
      at += content.copy(piece, 0, at);
    }
    const isShort = (size: number) => size < this.#cutoff;
    // Short streams are kept elsewhere: one that would become short keeps its length, filled up with zeros.
    if (content.length > 0 && isShort(content.length) !== isShort(raw.size)) return;
    if (content.length === 0) raw.place.writeUInt32LE(endOfChain, 116);
    raw.size = content.length;
    raw.place.writeUInt32LE(raw.size, 120);
  }

  #sector(at: number): Buffer {
    // The header takes the place of the first sector.
    const start = (at + 1) * this.#sectorSize;
    return this.#file.subarray(start, start + this.#sectorSize);
  }

  #chain(start: number): Buffer[] {
    return followed(this.#table, start).map((at) => this.#sector(at));
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

function entriesOf(directory: readonly Buffer[]): Raw[] {
  const entries: Raw[] = [];
  for (const sector of directory)
    for (let at = 0; at + 128 <= sector.length && entries.length < mostEntries; at += 128)
      entries.push(entryAt(sector.subarray(at, at + 128)));
  return entries;
}

function entryAt(place: Buffer): Raw {
  const nameLength = Math.min(64, place.readUInt16LE(64));
  return {
    name: place.toString("utf16le", 0, Math.max(0, nameLength - 2)),
    type: place[66]!,
    left: place.readUInt32LE(68),
    right: place.readUInt32LE(72),
    child: place[66] === 2 ? none : place.readUInt32LE(76),
    start: place.readUInt32LE(116),
    size: place.readUInt32LE(120),
    place,
  };
}
