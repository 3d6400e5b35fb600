/* Law that was loaded from official files: asked in Swedish and in German, cited by its paragraph, and opened there. */
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "#server/db/database.ts";
import { readGesetz } from "#server/knowledge/forms/gesetze-im-internet.ts";
import { readSwedishLaw } from "#server/knowledge/forms/swedish-law.ts";
import { loadLaw } from "#server/knowledge/index-law.ts";
import { germanAct, swedishAct } from "#test/statutes.ts";
import { startJourney, type Journey } from "./browser.ts";
import { answers, ended, send } from "./conversation.ts";
import { ready } from "./steps.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney({ MODEL_SERVER_URL: "" }, async (folder) => {
    const database = await openDatabase({ folder: join(folder, "database") });
    await loadLaw(database.db, [...readGesetz(germanAct), ...readSwedishLaw(swedishAct)]);
    await database.close();
  });
});
afterAll(() => journey.close());

test.each([
  {
    jurisdiction: /Sweden/,
    question: "Hur lång är uppsägningstiden vid provarbete?",
    words: "Vid provarbete är uppsägningstiden fjorton dagar.",
    place: "2 kap. 1 § första stycket Lag (2099:10) om provarbete",
    dates: "text in force on 2099-08-01",
  },
  {
    jurisdiction: /Germany/,
    question: "Wie lang ist die Frist für eine Kündigung in der Probezeit?",
    words: "In der Probezeit beträgt die Frist für eine Kündigung zwei Wochen.",
    place: "§ 1 Abs. 2 ProbeG",
    dates: "text in force on 2026-03-01",
  },
])("$question", async ({ jurisdiction, question, words, place, dates }) => {
  const page = await journey.page();
  await page.goto("/chat");
  await ready(page);
  await page.getByRole("button", { name: "StyleGuide" }).click();
  await page.getByRole("switch", { name: jurisdiction }).click();
  await page.keyboard.press("Escape");
  await send(page, question);
  const text = await ended(page, 1);
  expect(text).toContain(words);
  expect(text).toContain(place);
  const chip = answers(page).locator("button.citation").first();
  await expect.poll(() => chip.getAttribute("data-verdict")).toBe("verified");
  await chip.click();
  await page.getByText("Verified: these words stand in the source").waitFor();
  await page.getByText(dates).first().waitFor();
  await page.getByRole("button", { name: "Show the document" }).click();
  await page.getByRole("dialog").locator("mark", { hasText: words }).waitFor();
  await page.getByRole("dialog").getByRole("link", { name: "Open the page" }).waitFor();
});

test("law that came into force after the day one sets is left out, and is back without the day", async () => {
  const page = await journey.page();
  await page.goto("/chat");
  await ready(page);
  const choose = async (day: string) => {
    await page.getByRole("button", { name: "Choose knowledge sources" }).click();
    const dialog = page.getByRole("dialog", { name: "Choose knowledge sources" });
    await dialog.getByLabel("Only law in force on").fill(day);
    await dialog.getByRole("button", { name: "Done" }).click();
  };
  await page.getByRole("button", { name: "StyleGuide" }).click();
  await page.getByRole("switch", { name: /Sweden/ }).click();
  await page.keyboard.press("Escape");
  await choose("2098-12-31");
  await send(page, "Hur lång är uppsägningstiden vid provarbete?");
  expect(await ended(page, 1)).not.toContain("fjorton dagar");
  await choose("");
  await send(page, "Hur lång är uppsägningstiden vid provarbete?");
  expect(await ended(page, 2)).toContain("fjorton dagar");
});
