/* The tests that import a file, by how many imports lie between. */
import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

const root = join(import.meta.dirname, "../..");
const rooms: Record<string, string> = {
  "#core": "app/core",
  "#server": "app/server",
  "#api": "app/api",
  "#ui": "app/ui",
  "#test": "test",
};

export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/** From each file to those that import it, types apart. */
export function importersOf(): ImportGraph {
  const graph = new Map<string, string[]>();
  for (const file of globSync("{app,test,scripts,bench}/**/*.{ts,tsx}", { cwd: root, exclude: ["test/e2e/**"] })) {
    const code = readFileSync(join(root, file), "utf8");
    for (const [, name] of code.matchAll(/^(?:import|export)\s(?!type\s)[^;"]*?from\s+"([#.][^"]+)"/gm)) {
      const to = targetOf(file, name!);
      graph.set(to, [...(graph.get(to) ?? []), file]);
    }
  }
  return graph;
}

function targetOf(file: string, name: string): string {
  const [room] = name.split("/", 1);
  if (name.startsWith("#")) return join(rooms[room!] ?? room!, name.slice(room!.length + 1));
  return relative(root, resolve(root, dirname(file), name));
}

/** The file's own test first, then the nearest, of those the ones in its own folder. */
export function nearestTests(file: string, graph: ImportGraph, most: number): string[] {
  const seen = new Map([[file, 0]]);
  for (const [one, distance] of seen) for (const by of graph.get(one) ?? []) if (!seen.has(by)) seen.set(by, distance + 1);
  const own = file.replace(/\.tsx?$/, ".test");
  const rank = ([test, distance]: [string, number]) =>
    distance * 2 + (dirname(test) === dirname(file) ? 0 : 1) - (test.startsWith(own) ? 100 : 0);
  return [...seen]
    .filter(([test]) => /\.test\.tsx?$/.test(test))
    .toSorted((a, b) => rank(a) - rank(b) || a[0].localeCompare(b[0]))
    .slice(0, most)
    .map(([test]) => test);
}
