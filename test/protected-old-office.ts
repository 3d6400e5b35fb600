/*
 * Files of Office before 2007 with a password, made of open ones after [MS-OFFCRYPTO], [MS-DOC], [MS-XLS] and [MS-PPT]:
 * with RC4 and keys of 40 bits (Office 97), with those of a provider in Windows (Office XP), and with XOR (Office 95).
 */
import { createHash } from "node:crypto";
import { openCompound } from "#server/files/readers/old-office/compound.ts";
import { compoundOf, type Stored } from "./old-office.ts";
import { rc4 } from "./protected-pdf.ts";

export type Way = "office 97" | "provider, 40 bits" | "provider, 56 bits" | "provider, 128 bits" | "xor";

type Encryption = { info: Buffer; keyOf: (block: number) => Buffer };

const salt = Buffer.from("00112233445566778899aabbccddeeff", "hex");
const verifier = Buffer.from("The verifier, 16");
const hashed = (name: string, ...parts: Uint8Array[]) => createHash(name).update(Buffer.concat(parts)).digest();

function numbers(...values: number[]): Buffer {
  return Buffer.from(Uint32Array.from(values).buffer);
}

function shorts(...values: number[]): Buffer {
  return Buffer.from(Uint16Array.from(values).buffer);
}

function encryptionOf(way: Exclude<Way, "xor">, password: string): Encryption {
  const words = Buffer.from(password, "utf16le");
  if (way === "office 97") {
    const part = Buffer.concat([hashed("md5", words).subarray(0, 5), salt]);
    const base = hashed("md5", ...Array.from({ length: 16 }, () => part)).subarray(0, 5);
    const keyOf = (block: number) => hashed("md5", base, numbers(block));
    const secret = rc4(keyOf(0), Buffer.concat([verifier, hashed("md5", verifier)]));
    return { info: Buffer.concat([shorts(1, 1), salt, secret]), keyOf };
  }
  const bits = Number(/\d+/.exec(way)![0]);
  const keyOf = (block: number) => {
    const key = hashed("sha1", hashed("sha1", salt, words), numbers(block)).subarray(0, bits / 8);
    return bits === 40 ? Buffer.concat([key], 16) : key;
  };
  const secret = rc4(keyOf(0), Buffer.concat([verifier, hashed("sha1", verifier)]));
  const provider = Buffer.from("Microsoft Enhanced Cryptographic Provider v1.0\0", "utf16le");
  const header = Buffer.concat([numbers(4, 0, 0x68_01, 0x80_04, bits, 1, 0, 0), provider]);
  const proof = [numbers(16), salt, secret.subarray(0, 16), numbers(20), secret.subarray(16)];
  return { info: Buffer.concat([shorts(2, 2), numbers(4, header.length), header, ...proof]), keyOf };
}

function inBlocks(bytes: Buffer, size: number, keyOf: Encryption["keyOf"]): Buffer {
  const blocks: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size) blocks.push(rc4(keyOf(at / size), bytes.subarray(at, at + size)));
  return Buffer.concat(blocks);
}

const initialCodes = "e1f01d0fcc9c84c0110c0e10f1ce313e1872e139d40f84f9280ca96a4ec3";
/** A row for each letter from the first of fifteen, a column for each of its bits. */
const matrix = [
  "aefc4dd99bb227454e8a9d142a09 7b61f6c2fda5eb6bc6f79dcf2bbf 45638ac605ad0b5a16b42d685ad0 037506ea0dd41ba837506ea0dd40",
  "d849a0b35147a28e553daa7a44d5 6f45de8aad354a4b9496390d721a eb23c6679cef29ff53fea7fc5fd9 47d38fa60f6d1eda3db47b68f6d0",
  "b86160e3c1c693ad377b6ef6ddec 45a08b4006a10d421a8435086a10 aa5144838906022d045a08b41168 76b4ed68caf185c31ba7374e6e9c",
  "37306e60dcc0a9a1436386c61dad 33316662ccc489a9037306e60dcc 10212042408481081231246248c4",
]
  .join(" ")
  .split(" ");
