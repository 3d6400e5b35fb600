/*
 * Checks the embedded database's folder before PostgreSQL does and reports problems in actionable words: which folder,
 * what was found, the next step. PostgreSQL's own messages describe its internals and stay in the log.
 */
import { accessSync, constants, existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** The data folder format that our PGlite reads and writes; a test checks it against a new database. */
export const postgresMajor = "18";

const controlBytes = 8192;
const restore = "restore the latest backup into another folder: npm run restore -- <backup> <folder>";

export class DamagedFolder extends Error {}

/** Throws an explanation if the folder, which may not exist yet, is not writable. */
export function refuseUnwritable(folder: string, error: unknown): never {
  const { code } = error as NodeJS.ErrnoException;
  const why = unwritable.get(code ?? "");
  if (why === undefined) throw error;
  throw new DamagedFolder(
    `Stet cannot write to ${folder}: ${why}. Give the account that runs Stet the right to write there, or set STET_DATA to another folder.`,
    { cause: error },
  );
}

const unwritable = new Map([
  ["EACCES", "it belongs to another account"],
  ["EPERM", "it belongs to another account"],
  ["EROFS", "its disk can only be read, as disks are that had errors. Check the disk first"],
  ["ENOTDIR", "part of its path is a file"],
]);

/** SQLite's "file is not a database": the lock file contains nothing but the lock. */
export function damagedLock(folder: string, cause: unknown): DamagedFolder {
  const file = join(folder, "lock");
  return new DamagedFolder(`The lock file ${file} is damaged. Nothing of value is in it: delete it and start Stet again.`, {
    cause,
  });
}

/** The PGlite version that created the cluster. Throws if it cannot be determined. */
export function readMaker(file: string, ours: string): string {
  const text = existsSync(file) ? readFileSync(file, "utf8") : undefined;
  try {
    const { pglite } = JSON.parse(text ?? "") as { pglite?: unknown };
    if (typeof pglite === "string") return pglite;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new DamagedFolder(
    `${file}, which says which version wrote the database, is ${text === undefined ? "missing" : "damaged"}. If this version of Stet opened it last, write {"pglite":"${ours}"} into that file; if not, start the version that did, or ${restore}.`,
  );
}

/** Throws if PostgreSQL would not open what is in `data`. */
export function refuseDamage(data: string): void {
  const version = readWhole(join(data, "PG_VERSION"));
  if (version === undefined || !/^\d+\s*$/.test(version)) throw damage(data, "PG_VERSION is missing or empty");
  if (version.trim() !== postgresMajor)
    throw new DamagedFolder(
      `The database in ${data} has the format of PostgreSQL ${version.trim()}; this version of Stet opens ${postgresMajor}. Start the version of Stet that wrote it, or ${restore}.`,
    );
  const control = join(data, "global", "pg_control");
  const bytes = existsSync(control) ? statSync(control).size : 0;
  if (bytes < controlBytes) throw damage(data, `global/pg_control has ${bytes} of ${controlBytes} bytes`);
  try {
    accessSync(control, constants.R_OK | constants.W_OK);
  } catch (error) {
    refuseUnwritable(data, error);
  }
}

/** PostgreSQL tried and failed to start; its log has the reason. */
export function startFailure(folder: string, cause: unknown): DamagedFolder {
  return new DamagedFolder(
    `The database in ${folder} does not start: its files are damaged, or the disk fails. PostgreSQL's own message is in the log. Check the disk; then ${restore}.`,
    { cause },
  );
}

function damage(data: string, what: string): DamagedFolder {
  return new DamagedFolder(
    `The database in ${data} is damaged: ${what}. Keep the folder as it is, check the disk, and ${restore}.`,
  );
}

function readWhole(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}
