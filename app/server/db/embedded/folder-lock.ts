/*
 * Two processes on one embedded database lose each other's rows without any
 * error, and PGlite has no lock. SQLite has a good one: an exclusive transaction
 * on a file of its own, which the kernel lets go when the process dies.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** Takes the folder for this process or throws a plain sentence. Returns the way to let go. */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lock = new DatabaseSync(join(folder, "lock"), { timeout: 500 });
  try {
    lock.exec("begin exclusive");
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode !== 5) throw error;
    throw new Error(`The database in ${folder} is in use by another process of Stet. Stop that one, or set another folder.`, {
      cause: error,
    });
  }
  return () => {
    if (lock.isOpen) lock.close();
  };
}
