/* Helpers for end-to-end tests of drafts. */
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import type { Journey } from "./browser.ts";
import { selectionHeard } from "./steps.ts";

export const text = (page: Page) => page.getByRole("textbox", { name: "Lease" });
export const saved = (page: Page) => page.locator('[data-save="saved"]').waitFor();

/** A page with a draft of this text open. */
export async function openDraft(journey: Journey, content: string): Promise<{ page: Page; address: string }> {
  const page = await journey.page();
  const post = async (path: string, data: object) => {
    const answer = await page.request.post(path, { data, headers: { origin: journey.url } });
    return (await answer.json()) as { id: string };
  };
  const { id: projectId } = await post("/api/projects", { name: "House" });
  const { id } = await post("/api/drafts", { projectId, name: "Lease", content });
  const address = `/vault/projects/${projectId}/drafts/${id}`;
  await page.goto(address);
  await text(page).waitFor();
  return { page, address };
}

export async function stored(page: Page): Promise<string> {
  const id = new URL(page.url()).pathname.split("/").at(-1);
  const response = await page.request.get(`/api/drafts/${id}`);
  const { document } = (await response.json()) as { document: object };
  return JSON.stringify(document);
}

/** Puts the caret at the end of the paragraph with these words. */
export async function caretAfter(page: Page, words: string | Locator): Promise<void> {
  const block = typeof words === "string" ? text(page).getByText(words) : words;
  await block.evaluate((element) => {
    (element.closest("[contenteditable]") as HTMLElement).focus();
    getSelection()!.selectAllChildren(element);
    getSelection()!.collapseToEnd();
  });
  await selectionHeard(page);
}

/** Points at the changes shown in the text until the one with this button is found, and presses it. */
export async function pressInText(within: Locator, name: string | RegExp): Promise<void> {
  const page = within.page();
  const bar = page.getByRole("group", { name: "Proposed change" });
  const button = bar.getByRole("button", typeof name === "string" ? { name, exact: true } : { name }).first();
  const marks = within.locator("[data-proposal]");
  const isShown = async () => {
    for (let i = 0; i < (await marks.count()); i++) {
      await page.mouse.move(0, 0);
      await bar.waitFor({ state: "hidden", timeout: 1000 }).catch(() => {});
      await marks.nth(i).hover({ timeout: 3000 });
      if (await button.isVisible()) return true;
    }
    return false;
  };
  await expect.poll(isShown).toBe(true);
  await button.click();
}
