/* A Word file with a password ([MS-DOC] 2.2.6): the streams of text and of its properties are encrypted. */
import type { Entry } from "../readers/old-office/compound.ts";
import { unknownProtection, Unreadable } from "../unreadable.ts";
import { decryptBlocks, keysOf } from "./keys.ts";
import { xorBytes } from "./xor.ts";

const [flagsAt, keyAt] = [0x0a, 0x0e];
const flag = { encrypted: 0x01_00, secondTable: 0x02_00, obfuscated: 0x80_00 };
/** The head of the first stream stays as it is. */
const clearLength = 68;
const blockSize = 512;

export function decryptWord({ children }: Entry, password: string): void {
  const main = children.get("WordDocument")!;
  const text = main.bytes();
  const flags = text.readUInt16LE(flagsAt);
  const table = children.get((flags & flag.secondTable) === 0 ? "0Table" : "1Table");
  if ((flags & flag.encrypted) === 0 || table === undefined) throw new Unreadable(unknownProtection);
  const isObfuscated = (flags & flag.obfuscated) !== 0;
  // Of an obfuscated file it is the verifier, else the length of what says how it is encrypted.
  const key = text.readUInt32LE(keyAt);
  const properties = table.bytes();
  if (!isObfuscated && key > properties.length) throw new Unreadable(unknownProtection);
  const headLength = isObfuscated ? 0 : key;
  const decrypt = isObfuscated
    ? unmasking(xorBytes(password, { key: key >>> 16, verifier: key & 0xff_ff }))
    : unblocking(properties.subarray(0, headLength), password);
  const head = Buffer.from(text.subarray(0, clearLength));
  decrypt(text);
  head.copy(text);
  text.writeUInt16LE(flags & ~(flag.encrypted | flag.obfuscated), flagsAt);
  text.writeUInt32LE(0, keyAt);
  decrypt(properties);
  properties.fill(0, 0, headLength);
  main.write(text);
  table.write(properties);
  const pictures = children.get("Data");
  if (pictures === undefined) return;
  const data = pictures.bytes();
  decrypt(data);
  pictures.write(data);
}

function unblocking(info: Buffer, password: string): (bytes: Buffer) => void {
  const keys = keysOf(info, password);
  return (bytes) => decryptBlocks(keys, bytes, blockSize);
}

/** Zeros stay, and so does what would become one. */
function unmasking(mask: Buffer): (bytes: Buffer) => void {
  return (bytes) => {
    for (const [at, byte] of bytes.entries()) {
      const plain = byte ^ mask[at % 16]!;
      if (byte !== 0 && plain !== 0) bytes[at] = plain;
    }
  };
}
