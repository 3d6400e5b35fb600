/*
 * The data folder is for the account that runs Stet alone: it holds everybody's
 * texts and the hashes of their passwords. A folder that was there before is
 * left as it is, because its rights may be somebody's decision; the log says so.
 */
import { accessSync, constants, mkdirSync, statSync } from "node:fs";
import { refuseUnwritable } from "./db/embedded/folder-damage.ts";
import type { Log } from "./log.ts";

const rightsOfOthers = 0o077;

/** Makes the folder, and lets whatever this process writes from now on be read by its own account only. */
export function keepPrivate(folder: string, log: Pick<Log, "warn">): void {
  process.umask(rightsOfOthers);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK);
  } catch (error) {
    refuseUnwritable(folder, error);
  }
  // Windows has no such rights; what it answers means nothing.
  if (process.platform === "win32" || (statSync(folder).mode & rightsOfOthers) === 0) return;
  log.warn({ folder }, `Other accounts on this machine can reach the data folder. Close it to them: chmod -R go= '${folder}'`);
}
