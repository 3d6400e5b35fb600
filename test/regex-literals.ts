/* Every regular expression literal in the product's code. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "vite";

export type RegexLiteral = { file: string; line: number; source: string; flags: string };

export function regexLiterals(folder: string): RegexLiteral[] {
  const files = globSync("**/*.{ts,tsx}", { cwd: folder }).filter((file) => !/\.test\.tsx?$/.test(file));
  return files.sort().flatMap((file) => {
    const code = readFileSync(join(folder, file), "utf8");
    if (!code.includes("/")) return [];
    const found: RegexLiteral[] = [];
    collect(parseSync(file, code).program, (node, start) => {
      const line = code.slice(0, start).split("\n").length;
      found.push({ file, line, source: node.pattern, flags: node.flags });
    });
    return found;
  });
}

function collect(value: unknown, found: (regex: { pattern: string; flags: string }, start: number) => void): void {
  if (typeof value !== "object" || value === null) return;
  if ("regex" in value && "start" in value) found(value.regex as { pattern: string; flags: string }, Number(value.start));
  for (const inner of Object.values(value)) collect(inner, found);
}
