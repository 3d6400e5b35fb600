/*
 * An answer of 50,000 characters at 1,000 tokens a second: what the page's main thread spends on it, against a bare page
 * that reads the model's own stream and adds its words to a text node, once a frame, scrolled to the end.
 */
import type { CDPSession, Page } from "playwright-core";
import { tasksDuring, type Task } from "../editor/tasks.ts";
import { percentile } from "../stream/load.ts";
import type { Stage } from "./stage.ts";

const rounds = Number(process.env["ROUNDS"] ?? 3);
const question = "[[mock tps=1000 tokchars=4 chars=50000 kind=md]] Go on.";

export type Streaming = { bare: number; stet: number; longest: number; overBar: number };

export async function measureStreaming(stage: Stage): Promise<Streaming> {
  const times = { bare: [] as number[], stet: [] as number[] };
  for (let round = 0; round <= rounds; round++) {
    const bare = await mainThreadOf(await barePage(stage), (page) => page.evaluate(readModel, question));
    const stet = await mainThreadOf(await stage.open("/chat"), askStet);
    if (round === 0) continue;
    times.bare.push(bare);
    times.stet.push(stet);
  }
  // Apart: tracing costs time itself.
  const tasks = await tasksOf(stage);
  const overBar = tasks.filter(({ cpu }) => cpu > 50).length;
  return {
    bare: percentile(times.bare, 0.5),
    stet: percentile(times.stet, 0.5),
    longest: tasks[0]?.wall ?? 0,
    overBar,
  };
}

async function tasksOf(stage: Stage): Promise<Task[]> {
  const page = await stage.open("/chat");
  const tasks = await tasksDuring(stage.browser, page, () => askStet(page));
  await page.context().close();
  return tasks;
}

async function barePage(stage: Stage): Promise<Page> {
  const page = await (await stage.browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
  await page.goto(`${stage.modelUrl}/v1/models`);
  return page;
}

/** The processor milliseconds that the page's main thread spends during `run`; closes the page. */
async function mainThreadOf(page: Page, run: (page: Page) => Promise<unknown>): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const before = await taskDuration(session);
  await run(page);
  const ms = ((await taskDuration(session)) - before) * 1000;
  await page.context().close();
  return ms;
}

async function taskDuration(session: CDPSession): Promise<number> {
  const { metrics } = await session.send("Performance.getMetrics");
  return metrics.find(({ name }) => name === "TaskDuration")!.value;
}

async function askStet(page: Page): Promise<void> {
  await page.getByRole("textbox", { name: "Message" }).fill(question);
  await page.keyboard.press("Enter");
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const isDone = () => document.querySelector("[data-role=assistant][data-status=done]") !== null;
        const seen = new MutationObserver(() => {
          if (!isDone()) return;
          seen.disconnect();
          resolve();
        });
        seen.observe(document.body, { subtree: true, attributes: true, attributeFilter: ["data-status"], childList: true });
      }),
  );
}

/* Runs in the browser, on the model server's own page. */
async function readModel(content: string): Promise<void> {
  document.body.innerHTML = '<div style="height:100vh;overflow-y:auto"><p style="white-space:pre-wrap;max-width:46rem"></p></div>';
  const scroller = document.body.firstElementChild!;
  const text = scroller.firstElementChild!.appendChild(document.createTextNode(""));
  const response = await fetch("/v1/chat/completions", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ model: "mock-model", stream: true, messages: [{ role: "user", content }] }),
  });
  const reader = response.body!.getReader();
  const decoder = new TextDecoder();
  let [rest, waiting] = ["", ""];
  function paint() {
    text.appendData(waiting);
    waiting = "";
    scroller.scrollTop = scroller.scrollHeight;
  }
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    const lines = (rest + decoder.decode(value, { stream: true })).split("\n");
    rest = lines.pop()!;
    for (const line of lines) {
      if (!line.startsWith("data: {")) continue;
      const chunk = JSON.parse(line.slice(6)) as { choices?: { delta?: { content?: string } }[] };
      const piece = chunk.choices?.[0]?.delta?.content ?? "";
      if (piece !== "" && waiting === "") requestAnimationFrame(paint);
      waiting += piece;
    }
  }
}
