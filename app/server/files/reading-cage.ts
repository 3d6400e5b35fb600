/*
 * Restricts reader processes to their own code: no other files, no other processes, no network.
 * The file itself arrives in a message. So a bug in the PDF or XML reader doesn't yet expose the
 * server's secret or other people's files.
 */
import { realpathSync } from "node:fs";
import { join, relative, resolve } from "node:path";

const root = join(import.meta.dirname, "../../..");
/** package.json resolves `#core` and `#server`. */
const own = ["app", "build/run", "node_modules", "package.json"].map((name) => join(root, name));
/** Including symlink targets, for which permission is checked as well. */
const readable = [...new Set(own.concat(own.map(realPath)))];

export const cageFlags: readonly string[] = [
  "--permission",
  ...readable.map((path) => `--allow-fs-read=${path}`),
  `--import=${new URL("./no-network.ts", import.meta.url).href}`,
  "--disable-warning=SecurityWarning",
  "--disable-warning=ExperimentalWarning",
];

/** Throws if a reader could read this folder. */
export function holdOutsideCage(folder: string): void {
  const wanted = realPath(resolve(folder));
  const within = readable.find((path) => !/^\.\.(?:[/\\]|$)/.test(relative(realPath(path), wanted)));
  if (within !== undefined)
    throw new Error(
      `STET_DATA: ${folder} is inside ${within}, which the readers of uploaded files may read. Choose a folder elsewhere.`,
    );
}

/** Resolves as much of the path as exists. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = resolve(path, "..");
    return parent === path ? path : join(realPath(parent), relative(parent, path));
  }
}
