/*
 * From Enter to the first word on the screen, minus what the same browser needs for the first word straight from the
 * model. The two alternate.
 */
import type { Page } from "playwright-core";
import { percentile } from "../stream/load.ts";
import type { Stage } from "./stage.ts";

const rounds = Number(process.env["ROUNDS"] ?? 25);
const warmUp = 3;
const question = "[[mock delay=20 tps=100 tokchars=12 chars=120 kind=plain]] Go on.";

export type FirstToken = { raw: number; newChat: number; followUp: number };

export async function measureFirstToken(stage: Stage): Promise<FirstToken> {
  const page = await stage.open("/chat");
  const beside = await stage.browser.newPage();
  await beside.goto(`${stage.modelUrl}/v1/models`);
  const times = { raw: [] as number[], newChat: [] as number[], followUp: [] as number[] };
  for (let round = 0; round < warmUp + rounds; round++) {
    const raw = await beside.evaluate(askModel, question);
    await page
      .getByRole("navigation", { name: "Chats" })
      .getByRole("link", { name: /^New chat/ })
      .click();
    await page.locator("[data-view=start]").waitFor();
    const newChat = await askStet(page);
    const followUp = await askStet(page);
    if (round < warmUp) continue;
    times.raw.push(raw);
    times.newChat.push(newChat);
    times.followUp.push(followUp);
  }
  await page.context().close();
  await beside.close();
  const raw = percentile(times.raw, 0.5);
  return { raw, newChat: percentile(times.newChat, 0.5) - raw, followUp: percentile(times.followUp, 0.5) - raw };
}

async function askStet(page: Page): Promise<number> {
  await page.getByRole("textbox", { name: "Message" }).fill(question);
  await page.evaluate(() => stetBench.awaitFirstToken());
  await page.keyboard.press("Enter");
  const ms = await page.evaluate(() => stetBench.firstToken());
  await page.locator("[data-role=assistant][data-status=done]").last().waitFor();
  await page.getByRole("button", { name: "Stop" }).waitFor({ state: "detached" });
  return ms;
}

/* Runs in the browser, on the model server's own page. */
async function askModel(content: string): Promise<number> {
  const from = performance.now();
  const response = await fetch("/v1/chat/completions", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ model: "mock-model", stream: true, messages: [{ role: "user", content }] }),
  });
  const reader = response.body!.getReader();
  const decoder = new TextDecoder();
  let text = "";
  while (!/"content":"[^"]/.test(text)) {
    const { value, done } = await reader.read();
    if (done) break;
    text += decoder.decode(value, { stream: true });
  }
  const ms = performance.now() - from;
  while (!(await reader.read()).done);
  return ms;
}
