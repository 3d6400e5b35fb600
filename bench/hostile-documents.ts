/*
 * 10,000 documents made to do harm (test/hostile-documents.ts) through every
 * writer: how many were accepted, what broke, and the slowest. Their PDFs are
 * drawn a hundred documents at a time.
 */
import * as fc from "fast-check";
import { drawn, writtenEverywhere } from "#test/document-writers.ts";
import { hostileDocument } from "#test/hostile-documents.ts";

const runs = 10_000;
const barMs = 2_000;
const together = 100;

const broken: string[] = [];
let [accepted, slowest, slowestPdf] = [0, 0, 0];
let blocks: unknown[] = [];

async function timed(run: () => Promise<void>): Promise<number> {
  const start = performance.now();
  try {
    await run();
  } catch (error) {
    broken.push(error instanceof Error ? error.message : String(error));
  }
  return performance.now() - start;
}

for (const [i, json] of fc.sample(hostileDocument, { numRuns: runs, seed: 10 }).entries()) {
  const ms = await timed(async () => {
    const written = await writtenEverywhere(json);
    if (written === null) return;
    accepted++;
    blocks.push(...written.pdfBlocks);
  });
  slowest = Math.max(slowest, ms);
  if ((i + 1) % together !== 0) continue;
  const given = blocks;
  blocks = [];
  slowestPdf = Math.max(slowestPdf, await timed(() => drawn(given)));
}

const print = (line: object) => process.stdout.write(`${JSON.stringify({ bench: "hostile-documents", ...line })}\n`);
print({ what: `accepted of ${runs}`, value: accepted, unit: "documents" });
print({
  what: "crashed, foreign markup, or not opened again",
  value: broken.length,
  unit: "documents",
  bar: 0,
  ok: broken.length === 0,
  first: broken.slice(0, 3),
});
print({ what: "slowest document, all writers but PDF", value: Math.round(slowest), unit: "ms", bar: barMs, ok: slowest <= barMs });
print({ what: `slowest PDF of ${together} documents`, value: Math.round(slowestPdf), unit: "ms" });
