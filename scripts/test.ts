/*
 * Runs every test: first those that need no browser, then the end-to-end tests in Chromium. The last line is the
 * total, `N passed, N failed`; before it come the skipped tests, those that failed and those that needed a retry. Extra
 * words narrow the run: npm test -- reply
 *
 * `npm run test:fast` is core and data on the embedded database alone.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Run } from "../test/outcomes.ts";
import { summaryOf } from "../test/summary.ts";
import { ensureChromium } from "./chromium.ts";

const folder = mkdtempSync(join(tmpdir(), "stet-test-"));
const isFast = process.argv.includes("--fast");
const words = process.argv.slice(2).filter((word) => word !== "--fast");
if (isFast) {
  words.push("app/core/", "app/server/data/");
  process.env["STET_TEST_POSTGRES"] = "off";
} else process.env["CHROMIUM"] = ensureChromium();
const outcomes: Run["outcomes"] = [];
const faults: string[] = [];

for (const projects of isFast ? [["inside"]] : [["inside", "alone"], ["journeys"]]) {
  const file = join(folder, `${projects[0]}.json`);
  const named = projects.flatMap((project) => ["--project", project]);
  const { status } = spawnSync("vitest", ["run", ...named, "--passWithNoTests", ...words], {
    stdio: "inherit",
    env: { ...process.env, NODE_ENV: "test", STET_TEST_OUTCOMES: file },
  });
  const run = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Run) : { outcomes: [], faults: [] };
  outcomes.push(...run.outcomes);
  faults.push(...run.faults);
  // A run that crashed without saying why has still failed.
  const isExplained = run.faults.length > 0 || run.outcomes.some(({ state }) => state === "failed");
  if (status !== 0 && !isExplained) faults.push(`the run of ${projects.join(" and ")} ended with ${status}`);
}
rmSync(folder, { recursive: true, force: true });
const { lines, isGreen } = summaryOf(outcomes, faults);
process.stdout.write(`\n${lines.join("\n")}\n`);
process.exitCode = isGreen ? 0 : 1;
