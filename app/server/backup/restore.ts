/*
 * Restores a backup into an empty data folder and database. Everything is checked against the manifest first; files are
 * staged and moved into place after the rows are in, so a failed restore can simply be run again.
 */
import { readdir, rm } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { headerOf, importDatabase } from "../db/copy.ts";
import { openEngine } from "../db/database.ts";
import { silent } from "../db/log.ts";
import { migrate, readMigrations } from "../db/migrate.ts";
import { beginFile, makeFolder, moveContents } from "../storage/durable-file.ts";
import { isBackupName, listBackups, readBackup, readPiece, sealFor, verifyPieces, type Backup } from "./backup-folder.ts";
import type { Seal } from "./sealing.ts";

type Target = { dataFolder: string; databaseUrl: string | undefined };

/** `from` is one backup, or a folder of them; then the newest is used. */
export async function restore(from: string, target: Target, passphrase: string | undefined): Promise<Backup> {
  const { folder, name } = await backupAt(resolve(from));
  const { isEncrypted } = await readBackup(folder, name);
  if (isEncrypted && passphrase === undefined)
    throw new Error("This backup is encrypted. Set BACKUP_PASSPHRASE to the passphrase it was made with.");
  const seal = await sealFor(folder, isEncrypted ? passphrase : undefined);
  const backup = await readBackup(folder, name, seal);
  await refuseUsed(target.dataFolder);
  // Everything is read before anything is written.
  await verifyPieces(folder, backup);
  await makeFolder(target.dataFolder);
  const making = join(target.dataFolder, "restoring");
  await rm(making, { recursive: true, force: true });
  await makeFolder(making);
  for (const entry of backup.files) await putBack(folder, entry, join(making, entry.path), seal);
  await restoreRows(folder, backup, seal, { url: target.databaseUrl, folder: join(making, "database") });
  await moveContents(making, target.dataFolder);
  return backup;
}

async function backupAt(from: string): Promise<{ folder: string; name: string }> {
  if (isBackupName(basename(from))) return { folder: dirname(from), name: basename(from) };
  const [newest] = await listBackups(from);
  if (newest === undefined) throw new Error(`There is no finished backup in ${from}.`);
  return { folder: from, name: newest.name };
}

async function refuseUsed(dataFolder: string): Promise<void> {
  const names = await readdir(dataFolder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
    return [];
  });
  const used = names.filter((name) => name !== "restoring" && name !== "lost+found");
  if (used.length === 0) return;
  throw new Error(
    `${dataFolder} is not empty (${used.slice(0, 3).join(", ")}). Nothing was changed. Name a new folder, or move this one away: mv ${dataFolder} ${dataFolder}.old`,
  );
}

async function putBack(folder: string, entry: Backup["files"][number], place: string, seal: Seal): Promise<void> {
  const file = await beginFile(place);
  await pipeline(seal.read(readPiece(folder, entry)), file.stream);
  await file.keep();
}

async function restoreRows(
  folder: string,
  { database, rows }: Backup,
  seal: Seal,
  place: { url: string | undefined; folder: string },
): Promise<void> {
  const lines = () => linesIn(seal.read(readPiece(folder, database)));
  const wanted = await migrationsIn(lines());
  const engine = await openEngine(place);
  try {
    await engine.unlimited(async () => {
      // The schema at the time of the backup; newer migrations follow, as in an upgrade.
      await migrate(
        engine.db,
        silent,
        readMigrations().filter(({ name }) => wanted.has(name)),
      );
      const imported = await importDatabase(engine, lines());
      if (imported !== rows) throw new Error(`The backup promises ${rows} rows and holds ${imported}.`);
      await migrate(engine.db, silent);
    });
  } finally {
    await engine.close();
  }
}

async function* linesIn(compressed: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const unpacked = createGunzip();
  // If the source fails, the loop below ends with its error.
  const fed = pipeline(compressed, unpacked).catch(() => undefined);
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of unpacked as AsyncIterable<Buffer>) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  await fed;
}

async function migrationsIn(lines: AsyncIterable<string>): Promise<Set<string>> {
  const names = await headerOf(lines);
  const own = new Set(readMigrations().map(({ name }) => name));
  const unknown = names.filter((name) => !own.has(name));
  if (unknown.length > 0)
    throw new Error(`The backup was made by a newer version of Stet (${unknown.at(-1)}). Restore it with that version.`);
  return new Set(names);
}
