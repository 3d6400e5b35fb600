/*
 * A presentation with a password ([MS-PPT] 2.3.7): every object that a directory names is encrypted with a key of its
 * own number, and every part of a picture with that of number 0.
 */
import type { Entry } from "../readers/old-office/compound.ts";
import { unknownProtection, Unreadable } from "../unreadable.ts";
import { applyRc4, keysOf, type Keys } from "./keys.ts";

const kind = { edit: 0x0f_f5, directory: 0x17_72, encryption: 0x2f_14, pictureEntry: 0xf0_07 };
const [encryptedToken, plainToken] = [0xf3_d1_c4_df, 0xe3_91_c0_5f];
const headLength = 8;
/** An edit of an encrypted file names where its encryption is described, in four bytes more. */
const [editLength, encryptedEditLength] = [0x1c, 0x20];

type Stored = { id: number; at: number };
type Saved = { edit: number; directory: number; stored: Stored[] };

export function decryptPresentation({ children }: Entry, password: string): void {
  const [main, user] = [children.get("PowerPoint Document")!, children.get("Current User")];
  const [stream, current] = [main.bytes(), user?.bytes() ?? Buffer.alloc(0)];
  if (user === undefined || current.readUInt32LE(12) !== encryptedToken) throw new Unreadable(unknownProtection);
  const saved = savedIn(stream, current.readUInt32LE(16));
  const stored = saved.flatMap((one) => one.stored);
  const last = saved[0]!.edit + headLength;
  const session = stream.readUInt32LE(saved[0]!.edit + 4) >= encryptedEditLength ? stream.readUInt32LE(last + editLength) : 0;
  const describedAt = stored.find(({ id }) => id === session)?.at;
  if (describedAt === undefined || stream.readUInt16LE(describedAt + 2) !== kind.encryption)
    throw new Unreadable(unknownProtection);
  const keys = keysOf(contentAt(stream, describedAt), password);
  const clear = new Set([describedAt, ...saved.flatMap(({ edit, directory }) => [edit, directory])]);
  decryptObjects(stream, keys, stored, clear);
  for (const one of saved) forgetEncryption(stream, one, session);
  contentAt(stream, describedAt).fill(0);
  current.writeUInt32LE(plainToken, 12);
  main.write(stream);
  user.write(current);
  const pictures = children.get("Pictures");
  if (pictures === undefined) return;
  const bytes = pictures.bytes();
  decryptPictures(bytes, keys(0));
  pictures.write(bytes);
}

const contentAt = (stream: Buffer, at: number) => stream.subarray(at + headLength, at + headLength + stream.readUInt32LE(at + 4));

/** Every time the file was saved, the last first. */
function savedIn(stream: Buffer, lastEdit: number): Saved[] {
  const saved: Saved[] = [];
  const seen = new Set<number>();
  let count = 0;
  for (let edit = lastEdit; !seen.has(edit) && (edit !== 0 || seen.size === 0);) {
    seen.add(edit);
    if (stream.readUInt16LE(edit + 2) !== kind.edit) throw new Unreadable(unknownProtection);
    const directory = stream.readUInt32LE(edit + headLength + 12);
    if (stream.readUInt16LE(directory + 2) !== kind.directory) throw new Unreadable(unknownProtection);
    const stored = storedIn(stream, directory);
    count += stored.length;
    // Directories that are named again and again, or lie in each other.
    if (count > stream.length / 4) throw new Unreadable(unknownProtection);
    saved.push({ edit, directory, stored });
    edit = stream.readUInt32LE(edit + headLength + 8);
  }
  return saved;
}

/** Runs of a first number and the places of that and the following ones. */
function storedIn(stream: Buffer, directory: number): Stored[] {
  const content = contentAt(stream, directory);
  const stored: Stored[] = [];
  for (let at = 0; at + 4 <= content.length;) {
    const [first, count] = [content.readUInt32LE(at) & 0xf_ff_ff, content.readUInt32LE(at) >>> 20];
    at += 4;
    for (let one = 0; one < count && at + 4 <= content.length; one++, at += 4)
      stored.push({ id: first + one, at: content.readUInt32LE(at) });
  }
  return stored;
}

/** None reaches into the next, so that none is decrypted twice. */
function decryptObjects(stream: Buffer, keys: Keys, stored: readonly Stored[], clear: ReadonlySet<number>): void {
  const ids = new Map(stored.map(({ id, at }) => [at, id]));
  const starts = [...new Set([...ids.keys(), ...clear])].filter((at) => at < stream.length).toSorted((a, b) => a - b);
  for (const [index, at] of starts.entries()) {
    const id = ids.get(at);
    if (id === undefined || clear.has(at)) continue;
    const end = starts[index + 1] ?? stream.length;
    const decrypted = Buffer.from(stream.subarray(at, end));
    applyRc4(keys(id), decrypted);
    const length = headLength + (decrypted.length >= headLength ? decrypted.readUInt32LE(4) : 0);
    decrypted.copy(stream, at, 0, length);
  }
}

/** What described the encryption is in no directory any more, and no edit names it. Nothing else moves. */
function forgetEncryption(stream: Buffer, { edit, directory, stored }: Saved, session: number): void {
  const kept = stored.filter(({ id }) => id !== session);
  const runs: Stored[][] = [];
  for (const one of kept) {
    const run = runs.at(-1);
    if (run !== undefined && run[run.length - 1]!.id + 1 === one.id && run.length < 0xf_ff) run.push(one);
    else runs.push([one]);
  }
  const numbers: number[] = [];
  for (const run of runs) {
    numbers.push(((run.length << 20) | (run[0]?.id ?? 0)) >>> 0);
    for (const { at } of run) numbers.push(at);
  }
  const content = contentAt(stream, directory);
  if (numbers.length * 4 > content.length) throw new Unreadable(unknownProtection);
  content.fill(0);
  for (const [at, number] of numbers.entries()) content.writeUInt32LE(number, at * 4);
  stream.writeUInt32LE(numbers.length * 4, directory + 4);
  if (stream.readUInt32LE(edit + 4) < encryptedEditLength) return;
  stream.writeUInt32LE(editLength, edit + 4);
  stream.writeUInt32LE(0, edit + headLength + editLength);
}

/** Pictures that are drawings have a header of their own, and some kinds a second identifier. */
const drawings = new Set([0xf0_1a, 0xf0_1b, 0xf0_1c]);
const withTwoIds = new Set([0x02_17, 0x03_d5, 0x04_6b, 0x05_43, 0x06_e1, 0x06_e3, 0x06_e5, 0x07_a9]);
/** The fields of an entry before its name. */
const entryFields = [1, 1, 16, 2, 4, 4, 4, 1, 1, 1, 1];

function decryptPictures(bytes: Buffer, key: Buffer): void {
  let at = 0;
  const next = (length: number) => {
    const field = bytes.subarray(at, at + length);
    applyRc4(key, field);
    at += length;
    return field;
  };
  while (at + headLength <= bytes.length) {
    let head = next(headLength);
    const end = at + head.readUInt32LE(4);
    if (end > bytes.length) return;
    if (head.readUInt16LE(2) === kind.pictureEntry) {
      for (const length of entryFields) next(length);
      next(bytes[at - 3] ?? 0);
      if (at + headLength > end) continue;
      head = next(headLength);
    }
    for (let ids = withTwoIds.has(head.readUInt16LE(0) >> 4) ? 2 : 1; ids > 0; ids--) next(16);
    next(drawings.has(head.readUInt16LE(2)) ? 34 : 1);
    if (at < end) next(end - at);
    at = end;
  }
}
