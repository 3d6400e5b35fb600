/* Files that come with a password: an Office file is kept without it, a PDF with it and with its text. */
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import type { Extracted, Extraction } from "./extraction.ts";
import type { FileStore } from "./file-store.ts";
import { pdfLocked, wrongPassword } from "./unreadable.ts";

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
  if (!opened.ok) throw refusalOf(name, opened, password !== null);
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

/** Why a file could not be read; that it has a password asks for it. */
export function refusalOf(name: string, { sentence }: Extract<Extracted, { ok: false }>, isPasswordGiven: boolean): Response {
  if (sentence !== wrongPassword && sentence !== pdfLocked) return problem("file-refused", `“${name}”: ${sentence}`);
  return problem("password-needed", isPasswordGiven ? `“${name}”: ${wrongPassword}` : `“${name}” has a password.`);
}

export const keptLocked = "Stet has read this PDF with its password, and keeps it with its password.";
