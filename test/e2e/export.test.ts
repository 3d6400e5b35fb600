/* What leaves Stet as a file. */
import { readFileSync } from "node:fs";
import { extractText } from "unpdf";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startJourney, type Journey } from "./browser.ts";
import { ended, send, setModel } from "./conversation.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey.close());

test("a chat is saved as a PDF from the list of chats", async () => {
  const page = await journey.page();
  await setModel(journey, { text: "Three months, to the end of a month.", tps: 0 });
  await page.goto("/chat");
  await send(page, "How long is the notice?");
  await ended(page, 1);
  // Its title is the model's, and may come later.
  await page.locator("#sidebar li").first().hover();
  await page.getByRole("button", { name: /^Actions for/ }).click();
  const saved = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Export as PDF" }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(/^legal-transcript-\d{4}-\d\d-\d\d\.pdf$/);
  await page.getByText(/^legal-transcript-.*\.pdf saved$/).waitFor();
  const { text } = await extractText(new Uint8Array(readFileSync(await file.path())), { mergePages: true });
  expect(text).toContain("Three months, to the end of a month.");
});
