/*
 * Locating a change in a text of 100,000 words, and in a document of the same length: the first time, when it has to
 * be normalized, and repeatedly, as for the changes of an answer.
 */
import { locateInDocument } from "../app/core/changes/document-patch.ts";
import { documentText } from "../app/core/document/document-text.ts";
import { locatePatch } from "../app/core/changes/patch.ts";
import { changesOf, longDraft } from "./editor/long-draft.ts";
import { percentile } from "./stream/load.ts";

const words = 100_000;
const changes = 400;
const bar = 5;

// Warm up the JIT; no measured text has been seen before.
for (let i = 0; i < 3; i++) locateAll(longDraft(5000), 50);

const document = longDraft(words);
const patches = changesOf(document, changes);
const { text } = documentText(document);
const inText = patches.map((patch) => timed(() => expectLocated(locatePatch(text, patch).kind)));
report("a change located in 100,000 words, p95", percentile(inText, 0.95), {
  firstMs: round(inText[0]!),
  longestMs: longest(inText),
});
const inDocument = patches.map((patch) => timed(() => expectLocated(locateInDocument(document, patch).kind)));
report("the same in a document, p95", percentile(inDocument, 0.95), { longestMs: longest(inDocument) });
// Locating in a document that has just been changed, a different one every time.
const afresh = patches.slice(0, 20).map((patch) => {
  const changed = document.type.create(null, document.content);
  return timed(() => expectLocated(locateInDocument(changed, patch).kind));
});
report("in a document as it is after a key, p95", percentile(afresh, 0.95), {}, null);
const notThere = patches.slice(0, 100).map((patch) => {
  const missing = { ...patch, original: patch.original.replace("number", "figure and number") };
  return timed(() => void locatePatch(text, missing));
});
report(
  "a change that stands nowhere, with the nearest passage, p95",
  percentile(notThere, 0.95),
  { firstMs: round(notThere[0]!) },
  null,
);

function locateAll(document: ReturnType<typeof longDraft>, count: number): void {
  for (const patch of changesOf(document, count)) {
    locateInDocument(document, patch);
    locatePatch(documentText(document).text, { ...patch, original: `x ${patch.original}` });
  }
}

function expectLocated(kind: string): void {
  if (kind !== "located") throw new Error(`a change was not located: ${kind}`);
}

function timed(run: () => void): number {
  const started = performance.now();
  run();
  return performance.now() - started;
}

function longest(times: readonly number[]): number {
  return round(Math.max(...times));
}

function report(what: string, ms: number, more: Record<string, number>, limit: number | null = bar): void {
  const verdict = limit === null ? {} : { bar: limit, ok: ms <= limit };
  process.stdout.write(`${JSON.stringify({ bench: "editor-patches", what, value: round(ms), unit: "ms", ...verdict, ...more })}\n`);
}

function round(value: number): number {
  return Number(value.toFixed(2));
}
