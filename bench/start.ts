/*
 * How long `npm start` takes on a built clone until it is ready: with no data yet, and again on the folder it
 * created.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../test/e2e/browser.ts";

const root = join(import.meta.dirname, "..");
const rounds = 5;

const folder = () => mkdtempSync(join(tmpdir(), "stet-start-"));
const kept = folder();
await secondsToReady(kept); // builds, if there is something to build
const first: number[] = [];
const again: number[] = [];
for (let round = 0; round < rounds; round++) {
  const fresh = folder();
  first.push(await secondsToReady(fresh));
  again.push(await secondsToReady(kept));
  rmSync(fresh, { recursive: true, force: true });
}
rmSync(kept, { recursive: true, force: true });
report("npm start, first start, to ready", first);
report("npm start, second start, to ready", again);

function report(what: string, values: number[]): void {
  const median = values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
  process.stdout.write(
    `${JSON.stringify({ bench: "start", what, value: Number(median.toFixed(2)), unit: "s", bar: 3, ok: median <= 3 })}\n`,
  );
}

async function secondsToReady(data: string): Promise<number> {
  const port = await freePort();
  const started = performance.now();
  const child = spawn("npm", ["start", "--silent"], {
    cwd: root,
    env: { ...process.env, STET_DATA: data, PORT: String(port), LOG_LEVEL: "error" },
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout.on("data", (chunk: Buffer) => chunk.includes("ready") && resolve());
    child.once("exit", (code) => reject(new Error(`npm start exited with ${code}`)));
  });
  const seconds = (performance.now() - started) / 1000;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  // npm does not pass on every signal, so signal the whole process group.
  process.kill(-child.pid!, "SIGTERM");
  await ended;
  return seconds;
}
