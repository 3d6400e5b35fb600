/*
 * The chat page on a first visit, with an empty cache: when its largest text is painted, and when the composer takes a
 * key. Beside it stands the limit: the same markup and style sheet from a file server, with no script at all. The
 * variants alternate within each round.
 */
import { createServer, type Server } from "node:http";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import type { BrowserContext, Page } from "playwright-core";
import { percentile } from "../stream/load.ts";
import type { Stage } from "./stage.ts";

const rounds = Number(process.env["ROUNDS"] ?? 7);

type Link = { cpu: number; isFar: boolean };
const near: Link = { cpu: 1, isFar: false };
const slow: Link = { cpu: 4, isFar: false };
/** 100 ms from question to answer, 10 Mbit/s. */
const far: Link = { cpu: 1, isFar: true };

export type Load = { lcp: number; usable: number; scripts: number; scriptBytes: number; requests: number; elements: number };
export type Loads = Record<"near" | "slow" | "far", Record<"used" | "empty" | "still", Load>>;

export async function measureLoads(stage: Stage): Promise<Loads> {
  const still = await serveStill(stage);
  try {
    const loads: Partial<Loads> = {};
    for (const [name, link] of Object.entries({ near, slow, far }) as [keyof Loads, Link][]) {
      const seen = { used: [] as Load[], empty: [] as Load[], still: [] as Load[] };
      for (let round = 0; round <= rounds; round++) {
        const used = await load(stage, "used", `${stage.url}/chat`, link);
        const empty = await load(stage, "empty", `${stage.url}/chat`, link);
        const bare = await load(stage, null, still.url, link);
        if (round === 0) continue;
        seen.used.push(used);
        seen.empty.push(empty);
        seen.still.push(bare);
      }
      loads[name] = { used: medians(seen.used), empty: medians(seen.empty), still: medians(seen.still) };
    }
    return loads as Loads;
  } finally {
    still.server.close();
  }
}

function medians(loads: readonly Load[]): Load {
  const middle = (key: keyof Load) =>
    percentile(
      loads.map((one) => one[key]),
      0.5,
    );
  return {
    lcp: middle("lcp"),
    usable: middle("usable"),
    scripts: middle("scripts"),
    scriptBytes: middle("scriptBytes"),
    requests: middle("requests"),
    elements: middle("elements"),
  };
}

async function load(stage: Stage, who: "used" | "empty" | null, url: string, { cpu, isFar }: Link): Promise<Load> {
  const context = await stage.profile(who);
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: cpu });
    await session.send("Network.enable");
    const network = { offline: false, latency: 100, downloadThroughput: 10e6 / 8, uploadThroughput: 10e6 / 8 };
    if (isFar) await session.send("Network.emulateNetworkConditions", network);
    await page.addInitScript(pageClocks);
    await page.goto(url, { waitUntil: "load" });
    if (who !== null) await page.waitForFunction(() => pageBench.usable > 0);
    return await settled(page);
  } finally {
    await context.close();
  }
}

/** After the last of its first requests. */
async function settled(page: Page): Promise<Load> {
  await page.waitForTimeout(400);
  return page.evaluate(() => {
    const entries = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
    const first = entries.filter((entry) => entry.startTime < Math.max(pageBench.usable, pageBench.lcp));
    const scripts = first.filter(({ name }) => new URL(name).pathname.endsWith(".js"));
    return {
      lcp: pageBench.lcp,
      usable: pageBench.usable,
      scripts: scripts.length,
      scriptBytes: scripts.reduce((sum, { transferSize }) => sum + transferSize, 0),
      requests: first.length + 1,
      elements: pageBench.elements,
    };
  });
}

declare global {
  var pageBench: { lcp: number; usable: number; elements: number };
}

/* Runs in the page before anything else. */
function pageClocks(): void {
  const bench = { lcp: 0, usable: 0, elements: 0 };
  globalThis.pageBench = bench;
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) bench.lcp = startTime;
  }).observe({ type: "largest-contentful-paint", buffered: true });
  document.addEventListener("DOMContentLoaded", () => void (bench.elements = document.querySelectorAll("*").length));
  // The page sets this once React has its handlers on it.
  new MutationObserver(() => {
    if (bench.usable === 0 && document.documentElement?.dataset["ready"] !== undefined) bench.usable = performance.now();
  }).observe(document, { attributes: true, subtree: true, attributeFilter: ["data-ready"] });
}

/** The page of the person with chats as a file, without its scripts. */
async function serveStill(stage: Stage): Promise<{ url: string; server: Server }> {
  const context: BrowserContext = await stage.profile("used");
  const page = await (await context.request.get(`${stage.url}/chat`)).text();
  await context.close();
  const html = page
    .replaceAll(/<script\b[^>]*>[\s\S]*?<\/script>/g, "")
    .replaceAll(/<link [^>]*rel="(?:modulepreload|manifest)"[^>]*>/g, "");
  const body = brotliCompressSync(html);
  // Compressed once: the style sheet takes longer than the whole page does to load.
  const files = new Map<string, Buffer>();
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://still").pathname;
    if (path === "/") {
      response.writeHead(200, { "content-type": "text/html; charset=utf-8", "content-encoding": "br" });
      return void response.end(body);
    }
    if (!path.startsWith("/assets/")) return void response.writeHead(404).end();
    const isText = path.endsWith(".css");
    const file = files.get(path) ?? readFileSync(join(import.meta.dirname, "../../build/client", path));
    const sent = files.has(path) || !isText ? file : brotliCompressSync(file);
    files.set(path, sent);
    response.writeHead(200, {
      "content-type": isText ? "text/css" : "font/woff2",
      ...(isText && { "content-encoding": "br" }),
    });
    response.end(sent);
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the file server has no port");
  return { url: `http://127.0.0.1:${address.port}/`, server };
}
