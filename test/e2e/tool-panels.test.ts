/* Tool calls in an answer: the outcome as the title, what was found inside, and the raw data under Details (F17). */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startJourney, type Journey } from "./browser.ts";
import { answers, ended, lease, send, setModel } from "./conversation.ts";
import { ready, seriousFindings } from "./steps.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey?.close());

async function chat(options: Parameters<Journey["page"]>[0] = {}): Promise<Page> {
  const page = await journey.page(options);
  await page.goto("/chat");
  await ready(page);
  return page;
}

async function call(page: Page, tool: string, args: unknown): Promise<void> {
  await setModel(journey, { tool, toolargs: JSON.stringify(args), text: "Done.", tps: 0 });
  await send(page, "Look, please.");
  await ended(page, 1);
}

test("passages of a file are shown as passages, before and after a reload, on a phone and in the dark", async () => {
  const page = await chat({ viewport: { width: 390, height: 844 }, colorScheme: "dark" });
  await page.getByLabel("Files to attach").setInputFiles({ name: "lease.txt", mimeType: "text/plain", buffer: Buffer.from(lease) });
  await call(page, "getInformation", { query: "How high is the deposit?" });
  for (const visit of ["first", "again"]) {
    const panel = answers(page).locator("[data-tool=getInformation]");
    const title = panel.getByRole("button", { name: /passages? found in lease\.txt/ });
    await title.focus();
    await page.keyboard.press("Enter");
    await panel.locator("blockquote", { hasText: "three months' rent" }).first().waitFor();
    expect(await panel.locator("pre").count()).toBe(2);
    expect(await panel.locator("pre").first().isVisible()).toBe(false);
    await panel.getByText("Details").click();
    await panel.locator("pre", { hasText: '"query": "How high is the deposit?"' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    expect(await seriousFindings(page)).toEqual([]);
    if (visit === "first") await page.reload();
    await ended(page, 1);
    await ready(page);
  }
});

test("nothing found, a refused input and a check each say so in the title", async () => {
  const page = await chat();
  await call(page, "getInformation", { query: "pets" });
  await answers(page).getByRole("button", { name: "Nothing found pets" }).click();
  await answers(page).getByText("No file is attached to this chat.").first().waitFor();

  await page.goto("/chat");
  await ready(page);
  await call(page, "draft", {});
  await answers(page).getByRole("button", { name: "Failed: The input is not valid." }).click();
  await answers(page).getByText("type: ").first().waitFor();

  await page.goto("/chat");
  await ready(page);
  await call(page, "evaluate", { text: "Payment is due on 31 June 2026. See clause 9." });
  await answers(page)
    .getByRole("button", { name: /^\d+ issues? found in 10 words/ })
    .click();
  await answers(page).getByText("31 June").first().waitFor();
  await answers(page).getByText("Words per sentence").waitFor();
  // Scores are for texts of some length; of a few words they would be nonsense, such as −0.7 years of schooling.
  expect(
    await answers(page)
      .getByText(/Flesch|LIX|schooling/)
      .count(),
  ).toBe(0);
  expect(await seriousFindings(page)).toEqual([]);
});
