/* Creates and hashes API keys. Only the hash is stored. */
import { createHash, randomBytes } from "node:crypto";
import { apiKeyFrom } from "#core/account/api-key.ts";

export function newApiKeySecret(): string {
  return apiKeyFrom(randomBytes(80)) ?? newApiKeySecret();
}

/** SHA-256 in hex. A key has 238 random bits: a slow hash would protect it no better. */
export function hashOfApiKey(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}
