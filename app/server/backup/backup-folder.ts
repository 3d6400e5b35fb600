/*
 * The layout of a backup folder:
 *
 *   backups.json                     format version, and the salt of the passphrase
 *   2026-11-22T03-00-00Z/
 *     database.jsonl.gz              every row, from one snapshot
 *     manifest.json                  the contents of the backup; written last
 *   objects/ab/ab12…                 files and avatars, shared by all backups
 *
 * A backup without a manifest is incomplete and ignored.
 */
import { createHash, randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import { beginFile, createDurably, exists, writeDurably } from "../storage/durable-file.ts";
import { isSigned, plainSeal, sealOf, type Seal } from "./sealing.ts";

/** Paths allowed in a data folder: a restore writes nothing else. */
const pathForm = /^(files\/[0-9a-f]{2}\/[0-9a-f]{40}|avatars\/[0-9a-f]{64}|outbox\/\d{1,20}\.json|auth-secret)$/;
const stampForm = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/;

const piece = { object: z.string(), bytes: z.int(), sha256: z.string().length(64) };
const entrySchema = z.object({ path: z.string().regex(pathForm), ...piece });
const contentsSchema = z.object({
  at: z.iso.datetime(),
  isEncrypted: z.boolean(),
  rows: z.int(),
  database: z.object(piece),
  files: z.array(entrySchema),
  /** Keys in the database that storage did not have. */
  missing: z.array(z.string()),
});
const manifestSchema = z.object({ contents: z.string(), signature: z.string() });

/** An object as stored: its path below the folder, and the bytes expected there. */
export type Piece = { object: string; bytes: number; sha256: string };
export type Entry = z.infer<typeof entrySchema>;
export type BackupContents = z.infer<typeof contentsSchema>;
export type Backup = BackupContents & { name: string };

const formSchema = z.object({ backups: z.literal(1), salt: z.string().regex(/^[0-9a-f]{32}$/) });

/** Opens or creates a backup folder, with a passphrase or without. */
export async function sealFor(folder: string, passphrase: string | undefined): Promise<Seal> {
  const file = join(folder, "backups.json");
  if (!(await exists(file))) await createDurably(file, JSON.stringify({ backups: 1, salt: randomBytes(16).toString("hex") }));
  const { salt } = formSchema.parse(JSON.parse(await readFile(file, "utf8")));
  return passphrase === undefined ? plainSeal : sealOf(passphrase, salt);
}

/** Stores a stream under a name; returns what must be found there. */
export async function storePiece(folder: string, object: string, content: AsyncIterable<Uint8Array>, seal: Seal): Promise<Piece> {
  const hash = createHash("sha256");
  let bytes = 0;
  async function* counted(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  }
  // Left by an interrupted backup.
  await rm(join(folder, `${object}.part`), { force: true });
  const file = await beginFile(join(folder, object));
  try {
    await pipeline(seal.write(content), counted, file.stream);
    await file.keep();
  } catch (error) {
    await file.drop();
    throw error;
  }
  return { object, bytes, sha256: hash.digest("hex") };
}

/** The content of a piece. Throws after the last byte if it differs from what was stored. */
export async function* readPiece(folder: string, { object, bytes, sha256 }: Piece): AsyncGenerator<Buffer> {
  const hash = createHash("sha256");
  let read = 0;
  if (!(await exists(join(folder, object)))) throw new Error(`The backup is not whole: ${object} is missing.`);
  for await (const chunk of createReadStream(join(folder, object)) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    read += chunk.length;
    yield chunk;
  }
  if (read !== bytes || hash.digest("hex") !== sha256)
    throw new Error(`The backup is damaged: ${object} is not what was stored there. Use another backup.`);
}

/** Throws if a piece is missing or differs from what was stored. */
export async function verifyPieces(folder: string, { database, files }: BackupContents): Promise<void> {
  for (const piece of [database, ...files]) for await (const _ of readPiece(folder, piece));
}

export async function writeManifest(folder: string, { name, ...contents }: Backup, seal: Seal): Promise<void> {
  const text = JSON.stringify(contents);
  await writeDurably(join(folder, name, "manifest.json"), JSON.stringify({ contents: text, signature: seal.sign(text) }));
}

/** The finished backups, newest first. Damaged ones are left out here and refused by a restore. */
export async function listBackups(folder: string): Promise<Backup[]> {
  const names = await readdir(folder).catch(() => []);
  const backups = await Promise.all(
    names.filter((name) => stampForm.test(name)).map((name) => readBackup(folder, name).catch(() => null)),
  );
  return backups.flatMap((one) => one ?? []).sort((one, other) => (one.name < other.name ? 1 : -1));
}

/** With a seal, the manifest's signature is checked too. */
export async function readBackup(folder: string, name: string, seal?: Seal): Promise<Backup> {
  const file = join(folder, name, "manifest.json");
  const text = await readFile(file, "utf8").catch(() => {
    throw new Error(`${join(folder, name)} is not a finished backup: it has no manifest.json.`);
  });
  const { contents, signature } = parsed(file, () => manifestSchema.parse(JSON.parse(text)));
  const backup = parsed(file, () => contentsSchema.parse(JSON.parse(contents)));
  if (seal === undefined || isSigned(seal, contents, signature)) return { ...backup, name };
  throw new Error(
    backup.isEncrypted
      ? "The passphrase is not the one this backup was made with, or its manifest was changed."
      : `${file} was changed after it was written. Use another backup.`,
  );
}

function parsed<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw new Error(`${file} is damaged. Use another backup.`, { cause });
  }
}

/** Removes all but the newest `keep` backups, and the objects only they used. */
export async function pruneBackups(folder: string, keep: number): Promise<void> {
  const backups = await listBackups(folder);
  const kept = backups.slice(0, keep);
  for (const { name } of backups.slice(keep)) await rm(join(folder, name), { recursive: true });
  const needed = new Set(kept.flatMap(({ files }) => files.map(({ object }) => object)));
  const objects = await readdir(join(folder, "objects"), { recursive: true, withFileTypes: true }).catch(() => []);
  for (const one of objects) {
    const object = `objects/${one.name.slice(0, 2)}/${one.name}`;
    if (one.isFile() && !needed.has(object)) await rm(join(one.parentPath, one.name));
  }
}

export function backupName(at: Date): string {
  return `${at.toISOString().slice(0, 19).replaceAll(":", "-")}Z`;
}

export function isBackupName(name: string): boolean {
  return stampForm.test(name);
}
