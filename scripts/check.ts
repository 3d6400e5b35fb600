/*
 * All static checks: types, lint including the import boundaries, format, dead code, licenses of packages. All of
 * them run, so that one call reports everything that is wrong.
 */
import { spawnSync } from "node:child_process";

const steps: [name: string, command: string, args: string[]][] = [
  ["route types", "react-router", ["typegen"]],
  ["types", "tsc", ["-p", "."]],
  ["lint", "oxlint", ["--quiet", "--type-aware"]],
  ["format", "oxfmt", ["--check"]],
  ["dead code", "knip", ["--no-progress"]],
  ["licences", "node", ["scripts/licences.ts"]],
];

const failed = steps.filter(([name, command, args]) => {
  const result = spawnSync(command, args, { encoding: "utf8" });
  process.stdout.write(`${result.status === 0 ? "ok  " : "FAIL"} ${name}\n`);
  if (result.status !== 0) process.stdout.write(`${result.stdout}${result.stderr}\n`);
  return result.status !== 0;
});
process.exitCode = failed.length === 0 ? 0 : 1;
