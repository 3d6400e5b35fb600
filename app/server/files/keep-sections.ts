/*
 * Sections of law as files that are to be rows of a review. Their text is Stet's own, so there is nothing to scan or to find
 * out about it, and hundreds are stored together.
 */
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { FrozenSection } from "#core/review/frozen.ts";
import { fileName } from "#core/sources/stored-file.ts";
import type { Person } from "#core/workspace/policy.ts";
import { refuseUpload } from "../data/files/files.ts";
import { createSections, type NewSection } from "../data/files/frozen-sections.ts";
import type { Db } from "../db/database.ts";
import type { FileStore } from "./file-store.ts";
import { readPlain } from "./readers/plain.ts";

export type SectionToKeep = { name: string; text: string; law: FrozenSection };

const atOnce = 8;

/** Returns the ids of their files, in the same order. */
export async function keepSections(
  { db, store }: { db: Db; store: FileStore },
  me: Person,
  sections: readonly SectionToKeep[],
  projectId: string,
): Promise<string[]> {
  await refuseUpload(me, db, projectId);
  const kept: NewSection[] = [];
  try {
    for (let at = 0; at < sections.length; at += atOnce)
      kept.push(...(await Promise.all(sections.slice(at, at + atOnce).map((section) => keep(store, section)))));
    const { ids, unused } = await createSections(me, db, projectId, kept);
    for (const key of unused) await store.remove(key);
    return ids;
  } catch (error) {
    for (const { key } of kept) await store.remove(key);
    throw error;
  }
}

async function keep(store: FileStore, { name, text, law }: SectionToKeep): Promise<NewSection> {
  const bytes = Buffer.from(text);
  const key = store.newKey();
  const { stream, keep: keepStored, drop } = await store.begin(key);
  try {
    await pipeline(Readable.from([bytes]), stream);
    await keepStored();
  } finally {
    await drop();
  }
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return { key, name: fileName(name), size: bytes.length, sha256, law, document: readPlain(bytes) };
}
