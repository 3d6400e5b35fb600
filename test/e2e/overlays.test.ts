/* Notices that cover no control, and dialogs that close the popover they were opened from (F25). */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startJourney, type Journey } from "./browser.ts";
import { ended, send, setModel } from "./conversation.ts";
import { ready } from "./steps.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey?.close());

/** The controls that a notice lies over. */
function covered(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const layer = document.querySelector<HTMLElement>("section[aria-label=Notices]")!;
    const notices = layer.getBoundingClientRect();
    return [...document.querySelectorAll<HTMLElement>("button, a[href], textarea, input")]
      .filter((control) => !layer.contains(control) && control.closest("[inert], [aria-hidden=true]") === null)
      .filter((control) => control.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((control) => {
        const { left, right, top, bottom } = control.getBoundingClientRect();
        return left < notices.right && right > notices.left && top < notices.bottom && bottom > notices.top && right - left > 1;
      })
      .map((control) => control.getAttribute("aria-label") ?? control.textContent);
  });
}

test.each([1440, 390])("a notice moves away from a dialog's close button, %d px wide", async (width) => {
  const page = await journey.page({ viewport: { width, height: 860 }, permissions: ["clipboard-read", "clipboard-write"] });
  await setModel(journey, { text: "BEGIN DRAFT\n# Notice\n\nDear landlord, we leave.\nEND DRAFT", tps: 0 });
  await page.goto("/chat");
  await ready(page);
  await send(page, "Write a notice");
  await ended(page, 1);
  const draft = page.getByRole("region", { name: "Draft" });
  await draft.getByRole("button", { name: "Copy draft" }).click();
  await page.getByText("Draft copied to clipboard").waitFor();
  await expect.poll(() => covered(page)).toEqual([]);
  await draft.getByRole("button", { name: "Expand draft" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Close draft" }).waitFor();
  await dialog.getByRole("button", { name: "Copy draft" }).click();
  await page.getByText("Draft copied to clipboard").waitFor();
  await expect.poll(() => covered(page)).toEqual([]);
});

test("sharing a project from the list of its viewers closes that list, and Escape returns to its button", async () => {
  const page = await journey.page();
  await page.goto("/vault");
  await ready(page);
  await page.getByRole("button", { name: "New project" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Lease");
  await page.getByRole("dialog").getByRole("button", { name: "Create project" }).click();
  const viewers = page.getByRole("button", { name: "Only you" });
  await viewers.click();
  const list = page.getByRole("dialog", { name: "Who sees this project" });
  await list.getByRole("button", { name: "Share project" }).click();
  await page.getByRole("dialog", { name: "Share project" }).waitFor();
  // By its words: behind a dialog it would have no role.
  await page.locator("[role=dialog]", { hasText: "Who sees this project" }).waitFor({ state: "detached" });
  await page.keyboard.press("Escape");
  await expect.poll(() => page.locator("[role=dialog]").count()).toBe(0);
  await expect.poll(() => viewers.evaluate((button) => document.activeElement === button)).toBe(true);
});
