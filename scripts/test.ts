/*
 * Runs every test: first what needs no browser, then the journeys in Chromium.
 * The last line is the sum, `N passed, N failed`. Further words narrow the run:
 * npm test -- reply
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureChromium } from "./chromium.ts";

type Report = { numPassedTests: number; numFailedTests: number; numPendingTests: number };

const folder = mkdtempSync(join(tmpdir(), "stet-test-"));
const words = process.argv.slice(2);
const sum = { passed: 0, failed: 0, skipped: 0 };

process.env.CHROMIUM = ensureChromium();
for (const project of ["inside", "journeys"]) {
  const file = join(folder, `${project}.json`);
  const args = [
    "run",
    "--project",
    project,
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${file}`,
    "--passWithNoTests",
    ...words,
  ];
  const { status } = spawnSync("vitest", args, { stdio: "inherit", env: { ...process.env, NODE_ENV: "test" } });
  const report: Report | undefined = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Report) : undefined;
  sum.passed += report?.numPassedTests ?? 0;
  sum.skipped += report?.numPendingTests ?? 0;
  // A run that broke down without a failed test has failed all the same.
  sum.failed += Math.max(report?.numFailedTests ?? 0, status === 0 ? 0 : 1);
}
rmSync(folder, { recursive: true, force: true });
process.stdout.write(`\n${sum.passed} passed, ${sum.failed} failed${sum.skipped > 0 ? `, ${sum.skipped} skipped` : ""}\n`);
process.exitCode = sum.failed === 0 && sum.passed > 0 ? 0 : 1;
