/* The first hour: a sample to work on, with changes to decide and to take back, and a citation to open. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { sampleQuestions } from "#core/chat/sample.ts";
import { startJourney, type Journey } from "./browser.ts";
import { answers, composer, ended } from "./conversation.ts";
import { ready, seriousFindings, settled } from "./steps.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney({ MODEL_SERVER_URL: "" });
});
afterAll(() => journey?.close());

test.each([
  ["light", 1440],
  ["dark", 390],
] as const)("the sample is worked on, %s, %d px wide", async (colorScheme, width) => {
  const page = await journey.page({ viewport: { width, height: 860 }, colorScheme });
  await page.goto("/chat");
  await ready(page);
  const start = page.getByRole("button", { name: "Try the sample" });
  await start.waitFor();
  await settled(page);
  expect(await seriousFindings(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await start.click();
  // The first check of a process loads the dictionary.
  await expect.poll(() => answers(page).first().getAttribute("data-status"), { timeout: 90_000 }).toBe("done");
  const changes = answers(page).first().locator("[data-patch-state]");
  await expect.poll(() => changes.count()).toBe(5);
  await changes.nth(0).getByRole("button", { name: "Apply" }).click();
  await changes.nth(1).getByRole("button", { name: "Reject" }).click();
  await expect.poll(() => changes.nth(0).getAttribute("data-patch-state")).toBe("applied");
  await expect.poll(() => changes.nth(1).getAttribute("data-patch-state")).toBe("rejected");
  await changes.nth(0).getByRole("button", { name: "Revert" }).click();
  await expect.poll(() => changes.nth(0).getAttribute("data-patch-state")).toBe("open");

  await expect.poll(() => composer(page).inputValue()).toBe(sampleQuestions.next);
  await composer(page).press("Enter");
  expect(await ended(page, 2)).toContain("six months");
  await answers(page).nth(1).locator("button.citation").first().click();
  await page.getByRole("dialog", { name: "sample-lease.txt" }).getByText("six months").first().waitFor();

  // Not offered again.
  await page.goto("/chat");
  await ready(page);
  await page.getByRole("heading", { name: "Hello" }).waitFor();
  expect(await start.count()).toBe(0);
});
