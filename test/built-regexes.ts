/*
 * Regular expressions that are built at run time. Each place in the product's code that builds one either runs here
 * with sample input or is listed with its result; the results are pumped like literals.
 */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "vite";

/** Where `new RegExp` occurs: the file, relative to the folder, and the line. */
export type RegexSite = { file: string; line: number };

export function regexSites(folder: string): RegexSite[] {
  const files = globSync("**/*.{ts,tsx}", { cwd: folder }).filter((file) => !/\.test\.tsx?$/.test(file));
  return files.sort().flatMap((file) => {
    const code = readFileSync(join(folder, file), "utf8");
    if (!code.includes("RegExp(")) return [];
    const found: RegexSite[] = [];
    collect(parseSync(file, code).program, (start) => found.push({ file, line: code.slice(0, start).split("\n").length }));
    return found;
  });
}

function collect(value: unknown, found: (start: number) => void): void {
  if (typeof value !== "object" || value === null) return;
  const { type, callee, start } = value as { type?: string; callee?: { name?: string }; start?: number };
  if ((type === "NewExpression" || type === "CallExpression") && callee?.name === "RegExp") found(Number(start));
  for (const inner of Object.values(value)) collect(inner, found);
}

/** Regular expressions that only run behind a database, a browser or an outside address: by file, in source order. */
export const listedRegexes: Readonly<Record<string, readonly (readonly [source: string, flags: string])[]>> = {
  // A search word, escaped (server/db/word-pattern.ts).
  "server/data/chats/search-chats.ts": [["[aA][bB]\\.[cC]\\(", "u"]],
  // After the one that is run: a short name from the source's own list.
  "server/knowledge/connectors/gesetze-im-internet.ts": [["^bgb_\\d{4}$", ""]],
  "ui/markdown/containers.ts": [
    ["^ {0,3}`{3,}[ \\t]*$", ""],
    ["^ {0,3}~*[ \\t]*$", ""],
  ],
};
