/* Flushes to disk: a file's contents or a folder's entries. */
import { closeSync, fsyncSync, openSync, readdirSync } from "node:fs";
import { join } from "node:path";

export function flush(path: string) {
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

export function flushTree(folder: string) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) flushTree(path);
    else if (entry.isFile()) flush(path);
  }
  flush(folder);
}
