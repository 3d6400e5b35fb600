/*
 * The landing page in Lighthouse with Chromium, on a desktop and on its slow phone: the four scores, layout shift,
 * and transfer size without images. The median of several runs counts; a busy machine lowers the phone's performance
 * score.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import lighthouse, { desktopConfig, type Flags, type RunnerResult } from "lighthouse";
import { ensureChromium } from "../scripts/chromium.ts";
import { freePort, startStetProcess } from "../test/e2e/browser.ts";

const rounds = 3;
const categories = ["performance", "accessibility", "best-practices", "seo"] as const;
type Result = RunnerResult["lhr"];

const folder = mkdtempSync(join(tmpdir(), "stet-lighthouse-"));
const [port, debugPort] = [await freePort(), await freePort()];
const server = await startStetProcess({ STET_DATA: join(folder, "data"), PORT: String(port), LOG_LEVEL: "error" });
const browser = spawn(
  ensureChromium(),
  [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    `--remote-debugging-port=${debugPort}`,
    `--user-data-dir=${join(folder, "profile")}`,
    "about:blank",
  ],
  { stdio: "ignore" },
);
try {
  await untilOpen(debugPort);
  await measure("desktop", desktopConfig, 100);
  await measure("phone", undefined, 95);
} finally {
  browser.kill();
  await server.kill("SIGTERM");
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}

async function measure(device: string, config: typeof desktopConfig | undefined, performanceBar: number): Promise<void> {
  const results: Result[] = [];
  for (let round = 0; round < rounds; round++) results.push(await wholeRun(config));
  const load = Number(loadavg()[0]!.toFixed(1));
  for (const category of categories) {
    const score = median(results.map((result) => Math.round((result.categories[category]?.score ?? 0) * 100)));
    const bar = category === "performance" ? performanceBar : 100;
    say({
      what: `${device}, ${category}`,
      value: score,
      unit: "points",
      bar,
      ok: score >= bar,
      load,
      lost: lostPoints(results.at(-1)!, category),
    });
  }
  const shift = Math.max(...results.map((result) => numberOf(result, "cumulative-layout-shift")));
  say({ what: `${device}, layout shift`, value: shift, unit: "", bar: 0, ok: shift === 0 });
  for (const [what, audit] of [
    ["first paint", "first-contentful-paint"],
    ["largest paint", "largest-contentful-paint"],
    ["blocking time", "total-blocking-time"],
  ] as const)
    say({ what: `${device}, ${what}`, value: Math.round(median(results.map((result) => numberOf(result, audit)))), unit: "ms" });
  const kibibytes = Math.max(...results.map(transferWithoutPictures)) / 1024;
  say({
    what: `${device}, transfer without pictures`,
    value: Number(kibibytes.toFixed(1)),
    unit: "KiB",
    bar: 200,
    ok: kibibytes <= 200,
  });
}

/** On a busy machine a trace may come back incomplete; such a run is discarded and repeated. */
async function wholeRun(config: typeof desktopConfig | undefined): Promise<Result> {
  const flags: Flags = { port: debugPort, output: "json", logLevel: "error", onlyCategories: [...categories] };
  for (let tries = 0; tries < 4; tries++) {
    const run = await lighthouse(server.url, flags, config);
    const isWhole = categories.every((category) => typeof run?.lhr.categories[category]?.score === "number");
    if (run !== undefined && isWhole) return run.lhr;
  }
  throw new Error("Lighthouse gave no whole result.");
}

/** The audits of a category that lost points, to explain a missed bar. */
function lostPoints(result: Result, category: string): string[] {
  const refs = result.categories[category]?.auditRefs ?? [];
  return refs
    .filter(({ id, weight }) => weight > 0 && (result.audits[id]?.score ?? 1) < 1)
    .map(({ id }) => `${id} ${result.audits[id]?.displayValue ?? ""}`.trim());
}

function transferWithoutPictures(result: Result): number {
  const { details } = result.audits["network-requests"]!;
  const items = (details as unknown as { items: { resourceType: string; transferSize: number }[] }).items;
  return items.reduce((sum, { resourceType, transferSize }) => sum + (resourceType === "Image" ? 0 : transferSize), 0);
}

function numberOf(result: Result, audit: string): number {
  return result.audits[audit]?.numericValue ?? Number.NaN;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

function say(line: Record<string, unknown>): void {
  process.stdout.write(`${JSON.stringify({ bench: "lighthouse", ...line })}\n`);
}

async function untilOpen(port: number): Promise<void> {
  for (let tries = 0; ; tries++) {
    const answer = await fetch(`http://127.0.0.1:${port}/json/version`).catch(() => null);
    if (answer?.ok) return;
    if (tries > 100) throw new Error("Chromium did not open its port.");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
