/* The renderer dies 0.6 s after the last key: what was typed into a draft is there when it is opened again. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startJourney, type Journey } from "./browser.ts";
import { caretAfter, openDraft, saved, stored, text } from "./draft-steps.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey?.close());

async function crash(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const crashed = page.waitForEvent("crash");
  // The page dies before it can answer.
  void session.send("Page.crash").catch(() => {});
  await crashed;
}

const keptNames = (page: Page) =>
  page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open("keyval-store");
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const request = database.transaction("keyval").objectStore("keyval").getAllKeys();
    await new Promise((resolve) => (request.onsuccess = resolve));
    database.close();
    return request.result.filter((name) => String(name).startsWith("stet.draft."));
  });

test("with the server down, in two tabs: both find their words again, and the device forgets them when they are saved", async () => {
  const { page, address } = await openDraft(journey, "One.\n\nTwo.");
  const other = await page.context().newPage();
  await other.goto(address);
  await text(other).waitFor();
  await caretAfter(page, "One.");
  await caretAfter(other, "Two.");
  await journey.kill();
  for (const [tab, words] of [
    [page, " Typed in the first tab."],
    [other, " Typed in the second tab."],
  ] as const) {
    await tab.bringToFront();
    await tab.keyboard.type(words);
    await tab.waitForTimeout(600);
    await crash(tab);
  }
  await journey.restart();
  const again = await page.context().newPage();
  await again.goto(address);
  await text(again).getByText("One. Typed in the first tab.", { exact: true }).waitFor();
  await text(again).getByText("Two. Typed in the second tab.", { exact: true }).waitFor();
  await expect.poll(() => stored(again)).toMatch(/first tab.*second tab/);
  await saved(again);
  await expect.poll(() => keptNames(again)).toEqual([]);
  await page.context().close();
});

test("in the middle of a save whose answer never comes", async () => {
  const { page, address } = await openDraft(journey, "One.\n\nTwo.");
  await page.route("**/api/drafts/**", async (route) => {
    // The server gets it; the page never gets the response.
    if (route.request().method() === "PATCH") await route.fetch();
  });
  await caretAfter(page, "One.");
  await page.keyboard.type(" Acknowledged to nobody.");
  await expect.poll(() => stored(page)).toContain("Acknowledged to nobody.");
  await page.keyboard.type(" And then.");
  await page.waitForTimeout(600);
  await crash(page);
  const again = await page.context().newPage();
  await again.goto(address);
  await text(again).getByText("One. Acknowledged to nobody. And then.", { exact: true }).waitFor();
  await expect.poll(() => stored(again)).toContain("One. Acknowledged to nobody. And then.");
  await page.context().close();
});
