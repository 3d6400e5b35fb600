/* From a key press in the composer to its character on the screen: on an empty page, and under a stream with a
   thousand messages. */
import type { Page } from "playwright-core";
import { percentile } from "../stream/load.ts";
import type { Stage } from "./stage.ts";

const keys = Number(process.env["KEYS"] ?? 200);

export type Typing = { empty: number; streaming: number; onPage: number };

export async function measureTyping(stage: Stage): Promise<Typing> {
  const quiet = await stage.open("/chat");
  const busy = await stage.open(`/chat/${stage.longChat}`);
  const onPage = await loadAll(busy);
  const field = busy.getByRole("textbox", { name: "Message" });
  await field.fill("[[mock tps=100 tokchars=5 chars=60000]] Go on.");
  await field.press("Enter");
  await busy.locator("[data-role=assistant][data-status=running] .answer").filter({ hasText: /\w{3}/ }).waitFor();
  const times = { quiet: [] as number[], busy: [] as number[] };
  // The two pages alternate, so that other load on the machine affects both.
  for (let part = 0; part < 4; part++) {
    times.quiet.push(...(await type(quiet, keys / 4)));
    times.busy.push(...(await type(busy, keys / 4)));
  }
  if ((await busy.locator("[data-role=assistant][data-status=running]").count()) === 0)
    throw new Error("the stream ended before the typing did");
  await quiet.context().close();
  await busy.context().close();
  return { empty: percentile(times.quiet, 0.95), streaming: percentile(times.busy, 0.95), onPage };
}

async function type(page: Page, count: number): Promise<number[]> {
  await page.bringToFront();
  await page.getByRole("textbox", { name: "Message" }).focus();
  await page.keyboard.type("warm ");
  await page.evaluate(() => stetBench.keys());
  await page.keyboard.type("the notice is late ".repeat(Math.ceil(count / 19)).slice(0, count), { delay: 60 });
  return page.evaluate(async () => {
    await new Promise((resolve) => setTimeout(resolve, 100));
    return stetBench.keys();
  });
}

async function loadAll(page: Page): Promise<number> {
  const count = () => page.locator("[data-message-id]").count();
  const button = page.getByRole("button", { name: "Load all" });
  if ((await button.count()) > 0) await button.dispatchEvent("click");
  await page.waitForFunction(() => document.querySelectorAll("[data-message-id]").length >= 1000);
  return count();
}
