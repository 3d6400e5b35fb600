/*
 * An Excel file with a password ([MS-XLS] 2.2.10): the content of most records is encrypted, their heads are not. The
 * record that says how is taken out, and what names a place behind it says the place before.
 */
import type { Entry } from "../readers/old-office/compound.ts";
import { unknownProtection, Unreadable } from "../unreadable.ts";
import { decryptBlocks, keysOf } from "./keys.ts";
import { rotated, xorBytes } from "./xor.ts";

const record = { filePass: 0x2f, sheet: 0x85, stringPlaces: 0xff, index: 0x02_0b, begin: 0x08_09, cache: 0xc6 };
/** Beginnings, the record that says how, who uses the file, and how changes are logged. */
const clear = new Set([record.begin, record.filePass, 0xe1, 0x01_38, 0x01_94, 0x01_95, 0x01_96]);
const blockSize = 1024;
const newest = 0x06_00;

/** Where a record's content begins and ends. */
type Place = { type: number; start: number; end: number };
type Decrypt = (stream: Buffer, places: readonly Place[]) => void;

export function decryptSpreadsheet({ children }: Entry, password: string): void {
  const caches = [...(children.get("_SX_DB_CUR")?.children.values() ?? [])];
  let found = false;
  for (const name of ["Workbook", "Book", "Revision Log"]) {
    const entry = children.get(name);
    const stream = entry?.bytes() ?? Buffer.alloc(0);
    const places = placesIn(stream);
    const filePass = places.find(({ type }) => type === record.filePass);
    if (entry === undefined || filePass === undefined) continue;
    const decrypt = decryption(stream.subarray(filePass.start, filePass.end), password);
    decrypt(stream, places);
    entry.write(without(stream, places, filePass));
    if (!found) for (const cache of caches) decryptCache(cache, decrypt);
    found = true;
  }
  if (!found) throw new Unreadable(unknownProtection);
}

function placesIn(stream: Buffer): Place[] {
  const places: Place[] = [];
  for (let at = 0; at + 4 <= stream.length;) {
    const end = Math.min(stream.length, at + 4 + stream.readUInt16LE(at + 2));
    places.push({ type: stream.readUInt16LE(at), start: at + 4, end });
    at = end;
  }
  return places;
}

function decryption(filePass: Buffer, password: string): Decrypt {
  // Before Excel 97 there was one way only.
  const isOldest = filePass.length === 4;
  if (!isOldest && filePass.readUInt16LE(0) === 1) {
    const keys = keysOf(filePass.subarray(2), password);
    return (stream, places) => {
      const decrypted = Buffer.from(stream);
      decryptBlocks(keys, decrypted, blockSize);
      for (const place of places) decrypted.copy(stream, encryptedFrom(place), encryptedFrom(place), place.end);
    };
  }
  if (!isOldest && filePass.readUInt16LE(0) !== 0) throw new Unreadable(unknownProtection);
  const at = isOldest ? 0 : 2;
  const mask = xorBytes(password, { key: filePass.readUInt16LE(at), verifier: filePass.readUInt16LE(at + 2) });
  return (stream, places) => {
    for (const place of places) {
      const length = place.end - place.start;
      for (let here = encryptedFrom(place); here < place.end; here++)
        stream[here] = rotated(stream[here]! ^ mask[(here + length) % 16]!, 3);
    }
  };
}

/** A sheet's place stays as it is. */
function encryptedFrom({ type, start, end }: Place): number {
  if (clear.has(type)) return end;
  return type === record.sheet ? Math.min(end, start + 4) : start;
}

/** The data of pivot tables: the first record names its own stream, so it can be seen whether it was encrypted. */
function decryptCache(entry: Entry, decrypt: Decrypt): void {
  const stream = entry.bytes();
  const places = placesIn(stream);
  const isPlain = () => places[0]?.type === record.cache && stream.readUInt16LE(8) === Number.parseInt(entry.name, 16);
  if (stream.length < 10 || isPlain()) return;
  decrypt(stream, places);
  if (isPlain()) entry.write(stream);
}

function without(stream: Buffer, places: readonly Place[], gone: Place): Buffer {
  const from = gone.start - 4;
  const length = gone.end - from;
  const move = (at: number) => {
    const place = stream.readUInt32LE(at);
    if (place >= gone.end) stream.writeUInt32LE(place - length, at);
  };
  const isNew = places[0]?.type === record.begin && stream.readUInt16LE(places[0].start) >= newest;
  for (const { type, start, end } of places) {
    if (type === record.sheet && start + 4 <= end) move(start);
    else if (type === record.stringPlaces) for (let at = start + 2; at + 4 <= end; at += 8) move(at);
    else if (type === record.index) for (let at = start + (isNew ? 12 : 8); at + 4 <= end; at += 4) move(at);
  }
  return Buffer.concat([stream.subarray(0, from), stream.subarray(gone.end)]);
}
