/* Reads one file into a collection, some families at a time, while those before are stored. */
import type { Collected, CollectedMember } from "#core/discovery/collected.ts";
import type { Person } from "#core/workspace/policy.ts";
import { storeFamilies, type SourceToRead } from "../data/discovery/collected-documents.ts";
import { findFile, readFiles, type FileRow } from "../data/files/files.ts";
import type { Db } from "../db/database.ts";
import { readBefore, unread } from "../files/collecting/collect.ts";
import type { Extraction } from "../files/extraction.ts";
import type { FileStore } from "../files/file-store.ts";

export type ReadingServices = {
  db: Db;
  store: Pick<FileStore, "read">;
  extraction: Pick<Extraction, "collect">;
};

type Around = { signal: AbortSignal; onStored: () => Promise<void> };

/** Families at once: their time and their length end a reading sooner. */
const mostAtOnce = 400;
/** Emails and containers are read again, with their contents; the text of other files is stored already. */
const readAgain = new Set(["email", "msg", "mailbox", "archive"]);

export async function readSource(services: ReadingServices, me: Person, source: SourceToRead, around: Around): Promise<void> {
  const { db } = services;
  const file = source.fileId === null ? null : await unlessGone(findFile(me, db, source.fileId));
  if (file !== null && readAgain.has(file.kind)) return readFamilies(services, me, { source, file }, around);
  const whole = file === null ? deleted(source) : await textOf(me, db, file);
  await storeFamilies(me, db, source, { families: [[whole]], done: 1, total: 1, isDone: true });
  return around.onStored();
}

function deleted({ name }: SourceToRead): CollectedMember {
  return unread({ path: name, name }, "The file was deleted before it was read.");
}

async function textOf(me: Person, db: Db, { id, name, kind, size, sha256, pageCount, problem }: FileRow): Promise<CollectedMember> {
  const [read] = await readFiles(me, db, [id]);
  return readBefore({ name, kind, size, sha256, pageCount, problem, text: read?.document?.text ?? "" });
}

type Reading = Collected & { from: number };

async function readFamilies(
  { db, store, extraction }: ReadingServices,
  me: Person,
  { source, file }: { source: SourceToRead; file: FileRow },
  { signal, onStored }: Around,
): Promise<void> {
  const bytes = await store.read(file.key);
  const read = (from: number) => {
    const reading = readSome(extraction, { name: source.name, bytes }, from);
    // It may fail while the one before is stored.
    reading.catch(() => {});
    return reading;
  };
  let total = source.total;
  for (let pending: Promise<Reading> | null = read(source.done); pending !== null;) {
    signal.throwIfAborted();
    const { from, families, next, total: counted }: Reading = await pending;
    pending = next === null ? null : read(next);
    const done = from + families.length;
    total = Math.max(total ?? 0, from === 0 ? counted : 0, next === null ? done : next + 1);
    await storeFamilies(me, db, source, { families, done, total: next === null ? done : total, isDone: next === null });
    await onStored();
  }
}

/** A family that can't be read in its child is said to be so, and the others are read without it. */
async function readSome(
  extraction: ReadingServices["extraction"],
  file: { name: string; bytes: Uint8Array },
  from: number,
): Promise<Reading> {
  const many = await extraction.collect({ ...file, collecting: { from, most: mostAtOnce } });
  if (many.ok) return { ...many.document, from };
  const one = await extraction.collect({ ...file, collecting: { from, most: 1 } });
  if (one.ok) return { ...one.document, from };
  const place = { path: from === 0 ? file.name : `${file.name}/${from + 1}`, name: file.name };
  return { from, families: [[unread(place, one.sentence)]], next: from + 1, total: from + 1 };
}

async function unlessGone<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof Response && error.status === 404) return null;
    throw error;
  }
}
