/*
 * The secret that signs sessions. If none is configured, one is generated on first start and stored in the data folder,
 * readable only by its owner, so that a fresh clone works and a restart keeps everyone signed in.
 */
import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createDurably, exists } from "./durable-file.ts";

export async function secretOf(env: { AUTH_SECRET?: string | undefined; STET_DATA: string }): Promise<string> {
  if (env.AUTH_SECRET !== undefined) return env.AUTH_SECRET;
  const file = join(env.STET_DATA, "auth-secret");
  if (!(await exists(file))) await createDurably(file, randomBytes(32).toString("base64url"));
  const secret = (await readFile(file, "utf8")).trim();
  if (secret.length >= 32) return secret;
  throw new Error(
    `The secret in ${file} is ${secret === "" ? "empty" : "cut short"}: it signs people's sessions. Restore the file from a backup, or delete it: Stet then makes a new one, and everyone signs in again.`,
  );
}
