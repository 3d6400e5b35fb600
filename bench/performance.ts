/*
 * The server's rows of docs/performance.md: runs the benches that measure them, one after the other, forwards what they
 * print, and ends with every line that has a bar, as a table.
 *
 * npm run bench -- performance
 */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";

type Line = { bench: string; what: string; value: unknown; unit?: string; bar?: unknown; ok?: boolean };

const benches: [file: string, env: Record<string, string>][] = [
  ["turn-wait", {}],
  ["stream-server", { RUNS: "100", ONLY: "together" }],
  ["stream-server", { RUNS: "200" }],
  ["stream-server", { RUNS: "500", ONLY: "tokens" }],
  ["stream-server", { RUNS: "1000", ONLY: "tokens" }],
  ["full-folder", {}],
  ["memory", {}],
  ["chat-search", {}],
  ["search-speed", { BENCH_MILLION: "no" }],
];

const measured: Line[] = [];
let hasBroken = false;
for (const [file, env] of benches) {
  const named = Object.entries(env).map(([name, value]) => `${name}=${value} `);
  process.stderr.write(`— ${named.join("")}${file}\n`);
  const child = spawn(process.execPath, ["--expose-gc", join(import.meta.dirname, `${file}.ts`)], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, ...env },
  });
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  for await (const line of createInterface({ input: child.stdout })) {
    process.stdout.write(`${line}\n`);
    if (line.startsWith("{")) measured.push({ ...(JSON.parse(line) as Line), bench: `${named.join("")}${file}` });
  }
  if ((await ended) !== 0) hasBroken = true;
}
process.stdout.write("\n| what | measured | bar | held | bench |\n|---|---|---|---|---|\n");
for (const { bench, what, value, unit = "", bar, ok } of measured.filter((line) => line.bar !== undefined))
  process.stdout.write(`| ${what} | ${String(value)} ${unit} | ${String(bar)} | ${ok === true ? "yes" : "**no**"} | ${bench} |\n`);
process.exitCode = hasBroken ? 1 : 0;