const pad = [0xbb, 0xff, 0xff, 0xba, 0xff, 0xff, 0xb9, 0x80, 0x00, 0xbe, 0x0f, 0x00, 0xbf, 0x0f, 0x00];

/** The key, what the password is known by, and the sixteen bytes. */
function xorOf(password: string): { key: number; known: number; mask: Buffer } {
  const letters = Buffer.from(password, "latin1");
  let key = Number.parseInt(initialCodes.slice((letters.length - 1) * 4, letters.length * 4), 16);
  for (const [at, letter] of letters.entries())
    for (let bit = 0; bit < 7; bit++)
      if ((letter & (1 << bit)) !== 0) key ^= Number.parseInt(matrix[15 - letters.length + at]!.slice(bit * 4, bit * 4 + 4), 16);
  let known = letters.length ^ 0xce_4b;
  for (const [at, letter] of letters.entries()) {
    const wide = letter << (at + 1);
    known ^= (wide & 0x7f_ff) | (wide >> 15);
  }
  const mask = [...letters, ...pad].slice(0, 16).map((letter, at) => {
    const mixed = letter ^ (at % 2 === 0 ? key & 255 : key >> 8);
    return (mixed >> 1) | ((mixed & 1) << 7);
  });
  return { key, known, mask: Buffer.from(mask) };
}

function streamsOf(file: Buffer): Map<string, Buffer> {
  return new Map([...openCompound(file).children].map(([name, entry]) => [name, entry.bytes()]));
}

function fileOf(streams: ReadonlyMap<string, Buffer>): Buffer {
  const stored: Stored[] = [...streams].map(([name, data]) => ({ name, data }));
  return compoundOf(stored);
}

const partCount = 93;

export function protectedDoc(file: Buffer, password: string, way: Way): Buffer {
  const streams = streamsOf(file);
  const main = streams.get("WordDocument")!;
  const tableName = (main.readUInt16LE(0x0a) & 0x02_00) === 0 ? "0Table" : "1Table";
  const hide = (bytes: Buffer, encrypted: Buffer, clear: number) =>
    Buffer.concat([bytes.subarray(0, clear), encrypted.subarray(clear)]);
  const put = (encrypt: (bytes: Buffer) => Buffer, head: Buffer, flags: number, key: number) => {
    main.writeUInt16LE(main.readUInt16LE(0x0a) | flags, 0x0a);
    main.writeUInt32LE(key, 0x0e);
    for (let at = 0x9a; at < 0x9a + partCount * 8; at += 8)
      if (main.readUInt32LE(at + 4) > 0) main.writeUInt32LE(main.readUInt32LE(at) + head.length, at);
    const table = Buffer.concat([head, streams.get(tableName)!]);
    streams.set("WordDocument", hide(main, encrypt(main), 68));
    streams.set(tableName, hide(table, encrypt(table), head.length));
    if (streams.has("Data")) streams.set("Data", encrypt(streams.get("Data")!));
    return fileOf(streams);
  };
  if (way === "xor") {
    const { key, known, mask } = xorOf(password);
    const encrypt = (bytes: Buffer) =>
      Buffer.from(bytes.map((byte, at) => (byte === 0 || byte === mask[at % 16] ? byte : byte ^ mask[at % 16]!)));
    return put(encrypt, Buffer.alloc(0), 0x81_00, key * 2 ** 16 + known);
  }
  const { info, keyOf } = encryptionOf(way, password);
  return put((bytes) => inBlocks(bytes, 512, keyOf), info, 0x01_00, info.length);
}

/** Not encrypted: where a stream begins, how it is encrypted, the interface, and who uses or changed the file. */
const clearRecords = new Set([0x08_09, 0x2f, 0xe1, 0x01_94, 0x01_95, 0x01_96, 0x01_38]);

