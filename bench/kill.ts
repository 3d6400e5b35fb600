/*
 * kill -9 of the server at random moments under load, repeatedly on one embedded folder.
 *
 * ROUNDS=50 node bench/kill.ts
 */
import { mkdtempSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { percentile } from "./stream/load.ts";
import { killRounds } from "./stream/kill-rounds.ts";
import { startModel } from "./support/model.ts";
import { removeAtEnd } from "./support/programs.ts";

const rounds = Number(process.env["ROUNDS"] ?? 50);
const folder = removeAtEnd(mkdtempSync(join(tmpdir(), "stet-kill-")));

function say(what: string, value: number, more: object = {}): void {
  process.stdout.write(`${JSON.stringify({ bench: "kill", what, value, ...more })}\n`);
}

function report(what: string, value: number, bar: number): void {
  say(what, Math.round(value), { bar, ok: value <= bar });
}

const port = Number(process.env["BENCH_PORT"] ?? 5950);
const result = await killRounds({
  rounds,
  readers: 20,
  port,
  folder: join(folder, "data"),
  modelUrl: await startModel(join(folder, "model.log")),
});
say(`messages acknowledged in ${rounds} rounds`, result.acknowledged);
report("acknowledged messages lost", result.lost, 0);
report("messages duplicated", result.duplicated, 0);
report("starts that failed", result.unopened, 0);
report("answers or resumptions that were wrong", result.wrong.length, 0);
report("answers that miss more than the last 300 ms", result.late, 0);
report("oldest text missing after a kill, ms", result.worstTailMs, 300);
const tails = { answers: result.tailsMs.length, load: loadavg().map(Math.round) };
for (const [name, share] of [
  ["half", 0.5],
  ["95 in 100", 0.95],
] as const)
  say(
    `how far text is behind after a kill, ms, ${name} of the answers at most`,
    Math.round(percentile(result.tailsMs, share)),
    tails,
  );
for (const what of result.wrong.slice(0, 10)) process.stderr.write(`${what}\n`);
process.exit();
