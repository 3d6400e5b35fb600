/*
 * How backup content is written: as it is or, with a passphrase, encrypted with AES-256-GCM under a key derived by
 * scrypt. GCM also authenticates: a modified piece is an error, never plaintext.
 *
 * "STET1" · nonce (12 bytes) · ciphertext · tag (16 bytes)
 */
import { createCipheriv, createDecipheriv, createHmac, createHash, randomBytes, scrypt, timingSafeEqual } from "node:crypto";

const magic = Buffer.from("STET1");
const nonceBytes = 12;
const tagBytes = 16;

type Chunks = AsyncIterable<Uint8Array>;

export type Seal = {
  readonly isEncrypted: boolean;
  write(content: Chunks): Chunks;
  read(stored: Chunks): Chunks;
  /** Proof of integrity: a digest, or with a passphrase a signature. */
  sign(text: string): string;
};

export const plainSeal: Seal = {
  isEncrypted: false,
  write: (content) => content,
  read: (stored) => stored,
  sign: (text) => createHash("sha256").update(text).digest("hex"),
};

/** Deterministic: the same passphrase and salt give the same key. */
export async function sealOf(passphrase: string, salt: string): Promise<Seal> {
  const key = await keyOf(passphrase, salt);
  return {
    isEncrypted: true,
    write: (content) => encrypted(content, key),
    read: (stored) => decrypted(stored, key),
    sign: (text) => createHmac("sha256", key).update(text).digest("hex"),
  };
}

export function isSigned(seal: Seal, text: string, signature: string): boolean {
  const [own, given] = [Buffer.from(seal.sign(text)), Buffer.from(signature)];
  return own.length === given.length && timingSafeEqual(own, given);
}

function keyOf(passphrase: string, salt: string): Promise<Buffer> {
  // 64 MB and about 0.2 s per guess.
  const cost = { N: 2 ** 16, r: 8, p: 1, maxmem: 128 * 1024 * 1024 };
  return new Promise((resolve, reject) => {
    scrypt(passphrase.normalize("NFC"), Buffer.from(salt, "hex"), 32, cost, (error, key) => (error ? reject(error) : resolve(key)));
  });
}

async function* encrypted(content: Chunks, key: Buffer): Chunks {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  yield Buffer.concat([magic, nonce]);
  for await (const chunk of content) yield cipher.update(chunk);
  yield Buffer.concat([cipher.final(), cipher.getAuthTag()]);
}

async function* decrypted(stored: Chunks, key: Buffer): Chunks {
  const headBytes = magic.length + nonceBytes;
  let decipher: ReturnType<typeof opened> | undefined;
  // The last bytes may be the tag, so hold them back until more arrive.
  let held: Buffer = Buffer.alloc(0);
  for await (const chunk of stored) {
    held = Buffer.concat([held, chunk]);
    if (decipher === undefined && held.length >= headBytes) {
      decipher = opened(held.subarray(0, headBytes), key);
      held = held.subarray(headBytes);
    }
    if (decipher === undefined || held.length <= tagBytes) continue;
    yield decipher.update(held.subarray(0, held.length - tagBytes));
    held = held.subarray(held.length - tagBytes);
  }
  if (decipher === undefined || held.length !== tagBytes) throw new Error("An encrypted piece of the backup is cut short.");
  decipher.setAuthTag(held);
  yield decipher.final();
}

function opened(head: Buffer, key: Buffer) {
  if (!head.subarray(0, magic.length).equals(magic)) throw new Error("A piece of the backup is not encrypted as the rest is.");
  return createDecipheriv("aes-256-gcm", key, head.subarray(magic.length));
}
