/* What is sent while the server is down, or whose response is lost, is sent once, and the page knows whether it was. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Page } from "playwright-core";
import { startJourney, type Journey } from "./browser.ts";
import { answers, composer, ended, questions, send, setModel, storedChat, messagesFetched } from "./conversation.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
  await setModel(journey, { text: "An answer.", tps: 0 });
});
afterAll(() => journey?.close());

const sentBefore = (page: Page) => page.locator("[data-sent-before]");

async function chatsWith(page: Page, words: string): Promise<number> {
  const response = await page.request.get(`/api/chat-sessions?query=${encodeURIComponent(words)}`);
  return ((await response.json()) as { sessions: unknown[] }).sessions.length;
}

/** The server gets the question, but the page never gets the response. */
async function loseAnswers(page: Page): Promise<void> {
  await page.route("**/api/chat", async (route) => {
    await route.fetch();
  });
}

/** Before requests go through again: otherwise the waiting one would get its response. */
async function leave(page: Page): Promise<void> {
  await page.goto("about:blank");
  await page.unrouteAll({ behavior: "ignoreErrors" });
}

test("a new chat whose answer was lost is found again after a reload, and the question is in it once", async () => {
  const page = await journey.page();
  await page.goto("/chat");
  await loseAnswers(page);
  await send(page, "Lost on the way back");
  await expect.poll(() => chatsWith(page, "Lost on the way back")).toBe(1);
  await leave(page);
  await page.goto("/chat");
  await page.waitForURL(/\/chat\/[0-9a-f-]{36}$/);
  await expect.poll(() => ended(page, 1)).toContain("An answer.");
  await expect.poll(() => questions(page).count()).toBe(1);
  await expect.poll(() => composer(page).inputValue()).toBe("");
  await page.goto("/chat");
  await page.getByRole("heading", { name: "Hello" }).waitFor();
  await expect.poll(() => composer(page).inputValue()).toBe("");
  expect(await chatsWith(page, "Lost on the way back")).toBe(1);
  await page.context().close();
});

test("a follow-up whose answer was lost is in the chat after a reload, and not in the field", async () => {
  const page = await journey.page();
  await page.goto("/chat");
  await send(page, "The first question");
  await ended(page, 1);
  await page.waitForURL(/\/chat\/[0-9a-f-]{36}$/);
  await loseAnswers(page);
  await send(page, "The lost follow-up");
  await expect.poll(async () => (await storedChat(page)).messages.length).toBe(4);
  const address = page.url();
  await leave(page);
  await page.goto(address);
  await expect.poll(() => questions(page).count()).toBe(2);
  await expect.poll(() => composer(page).inputValue()).toBe("");
  await page.context().close();
});

test("what never arrived says so, and is sent once though the first try arrives late", async () => {
  const page = await journey.page();
  const requests: string[] = [];
  page.on("request", (request) => request.url().endsWith("/api/chat") && requests.push(request.postData() ?? ""));
  await page.goto("/chat");
  await composer(page).fill("Sent while it was away");
  await journey.kill();
  await composer(page).press("Enter");
  await page.getByText("Your question has not been confirmed yet; it is kept on this device.").waitFor();
  // Longer than the timer of the three steps.
  await page.waitForTimeout(3000);
  expect(await answers(page).innerText()).not.toContain("Completed");
  const other = await page.context().newPage();
  await page.close();
  await journey.restart();
  other.on("request", (request) => request.url().endsWith("/api/chat") && requests.push(request.postData() ?? ""));
  await other.goto("/chat");
  await sentBefore(other).getByText("This was not sent. Press Enter to send it.").waitFor();
  await expect.poll(() => composer(other).inputValue()).toBe("Sent while it was away");
  await composer(other).press("Enter");
  await ended(other, 1);
  expect(await sentBefore(other).count()).toBe(0);
  const late = await other.request.post("/api/chat", {
    data: JSON.parse(requests[0]!) as object,
    headers: { origin: journey.url },
  });
  expect(late.ok()).toBe(true);
  expect(await chatsWith(other, "Sent while it was away")).toBe(1);
  expect((await storedChat(other)).messages).toHaveLength(2);
  await other.context().close();
});

