/*
 * Restricts the data folder to the account that runs Stet: it contains everyone's texts and password hashes. An
 * existing folder is left as it is, because its permissions may be deliberate; a warning is logged.
 */
import { access, constants, stat } from "node:fs/promises";
import { refuseUnwritable } from "../db/embedded/folder-damage.ts";
import type { Log } from "../log.ts";
import { makeFolder } from "../storage/durable-file.ts";

const rightsOfOthers = 0o077;

/** Creates the folder, and makes everything this process writes readable by its own account only. */
export async function keepPrivate(folder: string, log: Pick<Log, "warn">): Promise<void> {
  process.umask(rightsOfOthers);
  try {
    await makeFolder(folder);
    await access(folder, constants.W_OK);
  } catch (error) {
    refuseUnwritable(folder, error);
  }
  // Windows has no such permissions; the mode it reports is meaningless.
  if (process.platform === "win32" || ((await stat(folder)).mode & rightsOfOthers) === 0) return;
  log.warn({ folder }, `Other accounts on this machine can reach the data folder. Close it to them: chmod -R go= '${folder}'`);
}
