/* A file that came with a password, as it is kept: without it. */
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { wrongPassword } from "./encrypted-office.ts";
import type { Extraction } from "./extraction.ts";
import type { FileStore } from "./file-store.ts";

type Services = { store: FileStore; extraction: Extraction; password?: string | null };

export const keptOpen = "Its password was removed: Stet keeps the file without it.";
/** With it, Office protects a file that opens without asking. */
const openPassword = "VelvetSweatshop";

export async function withoutPassword(
  { store, extraction, password = null }: Services,
  me: Person,
  { name, bytes }: { name: string; bytes: Uint8Array },
) {
  const opened = await extraction.open({ name, bytes, password: password ?? openPassword, person: me.userId });
  if (!opened.ok && opened.sentence === wrongPassword)
    throw problem("password-needed", password === null ? `“${name}” has a password.` : `“${name}”: ${wrongPassword}`);
  if (!opened.ok) throw problem("file-refused", `“${name}”: ${opened.sentence}`);
  const content = opened.document;
  const key = store.newKey();
  const { stream, keep, drop } = await store.begin(key);
  try {
    await pipeline(Readable.from([content]), stream);
  } catch (error) {
    await drop();
    throw error;
  }
  return { key, name, size: content.length, sha256: createHash("sha256").update(content).digest("hex"), keep };
}
