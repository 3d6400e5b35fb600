/* Steering an answer: what is entered meanwhile waits and is sent once, Esc stops, and unsent text is kept. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startJourney, type Journey } from "./browser.ts";
import { answers, composer, ended, questions, send, setModel, storedChat } from "./conversation.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey?.close());

const queue = (page: Page) => page.getByRole("region", { name: "Queued messages" });
const queued = (page: Page) => queue(page).getByRole("listitem");

/** A chat in which an answer waits for `letGo`. */
async function answering(page: Page): Promise<void> {
  await setModel(journey, { text: "A first answer.", tps: 0 });
  await page.goto("/chat");
  await send(page, "A question");
  await ended(page, 1);
  await page.waitForURL(/\/chat\/[0-9a-f-]{36}$/);
  await setModel(journey, { script: JSON.stringify([{ text: "At last.", wait: true }]) });
  await send(page, "A long one");
  await answers(page).nth(1).waitFor();
}

async function letGo(): Promise<void> {
  await fetch(`${journey.modelUrl}/control`, { method: "POST", body: JSON.stringify({ go: 1 }) });
}

/** Questions are neither answered nor passed on. A request held by a route may still be let through when the tab closes. */
async function swallowQuestions(page: Page): Promise<void> {
  await page.evaluate(() => {
    const passOn = window.fetch;
    const isQuestion = (input: unknown) => typeof input === "string" && input.endsWith("/api/chat");
    window.fetch = (input, init) => (isQuestion(input) ? new Promise(() => {}) : passOn(input, init));
  });
}

const contents = async (page: Page) => (await storedChat(page)).messages.map(({ content }) => content);

test("what is entered during an answer waits through a reload and in a second tab, and is sent once", async () => {
  const page = await journey.page();
  await answering(page);
  for (const text of ["Then this", "And this", "Not this"]) {
    // Shown for a few seconds only.
    const asked = page.getByText("Press Enter again to interrupt").first().waitFor();
    await send(page, text);
    await asked;
    await queued(page).filter({ hasText: text }).waitFor();
    expect(await composer(page).inputValue()).toBe("");
  }
  expect(await questions(page).count()).toBe(2);
  await page.reload();
  await expect.poll(() => queued(page).count()).toBe(3);
  const other = await page.context().newPage();
  await other.goto(page.url());
  await expect.poll(() => queued(other).count()).toBe(3);
  await queued(other).filter({ hasText: "Not this" }).getByRole("button", { name: "Remove queued message" }).click();
  await expect.poll(() => queued(page).count()).toBe(2);
  await letGo();
  await expect.poll(() => questions(page).count(), { timeout: 20_000 }).toBe(4);
  await ended(page, 4);
  await expect.poll(() => queued(other).count()).toBe(0);
  await expect.poll(async () => (await contents(page)).length).toBe(8);
  expect((await contents(page)).filter((_, i) => i % 2 === 0)).toEqual(["A question", "A long one", "Then this", "And this"]);
  await page.context().close();
});

test("of a message that never arrived and one that was queued behind it none is lost, and their order is kept", async () => {
  const first = await journey.page();
  await setModel(journey, { text: "An answer.", tps: 0 });
  await first.goto("/chat");
  await send(first, "The first");
  await ended(first, 1);
  await first.waitForURL(/\/chat\/[0-9a-f-]{36}$/);
  const address = first.url();
  await first.getByRole("button", { name: "Stop" }).waitFor({ state: "detached" });
  await swallowQuestions(first);
  await send(first, "Never arrived");
  await answers(first).nth(1).waitFor();
  await send(first, "Queued behind it");
  await queued(first).waitFor();
  await first.close();
  const page = await first.context().newPage();
  await page.goto(address);
  await page.getByText("This was not sent. Press Enter to send it.").waitFor();
  expect(await composer(page).inputValue()).toBe("Never arrived");
  await queue(page).getByText("Not sent").waitFor();
  await composer(page).press("Enter");
  await ended(page, 3);
  await expect
    .poll(async () => (await contents(page)).filter((_, i) => i % 2 === 0))
    .toEqual(["The first", "Never arrived", "Queued behind it"]);
  await page.context().close();
});

test("a stopped answer leaves the queue to its writer; a queued message goes back into the field or is sent", async () => {
  const page = await journey.page();
  await answering(page);
  await send(page, "Queued");
  await queued(page).waitFor();
  await composer(page).press("Escape");
  await expect.poll(() => answers(page).nth(1).getAttribute("data-status")).toBe("stopped");
  await queue(page).getByText("Not sent").waitFor();
  await queue(page).getByRole("button", { name: "Edit queued message" }).click();
  await expect.poll(() => composer(page).inputValue()).toBe("Queued");
  expect(await queue(page).count()).toBe(0);
  await setModel(journey, { text: "Sent after all.", tps: 0 });
  await composer(page).press("Enter");
  await expect.poll(() => ended(page, 3)).toContain("Sent after all.");
  await page.context().close();
});

test("until the first token it is processing, however long that takes", async () => {
  const page = await journey.page();
  await answering(page);
  const indicator = page.locator("[data-thinking]");
  await indicator.getByText("Processing").waitFor();
  // Longer than the timer of the three steps.
  await page.waitForTimeout(3000);
  expect(await indicator.getAttribute("data-thinking")).toBe("processing");
  await letGo();
  expect(await ended(page, 2)).toContain("At last.");
  await page.context().close();
});

test("Up in the empty field edits the last message; an edit that is left comes back with its message", async () => {
  const page = await journey.page();
  await setModel(journey, { text: "An answer.", tps: 0 });
  await page.goto("/chat");
  await send(page, "What I asked");
  await ended(page, 1);
  await composer(page).press("ArrowUp");
  const field = page.getByRole("textbox", { name: "Edit your message" });
  await field.fill("What I meant to ask");
  await field.press("Escape");
  await expect.poll(() => field.count()).toBe(0);
  await page.reload();
  await composer(page).fill("typed");
  await composer(page).press("ArrowUp");
  expect(await field.count()).toBe(0);
  await composer(page).fill("");
  await composer(page).press("ArrowUp");
  await expect.poll(() => field.inputValue()).toBe("What I meant to ask");
  await page.getByRole("button", { name: "Use the original" }).click();
  await expect.poll(() => field.inputValue()).toBe("What I asked");
  await field.fill("What I ask now");
  await field.press("Enter");
  await expect.poll(() => questions(page).first().innerText()).toMatch(/^You\nWhat I ask now/);
  await ended(page, 1);
  await composer(page).press("ArrowUp");
  await expect.poll(() => field.inputValue()).toBe("What I ask now");
  await page.context().close();
});

test("a checkpoint at the first message gives the question back, and its undo is on the page", async () => {
  const page = await journey.page();
  await setModel(journey, { text: "An answer.", tps: 0 });
  await page.goto("/chat");
  await send(page, "The very first");
  await ended(page, 1);
  await page.getByRole("button", { name: "Restore checkpoint" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect.poll(() => composer(page).inputValue()).toBe("The very first");
  await expect.poll(() => questions(page).count()).toBe(0);
  await expect.poll(() => page.evaluate(() => Object.values(localStorage).join())).toContain("The very first");
  await page.reload();
  await page.getByText("Back at the checkpoint; 2 messages put aside").waitFor();
  await expect.poll(() => composer(page).inputValue()).toBe("The very first");
  await page.getByRole("main").getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => questions(page).count()).toBe(1);
  await expect.poll(() => composer(page).inputValue()).toBe("");
  await page.context().close();
});
