/*
 * The secret that signs sessions. Where none is set, one is made on the first
 * start and kept in the data folder, readable by its owner only, so that a
 * fresh clone works and a restart signs nobody out.
 */
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export function secretOf(env: { AUTH_SECRET?: string | undefined; STET_DATA: string }): string {
  if (env.AUTH_SECRET !== undefined) return env.AUTH_SECRET;
  const file = join(env.STET_DATA, "auth-secret");
  if (existsSync(file)) return readFileSync(file, "utf8").trim();
  const secret = randomBytes(32).toString("base64url");
  mkdirSync(env.STET_DATA, { recursive: true });
  writeFileSync(file, secret, { mode: 0o600, flag: "wx", flush: true });
  return secret;
}
