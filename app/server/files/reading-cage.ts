/*
 * What a process that reads people's files may touch: the code it consists of,
 * and nothing else of the disk; no other process; no network. The file itself
 * comes to it in a message. So a fault in a reader of PDF or XML is not yet a
 * way to the server's secret or to other people's files.
 */
import { realpathSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const root = join(import.meta.dirname, "../../..");
/** package.json says what `#core` and `#server` are. */
const own = ["app", "node_modules", "package.json"].map((name) => join(root, name));
/** A link's end, too: permission is asked for it. */
const readable = [...new Set(own.concat(own.map(realPath)))];

export const cageFlags: readonly string[] = [
  "--permission",
  ...readable.map((path) => `--allow-fs-read=${path}`),
  `--import=${pathToFileURL(join(import.meta.dirname, "no-network.ts")).href}`,
  "--disable-warning=SecurityWarning",
  "--disable-warning=ExperimentalWarning",
];

/** Throws where a reader could read what is in this folder. */
export function holdOutsideCage(folder: string): void {
  const wanted = realPath(resolve(folder));
  const within = readable.find((path) => !/^\.\.(?:[/\\]|$)/.test(relative(realPath(path), wanted)));
  if (within !== undefined)
    throw new Error(
      `STET_DATA: ${folder} is inside ${within}, which the readers of uploaded files may read. Choose a folder elsewhere.`,
    );
}

/** As far as it exists. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = resolve(path, "..");
    return parent === path ? path : join(realPath(parent), relative(parent, path));
  }
}
