/*
 * kill -9 of the server at random moments under load, again and again on one
 * embedded folder.
 *
 *   ROUNDS=50 node bench/kill.ts
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startMockModel } from "../test/mock-model.ts";
import { killRounds } from "./stream/kill-rounds.ts";

const rounds = Number(process.env["ROUNDS"] ?? 50);
const folder = mkdtempSync(join(tmpdir(), "stet-kill-"));
const mock = await startMockModel();

function report(what: string, value: number, bar: number): void {
  process.stdout.write(`${JSON.stringify({ bench: "kill", what, value: Math.round(value), bar, ok: value <= bar })}\n`);
}

try {
  const port = Number(process.env["BENCH_PORT"] ?? 5950);
  const result = await killRounds({ rounds, readers: 20, port, folder, modelUrl: mock.url });
  process.stdout.write(
    `${JSON.stringify({ bench: "kill", what: `messages acknowledged in ${rounds} rounds`, value: result.acknowledged })}\n`,
  );
  report("acknowledged messages lost", result.lost, 0);
  report("messages duplicated", result.duplicated, 0);
  report("starts that failed", result.unopened, 0);
  report("answers or resumptions that were wrong", result.wrong.length, 0);
  report("answers that miss more than the last 300 ms", result.late, 0);
  report("oldest text missing after a kill, ms", result.worstTailMs, 300);
  for (const what of result.wrong.slice(0, 10)) process.stderr.write(`${what}\n`);
} finally {
  await mock.stop();
  rmSync(folder, { recursive: true, force: true });
}
