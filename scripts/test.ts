/*
 * Runs every test: first what needs no browser, then the journeys in Chromium.
 * The last line is the sum, `N passed, N failed`; before it stands what was
 * skipped and which tests needed a second try. Further words narrow the run:
 * npm test -- reply
 *
 * `npm run test:fast` is core and data on the embedded database alone.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Outcome } from "../test/outcomes.ts";
import { summaryOf } from "../test/summary.ts";
import { ensureChromium } from "./chromium.ts";

const folder = mkdtempSync(join(tmpdir(), "stet-test-"));
const isFast = process.argv.includes("--fast");
const words = process.argv.slice(2).filter((word) => word !== "--fast");
if (isFast) {
  words.push("app/core/", "app/server/data/");
  process.env["STET_TEST_POSTGRES"] = "off";
} else process.env["CHROMIUM"] = ensureChromium();
const outcomes: Outcome[] = [];
let broken = 0;

for (const project of isFast ? ["inside"] : ["inside", "journeys"]) {
  const file = join(folder, `${project}.json`);
  const { status } = spawnSync("vitest", ["run", "--project", project, "--passWithNoTests", ...words], {
    stdio: "inherit",
    env: { ...process.env, NODE_ENV: "test", STET_TEST_OUTCOMES: file },
  });
  const ended = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Outcome[]) : [];
  outcomes.push(...ended);
  // A run that broke down without a failed test has failed all the same.
  if (status !== 0 && !ended.some(({ state }) => state === "failed")) broken += 1;
}
rmSync(folder, { recursive: true, force: true });
const { lines, isGreen } = summaryOf(outcomes, broken);
process.stdout.write(`\n${lines.join("\n")}\n`);
process.exitCode = isGreen ? 0 : 1;
