/* Helpers for end-to-end tests of chats. */
import { expect } from "vitest";
import type { Locator, Page } from "playwright-core";
import type { Journey } from "./browser.ts";

export const composer = (page: Page): Locator => page.getByRole("textbox", { name: "Message" });
export const answers = (page: Page): Locator => page.locator("article[data-role=assistant]");
export const questions = (page: Page): Locator => page.locator("article[data-role=user]");

/** How the model answers from now on; the settings are in bench/mock-model.mjs. */
export async function setModel(journey: Journey, settings: Record<string, string | number>): Promise<void> {
  await fetch(`${journey.modelUrl}/control/reset`, { method: "POST" });
  await fetch(`${journey.modelUrl}/control`, { method: "POST", body: JSON.stringify(settings) });
}

/** What shows messages is fetched once the page can be used: without it nothing is seen of a question that is sent offline. */
export async function messagesFetched(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const fetched = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
    return ["messages", "markdown"].every((part) => fetched.some((one) => one.name.includes(`/${part}-`) && one.responseEnd > 0));
  });
}

export async function send(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await composer(page).press("Enter");
}

/** Waits until the n-th answer (from 1) has ended, and returns its text. */
export async function ended(page: Page, n: number): Promise<string> {
  const answer = answers(page).nth(n - 1);
  await expect.poll(() => answer.getAttribute("data-status"), { timeout: 20_000 }).not.toBe("running");
  // The last words are inserted in the next frame.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  return answer.locator(".answer").innerText();
}

/** The chat as stored on the server. */
export async function storedChat(page: Page): Promise<{ messages: { id: string; role: string; content: string }[] }> {
  const id = new URL(page.url()).pathname.split("/").at(-1);
  const response = await page.request.get(`/api/chats/${id}`);
  return (await response.json()) as { messages: { id: string; role: string; content: string }[] };
}

/** A file to attach and to ask about. */
export const lease = `LEASE

1. The landlord lets the rooms on the second floor of 14 Canal Street to the tenant.

2. The rent is 1,450 euros a month and is due on the third working day.

3. The deposit is three months' rent. The landlord keeps it apart from other money.

4. The tenant may end the lease with a notice of three months to the end of a month.`;
