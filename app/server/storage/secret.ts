/*
 * The secret that signs sessions. If none is configured, one is generated on first start and stored in the data folder,
 * readable only by its owner, so that a fresh clone works and a restart keeps everyone signed in.
 */
import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createDurably, exists, place } from "./durable-file.ts";

type Where = { AUTH_SECRET?: string | undefined; STET_DATA: string };

const fileOf = (folder: string) => join(folder, "auth-secret");
/** Exists while the secret is being rotated (accounts/rotate-secret.ts). */
const nextFileOf = (folder: string) => join(folder, "auth-secret.next");

export async function secretOf(env: Where): Promise<string> {
  if (env.AUTH_SECRET === undefined && (await exists(nextFileOf(env.STET_DATA))))
    throw new Error("Rotating the secret was interrupted. Finish it: npm run rotate-secret");
  return secretBeforeRotation(env);
}

export async function secretBeforeRotation(env: Where): Promise<string> {
  if (env.AUTH_SECRET !== undefined) return env.AUTH_SECRET;
  const file = fileOf(env.STET_DATA);
  if (!(await exists(file))) await createDurably(file, newSecret());
  return readSecret(file);
}

/** The next secret, the same one if an earlier rotation was interrupted. `install` makes it the present one. */
export async function prepareNextSecret(folder: string): Promise<{ secret: string; install(): Promise<void> }> {
  const file = nextFileOf(folder);
  if (!(await exists(file))) await createDurably(file, newSecret());
  return { secret: await readSecret(file), install: () => place(file, fileOf(folder)) };
}

function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

async function readSecret(file: string): Promise<string> {
  const secret = (await readFile(file, "utf8")).trim();
  if (secret.length >= 32) return secret;
  throw new Error(
    `The secret in ${file} is ${secret === "" ? "empty" : "cut short"}: it signs people's sessions. Restore the file from a backup, or delete it: Stet then makes a new one, and everyone signs in again.`,
  );
}
