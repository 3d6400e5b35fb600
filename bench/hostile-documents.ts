/*
 * 10,000 hostile documents (test/hostile-documents.ts) through every writer: how many were accepted, what broke, and
 * the slowest. Their PDFs are drawn a hundred documents at a time.
 */
import * as fc from "fast-check";
import { drawn, writtenEverywhere, type Timed, type Writer } from "#test/document-writers.ts";
import { hostileDocument } from "#test/hostile-documents.ts";

const runs = 10_000;
const barMs = 2_000;
const together = 100;

const broken: string[] = [];
let [accepted, slowestPdf] = [0, 0];
let blocks: unknown[] = [];
const slowest = new Map<Writer, number>();

const timed: Timed = async (writer, write) => {
  const start = performance.now();
  const made = await write();
  slowest.set(writer, Math.max(slowest.get(writer) ?? 0, performance.now() - start));
  return made;
};

async function held(what: () => Promise<void>): Promise<void> {
  await what().catch((error: unknown) => broken.push(error instanceof Error ? error.message : String(error)));
}

for (const [i, json] of fc.sample(hostileDocument, { numRuns: runs, seed: 10 }).entries()) {
  await held(async () => {
    const written = await writtenEverywhere(json, timed);
    if (written === null) return;
    accepted++;
    blocks.push(...written.pdfBlocks);
  });
  if ((i + 1) % together !== 0) continue;
  const given = blocks;
  blocks = [];
  const start = performance.now();
  await held(() => drawn(given));
  slowestPdf = Math.max(slowestPdf, performance.now() - start);
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
for (const [writer, ms] of slowest)
  print({ what: `slowest of one document: ${writer}`, value: Math.round(ms), unit: "ms", bar: barMs, ok: ms <= barMs });
print({ what: `slowest PDF of ${together} documents`, value: Math.round(slowestPdf), unit: "ms" });
