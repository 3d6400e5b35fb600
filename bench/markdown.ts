/*
 * The browser's main-thread cost of rendering an answer as it streams: Stet's renderer, streamdown fed the same, and
 * plain paragraphs as the floor. Real Chromium, one piece of 5 characters per frame, scrolled to the end. Times are
 * the main thread's own (thread ticks), so other processes hardly disturb them. Frames are not limited to the
 * display's rate.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { chromium, type Browser, type CDPSession, type Page } from "playwright-core";
import { build } from "vite";
import { slimParser } from "../app/ui/markdown/slim/slim-parser.ts";
import { ensureChromium } from "../scripts/chromium.ts";
import { servePage } from "../test/e2e/vite-page.ts";
import { answer, shapes } from "./markdown/corpus.ts";

type Window = readonly [from: number, to: number];

const pieceSize = 5;
const root = join(import.meta.dirname, "markdown");

const site = await servePage(root);
const browser = await chromium.launch({
  executablePath: ensureChromium(),
  args: ["--no-sandbox", "--disable-background-networking", "--disable-frame-rate-limit", "--disable-gpu-vsync"],
});
try {
  await streamWhole(browser);
  await streamLong(browser);
  await streamShapes(browser);
} finally {
  await browser.close();
  site.close();
}
await rendererSize();

/** A 50,000-character answer: the whole of it, and its last tenth against its first. */
async function streamWhole(browser: Browser): Promise<void> {
  const text = answer(50_000);
  const windows: Window[] = [
    [0, 500],
    [500, 5500],
    [5500, 45_000],
    [45_000, 50_000],
  ];
  const sums: Record<string, number[]> = {};
  for (const candidate of ["stet", "streamdown", "floor"]) sums[candidate] = await measure(browser, candidate, text, windows);
  const total = (name: string) => sums[name]!.reduce((a, b) => a + b, 0);
  const growth = (name: string) => sums[name]![3]! / sums[name]![1]!;
  report("50,000 characters, main thread, against streamdown", total("stet") / total("streamdown"), "x", 0.4);
  report("50,000 characters, main thread, against plain text", total("stet") / total("floor"), "x");
  report("50,000 characters, time per piece, last tenth against first", growth("stet"), "x", 1.5);
  report("the same, streamdown", growth("streamdown"), "x");
  report("the same, plain text", growth("floor"), "x");
  for (const name of ["stet", "streamdown", "floor"]) report(`50,000 characters, main thread, ${name}`, total(name) / 1000, "s");
}

/** A 200,000-character answer: 500 pieces near its start and near its end, whole paragraphs per frame in between. */
async function streamLong(browser: Browser): Promise<void> {
  const text = answer(200_000, 7);
  const windows: Window[] = [
    [2000, 7000],
    [194_000, 199_000],
  ];
  const [start, end] = (await measure(browser, "stet", text, windows)) as [number, number];
  report("200,000 characters, time per piece, end against start", end / start, "x", 1.5);
  report("200,000 characters, main thread per piece at the end", end / ((windows[1]![1] - windows[1]![0]) / pieceSize), "ms");
}

async function streamShapes(browser: Browser): Promise<void> {
  for (const [shape, text] of Object.entries(shapes)) {
    const window: Window[] = [[48_000, 48_500]];
    const [ours] = await measure(browser, "stet", text(50_000), window);
    const [theirs] = await measure(browser, "streamdown", text(50_000), window);
    report(`one ${shape} of 50,000 characters, end, main thread per piece`, ours! / 100, "ms");
    report(`one ${shape} of 50,000 characters, end, against streamdown`, ours! / theirs!, "x");
  }
}

/** Main-thread milliseconds of each window; the text between windows is fed in large pieces and not counted. */
async function measure(browser: Browser, candidate: string, text: string, windows: readonly Window[]): Promise<number[]> {
  const context = await browser.newContext({ viewport: { width: 1000, height: 800 } });
  try {
    const page = await context.newPage();
    await page.goto(site.url);
    const session = await context.newCDPSession(page);
    await session.send("Performance.enable", { timeDomain: "threadTicks" });
    await page.evaluate(([name, all]) => window.bench.start(name!, all!), [candidate, text]);
    const times: number[] = [];
    for (const [from, to] of windows) {
      await feed(page, from, 400);
      const before = await mainThread(session);
      await feed(page, to, pieceSize);
      times.push(((await mainThread(session)) - before) * 1000);
    }
    return times;
  } finally {
    await context.close();
  }
}

async function feed(page: Page, end: number, size: number): Promise<void> {
  await page.evaluate(([end, size]) => window.bench.feedTo(end!, size!), [end, size]);
}

async function mainThread(session: CDPSession): Promise<number> {
  const { metrics } = await session.send("Performance.getMetrics");
  return metrics.find((metric) => metric.name === "TaskDuration")!.value;
}

/** What the chat page loads for rendering, excluding React: the component's script, without the lazy highlighter. */
async function rendererSize(): Promise<void> {
  const out = mkdtempSync(join(tmpdir(), "stet-markdown-size-"));
  await build({
    configFile: false,
    root,
    plugins: [slimParser()],
    logLevel: "error",
    build: {
      outDir: out,
      target: "es2023",
      minify: true,
      lib: { entry: join(import.meta.dirname, "../app/ui/markdown/markdown.tsx"), formats: ["es"], fileName: "markdown" },
      rolldownOptions: { external: [/^react/, /^@speed-highlight/] },
    },
  });
  const file = readdirSync(out).find((name) => /^markdown\.m?js$/.test(name))!;
  report("renderer, gzip", gzipSync(readFileSync(join(out, file)), { level: 9 }).length / 1024, "KiB", 30);
  rmSync(out, { recursive: true, force: true });
}

function report(what: string, value: number, unit: string, bar?: number): void {
  const line = {
    bench: "markdown",
    what,
    value: Number(value.toFixed(3)),
    unit,
    ...(bar === undefined ? {} : { bar, ok: value <= bar }),
  };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
