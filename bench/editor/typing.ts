/* From a key press in the text to its character on the screen, in a draft with pending changes and in the same one
   without. */
import type { CDPSession, Page } from "playwright-core";
import { percentile } from "../stream/load.ts";
import type { EditorStage } from "./stage.ts";

const keys = Number(process.env["KEYS"] ?? 300);
const rounds = 3;

export type TypingFigures = { p50: number; p95: number; cpuPerKey: number; longTasks: number[]; shown: number };

export async function measureTyping(stage: EditorStage): Promise<{ empty: TypingFigures; pending: TypingFigures }> {
  const empty = await begin(stage, stage.empty);
  const pending = await begin(stage, stage.pending);
  await pending.page.locator(".proposed-in").nth(50).waitFor({ state: "attached" });
  // The two pages alternate, so that other load on the machine affects both.
  for (let round = 0; round < rounds; round++) {
    await typeInto(empty, round);
    await typeInto(pending, round);
  }
  const figures = { empty: await figuresOf(empty), pending: await figuresOf(pending) };
  await empty.page.context().close();
  await pending.page.context().close();
  return figures;
}

type Typist = { page: Page; cdp: CDPSession; times: number[]; longTasks: number[]; cpu: number };

async function begin(stage: EditorStage, path: string): Promise<Typist> {
  const { page, cdp } = await stage.open(path);
  await page.locator(".document[contenteditable=true]").waitFor();
  // One-time work after opening is not part of typing.
  await page.waitForTimeout(5000);
  return { page, cdp, times: [], longTasks: [], cpu: 0 };
}

/** A different position each round: near the beginning, in the middle, near the end. */
async function typeInto(typist: Typist, round: number): Promise<void> {
  const { page, cdp } = typist;
  await page.bringToFront();
  await page.locator(".document > p").evaluateAll(
    (all, share) => {
      const block = all[Math.floor(all.length * share)]!;
      block.scrollIntoView({ block: "center" });
      block.closest<HTMLElement>("[contenteditable]")!.focus();
      getSelection()!.selectAllChildren(block);
      getSelection()!.collapseToEnd();
    },
    (round + 0.5) / rounds,
  );
  await page.keyboard.type(" warm ");
  await page.waitForTimeout(500);
  await page.evaluate(() => [editorBench.keys(), editorBench.longTasks()]);
  const before = await taskSeconds(cdp);
  const count = Math.ceil(keys / rounds);
  await page.keyboard.type("the notice is late ".repeat(Math.ceil(count / 19)).slice(0, count), { delay: 60 });
  await page.waitForTimeout(200);
  typist.cpu += (await taskSeconds(cdp)) - before;
  typist.times.push(...(await page.evaluate(() => editorBench.keys())));
  typist.longTasks.push(...(await page.evaluate(() => editorBench.longTasks())));
}

export async function taskSeconds(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send("Performance.getMetrics");
  return metrics.find(({ name }) => name === "TaskDuration")!.value;
}

async function figuresOf({ page, times, longTasks, cpu }: Typist): Promise<TypingFigures> {
  return {
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    cpuPerKey: (cpu / times.length) * 1000,
    longTasks,
    shown: await page.locator(".proposed-in").count(),
  };
}
