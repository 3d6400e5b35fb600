/*
 * Two processes on one embedded database silently lose each other's rows, and PGlite has no lock. SQLite has a good
 * one: an exclusive transaction on a separate file, which the kernel releases when the process dies.
 */
import { accessSync, constants, mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { damagedLock, refuseUnwritable } from "./folder-damage.ts";

/** SQLite's result codes. */
const busy = 5;
const notADatabase = 26;

/** Locks the folder for this process or throws a plain explanation. Returns a function that releases it. */
export function lockFolder(folder: string): () => void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK);
  } catch (error) {
    refuseUnwritable(folder, error);
  }
  const lock = new DatabaseSync(join(folder, "lock"), { timeout: 500 });
  try {
    lock.exec("begin exclusive");
  } catch (error) {
    lock.close();
    const { errcode } = error as { errcode?: number };
    if (errcode === notADatabase) throw damagedLock(folder, error);
    if (errcode !== busy) throw error;
    throw new Error(`The database in ${folder} is in use by another process of Stet. Stop that one, or set another folder.`, {
      cause: error,
    });
  }
  return () => {
    if (lock.isOpen) lock.close();
  };
}
