/* An Office file with a password, as Office writes it since 2010: an OLE container with the archive encrypted in it. */
import { createCipheriv, createHash, randomBytes } from "node:crypto";
import { compoundOf } from "./old-office.ts";

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
  const parts: Buffer[] = [size];
  for (let at = 0, i = 0; at < content.length; at += 4096, i++)
    parts.push(encrypted(secret, sha512(dataSalt, numberOf(i)), content.subarray(at, at + 4096)));
  const info = Buffer.concat([Buffer.from([4, 0, 4, 0, 0x40, 0, 0, 0]), Buffer.from(xml)]);
  return compoundOf([
    { name: "EncryptionInfo", data: info },
    { name: "EncryptedPackage", data: Buffer.concat(parts) },
  ]);
}
