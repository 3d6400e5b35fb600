/*
 * Office files with a password. Those of today are an OLE container with the encrypted archive in one stream and how it
 * was encrypted in another ([MS-OFFCRYPTO]; agile since Office 2010, standard before); for those before 2007 see
 * old-encryption.
 */
import { createDecipheriv, createHash } from "node:crypto";
import { Parser } from "htmlparser2";
import { decryptOldOffice } from "./old-encryption/index.ts";
import { openCompound, type Entry } from "./readers/old-office/compound.ts";
import { unknownProtection, Unreadable, wrongPassword } from "./unreadable.ts";

const [infoName, packageName] = ["EncryptionInfo", "EncryptedPackage"];
/** The archive within, or an old file as it was before it was encrypted. */
export function decryptOffice(bytes: Buffer, password: string): Buffer {
  try {
    // Old files are decrypted where they stand.
    const file = Buffer.from(bytes);
    const root = openCompound(file);
    if (root.children.has(packageName)) return archiveIn(root, password);
    decryptOldOffice(root, password);
    return file;
  } catch (error) {
    // A number that points outside the file.
    throw error instanceof RangeError ? new Unreadable(unknownProtection) : error;
  }
}

function archiveIn({ children }: Entry, password: string): Buffer {
  const contentOf = (name: string) => children.get(name)?.bytes() ?? Buffer.alloc(0);
  const [info, encrypted] = [contentOf(infoName), contentOf(packageName)];
  if (info.length < 12 || encrypted.length < 8) throw new Unreadable(unknownProtection);
  const [major, minor] = [info.readUInt16LE(0), info.readUInt16LE(2)];
  const size = Number(encrypted.readBigUInt64LE(0));
  const content = encrypted.subarray(8);
  if (size > content.length) throw new Unreadable(unknownProtection);
  const words = Buffer.from(password, "utf16le");
  if (major === 4 && minor === 4) return agile(info.subarray(8).toString("utf8"), content, words).subarray(0, size);
  if (minor === 2 && major >= 2 && major <= 4) return standard(info, content, words).subarray(0, size);
  throw new Unreadable(unknownProtection);
}

type Attributes = Record<string, string>;
type Cipher = { hash: string; salt: Buffer; blockSize: number; keyLength: number };

const hashes: Record<string, string> = { SHA1: "sha1", "SHA-1": "sha1", SHA256: "sha256", SHA384: "sha384", SHA512: "sha512" };
/** Office writes 100,000; more would only keep the reader busy. */
const mostRounds = 10_000_000;
const segment = 4096;

function agile(xml: string, content: Buffer, password: Buffer): Buffer {
  const said = new Map<string, Attributes>();
  const parser = new Parser(
    { onopentag: (name, attributes) => void said.set(name.replace(/^.*:/, ""), attributes) },
    { xmlMode: true },
  );
  parser.end(xml);
  const [data, key] = [said.get("keyData"), said.get("encryptedKey")];
  if (!data || !key) throw new Unreadable(unknownProtection);
  const [ofData, ofKey, rounds] = [cipherOf(data), cipherOf(key), Number(key["spinCount"])];
  if (!(rounds >= 0 && rounds <= mostRounds)) throw new Unreadable(unknownProtection);
  let spun = hashOf(ofKey.hash, ofKey.salt, password);
  for (let i = 0; i < rounds; i++) spun = hashOf(ofKey.hash, numberOf(i), spun);
  const value = (name: string, purpose: string) => {
    const derived = fitted(hashOf(ofKey.hash, spun, Buffer.from(purpose, "hex")), ofKey.keyLength);
    return cbc(derived, fitted(ofKey.salt, ofKey.blockSize), Buffer.from(key[name] ?? "", "base64"));
  };
  const known = hashOf(ofKey.hash, value("encryptedVerifierHashInput", "fea7d2763b4b9e79").subarray(0, ofKey.salt.length));
  const expected = value("encryptedVerifierHashValue", "d7aa0f6d3061344e").subarray(0, known.length);
  if (!known.equals(expected)) throw new Unreadable(wrongPassword);
  const secret = value("encryptedKeyValue", "146e0be7abacd0d6").subarray(0, ofData.keyLength);
  const parts: Buffer[] = [];
  for (let at = 0, i = 0; at < content.length; at += segment, i++) {
    const vector = fitted(hashOf(ofData.hash, ofData.salt, numberOf(i)), ofData.blockSize);
    parts.push(cbc(secret, vector, content.subarray(at, at + segment)));
  }
  return Buffer.concat(parts);
}

function cipherOf(said: Attributes): Cipher {
  const hash = hashes[said["hashAlgorithm"] ?? ""];
  const isAes = said["cipherAlgorithm"] === "AES" && said["cipherChaining"] === "ChainingModeCBC";
  const [blockSize, keyLength] = [Number(said["blockSize"]), Number(said["keyBits"]) / 8];
  if (hash === undefined || !isAes || blockSize !== 16 || ![16, 24, 32].includes(keyLength))
    throw new Unreadable(unknownProtection);
  return { hash, salt: Buffer.from(said["saltValue"] ?? "", "base64"), blockSize, keyLength };
}

function standard(info: Buffer, content: Buffer, password: Buffer): Buffer {
  const headerSize = info.readUInt32LE(8);
  const verifier = info.subarray(12 + headerSize);
  const isAes = headerSize >= 20 && [0x660e, 0x660f, 0x6610].includes(info.readUInt32LE(20));
  if (!isAes || verifier.length < 72) throw new Unreadable(unknownProtection);
  const keyLength = info.readUInt32LE(28) / 8;
  if (![16, 24, 32].includes(keyLength)) throw new Unreadable(unknownProtection);
  let spun = hashOf("sha1", verifier.subarray(4, 20), password);
  for (let i = 0; i < 50_000; i++) spun = hashOf("sha1", numberOf(i), spun);
  const last = hashOf("sha1", spun, numberOf(0));
  const mixed = [0x36, 0x5c].map((sign) => {
    const block = Buffer.alloc(64, sign);
    for (const [i, byte] of last.entries()) block[i]! ^= byte;
    return hashOf("sha1", block);
  });
  const key = Buffer.concat(mixed).subarray(0, keyLength);
  const known = hashOf("sha1", ecb(key, verifier.subarray(20, 36)));
  if (!ecb(key, verifier.subarray(40, 72)).subarray(0, 20).equals(known)) throw new Unreadable(wrongPassword);
  return ecb(key, content);
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

const fitted = (bytes: Buffer, length: number) => Buffer.concat([bytes, Buffer.alloc(length, 0x36)]).subarray(0, length);

function cbc(key: Buffer, vector: Buffer, content: Buffer): Buffer {
  return decrypted(createDecipheriv(`aes-${key.length * 8}-cbc`, key, vector), content);
}

function ecb(key: Buffer, content: Buffer): Buffer {
  return decrypted(createDecipheriv(`aes-${key.length * 8}-ecb`, key, null), content);
}

function decrypted(cipher: ReturnType<typeof createDecipheriv>, content: Buffer): Buffer {
  cipher.setAutoPadding(false);
  return Buffer.concat([cipher.update(content.subarray(0, content.length - (content.length % 16))), cipher.final()]);
}