export function protectedXls(file: Buffer, password: string, way: Way): Buffer {
  const streams = streamsOf(file);
  const name = streams.has("Workbook") ? "Workbook" : "Book";
  const plain = streams.get(name)!;
  const isNew = plain.readUInt16LE(4) >= 0x06_00;
  const xor = way === "xor" ? xorOf(password) : null;
  const encryption = way === "xor" ? null : encryptionOf(way, password);
  const said = xor === null ? Buffer.concat([shorts(1), encryption!.info]) : shorts(...(isNew ? [0] : []), xor.key, xor.known);
  const begin = 4 + plain.readUInt16LE(2);
  const stream = Buffer.concat([plain.subarray(0, begin), shorts(0x2f, said.length), said, plain.subarray(begin)]);
  const move = (at: number) => stream.writeUInt32LE(stream.readUInt32LE(at) + said.length + 4, at);
  const hidden: { from: number; to: number; length: number }[] = [];
  for (let at = 0; at + 4 <= stream.length;) {
    const [type, length] = [stream.readUInt16LE(at), stream.readUInt16LE(at + 2)];
    const [start, to] = [at + 4, at + 4 + length];
    if (type === 0x85) move(start);
    if (type === 0x02_0b) for (let place = start + (isNew ? 12 : 8); place < to; place += 4) move(place);
    if (type === 0xff) for (let place = start + 2; place < to; place += 8) move(place);
    if (!clearRecords.has(type)) hidden.push({ from: type === 0x85 ? start + 4 : start, to, length });
    at = to;
  }
  const blocks = encryption === null ? null : inBlocks(stream, 1024, encryption.keyOf);
  for (const { from, to, length } of hidden)
    if (blocks !== null) blocks.copy(stream, from, from, to);
    else
      for (let at = from; at < to; at++) {
        const turned = ((stream[at]! << 5) | (stream[at]! >> 3)) & 255;
        stream[at] = turned ^ xor!.mask[(at + length) % 16]!;
      }
  return fileOf(streams.set(name, stream));
}

/** A PNG within a presentation: its head, its identifier, a byte, and its content. */
export const drawn = Buffer.concat([
  numbers(0xf0_1e_6e_00, 16 + 1 + 300),
  Buffer.alloc(16, 3),
  Buffer.from([255]),
  Buffer.alloc(300, 9),
]);
export function protectedPpt(file: Buffer, password: string, way: Exclude<Way, "xor" | "office 97">): Buffer {
  const { info, keyOf } = encryptionOf(way, password);
  const streams = streamsOf(file);
  const [plain, user] = [streams.get("PowerPoint Document")!, streams.get("Current User")!];
  const edit = user.readUInt32LE(16);
  const directory = plain.readUInt32LE(edit + 20);
  const entries = plain.subarray(directory + 8, directory + 8 + plain.readUInt32LE(directory + 4));
  const places = new Map<number, number>();
  for (let at = 0; at < entries.length;) {
    const [first, count] = [entries.readUInt32LE(at) & 0xf_ff_ff, entries.readUInt32LE(at) >>> 20];
    for (let one = 0; one < count; one++) places.set(first + one, entries.readUInt32LE(at + 4 + one * 4));
    at += 4 + count * 4;
  }
  const session = Math.max(...places.keys()) + 1;
  const objects = Buffer.from(plain.subarray(0, directory));
  for (const [id, at] of places) {
    const whole = plain.subarray(at, at + 8 + plain.readUInt32LE(at + 4));
    rc4(keyOf(id), whole).copy(objects, at);
  }
  const described = Buffer.concat([shorts(0x0f, 0x2f_14), numbers(info.length), info]);
  const all = Buffer.concat([entries, numbers(2 ** 20 + session, directory)]);
  const newDirectory = Buffer.concat([shorts(0, 0x17_72), numbers(all.length), all]);
  const newEdit = Buffer.concat([plain.subarray(edit, edit + 8 + 28), numbers(session)]);
  newEdit.writeUInt32LE(32, 4);
  newEdit.writeUInt32LE(directory + described.length, 20);
  user.writeUInt32LE(0xf3_d1_c4_df, 12);
  user.writeUInt32LE(directory + described.length + newDirectory.length, 16);
  const fields = [8, 16, 1, 300].map((length, at, lengths) => {
    const start = lengths.slice(0, at).reduce((sum, one) => sum + one, 0);
    return rc4(keyOf(0), drawn.subarray(start, start + length));
  });
  streams.set("PowerPoint Document", Buffer.concat([objects, described, newDirectory, newEdit]));
  return fileOf(streams.set("Pictures", Buffer.concat([...fields, ...fields])));
}
