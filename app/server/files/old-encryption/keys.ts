/*
 * RC4 as Office before 2007 uses it ([MS-OFFCRYPTO] 2.3.5 and 2.3.6). It has a new key for every block, from the
 * password, a salt and the block's number. OpenSSL has no RC4 any more.
 */
import { createHash } from "node:crypto";
import { unknownProtection, Unreadable, wrongPassword } from "../unreadable.ts";

/** The key of a block. */
export type Keys = (block: number) => Buffer;

const [rc4Number, sha1Number] = [0x68_01, 0x80_04];
const isAesFlag = 0x20;

/** By what a file says of its encryption, if the password is its own. */
export function keysOf(info: Buffer, password: string): Keys {
  const [major, minor] = [info.readUInt16LE(0), info.readUInt16LE(2)];
  const words = Buffer.from(password, "utf16le");
  if (major === 1 && minor === 1) return checked(shortKeys(info, words), "md5", info.subarray(20, 36), info.subarray(36, 52));
  if (minor === 2 && major >= 2 && major <= 4) return providerKeys(info, words);
  throw new Unreadable(unknownProtection);
}

/** 40 bits of the password count, whatever its length. */
function shortKeys(info: Buffer, password: Buffer): Keys {
  const salt = info.subarray(4, 20);
  const short = hashOf("md5", password).subarray(0, 5);
  const mixed = Array.from({ length: 16 }, () => [short, salt]).flat();
  const base = hashOf("md5", ...mixed).subarray(0, 5);
  return (block) => hashOf("md5", base, numberOf(block));
}

/** The keys of a provider of cryptography in Windows: "RC4 CryptoAPI". */
function providerKeys(info: Buffer, password: Buffer): Keys {
  const headerSize = info.readUInt32LE(8);
  const [flags, cipher, hash] = [info.readUInt32LE(12), info.readUInt32LE(20), info.readUInt32LE(24)];
  const bits = info.readUInt32LE(28) || 40;
  const verifier = info.subarray(12 + headerSize);
  const isRc4 = (flags & isAesFlag) === 0 && [0, rc4Number].includes(cipher) && [0, sha1Number].includes(hash);
  if (!isRc4 || headerSize < 32 || bits % 8 !== 0 || bits < 40 || bits > 128 || verifier.length < 60)
    throw new Unreadable(unknownProtection);
  const base = hashOf("sha1", verifier.subarray(4, 20), password);
  const keys: Keys = (block) => {
    const key = hashOf("sha1", base, numberOf(block)).subarray(0, bits / 8);
    return bits === 40 ? Buffer.concat([key, Buffer.alloc(11)]) : key;
  };
  return checked(keys, "sha1", verifier.subarray(20, 36), verifier.subarray(40, 60));
}

function checked(keys: Keys, hash: "md5" | "sha1", verifier: Buffer, expected: Buffer): Keys {
  const both = Buffer.concat([verifier, expected]);
  if (expected.length < 16) throw new Unreadable(unknownProtection);
  applyRc4(keys(0), both);
  if (!hashOf(hash, both.subarray(0, 16)).equals(both.subarray(16))) throw new Unreadable(wrongPassword);
  return keys;
}

/** Decrypts in place what was encrypted in blocks of this size. */
export function decryptBlocks(keys: Keys, bytes: Buffer, size: number): void {
  for (let at = 0, block = 0; at < bytes.length; at += size, block++) applyRc4(keys(block), bytes.subarray(at, at + size));
}

export function applyRc4(key: Buffer, bytes: Buffer): void {
  const state = Uint8Array.from({ length: 256 }, (_, at) => at);
  for (let at = 0, other = 0; at < 256; at++) {
    const one = state[at]!;
    other = (other + one + key[at % key.length]!) & 255;
    state[at] = state[other]!;
    state[other] = one;
  }
  let [first, second] = [0, 0];
  for (let at = 0; at < bytes.length; at++) {
    first = (first + 1) & 255;
    const one = state[first]!;
    second = (second + one) & 255;
    const other = state[second]!;
    state[first] = other;
    state[second] = one;
    bytes[at]! ^= state[(one + other) & 255]!;
  }
}

function hashOf(name: string, ...parts: Buffer[]): Buffer {
  const hash = createHash(name);
  for (const part of parts) hash.update(part);
  return hash.digest();
}

function numberOf(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
