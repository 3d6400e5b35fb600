/*
 * The data folder is for the account that runs Stet alone: it holds everybody's
 * texts and the hashes of their passwords. A folder that was there before is
 * left as it is, because its rights may be somebody's decision; the log says so.
 */
import { access, constants, stat } from "node:fs/promises";
import { refuseUnwritable } from "../db/embedded/folder-damage.ts";
import type { Log } from "../log.ts";
import { makeFolder } from "../storage/durable-file.ts";

const rightsOfOthers = 0o077;

/** Makes the folder, and lets whatever this process writes from now on be read by its own account only. */
export async function keepPrivate(folder: string, log: Pick<Log, "warn">): Promise<void> {
  process.umask(rightsOfOthers);
  try {
    await makeFolder(folder);
    await access(folder, constants.W_OK);
  } catch (error) {
    refuseUnwritable(folder, error);
  }
  // Windows has no such rights; what it answers means nothing.
  if (process.platform === "win32" || ((await stat(folder)).mode & rightsOfOthers) === 0) return;
  log.warn({ folder }, `Other accounts on this machine can reach the data folder. Close it to them: chmod -R go= '${folder}'`);
}