test("what is typed while a question is on its way outlives the page with it", async () => {
  const page = await journey.page();
  await page.goto("/chat");
  await messagesFetched(page);
  // A closing page is no longer intercepted, so its request would arrive.
  await journey.kill();
  await send(page, "On its way");
  await answers(page).waitFor();
  await composer(page).fill("Typed meanwhile");
  await expect.poll(() => page.evaluate(() => Object.values(localStorage).join())).toContain("Typed meanwhile");
  const other = await page.context().newPage();
  await page.close();
  await journey.restart();
  await other.goto("/chat");
  await sentBefore(other).getByText("This was not sent.").waitFor();
  expect(await composer(other).inputValue()).toBe("On its way\n\nTyped meanwhile");
  await other.context().close();
});

test("a question still on its way is not offered again on coming back to its chat, and is sent once", async () => {
  const page = await journey.page();
  const opened: string[] = [];
  for (const words of ["The other chat", "The first here"]) {
    await page.goto("/chat");
    await send(page, words);
    await ended(page, 1);
    await page.waitForURL(/\/chat\/[0-9a-f-]{36}$/);
    opened.push(new URL(page.url()).pathname);
  }
  const [elsewhere, here] = opened as [string, string];
  const go = async (path: string, words: string) => {
    await page.locator(`#sidebar a[href="${path}"]`).click();
    await questions(page).getByText(words, { exact: true }).waitFor();
  };
  let isOffline = true;
  await page.route("**/api/chat", (route) => (isOffline ? route.abort() : route.continue()));
  await send(page, "On its way");
  await answers(page).nth(1).waitFor();
  await go(elsewhere, "The other chat");
  await go(here, "On its way");
  expect([await composer(page).inputValue(), await sentBefore(page).count()]).toEqual(["", 0]);
  await composer(page).fill("Typed after it");
  await go(elsewhere, "The other chat");
  await go(here, "On its way");
  await expect.poll(() => composer(page).inputValue()).toBe("Typed after it");
  isOffline = false;
  await ended(page, 2);
  await expect.poll(async () => (await storedChat(page)).messages.length).toBe(4);
  await page.reload();
  await expect.poll(() => questions(page).allInnerTexts()).toHaveLength(2);
  await expect.poll(() => composer(page).inputValue()).toBe("Typed after it");
  await page.context().close();
});

test("what is typed while a question makes a chat is that chat's, and not the next one's", async () => {
  const page = await journey.page();
  await page.goto("/chat");
  const letGo = Promise.withResolvers<void>();
  await page.route("**/api/chat", async (route) => {
    await letGo.promise;
    await route.continue();
  });
  await send(page, "It makes a chat");
  await answers(page).waitFor();
  await composer(page).fill("Typed meanwhile");
  await expect.poll(() => page.evaluate(() => Object.values(localStorage).join())).toContain("Typed meanwhile");
  letGo.resolve();
  await page.waitForURL(/\/chat\/[0-9a-f-]{36}$/);
  await ended(page, 1);
  await page.reload();
  await expect.poll(() => composer(page).inputValue()).toBe("Typed meanwhile");
  await page.goto("/chat");
  await page.getByRole("heading", { name: "Hello" }).waitFor();
  expect(await composer(page).inputValue()).toBe("");
  await page.context().close();
});

test("as long as the server cannot be asked, the page says that too", async () => {
  const page = await journey.page();
  await page.goto("/chat");
  await page.route("**/api/chat", (route) => route.abort());
  await send(page, "Is it there?");
  await page.getByText("Your question has not been confirmed yet").waitFor();
  await page.route(/\/api\/chats\//, (route) => route.abort());
  await page.goto("/chat");
  await sentBefore(page).getByText("Stet can't be reached to check whether this was sent.").waitFor();
  await page.unrouteAll();
  await composer(page).press("Enter");
  await ended(page, 1);
  expect(await chatsWith(page, "Is it there?")).toBe(1);
  await page.context().close();
});
