/*
 * Runs the benches one after the other, each in its own process, and forwards the JSON lines they print: {bench,
 * what, value, unit, bar, ok}. Extra words narrow the run: npm run bench -- markdown
 * Flags are passed on: npm run bench -- chaos --minutes=5
 * Bars are goals for the machine at hand: a missed one is reported, not thrown.
 */
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";

const given = process.argv.slice(2);
/** "--seed 7": a number behind a flag belongs to it. */
const isFlag = (one: string, at: number) => one.startsWith("--") || (/^\d+$/.test(one) && given[at - 1]?.startsWith("--") === true);
const words = given.filter((one, at) => !isFlag(one, at));
const flags = given.filter(isFlag);
const benches = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts") && name !== "run.ts")
  // The table of performance runs others.
  .filter((name) => (words.length === 0 ? name !== "performance.ts" : words.some((word) => name.includes(word))))
  .sort();

let broken = 0;
for (const name of benches) {
  process.stderr.write(`— ${name}\n`);
  const { status } = spawnSync(process.execPath, ["--expose-gc", join(import.meta.dirname, name), ...flags], { stdio: "inherit" });
  if (status !== 0) broken += 1;
  if (status !== 0)
    process.stdout.write(
      `${JSON.stringify({ bench: name.replace(/\.ts$/, ""), what: "ran to its end", value: false, ok: false })}\n`,
    );
}
process.exitCode = broken === 0 ? 0 : 1;
