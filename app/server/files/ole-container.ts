/* The streams of an OLE container ([MS-CFB]), as far as its root holds them. Everything in it may be a lie. */
import { Unreadable } from "./unreadable.ts";

type Entry = { name: string; start: number; size: number };

const lastSector = 0xfffffffa;
const damaged = () => new Unreadable("This file is damaged: its container can’t be read.");

export class OleContainer {
  #bytes: Buffer;
  #sectorSize: number;
  #fat: number[];
  #smallFat: number[];
  #small: Buffer;
  #smallMost: number;
  #entries: Entry[];

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    const shift = bytes.length < 512 ? 0 : bytes.readUInt16LE(30);
    if (shift !== 9 && shift !== 12) throw damaged();
    this.#sectorSize = 2 ** shift;
    this.#fat = numbersIn(Buffer.concat(this.#tableSectors().map((sector) => this.#sector(sector))));
    const directory = this.#chain(bytes.readUInt32LE(48));
    this.#entries = [];
    for (let at = 0; at + 128 <= directory.length; at += 128) this.#entries.push(entryAt(directory, at));
    const root = this.#entries[0];
    if (root === undefined) throw damaged();
    this.#smallMost = bytes.readUInt32LE(56);
    this.#smallFat = bytes.readUInt32LE(64) === 0 ? [] : numbersIn(this.#chain(bytes.readUInt32LE(60)));
    this.#small = root.size === 0 ? Buffer.alloc(0) : this.#chain(root.start);
  }

  /** Null if there is none of this name. */
  stream(name: string): Buffer | null {
    const entry = this.#entries.find((one) => one.name === name);
    if (entry === undefined) return null;
    const content = entry.size < this.#smallMost ? this.#smallChain(entry.start) : this.#chain(entry.start);
    return content.subarray(0, entry.size);
  }

  /** The sectors that say which sector follows which: the first 109 are in the header. */
  #tableSectors(): number[] {
    const found: number[] = [];
    const take = (bytes: Buffer) => found.push(...numbersIn(bytes).filter((sector) => sector < lastSector));
    take(this.#bytes.subarray(76, 512));
    let next = this.#bytes.readUInt32LE(68);
    for (let count = 0; next < lastSector; count++) {
      if (count > this.#bytes.length / this.#sectorSize) throw damaged();
      const sector = this.#sector(next);
      take(sector.subarray(0, -4));
      next = sector.readUInt32LE(sector.length - 4);
    }
    return found;
  }

  #sector(number: number): Buffer {
    const at = (number + 1) * this.#sectorSize;
    const sector = this.#bytes.subarray(at, at + this.#sectorSize);
    if (sector.length === 0) throw damaged();
    // The last one may be cut off at the end of the file.
    return sector.length === this.#sectorSize ? sector : Buffer.concat([sector, Buffer.alloc(this.#sectorSize - sector.length)]);
  }

  #chain(start: number): Buffer {
    return Buffer.concat(chainIn(this.#fat, start).map((sector) => this.#sector(sector)));
  }

  #smallChain(start: number): Buffer {
    return Buffer.concat(chainIn(this.#smallFat, start).map((sector) => this.#small.subarray(sector * 64, sector * 64 + 64)));
  }
}

function chainIn(next: readonly number[], start: number): number[] {
  const found: number[] = [];
  for (let at = start; at < lastSector; at = next[at] ?? lastSector) {
    if (found.length > next.length) throw damaged();
    found.push(at);
  }
  return found;
}

function numbersIn(bytes: Buffer): number[] {
  return Array.from({ length: bytes.length >> 2 }, (_, i) => bytes.readUInt32LE(4 * i));
}

function entryAt(directory: Buffer, at: number): Entry {
  const length = Math.min(64, directory.readUInt16LE(at + 64));
  const name = directory.toString("utf16le", at, at + Math.max(0, length - 2));
  return { name, start: directory.readUInt32LE(at + 116), size: directory.readUInt32LE(at + 120) };
}
