/*
 * The editor with a draft of 150,000 words, in Chromium against the built server: opening it, typing with and without
 * two hundred pending changes, and an answer that writes 50,000 characters into it.
 */
import { percentile } from "./stream/load.ts";
import { measureBare } from "./editor/bare.ts";
import { pendingChanges, setEditorStage, wordsInDraft } from "./editor/stage.ts";
import { measureTyping } from "./editor/typing.ts";
import { measureWriting } from "./editor/writing.ts";

type Line = { what: string; value: number | boolean; unit: string; bar?: number | boolean; ok?: boolean } & Record<string, unknown>;

const openings = Number(process.env["ROUNDS"] ?? 3);
const compressingMs = 5000;
const words = process.argv.slice(2);
const isWanted = (part: string) => words.length === 0 || words.includes(part);

const stage = await setEditorStage();
try {
  if (isWanted("opening")) await opening();
  if (isWanted("typing")) await typing();
  if (isWanted("writing")) await writing();
} finally {
  await stage.close();
}

type Opened = { words: number; editor: number; longest: number; page: number; scripts: number; files: number };

async function opening(): Promise<void> {
  const seen: Opened[] = [];
  // The first only warms up: a server that has just been started compresses each file quickly for it, and best soon after.
  for (let round = 0; round <= openings; round++) {
    const { page } = await stage.open(stage.pending);
    await page.waitForFunction(() => editorBench.opened().editor > 0);
    await page
      .locator(".proposed-in")
      .nth(pendingChanges - 1)
      .waitFor({ state: "attached" });
    if (round > 0) seen.push(await page.evaluate(readOpened));
    else await page.waitForTimeout(compressingMs);
    await page.context().close();
  }
  const bare = await measureBare(stage.browser, openings);
  const median = (key: keyof Opened) =>
    percentile(
      seen.map((one) => one[key]),
      0.5,
    );
  say({ what: "first words of the draft in sight", value: round(median("words")), unit: "ms" });
  atMost("the draft can be typed in", median("editor"), "ms", 1000);
  atMost("the same, longest task", median("longest"), "ms", 150);
  const more = { bareMs: round(bare) };
  say({ what: "the same over a bare ProseMirror of its text", value: round(median("editor") / bare), unit: "×", ...more });
  atMost("the page of that draft, compressed", median("page") / 1000, "KB", 350);
  atMost("scripts before it can be typed in", median("scripts") / 1000, "KB", 300, { files: median("files") });
}

/* Runs in the page. */
function readOpened() {
  const opened = editorBench.opened();
  const [page] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const scripts = (performance.getEntriesByType("resource") as PerformanceResourceTiming[]).filter(
    ({ name, responseEnd }) => new URL(name).pathname.endsWith(".js") && responseEnd < opened.editor,
  );
  return {
    ...opened,
    longest: Math.max(0, ...editorBench.longTasks()),
    page: page!.encodedBodySize,
    scripts: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    files: scripts.length,
  };
}

async function typing(): Promise<void> {
  const { empty, pending } = await measureTyping(stage);
  const more = ({ p50, cpuPerKey, longTasks }: typeof empty) => ({
    p50: round(p50),
    mainThreadMsPerKey: round(cpuPerKey),
    longTasks: longTasks.map(Math.round),
  });
  say({ what: `key to paint in ${wordsInDraft} words, p95`, value: round(empty.p95), unit: "ms", ...more(empty) });
  const shown = { changesShown: pending.shown, ...more(pending) };
  atMost(`key to paint with ${pendingChanges} pending changes, p95`, pending.p95, "ms", 33, shown);
  atMost("the same over the draft without them", pending.p95 / empty.p95, "×", 1.5, {
    mainThread: round(pending.cpuPerKey / empty.cpuPerKey),
  });
}

async function writing(): Promise<void> {
  const { tasks, seconds, charactersWritten } = await measureWriting(stage);
  const longest = Math.max(...tasks.map(({ wall }) => wall));
  const processor = tasks.map(({ cpu }) => cpu).toSorted((a, b) => b - a);
  const more = {
    processorMs: round(processor[0]!),
    overBar: processor.filter((one) => one > 50).map(Math.round),
    seconds: round(seconds),
  };
  atMost("50,000 characters written into it at 1,000 tokens/s, longest task", longest, "ms", 50, { ...more, charactersWritten });
}

function atMost(what: string, value: number, unit: string, bar: number, more: Record<string, unknown> = {}): void {
  say({ what, value: round(value), unit, bar, ok: value <= bar, ...more });
}

function say(line: Line): void {
  process.stdout.write(`${JSON.stringify({ bench: "editor", ...line })}\n`);
}

function round(value: number): number {
  return Number(value.toFixed(2));
}
