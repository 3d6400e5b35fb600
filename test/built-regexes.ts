/*
 * Regular expressions that are put together at run time. Each place in the
 * product's code where one is made is run here with a sample of what it is made
 * of, or is listed with what it comes to; what was made is pumped like literals.
 */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "vite";

/** Where `new RegExp` stands: the file from the folder on, and the line. */
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

/** What is made where only a database, a browser or an address outside would lead: by its file, in the order of the places there. */
export const listedRegexes: Readonly<Record<string, readonly (readonly [source: string, flags: string])[]>> = {
  // A word of a search, escaped (server/db/word-pattern.ts).
  "server/data/chats/search-chats.ts": [["[aA][bB]\\.[cC]\\(", "u"]],
  // Behind the one that is run: a short name of the source's own list.
  "server/knowledge/connectors/gesetze-im-internet.ts": [["^bgb_\\d{4}$", ""]],
  "ui/markdown/containers.ts": [
    ["^ {0,3}`{3,}[ \\t]*$", ""],
    ["^ {0,3}~*[ \\t]*$", ""],
  ],
};
