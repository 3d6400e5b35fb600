/*
 * One backup: every row from a single snapshot, then the files, avatars, outgoing emails and the secret that belong to
 * it. Files and avatars never change, so those already stored by an earlier backup are skipped. Files that arrive
 * during the backup are left for the next one.
 */
import { once } from "node:events";
import { createReadStream } from "node:fs";
import { readdir } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { createGzip } from "node:zlib";
import { exportDatabase, type Exported } from "../db/copy.ts";
import type { FileStore } from "../files/file-store.ts";
import { exists, makeFolder } from "../storage/durable-file.ts";
import {
  backupName,
  listBackups,
  pruneBackups,
  readBackup,
  sealFor,
  storePiece,
  writeManifest,
  type Backup,
  type Entry,
  type Piece,
} from "./backup-folder.ts";
import type { Seal } from "./sealing.ts";

export type BackupSources = {
  database: Exported;
  /** Uploaded files, wherever they are stored. */
  store: Pick<FileStore, "stream">;
  dataFolder: string;
};

export type BackupTarget = {
  folder: string;
  passphrase: string | undefined;
  keep: number;
  /** Rows and the secret, without the files beside the database; such a backup may be in the data folder. */
  isRowsOnly?: boolean;
};

export async function backUp(sources: BackupSources, target: BackupTarget, at = new Date()): Promise<Backup> {
  const { folder, passphrase, keep, isRowsOnly = false } = target;
  if (!isRowsOnly) refuseInside(sources.dataFolder, folder);
  await makeFolder(folder);
  const seal = await sealFor(folder, passphrase);
  const previous = await lastWith(folder, seal);
  const name = backupName(at);
  if (await exists(join(folder, name))) throw new Error(`There is a backup ${name} already. Wait a second and try again.`);
  const { database, rows, keys } = await storeRows(sources.database, folder, `${name}/database.jsonl.gz`, seal);
  const stored = new Map(previous?.files.map((entry) => [entry.path, entry]));
  const files = new Files(folder, seal, stored);
  if (!isRowsOnly) {
    for (const key of keys) await files.addUpload(sources.store, key);
    await files.addFolder(sources.dataFolder, "avatars", /^[0-9a-f]{64}$/);
    await files.addFolder(sources.dataFolder, "outbox", /^\d{1,20}\.json$/);
  }
  await files.addFile(sources.dataFolder, "auth-secret");
  const { entries, missing } = files;
  const backup = { name, at: at.toISOString(), isEncrypted: seal.isEncrypted, rows, database, files: entries, missing };
  await writeManifest(folder, backup, seal);
  await pruneBackups(folder, keep);
  return backup;
}

/** The newest backup, if it was made with the same passphrase or with none: its objects can be read with ours. */
async function lastWith(folder: string, seal: Seal): Promise<Backup | undefined> {
  const [newest] = await listBackups(folder);
  return newest?.isEncrypted === seal.isEncrypted ? readBackup(folder, newest.name, seal).catch(() => undefined) : undefined;
}

function refuseInside(dataFolder: string, folder: string): void {
  const path = relative(resolve(dataFolder), resolve(folder));
  if (path.startsWith("..") || resolve(path) === path) return;
  throw new Error(`${folder} is in the data folder, and would be lost with it. Choose a folder elsewhere, best on another disk.`);
}

async function storeRows(database: Exported, folder: string, object: string, seal: Seal) {
  const gzip = createGzip();
  const failed = new AbortController();
  const storing = storePiece(folder, object, gzip, seal).catch((error: unknown) => {
    failed.abort(error);
    throw error;
  });
  // Writers waiting for the disk learn of a failure through the signal.
  storing.catch(() => {});
  const keys: string[] = [];
  const note = fileKeys(keys);
  const rows = await exportDatabase(database, async (line) => {
    failed.signal.throwIfAborted();
    note(line);
    if (!gzip.write(`${line}\n`)) await once(gzip, "drain", { signal: failed.signal });
  }).catch((error: unknown) => {
    gzip.destroy(error as Error);
    throw error;
  });
  gzip.end();
  return { rows, keys, database: await storing };
}

/** Tables that name a stored file in their column `key`. */
const storing: ReadonlySet<string | undefined> = new Set(["files", "draft_packages"]);

/** Collects the keys of stored files from the export as it streams, so they are from the same snapshot. */
function fileKeys(keys: string[]): (line: string) => void {
  let keyAt = -1;
  return (line) => {
    const isRow = line.startsWith("[");
    if (isRow && keyAt < 0) return;
    const read = JSON.parse(line) as (string | null)[] | { table?: string; columns?: string[] };
    if (!Array.isArray(read)) keyAt = storing.has(read.table) ? (read.columns ?? []).indexOf("key") : -1;
    else keys.push(String(read[keyAt]));
  };
}

class Files {
  readonly entries: Entry[] = [];
  readonly missing: string[] = [];
  readonly #folder: string;
  readonly #seal: Seal;
  readonly #stored: ReadonlyMap<string, Entry>;

  constructor(folder: string, seal: Seal, stored: ReadonlyMap<string, Entry>) {
    this.#folder = folder;
    this.#seal = seal;
    this.#stored = stored;
  }

  async addUpload(store: BackupSources["store"], key: string): Promise<void> {
    try {
      await this.#addImmutable(`files/${key.slice(0, 2)}/${key}`, async () => store.stream(key));
    } catch (error) {
      if (!(error instanceof Response) || error.status !== 410) throw error;
      this.missing.push(key);
    }
  }

  async addFolder(dataFolder: string, name: string, form: RegExp): Promise<void> {
    const names = await readdir(join(dataFolder, name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
      return [];
    });
    for (const file of names.filter((one) => form.test(one))) {
      const open = async () => createReadStream(join(dataFolder, name, file));
      await this.#addImmutable(`${name}/${file}`, open);
    }
  }

  async addFile(dataFolder: string, name: string): Promise<void> {
    if (await exists(join(dataFolder, name)))
      this.#add(name, await this.#store(name, createReadStream(join(dataFolder, name)), true));
  }

  async #addImmutable(path: string, open: () => Promise<AsyncIterable<Uint8Array>>): Promise<void> {
    const known = this.#stored.get(path);
    if (known !== undefined && (await exists(join(this.#folder, known.object)))) this.entries.push(known);
    else this.#add(path, await this.#store(path, await open(), false));
  }

  /** The time is part of the name of content that may change, so that each backup stores its own. */
  #store(path: string, content: AsyncIterable<Uint8Array>, mayChange: boolean): Promise<Piece> {
    const name = this.#seal.sign(mayChange ? `${path} ${Date.now()}` : path);
    return storePiece(this.#folder, `objects/${name.slice(0, 2)}/${name}`, content, this.#seal);
  }

  #add(path: string, piece: Piece): void {
    this.entries.push({ path, ...piece });
  }
}
