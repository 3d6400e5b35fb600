/*
 * Encrypts secrets that are stored in the database, such as the keys of model providers: AES-256-GCM under a key
 * derived from the installation's secret. `row` is authenticated with it, so a sealed secret opens only in the row it
 * was made for.
 *
 * "1." · base64url of nonce (12 bytes) · ciphertext · tag (16 bytes)
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

export type SecretBox = {
  seal(secret: string, row: string): string;
  /** Null if it was sealed with another installation secret, for another row, or has been modified. */
  open(sealed: string, row: string): string | null;
};

const form = "1.";
const nonceBytes = 12;
const tagBytes = 16;

export function createSecretBox(installationSecret: string): SecretBox {
  const key = Buffer.from(hkdfSync("sha256", installationSecret, "", "stet secrets in the database", 32));
  return {
    seal(secret, row) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv("aes-256-gcm", key, nonce, { authTagLength: tagBytes }).setAAD(Buffer.from(form + row));
      const parts = [nonce, cipher.update(secret, "utf8"), cipher.final(), cipher.getAuthTag()];
      return form + Buffer.concat(parts).toString("base64url");
    },
    open(sealed, row) {
      const bytes = Buffer.from(sealed.slice(form.length), "base64url");
      if (!sealed.startsWith(form) || bytes.length < nonceBytes + tagBytes) return null;
      const nonce = bytes.subarray(0, nonceBytes);
      const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: tagBytes });
      decipher.setAAD(Buffer.from(form + row)).setAuthTag(bytes.subarray(-tagBytes));
      try {
        return Buffer.concat([decipher.update(bytes.subarray(nonceBytes, -tagBytes)), decipher.final()]).toString("utf8");
      } catch {
        return null;
      }
    },
  };
}
