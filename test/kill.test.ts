/* A few rounds of bench/kill.ts: the server is killed while people chat, and nothing acknowledged is lost. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { killRounds } from "../bench/stream/kill-rounds.ts";
import { freePort } from "./free-port.ts";
import { startMockModel } from "./mock-model.ts";

test("kill -9 under load loses no acknowledged message and doubles none", { timeout: 180_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "stet-kill-"));
  const mock = await startMockModel();
  try {
    const report = await killRounds({ rounds: 2, readers: 6, port: await freePort(), folder, modelUrl: mock.url });
    expect(report.acknowledged).toBeGreaterThan(0);
    expect(report).toMatchObject({ lost: 0, duplicated: 0, unopened: 0, wrong: [] });
  } finally {
    await mock.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
