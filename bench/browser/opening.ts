/* How long a chat takes until its last message is visible: a thousand messages against fifty, by address and by link. */
import type { Page } from "playwright-core";
import { percentile } from "../stream/load.ts";
import type { Stage } from "./stage.ts";

const rounds = Number(process.env["ROUNDS"] ?? 9);

/** Text, case-sensitive, backwards, wrap around. */
type Find = (text: string, isCaseSensitive: boolean, isBackwards: boolean, wraps: boolean) => boolean;

export type Opening = { short: number; long: number };

/** Opened by its address, with the page and its scripts loaded from the server. */
export async function measureLoads(stage: Stage): Promise<Opening> {
  const page = await stage.open("/chat");
  const times = { short: [] as number[], long: [] as number[] };
  for (let round = 0; round <= rounds; round++) {
    for (const which of ["short", "long"] as const) {
      await page.goto(`/chat/${stage[`${which}Chat`]}`, { waitUntil: "commit" });
      const ms = await page.evaluate(() => stetBench.lastMessage());
      await page.waitForSelector("html[data-ready]");
      if (round > 0) times[which].push(ms);
    }
  }
  await page.context().close();
  return { short: percentile(times.short, 0.5), long: percentile(times.long, 0.5) };
}

/** Opened from the sidebar, for the first time in this window. */
export async function measureClicks(stage: Stage): Promise<Opening> {
  const times = { short: [] as number[], long: [] as number[] };
  const page = await stage.open("/chat");
  for (let round = 0; round <= rounds; round++) {
    for (const which of ["short", "long"] as const) {
      await page.goto("/chat");
      await page.waitForSelector("html[data-ready]");
      const ms = await clickToLast(page, stage[`${which}Chat`]);
      if (round > 0) times[which].push(ms);
    }
  }
  await page.context().close();
  return { short: percentile(times.short, 0.5), long: percentile(times.long, 0.5) };
}

function clickToLast(page: Page, chat: string): Promise<number> {
  return page.evaluate(async (path) => {
    const from = performance.now();
    document.querySelector<HTMLElement>(`#sidebar a[href="${path}"]`)!.click();
    return (await stetBench.lastMessage()) - from;
  }, `/chat/${chat}`);
}

/**
 * Whether the browser's own search finds the first of the thousand, how soon after opening, and how many messages are
 * rendered then.
 */
export async function findOldest(stage: Stage): Promise<{ found: boolean; onPage: number; settledMs: number }> {
  const page = await stage.open(`/chat/${stage.longChat}`);
  await page.keyboard.press("Control+f");
  const settledMs = await page.evaluate(async () => {
    const from = performance.now();
    const count = () => document.querySelectorAll("[data-message-id]").length;
    while (count() < 1000 && performance.now() - from < 20_000) await new Promise((resolve) => setTimeout(resolve, 20));
    return Math.round(performance.now() - from);
  });
  const result = await page.evaluate(() => ({
    // Selects what it finds, as the browser's search does.
    found: (window as unknown as { find: Find }).find("Question 1. What follows", false, false, true),
    onPage: document.querySelectorAll("[data-message-id]").length,
  }));
  await page.context().close();
  return { ...result, settledMs };
}
