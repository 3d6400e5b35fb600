/* An Office file with a password, as Office writes it since 2010: an OLE container with the archive encrypted in it. */
import { createCipheriv, createHash, randomBytes } from "node:crypto";

const sectorSize = 512;
const rounds = 1_000;
const sha512 = (...parts: Uint8Array[]) => parts.reduce((hash, part) => hash.update(part), createHash("sha512")).digest();

function numberOf(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function padded(bytes: Buffer, step: number): Buffer {
  return Buffer.concat([bytes, Buffer.alloc((step - (bytes.length % step)) % step)]);
}

function encrypted(key: Buffer, vector: Buffer, content: Buffer): Buffer {
  const cipher = createCipheriv("aes-256-cbc", key, vector.subarray(0, 16)).setAutoPadding(false);
  return Buffer.concat([cipher.update(padded(content, 16)), cipher.final()]);
}

export function protectedOffice(archive: Uint8Array, password: string): Buffer {
  const [salt, dataSalt, verifier] = [randomBytes(16), randomBytes(16), randomBytes(16)];
  const secret = randomBytes(32);
  let spun = sha512(salt, Buffer.from(password, "utf16le"));
  for (let i = 0; i < rounds; i++) spun = sha512(numberOf(i), spun);
  const value = (purpose: string, content: Buffer) =>
    encrypted(sha512(spun, Buffer.from(purpose, "hex")).subarray(0, 32), salt, content).toString("base64");
  const common =
    'saltSize="16" blockSize="16" keyBits="256" hashSize="64" cipherAlgorithm="AES" cipherChaining="ChainingModeCBC" hashAlgorithm="SHA512"';
  const xml = `<encryption xmlns="http://schemas.microsoft.com/office/2006/encryption" xmlns:p="http://schemas.microsoft.com/office/2006/keyEncryptor/password"><keyData ${common} saltValue="${dataSalt.toString("base64")}"/><keyEncryptors><keyEncryptor uri="http://schemas.microsoft.com/office/2006/keyEncryptor/password"><p:encryptedKey spinCount="${rounds}" ${common} saltValue="${salt.toString("base64")}" encryptedVerifierHashInput="${value("fea7d2763b4b9e79", verifier)}" encryptedVerifierHashValue="${value("d7aa0f6d3061344e", sha512(verifier))}" encryptedKeyValue="${value("146e0be7abacd0d6", secret)}"/></keyEncryptor></keyEncryptors></encryption>`;
  const content = Buffer.from(archive);
  const size = Buffer.alloc(8);
  size.writeBigUInt64LE(BigInt(content.length));
  const parts = [size];
  for (let at = 0, i = 0; at < content.length; at += 4096, i++)
    parts.push(encrypted(secret, sha512(dataSalt, numberOf(i)), content.subarray(at, at + 4096)));
  const info = Buffer.concat([Buffer.from([4, 0, 4, 0, 0x40, 0, 0, 0]), Buffer.from(xml)]);
  return container({ EncryptionInfo: info, EncryptedPackage: Buffer.concat(parts) });
}

/** One sector says which follows which, so it holds 60,000 bytes at most. Streams are long enough to need no small sectors. */
function container(streams: Record<string, Buffer>): Buffer {
  const [end, free] = [0xfffffffe, 0xffffffff];
  const next = Array.from({ length: sectorSize / 4 }, () => free);
  next[0] = 0xfffffffd;
  next[1] = end;
  const sectors: Buffer[] = [];
  const directory = [entry("Root Entry", 5, end, 0)];
  for (const [name, content] of Object.entries(streams)) {
    const whole = padded(Buffer.concat([content, Buffer.alloc(Math.max(0, 4096 - content.length))]), sectorSize);
    const [start, count] = [2 + sectors.length, whole.length / sectorSize];
    for (let i = 0; i < count; i++) {
      next[start + i] = i === count - 1 ? end : start + i + 1;
      sectors.push(whole.subarray(i * sectorSize, (i + 1) * sectorSize));
    }
    directory.push(entry(name, 2, start, whole.length));
  }
  const header = Buffer.alloc(sectorSize, 0xff);
  header.fill(0, 0, 76);
  Buffer.from("d0cf11e0a1b11ae1", "hex").copy(header);
  for (const [at, number] of [
    [24, 0x3e],
    [26, 3],
    [28, 0xfffe],
    [30, 9],
    [32, 6],
  ] as const)
    header.writeUInt16LE(number, at);
  for (const [at, number] of [
    [44, 1],
    [48, 1],
    [56, 4096],
    [60, end],
    [68, end],
    [76, 0],
  ] as const)
    header.writeUInt32LE(number, at);
  const table = Buffer.concat(next.map(numberOf));
  return Buffer.concat([header, table, padded(Buffer.concat(directory), sectorSize), ...sectors]);
}

function entry(name: string, type: number, start: number, size: number): Buffer {
  const made = Buffer.alloc(128);
  made.write(`${name}\0`, "utf16le");
  made.writeUInt16LE(2 * name.length + 2, 64);
  made[66] = type;
  for (const at of [68, 72, 76]) made.writeUInt32LE(0xffffffff, at);
  made.writeUInt32LE(start, 116);
  made.writeUInt32LE(size, 120);
  return made;
}
